"""Columns that nothing was tried at: names from other public schemas than public_schemas.py, more_schemas.py and many_schemas.py have, with invented values. Labels were written on
19 November 2026 by somebody who had not seen the words and rules of the suggestions, and before they were measured. Nobody looks at these one by one: who finds a mistake of the suggestions
here moves the column to tune.py, and puts another in its place.

Lines are as in tune.py, schema by schema. Kinds that end in _d are those that only this list has (values.py)."""

COLUMNS = [
    # OSCAR EMR, demographic.
    ("identifying|entity", "serial", "demographic_no"), ("identifying", "first_c", "middleNames, alias, pref_name"), ("quasi_identifying", "province_ca_d", "province, residentialProvince"),
    ("quasi_identifying", "postcode_ca_b", "postal, residentialPostal"), ("identifying", "street", "residentialAddress"), ("quasi_identifying", "city", "residentialCity"),
    ("quasi_identifying", "month_number_c", "month_of_birth"), ("identifying", "nip_c", "hin"), ("identifying", "passport_b", "sin"), ("identifying", "account", "chart_no"),
    ("quasi_identifying", "language", "official_lang, spoken_lang"), ("identifying", "last_first_c", "family_doctor"), ("quasi_identifying", "country_code_b", "country_of_origin"),
    ("quasi_identifying|insensitive", "date", "date_joined"),
    # Epic Clarity, PATIENT, PAT_ENC and the like.
    ("identifying", "account", "PAT_MRN_ID"), ("identifying", "last_first_c", "PAT_NAME"), ("identifying", "first_c", "PAT_FIRST_NAME"), ("identifying", "last_c", "PAT_LAST_NAME"),
    ("identifying", "street", "ADD_LINE_1"), ("identifying", "serial", "PAT_ENC_CSN_ID, HSP_ACCOUNT_ID"), ("quasi_identifying", "marital_code_b", "MARITAL_STATUS_C"),
    ("sensitive", "code_c", "RELIGION_C"), ("sensitive", "illness", "DX_NAME"), ("quasi_identifying", "date", "SURGERY_DATE"),
    # VAERS, reports of harm after vaccination.
    ("identifying", "serial", "VAERS_ID"), ("quasi_identifying", "age", "AGE_YRS, CAGE_YR"), ("quasi_identifying|insensitive", "date_us", "RECVDATE"),
    ("identifying", "notes", "SYMPTOM_TEXT, LAB_DATA"), ("quasi_identifying", "date_us", "DATEDIED, VAX_DATE, ONSET_DATE"), ("sensitive|insensitive", "y_n_c", "L_THREAT, RECOVD"),
    ("sensitive|quasi_identifying", "y_n_c", "ER_VISIT"), ("quasi_identifying", "days", "HOSPDAYS"), ("sensitive", "y_n_c", "DISABLE, BIRTH_DEFECT"), ("sensitive|insensitive", "drug", "OTHER_MEDS"),
    ("sensitive", "illness", "CUR_ILL"), ("sensitive", "allergy_d", "ALLERGIES"), ("insensitive|sensitive", "vaccine_d", "VAX_NAME"), ("insensitive", "code_b", "VAX_LOT"),
    # FAERS, DEMO, DRUG and INDI.
    ("identifying", "serial", "primaryid, caseid"), ("quasi_identifying", "country_code_b", "reporter_country, occr_country"), ("quasi_identifying", "date_compact_b", "event_dt"),
    ("sensitive|insensitive", "drug", "drugname"), ("sensitive", "illness", "indi_pt"),
    # The Cancer Genome Atlas, clinical data.
    ("identifying|entity", "tcga_d", "bcr_patient_barcode"), ("quasi_identifying", "age", "age_at_initial_pathologic_diagnosis"), ("quasi_identifying", "days_back_d", "days_to_birth"),
    ("sensitive|quasi_identifying", "days_after_d", "days_to_death, days_to_last_followup"), ("sensitive|quasi_identifying", "dead_d", "vital_status"),
    ("sensitive", "histology_d", "histological_type"), ("sensitive", "organ_d", "tumor_tissue_site"), ("sensitive", "site_c", "icd_o_3_site"),
    ("sensitive", "tumor_d", "person_neoplasm_cancer_status"), ("sensitive", "yes_no", "radiation_therapy, history_of_neoadjuvant_treatment, family_history_of_cancer, alcohol_history_documented"),
    ("quasi_identifying", "year", "year_of_initial_pathologic_diagnosis"), ("sensitive", "result", "hpv_status"), ("quasi_identifying|sensitive", "race", "race_list"),
    # CDC, cases of COVID-19.
    ("quasi_identifying|insensitive", "date", "cdc_report_dt"), ("quasi_identifying", "date", "onset_dt"), ("quasi_identifying", "month_b", "case_month"),
    ("quasi_identifying", "age_band", "age_group"), ("quasi_identifying|sensitive", "race", "race_ethnicity_combined"), ("sensitive|quasi_identifying", "yes_no", "hosp_yn, icu_yn, death_yn"),
    ("sensitive", "yes_no", "medcond_yn, underlying_conditions_yn"), ("quasi_identifying", "region", "res_county"), ("quasi_identifying", "state_us_c", "res_state"),
    ("sensitive|insensitive", "case_us_d", "current_status"),
    # SIVIGILA, notifiable diseases of Colombia.
    ("identifying", "nip_c", "num_ide_"), ("identifying", "first_c", "pri_nom_, seg_nom_"), ("identifying", "last_c", "pri_ape_, seg_ape_"), ("identifying", "street", "dir_res_"),
    ("quasi_identifying", "city", "bar_ver_"), ("identifying", "phone_number", "telefono_, tel_dil_f_"), ("identifying", "full_c", "nom_dil_f_"),
    ("quasi_identifying", "date", "fecha_nto_, fec_hos_, fec_def_"), ("quasi_identifying|insensitive", "date", "fec_not"), ("sensitive|quasi_identifying", "days", "edad_ges"),
    ("quasi_identifying", "latitude", "lat_dir, long_dir"), ("quasi_identifying", "state_mx_c", "cod_dpto_r"), ("quasi_identifying", "zip_3_b", "cod_mun_r"), ("sensitive", "illness", "nom_eve"),
    ("quasi_identifying", "job_code_b", "ocupacion_"), ("sensitive|quasi_identifying", "sex_code_b", "gp_gestan"),
    # DATASUS, SIH (hospital stays).
    ("identifying", "aih_d", "N_AIH"), ("identifying", "cpf", "CPF_AUT"), ("quasi_identifying", "account", "CEP"), ("quasi_identifying", "date_compact_b", "NASC, DT_INTER, DT_SAIDA"),
    ("quasi_identifying", "age", "IDADE"), ("quasi_identifying", "municipality_br_c", "MUNIC_RES"), ("sensitive", "icd10_plain_c", "DIAG_PRINC, DIAG_SECUN"),
    ("sensitive|insensitive", "nip_c", "PROC_REA"), ("quasi_identifying", "days", "DIAS_PERM"), ("sensitive", "flag", "MORTE"), ("sensitive|insensitive", "money_decimal_b", "VAL_TOT"),
    ("quasi_identifying|sensitive", "count", "NUM_FILHOS"),
    # Cadastro Único, families with low income in Brazil.
    ("identifying", "nis_d", "num_nis_pessoa_atual"), ("identifying", "full_c", "nom_pessoa, nom_completo_mae_pessoa"), ("identifying", "first_c", "nom_apelido_pessoa"),
    ("identifying", "cpf", "num_cpf_pessoa"), ("identifying", "passport_b", "num_identidade_pessoa"), ("quasi_identifying", "date_slashes_c", "dta_nasc_pessoa"),
    ("quasi_identifying", "sex_code_b", "cod_sexo_pessoa"), ("quasi_identifying", "code_c", "cod_parentesco_rf_pessoa, grau_instrucao"),
    ("quasi_identifying|sensitive", "likert", "cod_raca_cor_pessoa"), ("sensitive", "sex_code_b", "cod_deficiencia_memb"), ("identifying", "street_name_c", "nom_logradouro_fam"),
    ("identifying|quasi_identifying", "house_c", "num_logradouro_fam"), ("quasi_identifying", "account", "num_cep_logradouro_fam"), ("quasi_identifying", "city", "nom_localidade_fam"),
    ("sensitive", "money_decimal_b", "vlr_renda_media_fam, vlr_renda_total_fam"), ("entity|identifying", "person_visits", "cod_familiar_fam"), ("identifying", "account", "num_tel_contato_1_fam"),
    ("sensitive|quasi_identifying", "flag", "cod_familia_indigena_fam, marc_sit_rua"), ("sensitive", "flag", "ind_trabalho_infantil_pessoa"),
    # OrangeHRM, hs_hr_employee and hs_hr_emp_work_experience.
    ("identifying|entity", "serial", "emp_number"), ("identifying", "last_c", "emp_lastname"), ("identifying", "first_c", "emp_firstname, emp_middle_name, emp_nick_name"),
    ("sensitive", "flag", "emp_smoker"), ("quasi_identifying|sensitive", "code_c", "ethnic_race_code"), ("quasi_identifying", "date", "emp_birthday, joined_date"),
    ("quasi_identifying", "sex_code_b", "emp_gender"), ("quasi_identifying", "marital", "emp_marital_status"), ("identifying", "us_ssn", "emp_ssn_num"), ("identifying", "passport_b", "emp_sin_num"),
    ("identifying", "passport", "emp_dri_lice_num"), ("quasi_identifying|insensitive", "date", "emp_dri_lice_exp_date"), ("identifying", "street", "emp_street1"),
    ("quasi_identifying", "zip", "emp_zipcode"), ("identifying", "phone", "emp_hm_telephone, emp_mobile, emp_work_telephone"), ("identifying", "mail", "emp_work_email, emp_oth_email"),
    ("quasi_identifying", "firm", "eexp_employer"), ("quasi_identifying", "job", "eexp_jobtit"), ("identifying", "notes", "eexp_comments"),
    # HRDataset_v14, a table on staff at Kaggle.
    ("identifying", "serial", "EmpID"), ("identifying", "full_c", "ManagerName"), ("quasi_identifying", "marital", "MaritalDesc"), ("quasi_identifying", "citizen_d", "CitizenDesc"),
    ("quasi_identifying|sensitive", "yes_no", "HispanicLatino"), ("quasi_identifying", "date_us", "DateofHire, DateofTermination"), ("sensitive", "money", "Salary"),
    ("sensitive|insensitive", "leaving_d", "TermReason"), ("insensitive|quasi_identifying", "recruited_d", "RecruitmentSource"), ("sensitive|insensitive", "performance_d", "PerformanceScore"),
    ("insensitive|sensitive", "likert", "EmpSatisfaction"), ("sensitive|insensitive", "count", "DaysLateLast30"), ("quasi_identifying", "flag", "GenderID"),
    # PrestaShop, customer and address.
    ("identifying|entity", "serial", "id_customer"), ("quasi_identifying", "sex_code_b", "id_gender"), ("identifying", "ip4", "ip_registration_newsletter"),
    ("insensitive|quasi_identifying", "flag", "newsletter, optin"), ("insensitive", "flag", "is_guest"), ("identifying", "url_b", "website"),
    ("sensitive|insensitive", "money_decimal_b", "outstanding_allow_amount"), ("identifying", "dni", "dni"), ("identifying", "notes", "note"),
    # Orders of Amazon, as a report for sellers.
    ("identifying|entity", "order_d", "order-id"), ("quasi_identifying|insensitive", "time", "purchase-date"), ("identifying", "mail", "buyer-email"),
    ("identifying", "full_c", "buyer-name, recipient-name"), ("identifying", "phone_us", "buyer-phone-number, ship-phone-number"), ("identifying", "street", "ship-address-1"),
    ("quasi_identifying", "city", "ship-city"), ("quasi_identifying", "state_us_c", "ship-state"), ("quasi_identifying", "zip", "ship-postal-code"),
    ("quasi_identifying", "country_code_b", "ship-country"), ("quasi_identifying", "firm", "buyer-company-name"), ("insensitive|sensitive", "product", "product-name"),
    ("insensitive", "quantity", "quantity-purchased"), ("insensitive|sensitive", "price", "item-price"), ("identifying", "notes", "delivery-Instructions"),
    # Orders of Etsy and attendees of Eventbrite, as CSV.
    ("identifying", "full_c", "Ship Name"), ("identifying", "login", "Buyer"), ("quasi_identifying|insensitive", "date_slashes_b", "Sale Date, Date Shipped"),
    ("quasi_identifying", "zip", "Ship Zipcode"), ("identifying", "serial", "Attendee #"), ("identifying", "phone_us", "Cell Phone"), ("identifying", "street", "Home Address 1"),
    ("quasi_identifying", "zip", "Home Zip"), ("quasi_identifying", "state_us_c", "Home State"), ("insensitive", "ticket_d", "Ticket Type"), ("sensitive|insensitive", "price", "Total Paid"),
    # Voters of Ohio.
    ("identifying", "voter_oh_d", "SOS_VOTERID"), ("sensitive", "party_letter_d", "PARTY_AFFILIATION"), ("quasi_identifying|insensitive", "date", "REGISTRATION_DATE"),
    ("insensitive", "voter_status_d", "VOTER_STATUS"), ("identifying", "street", "RESIDENTIAL_ADDRESS1, MAILING_ADDRESS1"), ("identifying|quasi_identifying", "flat_d", "RESIDENTIAL_SECONDARY_ADDR"),
    ("quasi_identifying", "zip", "RESIDENTIAL_ZIP, MAILING_ZIP"), ("quasi_identifying", "zip_4_d", "RESIDENTIAL_ZIP_PLUS4"), ("quasi_identifying", "region", "PRECINCT_NAME"),
    ("quasi_identifying", "city", "TOWNSHIP"), ("quasi_identifying", "precinct_c", "COUNTY_NUMBER"), ("quasi_identifying", "code_c", "CONGRESSIONAL_DISTRICT"),
    # Arrests and crimes of Los Angeles.
    ("identifying", "serial", "Report ID, DR_NO"), ("quasi_identifying", "date_us", "Arrest Date, DATE OCC"), ("quasi_identifying", "region", "Area Name"),
    ("quasi_identifying", "zip_3_b", "Reporting District"), ("quasi_identifying", "sex", "Sex Code, Vict Sex"), ("quasi_identifying|sensitive", "descent_d", "Descent Code, Vict Descent"),
    ("quasi_identifying", "age", "Vict Age"), ("sensitive", "offence", "Charge Description, Charge Group Description, Crm Cd Desc"),
    ("sensitive|insensitive", "disposition_d", "Disposition Description"), ("identifying|quasi_identifying", "street_name_c", "Cross Street"),
    # Executed offenders of Texas.
    ("identifying", "tdcj_d", "TDCJ Number"), ("quasi_identifying", "date_us", "Execution Date, Date Received, Date of Offense"),
    ("quasi_identifying", "age", "Age (when Received), Age (at the time of Offense)"), ("quasi_identifying", "grade_d", "Education Level (Highest Grade Completed)"),
    ("quasi_identifying", "region", "Native County"), ("quasi_identifying", "state_us_c", "Native State"), ("quasi_identifying", "job", "Prior Occupation"),
    ("sensitive", "offence", "Prior Prison Record"), ("quasi_identifying", "colour_d", "Hair Color, Eye Color"), ("identifying", "full_c", "Co-Defendants"),
    ("identifying", "notes", "Last Statement, Summary of Incident"),
    # Home Credit, application_train.
    ("identifying", "serial", "SK_ID_CURR"), ("quasi_identifying", "sex", "CODE_GENDER"), ("sensitive|quasi_identifying", "y_n_c", "FLAG_OWN_CAR, FLAG_OWN_REALTY"),
    ("quasi_identifying", "count", "CNT_CHILDREN, CNT_FAM_MEMBERS"), ("sensitive", "money", "AMT_INCOME_TOTAL, AMT_CREDIT, AMT_ANNUITY"),
    ("quasi_identifying|sensitive", "livelihood_d", "NAME_INCOME_TYPE"), ("quasi_identifying", "education", "NAME_EDUCATION_TYPE"), ("quasi_identifying", "marital", "NAME_FAMILY_STATUS"),
    ("quasi_identifying|sensitive", "housing_d", "NAME_HOUSING_TYPE"), ("quasi_identifying", "days_back_d", "DAYS_BIRTH, DAYS_EMPLOYED"), ("quasi_identifying", "job", "OCCUPATION_TYPE"),
    # Credit in Germany (UCI, names as at OpenML).
    ("sensitive", "savings_d", "checking_status, savings_status"), ("sensitive", "credit_d", "credit_history"), ("sensitive", "money", "credit_amount"),
    ("quasi_identifying", "personal_d", "personal_status"), ("quasi_identifying|sensitive", "yes_no", "foreign_worker"), ("insensitive|quasi_identifying", "yes_no", "own_telephone"),
    ("quasi_identifying", "marital_code_b", "residence_since"), ("quasi_identifying", "count", "num_dependents"),
    # Open University, OULAD.
    ("entity|identifying", "person_visits", "id_student"), ("quasi_identifying|sensitive", "deprived_d", "imd_band"), ("quasi_identifying", "age_band", "age_band"),
    ("quasi_identifying", "education", "highest_education"), ("insensitive|sensitive", "count", "num_of_prev_attempts"), ("sensitive", "y_n_c", "disability"),
    ("sensitive|insensitive", "passed_d", "final_result"), ("insensitive", "points_c", "sum_click"),
    # Gibbon, gibbonPerson.
    ("identifying", "first_c", "preferredName"), ("identifying", "full_c", "officialName, emergency1Name"), ("identifying", "mail_b", "emailAlternate"), ("identifying", "photo_b", "image_240"),
    ("identifying", "ip4", "lastIPAddress, lastFailIPAddress"), ("quasi_identifying", "city", "address1District"), ("quasi_identifying", "country", "address1Country, citizenship1"),
    ("quasi_identifying", "language", "languageFirst"), ("identifying", "passport", "citizenship1Passport"), ("identifying", "account", "nationalIDCardNumber, studentID"),
    ("quasi_identifying", "residency_d", "residencyStatus"), ("quasi_identifying|insensitive", "date", "visaExpiryDate"), ("identifying", "phone", "emergency1Number1"),
    ("quasi_identifying|insensitive", "parent_c", "emergency1Relationship"), ("quasi_identifying", "school_d", "lastSchool"), ("identifying", "plate", "vehicleRegistration"),
    ("identifying", "notes", "personalBackground, transportNotes"),
    # Fedena, students and guardians.
    ("identifying", "serial", "admission_no"), ("quasi_identifying|insensitive", "date", "admission_date"), ("quasi_identifying|sensitive", "blood", "blood_group"),
    ("identifying", "street", "address_line1, office_address_line1"), ("quasi_identifying", "pin_d", "pin_code"), ("identifying", "phone", "office_phone1"),
    ("quasi_identifying|insensitive", "parent_c", "relation"), ("quasi_identifying", "job", "occupation"), ("insensitive|quasi_identifying", "flag", "is_sms_enabled"),
    # Canvas, users; Troopmaster, scouts.
    ("identifying", "last_first_c", "sortable_name"), ("identifying", "first_c", "short_name, Parent #2 First Name"), ("identifying", "serial", "sis_user_id"), ("identifying", "login_c", "login_id"),
    ("identifying", "mail", "Parent #1 Email #1"), ("identifying", "phone_us", "Parent #1 Home Phone, Parent #1 Cell Phone, Parent #1 Fax"), ("identifying", "last_c", "Parent #2 Last Name"),
    ("quasi_identifying|insensitive", "date_us", "Date Joined Scouts BSA"),
    # Koha, borrowers.
    ("identifying|entity", "serial", "borrowernumber"), ("identifying", "card_library_d", "cardnumber"), ("identifying", "first_c", "contactfirstname"), ("identifying", "last_c", "contactname"),
    ("identifying|quasi_identifying", "house_c", "streetnumber"), ("identifying", "mail", "emailpro, B_email"), ("identifying", "phone", "phonepro, B_phone, smsalertnumber"),
    ("identifying", "street", "B_address"), ("quasi_identifying", "city", "B_city"), ("quasi_identifying", "zip", "B_zipcode"), ("quasi_identifying|insensitive", "date", "dateenrolled, dateexpiry"),
    ("identifying", "notes_b", "borrowernotes, ethnotes, debarredcomment"), ("quasi_identifying|insensitive", "parent_c", "relationship"),
    # phpBB, users.
    ("insensitive|quasi_identifying", "unix_c", "user_regdate, user_lastvisit"), ("identifying", "account", "user_icq"), ("identifying", "url_b", "user_website"),
    ("quasi_identifying", "city", "user_from"), ("quasi_identifying", "job", "user_occ"), ("sensitive|quasi_identifying", "hobby_d", "user_interests"), ("identifying", "notes", "user_sig"),
    ("identifying", "login", "user_aim, user_yim"), ("identifying", "photo", "user_avatar"), ("identifying", "ip4", "user_ip"), ("quasi_identifying", "language", "user_lang"),
    ("insensitive", "points_c", "user_posts"),
    # Active Directory.
    ("identifying", "login_c", "sAMAccountName"), ("identifying", "mail", "userPrincipalName"), ("identifying", "dn_c", "distinguishedName, directReports"), ("identifying", "serial", "employeeID"),
    ("identifying", "uuid", "objectGUID"), ("identifying", "sid_d", "objectSid"), ("identifying", "phone_plain_b", "ipPhone, otherMobile"), ("identifying", "jpeg_c", "thumbnailPhoto"),
    ("insensitive|quasi_identifying", "time", "whenCreated"), ("quasi_identifying|insensitive", "zip_3_b", "physicalDeliveryOfficeName"),
    # Events of Snowplow.
    ("identifying", "ip4", "user_ipaddress"), ("identifying", "account", "user_fingerprint"), ("identifying", "uuid", "network_userid, domain_userid"),
    ("quasi_identifying", "country_code_b", "geo_country"), ("quasi_identifying", "city", "geo_city"), ("quasi_identifying", "zip", "geo_zipcode"),
    ("quasi_identifying", "latitude", "geo_latitude, geo_longitude"), ("quasi_identifying", "region", "geo_region_name"), ("quasi_identifying|insensitive", "firm", "ip_organization"),
    ("quasi_identifying|insensitive", "language", "br_lang"), ("quasi_identifying|insensitive", "timezone_c", "os_timezone"), ("quasi_identifying|insensitive", "agent_c", "useragent"),
    ("insensitive", "flag", "dvce_ismobile"),
    # Listening at Spotify, viewing at Netflix.
    ("quasi_identifying", "country_code_b", "conn_country"), ("identifying", "ip4", "ip_addr_decrypted"), ("quasi_identifying|insensitive", "agent_c", "user_agent_decrypted"),
    ("insensitive", "points_c", "ms_played"), ("insensitive|sensitive", "truth_b", "incognito_mode"), ("identifying", "first_c", "Profile Name"),
    ("quasi_identifying|insensitive", "time", "Start Time"), ("insensitive|quasi_identifying", "screen_d", "Device Type"),
    # Officers of companies, Companies House.
    ("identifying", "street_b", "usual_residential_address"), ("identifying", "first_c", "other_forenames"), ("quasi_identifying", "year", "dob_year"),
    ("quasi_identifying", "country", "second_nationality"), ("quasi_identifying|insensitive", "date", "resignation_date"),
]
