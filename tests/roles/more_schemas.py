"""Names from other public schemas than public_schemas.py has, with invented values. Labels were written on 19 November 2026, before the first measurement, which docs/roles.md tells; since then they
count as tuned.

Lines are as in tune.py, schema by schema."""

COLUMNS = [
    # i2b2, patient_dimension and observation_fact.
    ("identifying", "serial", "patient_num"), ("quasi_identifying", "date", "birth_date, death_date"), ("quasi_identifying", "sex_code_b", "sex_cd"), ("quasi_identifying", "age", "age_in_years_num"),
    ("quasi_identifying", "language", "language_cd"), ("quasi_identifying|sensitive", "race", "race_cd"), ("quasi_identifying", "marital_code_b", "marital_status_cd"),
    ("sensitive", "religion", "religion_cd"), ("quasi_identifying", "zip", "zip_cd"), ("identifying", "notes", "observation_blob"), ("sensitive|insensitive", "lab", "nval_num"),
    # PCORnet, DEMOGRAPHIC, ENCOUNTER, PRIVATE_ADDRESS.
    ("identifying", "uuid", "PATID"), ("entity|identifying", "person_visits", "ENCOUNTER_PATID"), ("quasi_identifying", "date", "BIRTH_DATE, ADMIT_DATE, DISCHARGE_DATE"), ("quasi_identifying|sensitive", "race", "HISPANIC"),
    ("quasi_identifying", "language", "PAT_PREF_LANGUAGE_SPOKEN"), ("sensitive", "icd10", "DX"), ("identifying", "street", "ADDRESS_STREET"), ("quasi_identifying", "city", "ADDRESS_CITY"),
    ("quasi_identifying", "zip", "ADDRESS_ZIP5, FACILITY_LOCATION"), ("quasi_identifying", "plan", "PAYER_TYPE_PRIMARY"),
    # Hospital episodes of the NHS.
    ("identifying", "nhs", "NEWNHSNO"), ("quasi_identifying", "date_slashes_b", "ADMIDATE, DISDATE, DOB_CFL"), ("quasi_identifying", "postcode_uk", "HOMEADD"), ("sensitive", "icd10", "DIAG_01"),
    ("sensitive|insensitive", "operation", "OPERTN_01"), ("quasi_identifying|sensitive", "race", "ETHNOS"), ("quasi_identifying", "sex_code_b", "SEX"),
    # Pupils of England (NPD).
    ("identifying", "code_b", "UPN"), ("identifying", "last", "Surname"), ("identifying", "first", "Forename"), ("quasi_identifying", "date", "DOB"), ("quasi_identifying", "sex", "Gender"),
    ("quasi_identifying|sensitive", "race", "EthnicGroupMajor"), ("quasi_identifying", "postcode_uk", "Postcode"), ("sensitive|quasi_identifying", "yes_no", "FSMeligible"),
    ("quasi_identifying", "language", "FirstLanguage"),
    # Contacts of HubSpot.
    ("identifying", "first", "firstname"), ("identifying", "last", "lastname"), ("identifying", "mail_b", "email"), ("identifying", "phone_us", "mobilephone, phone"), ("identifying", "street_b", "address"),
    ("quasi_identifying", "city", "city"), ("quasi_identifying", "zip", "zip"), ("quasi_identifying", "job", "jobtitle"), ("quasi_identifying", "firm", "company"), ("sensitive", "money", "annualrevenue"),
    ("identifying", "ip4", "hs_latest_source_ip"), ("identifying", "url", "hs_avatar_url"),
    # A demonstration project of REDCap.
    ("identifying", "serial", "record_id"), ("identifying", "first", "first_name"), ("identifying", "last", "last_name"), ("identifying", "phone", "telephone_1"), ("quasi_identifying", "age", "age"),
    ("quasi_identifying|sensitive", "race", "ethnicity, race"), ("quasi_identifying|sensitive", "height", "height"), ("sensitive|quasi_identifying", "weight", "weight"), ("identifying", "notes", "comments"),
    # Workers in Workday.
    ("identifying", "serial", "Worker_ID, Employee_Reference"), ("identifying", "first", "Legal_First_Name, Preferred_First_Name"), ("identifying", "last", "Legal_Last_Name"), ("identifying", "mail", "Work_Email"),
    ("identifying", "street", "Home_Address_Line_1"), ("quasi_identifying", "city", "Municipality"), ("quasi_identifying", "zip", "Postal_Code"), ("quasi_identifying", "date", "Date_of_Birth, Hire_Date"),
    ("quasi_identifying", "job", "Business_Title"), ("sensitive", "money", "Total_Base_Pay_Annualized"), ("identifying", "iban", "Bank_Account_IBAN"), ("identifying", "us_ssn", "National_ID"),
    ("quasi_identifying", "country", "Citizenship"),
    # Passengers (PNR) and visitors of a site (Matomo).
    ("identifying", "first", "given_name"), ("identifying", "last", "family_name"), ("identifying", "passport", "travel_document_number"), ("quasi_identifying", "country", "nationality"),
    ("quasi_identifying", "date", "date_of_birth"), ("identifying", "card", "form_of_payment_card"), ("identifying", "ip4", "location_ip"), ("identifying", "hash_b", "visitorId"), ("quasi_identifying", "country", "location_country"),
    ("quasi_identifying", "city", "location_city"), ("insensitive", "version", "config_browser_version"), ("insensitive", "count", "visit_total_actions"),
    # IPUMS.
    ("quasi_identifying", "age", "AGE"), ("quasi_identifying", "marital_code_b", "MARST"), ("quasi_identifying", "country", "BPL"), ("quasi_identifying", "education", "EDUC"), ("quasi_identifying", "job", "OCC"),
    ("sensitive", "money", "INCTOT"), ("insensitive", "constant", "SAMPLE"),
    # Meters, shops and sensors, of which nothing is about who somebody is.
    ("insensitive", "quantity", "Order_Quantity"), ("insensitive", "price", "Unit_Price"), ("insensitive", "product", "Product_Category"), ("insensitive", "status", "Order_Status"), ("insensitive", "sensor", "Global_active_power"),
    ("insensitive", "likert", "SUS_Q1, NPS_Score"), ("insensitive", "wave", "survey_wave"), ("insensitive", "version", "firmware"),
]
