"""Names from public schemas, as far as they are about people, with invented values. Others chose these names. Labels were written before the first measurement, which docs/roles.md tells;
since then what was missed was looked at, and they count as tuned.

Lines are as in tune.py, schema by schema."""

COLUMNS = [
    # Synthea, patients.csv.
    ("identifying", "uuid", "Id"), ("identifying", "us_ssn", "SSN"), ("identifying", "passport", "DRIVERS, PASSPORT"), ("identifying", "first", "FIRST"),
    ("identifying", "last", "LAST, MAIDEN"), ("identifying", "street", "ADDRESS"),
    ("quasi_identifying", "date", "BIRTHDATE, DEATHDATE"), ("quasi_identifying", "marital", "MARITAL"), ("quasi_identifying|sensitive", "race", "RACE, ETHNICITY"),
    ("quasi_identifying", "sex", "GENDER"), ("quasi_identifying", "city", "BIRTHPLACE, CITY"), ("quasi_identifying", "region", "COUNTY"),
    ("quasi_identifying", "region_code_b", "FIPS"), ("quasi_identifying", "zip", "ZIP"), ("quasi_identifying", "latitude", "LAT, LON"), ("sensitive", "money", "INCOME"),
    ("sensitive", "money_decimal_b", "HEALTHCARE_EXPENSES, HEALTHCARE_COVERAGE"),
    # OMOP Common Data Model: person, condition_occurrence, note, provider, location.
    ("identifying", "serial", "person_id"), ("identifying", "mrn", "person_source_value"), ("identifying", "full", "provider_name"), ("identifying", "notes", "note_text"),
    ("identifying", "street", "address_1"), ("quasi_identifying", "year", "year_of_birth"), ("quasi_identifying", "time", "birth_datetime"), ("quasi_identifying", "sex_code_b", "gender_concept_id"),
    ("quasi_identifying|sensitive", "race", "race_source_value, ethnicity_source_value"), ("quasi_identifying", "date", "condition_start_date, visit_end_date"),
    ("sensitive", "icd10", "condition_source_value"), ("sensitive|insensitive", "drug", "drug_source_value"), ("sensitive|insensitive", "lab", "value_as_number"),
    # MIMIC-IV.
    ("entity|identifying", "person_visits", "subject_id"), ("identifying", "serial", "hadm_id"), ("quasi_identifying", "time", "admittime, dischtime"), ("quasi_identifying", "age", "anchor_age"),
    ("quasi_identifying", "date", "dod"), ("quasi_identifying", "ward", "admission_location, discharge_location, careunit"), ("quasi_identifying", "plan", "insurance"),
    ("quasi_identifying", "language", "language"), ("quasi_identifying", "marital", "marital_status"), ("sensitive", "icd9_b", "icd_code"), ("sensitive", "flag", "hospital_expire_flag"),
    ("sensitive", "illness", "long_title"),
    # ProPublica's table on COMPAS.
    ("identifying", "full", "name"), ("identifying", "first", "first"), ("identifying", "code_b", "c_case_number"), ("quasi_identifying", "date", "dob, c_offense_date, compas_screening_date"),
    ("quasi_identifying", "age_band", "age_cat"), ("sensitive", "offence", "c_charge_desc, r_charge_desc"), ("sensitive", "count", "juv_fel_count, priors_count"), ("sensitive", "flag", "is_recid, is_violent_recid"),
    # Lending Club.
    ("identifying", "serial", "member_id"), ("identifying", "notes", "desc"), ("quasi_identifying", "job", "emp_title"), ("quasi_identifying", "plan", "home_ownership"),
    ("quasi_identifying", "zip_3_b", "zip_code"), ("quasi_identifying", "country_code_b", "addr_state"), ("sensitive", "money", "annual_inc, loan_amnt"), ("sensitive", "flag", "pub_rec_bankruptcies"),
    # Titanic.
    ("identifying", "last_first_b", "Name"), ("identifying", "serial", "PassengerId"), ("quasi_identifying", "sex_words", "Sex"), ("quasi_identifying", "age", "Age"), ("quasi_identifying", "count", "SibSp, Parch"),
    ("insensitive|sensitive", "flag", "Survived"),
    # IBM's table on attrition.
    ("identifying", "serial", "EmployeeNumber"), ("quasi_identifying", "job", "JobRole"), ("quasi_identifying", "ward", "Department"), ("quasi_identifying", "education", "EducationField"),
    ("quasi_identifying", "marital", "MaritalStatus"), ("sensitive", "money", "MonthlyIncome"), ("insensitive|sensitive", "likert", "JobSatisfaction, PerformanceRating"), ("insensitive", "constant", "StandardHours"),
    # SINAN, the register of notifiable diseases of Brazil.
    ("identifying", "full", "NM_PACIENT, NM_MAE_PAC"), ("identifying", "street", "NM_LOGRADO"), ("identifying", "phone_number", "NU_TELEFON"), ("identifying", "policy", "ID_CNS_SUS"),
    ("identifying", "serial", "NU_NOTIFIC"), ("quasi_identifying", "date_points", "DT_NASC, DT_SIN_PRI, DT_NOTIFIC"), ("quasi_identifying", "age", "NU_IDADE_N"), ("quasi_identifying", "sex", "CS_SEXO"),
    ("quasi_identifying|sensitive", "race", "CS_RACA"), ("quasi_identifying", "education", "CS_ESCOL_N"), ("quasi_identifying", "city", "NM_BAIRRO, ID_MN_RESI"), ("quasi_identifying", "zip", "NU_CEP"),
    ("sensitive|quasi_identifying", "yes_no", "CS_GESTANT"),
    # FHIR resources as flat files.
    ("identifying", "last", "Patient.name.family"), ("identifying", "first", "Patient.name.given"), ("identifying", "phone", "Patient.telecom.value"), ("identifying", "street", "Patient.address.line"),
    ("identifying", "mrn", "Patient.identifier.value"), ("quasi_identifying", "date", "Patient.birthDate"), ("quasi_identifying", "sex_words", "Patient.gender"),
    ("quasi_identifying", "zip", "Patient.address.postalCode"), ("quasi_identifying", "marital", "Patient.maritalStatus.text"), ("sensitive", "icd10", "Condition.code.coding.code"),
    # Contacts of Salesforce, customers of Shopify, charges of Stripe.
    ("identifying", "first", "FirstName, First Name"), ("identifying", "last", "LastName, Last Name"), ("identifying", "mail", "Email, receipt_email, Accepts"), ("identifying", "phone_us", "MobilePhone, Phone, HomePhone"),
    ("identifying", "street", "MailingStreet, Address1, billing_details_address_line1"), ("identifying", "ip4", "client_details_browser_ip"), ("identifying", "login", "handle"),
    ("quasi_identifying", "city", "MailingCity, Default Address City"), ("quasi_identifying", "country_code_b", "MailingCountry, card_country"), ("quasi_identifying", "firm", "Company, AccountName"),
    ("quasi_identifying", "zip", "MailingPostalCode, Zip"), ("quasi_identifying", "date", "Birthdate"), ("sensitive|insensitive", "money_decimal_b", "Total Spent, amount_captured"),
    ("insensitive|quasi_identifying", "truth_b", "DoNotCall, HasOptedOutOfEmail"), ("insensitive", "quantity", "Lineitem quantity"), ("insensitive", "product", "Lineitem name"),
    # American Community Survey, microdata; the codes are numbers.
    ("quasi_identifying", "age", "AGEP"), ("quasi_identifying", "sex_code_b", "SEX"), ("quasi_identifying", "marital_code_b", "MAR"), ("sensitive", "money", "PINCP"),
    # SAP, infotypes 0002 and 0006.
    ("identifying", "last", "NACHN"), ("identifying", "first", "VORNA"), ("identifying", "serial", "PERNR"), ("identifying", "street", "STRAS"), ("identifying", "account", "BANKN"),
    ("quasi_identifying", "date", "GBDAT"), ("quasi_identifying", "zip", "PSTLZ"), ("quasi_identifying", "city", "ORT01"),
    # Eurostat's codes and others of health surveys.
    ("quasi_identifying", "age", "RIDAGEYR, age_p"), ("quasi_identifying", "sex_code_b", "RIAGENDR"), ("sensitive|quasi_identifying", "yes_no", "ever_smoked, heart_disease"), ("sensitive", "flag", "stroke, hypertension"),
    ("sensitive|insensitive", "lab", "avg_glucose_level, serum_creatinine"), ("quasi_identifying", "plan", "Residence_type, work_type"), ("sensitive|quasi_identifying", "weight", "bmi"),
]
