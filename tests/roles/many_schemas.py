"""Names from other public schemas than public_schemas.py and more_schemas.py have, with invented values. Labels were written on 19 November 2026 by somebody who had not seen the words and
rules of the suggestions. One half, by a digest of the names, was tried at before the other was measured; docs/roles.md tells what came out. Since then all count as tuned.

Lines are as in tune.py, schema by schema. Names of people are from more countries than those of the other lists (values.py, kinds that end in _c)."""

COLUMNS = [
    # OpenMRS, person_name and person_address.
    ("identifying", "first_c", "middle_name"), ("identifying", "last_c", "family_name2"), ("identifying", "street", "address1"), ("quasi_identifying", "city_two_b", "city_village"),
    ("quasi_identifying", "region", "state_province, county_district"), ("quasi_identifying", "city", "neighborhood_cell"),
    # OpenEMR, patient_data.
    ("identifying", "first_c", "fname, mname"), ("identifying", "last_c", "lname"), ("identifying", "street", "street"), ("quasi_identifying", "zip", "postal_code"),
    ("quasi_identifying", "country_code_b", "country_code"), ("identifying", "passport", "drivers_license"), ("identifying", "us_ssn", "ss"),
    ("identifying", "phone_us", "phone_home, phone_biz, phone_cell, phone_contact"), ("identifying", "mail", "email_direct"), ("quasi_identifying|sensitive", "race", "ethnoracial"),
    ("sensitive", "religion", "religion"), ("quasi_identifying", "count", "family_size"), ("sensitive", "money", "monthly_income"), ("sensitive|quasi_identifying", "yes_no", "homeless"),
    ("quasi_identifying|sensitive", "yes_no", "migrantseasonal"), ("insensitive|quasi_identifying", "yes_no", "hipaa_allowemail"), ("identifying", "mrn_b", "pubpid"),
    ("identifying", "full_c", "mothersname, guardiansname, referrer"), ("quasi_identifying", "time", "deceased_date"), ("sensitive", "illness", "deceased_reason"),
    ("identifying", "login_c", "cmsportal_login"), ("identifying", "notes", "billing_note"),
    # openIMIS, insurees.
    ("identifying", "policy_b", "CHFID"), ("identifying", "first_c", "OtherNames"), ("identifying", "uuid", "InsureeUUID"), ("quasi_identifying", "flag", "IsHead"),
    ("identifying", "photo", "PhotoFileName"),
    # HL7 version 2, PID as a table of a radiology broker.
    ("identifying", "hl7_name_c", "PATIENT_PATIENT_NAME, PATIENT_PATIENT_ALIAS, PATIENT_PRIOR_PATIENT_NAME"), ("identifying", "last_c", "PATIENT_MOTHER_MAIDEN_NAME"),
    ("identifying", "mrn_b", "PATIENT_PATIENTID"), ("identifying", "account", "PATIENT_ACCOUNT_NUMBER, PATIENT_VISIT_NUMBER"), ("identifying", "hl7_address_c", "PATIENT_ADDRESS"),
    ("identifying", "phone_us", "PATIENT_PHONENUMBER_HOME, PATIENT_PHONENUMBER_BUSINESS"), ("identifying", "us_ssn", "PATIENT_SSN_NUMBER"), ("identifying", "passport", "PATIENT_DRIVERLIC_NUMBER"),
    ("quasi_identifying", "date_compact_b", "PATIENT_BIRTHDATE"), ("quasi_identifying", "city", "PATIENT_BIRTH_PLACE"),
    ("quasi_identifying", "country", "PATIENT_CITIZENSHIP, PATIENT_NATIONALITY"), ("quasi_identifying", "language", "PATIENT_PRIMARY_LANGUAGE"),
    ("quasi_identifying", "marital", "PATIENT_MARITAL_STATUS"), ("quasi_identifying|sensitive", "race", "PATIENT_RACE, PATIENT_ETHNIC_GROUP"), ("sensitive", "religion", "PATIENT_RELIGION"),
    ("quasi_identifying", "sex", "PATIENT_SEX"), ("quasi_identifying", "yes_no", "PATIENT_VETERANS_MIL_STATUS"),
    # NAACCR, cancer registries.
    ("identifying", "account", "patientIdNumber"), ("identifying", "last_c", "nameLast, nameMaiden, nameBirthSurname, nameAlias"), ("identifying", "first_c", "nameFirst, nameMiddle"),
    ("identifying", "full_c", "nameSpouseParent, followUpContactName"), ("identifying", "mrn_b", "medicalRecordNumber"), ("identifying", "us_ssn_plain_b", "socialSecurityNumber"),
    ("identifying", "mbi_c", "medicareBeneficiaryIdentifier"), ("identifying", "street", "addrAtDxNoStreet, addrCurrentNoStreet"), ("quasi_identifying", "city", "addrAtDxCity"),
    ("quasi_identifying", "state_us_c", "addrAtDxState"), ("quasi_identifying", "zip_9_c", "addrAtDxPostalCode"), ("quasi_identifying", "zip_3_b", "countyAtDx"),
    ("identifying", "phone_number", "telephone"), ("identifying", "account", "dcStateFileNumber"), ("quasi_identifying", "date_compact_b", "dateOfBirth, dateOfDiagnosis"),
    ("quasi_identifying", "age", "ageAtDiagnosis"), ("quasi_identifying", "code_c", "maritalStatusAtDx"), ("quasi_identifying", "latitude", "latitude"), ("sensitive", "site_c", "primarySite"),
    ("sensitive", "icd10_plain_c", "causeOfDeath"),
    # Medicare's synthetic claims (DE-SynPUF).
    ("entity|identifying", "hash_visits_c", "DESYNPUF_ID"), ("quasi_identifying", "date_compact_b", "BENE_BIRTH_DT, BENE_DEATH_DT, CLM_ADMSN_DT"),
    ("quasi_identifying", "sex_code_b", "BENE_SEX_IDENT_CD"), ("quasi_identifying|sensitive", "likert", "BENE_RACE_CD"), ("sensitive", "y_n_c", "BENE_ESRD_IND"),
    ("quasi_identifying", "zip_3_b", "BENE_COUNTY_CD"), ("sensitive", "sex_code_b", "SP_DIABETES, SP_DEPRESSN, SP_ALZHDMTA"), ("sensitive", "icd9_b", "ICD9_DGNS_CD_1, ADMTNG_ICD9_DGNS_CD"),
    ("identifying|entity", "physician_visits_c", "AT_PHYSN_NPI"), ("identifying", "serial", "CLM_ID"), ("sensitive|insensitive", "money_decimal_b", "CLM_PMT_AMT"),
    # HCUP, National Inpatient Sample.
    ("identifying", "serial", "KEY_NIS"), ("quasi_identifying", "month_number_c", "AMONTH"), ("quasi_identifying", "flag", "FEMALE"), ("sensitive", "icd10_plain_c", "I10_DX1"),
    ("sensitive|insensitive", "money", "TOTCHG"), ("sensitive", "flag", "DIED"), ("quasi_identifying", "days", "LOS"), ("sensitive|quasi_identifying", "marital_code_b", "ZIPINC_QRTL"),
    ("quasi_identifying", "code_c", "HOSP_DIVISION"),
    # SEER, as SEER*Stat exports cases.
    ("identifying", "serial", "Patient ID"), ("quasi_identifying", "year", "Year of diagnosis"), ("quasi_identifying", "marital", "Marital status at diagnosis"),
    ("quasi_identifying", "age_band", "Age recode with <1 year olds"), ("sensitive", "site_c", "Primary Site"), ("sensitive|quasi_identifying", "months_c", "Survival months"),
    # eICU, patient.
    ("identifying", "serial", "patientunitstayid, patienthealthsystemstayid"), ("entity|identifying", "unique_visits_c", "uniquepid"), ("sensitive", "illness", "apacheadmissiondx"),
    ("quasi_identifying|sensitive", "height", "admissionheight"), ("sensitive|quasi_identifying", "weight", "admissionweight, dischargeweight"),
    ("quasi_identifying", "ward", "hospitaladmitsource, unittype, hospitaldischargelocation"), ("quasi_identifying", "year", "hospitaldischargeyear"),
    ("sensitive", "alive_c", "hospitaldischargestatus"), ("quasi_identifying", "zip_3_b", "hospitalid"),
    # CDISC SDTM: DM, AE, CM, MH, LB.
    ("identifying|entity", "subject_c", "USUBJID"), ("identifying", "account", "SUBJID"), ("quasi_identifying", "date", "BRTHDTC, DTHDTC, RFICDTC, AESTDTC"),
    ("quasi_identifying|sensitive", "race", "ETHNIC"), ("identifying", "full_c", "INVNAM"), ("sensitive", "illness", "AETERM, MHTERM"), ("sensitive|insensitive", "severity_c", "AESEV"),
    ("sensitive|insensitive", "drug", "CMTRT"), ("sensitive|insensitive", "lab", "LBORRES"),
    # CDC, BRFSS.
    ("sensitive", "likert", "GENHLTH"), ("sensitive", "days", "MENTHLTH, PHYSHLTH"), ("sensitive", "marital_code_b", "DIABETE3"), ("sensitive", "sex_code_b", "SMOKE100"),
    ("sensitive", "code_c", "INCOME2"), ("quasi_identifying", "code_c", "EDUCA, EMPLOY1"), ("quasi_identifying", "sex_code_b", "VETERAN3"),
    ("sensitive|quasi_identifying", "sex_code_b", "PREGNANT"), ("sensitive|quasi_identifying", "bmi_times_100_c", "_BMI5"), ("sensitive", "sex_code_b", "HIVTST6"),
    # DATASUS, SIM and SINASC.
    ("identifying", "account", "NUMERODO, NUMERODN"), ("quasi_identifying", "date_together_c", "DTNASC, DTOBITO, DTNASCMAE"), ("quasi_identifying|insensitive", "hour_c", "HORAOBITO"),
    ("quasi_identifying", "age", "IDADEMAE"), ("quasi_identifying|sensitive", "likert", "RACACOR, RACACORMAE"), ("quasi_identifying", "marital_code_b", "ESTCIV"),
    ("quasi_identifying", "municipality_br_c", "CODMUNRES, CODMUNNASC"), ("quasi_identifying", "job_code_b", "OCUPMAE"), ("sensitive", "icd10_plain_c", "CAUSABAS"),
    ("identifying", "street", "ENDRES"), ("quasi_identifying", "city", "BAIRES"), ("quasi_identifying|sensitive", "grams_c", "PESO"), ("sensitive|insensitive", "ten_c", "APGAR1"),
    ("quasi_identifying|sensitive", "count", "QTDFILVIVO"),
    # Candidates at Brazilian elections (TSE).
    ("identifying", "full_c", "NM_CANDIDATO, NM_URNA_CANDIDATO, NM_SOCIAL_CANDIDATO"), ("identifying", "cpf", "NR_CPF_CANDIDATO"), ("identifying", "voter_br_c", "NR_TITULO_ELEITORAL_CANDIDATO"),
    ("identifying", "mail", "DS_EMAIL"), ("identifying", "serial", "SQ_CANDIDATO"), ("quasi_identifying", "date_slashes_c", "DT_NASCIMENTO"),
    ("quasi_identifying", "state_br_c", "SG_UF_NASCIMENTO"), ("quasi_identifying", "city", "NM_MUNICIPIO_NASCIMENTO"), ("quasi_identifying", "sex_br_c", "DS_GENERO"),
    ("quasi_identifying", "education_br_c", "DS_GRAU_INSTRUCAO"), ("quasi_identifying", "marital_br_c", "DS_ESTADO_CIVIL"), ("quasi_identifying|sensitive", "race_br_c", "DS_COR_RACA"),
    ("quasi_identifying", "job", "DS_OCUPACAO"), ("sensitive", "party", "SG_PARTIDO"), ("quasi_identifying", "age", "NR_IDADE_DATA_POSSE"), ("sensitive", "money_decimal_b", "VR_BEM_CANDIDATO"),
    # French health data (SNDS: IR_BEN_R, IR_IMB_R, ER_PRS_F).
    ("identifying|entity", "hash_b", "BEN_NIR_PSA, BEN_IDT_ANO"), ("quasi_identifying", "year", "BEN_NAI_ANN"), ("quasi_identifying", "month_number_c", "BEN_NAI_MOI"),
    ("quasi_identifying", "sex_code_b", "BEN_SEX_COD"), ("quasi_identifying", "zip_3_b", "BEN_RES_DPT, BEN_RES_COM"), ("quasi_identifying", "date", "BEN_DCD_DTE, EXE_SOI_DTD, IMB_ALD_DTD"),
    ("sensitive", "icd10_plain_c", "MED_MTF_COD, DGN_PAL"),
    # Deaths of France (INSEE).
    ("identifying", "deaths_name_c", "nomprenom"), ("quasi_identifying", "date_compact_b", "datenaiss, datedeces"), ("quasi_identifying", "zip", "lieunaiss, lieudeces"),
    ("quasi_identifying", "city", "commnaiss"), ("quasi_identifying", "country", "paysnaiss"), ("identifying", "serial_steps_b", "actedeces"),
    # German hospitals, section 21 KHEntgG: FALL, ICD, OPS.
    ("identifying", "serial", "KH-internes-Kennzeichen"), ("identifying", "policy", "Versicherten-ID"), ("identifying|entity", "person_visits", "Patientennummer"),
    ("quasi_identifying", "year", "Geburtsjahr"), ("quasi_identifying", "month_number_c", "Geburtsmonat"), ("quasi_identifying", "sex_de_c", "Geschlecht"), ("quasi_identifying", "zip", "PLZ"),
    ("quasi_identifying", "city", "Wohnort"), ("quasi_identifying", "minute_compact_c", "Aufnahmedatum, Entlassungsdatum"), ("quasi_identifying|sensitive", "grams_c", "Aufnahmegewicht"),
    ("quasi_identifying", "age", "Alter-in-Jahren-am-Aufnahmetag"), ("sensitive|insensitive", "days", "Beatmungsstunden"), ("sensitive", "icd10", "ICD-Kode"),
    ("sensitive|insensitive", "ops_c", "OPS-Kode"),
    # Wages in Germany, DATEV LODAS.
    ("identifying", "serial", "pnr#psd"), ("identifying", "last_c", "duevo_familienname#psd, gebname#psd"), ("identifying", "first_c", "duevo_vorname#psd"),
    ("quasi_identifying", "city", "gebort#psd, adresse_ort#psd"), ("quasi_identifying", "country", "geburtsland#psd, staatsangehoerigkeit#psd"),
    ("quasi_identifying", "date_points", "geburtsdatum_ttmmjj#psd, eintrittdatum#psd"), ("identifying", "street_name_c", "adresse_strassenname#psd"),
    ("quasi_identifying", "zip", "adresse_plz#psd"), ("quasi_identifying", "marital_code_b", "familienstand#psd"), ("identifying", "social_security_de_c", "sozialversicherung_nr#psd"),
    ("identifying", "iban", "ma_iban#psd"), ("quasi_identifying", "job", "berufsbezeichnung#psd"), ("quasi_identifying", "education", "schulabschluss#psd"),
    # Dutch persons register (BRP).
    ("identifying", "bsn", "burgerservicenummer"), ("identifying", "first_c", "voornamen"), ("identifying", "last_c", "geslachtsnaam"), ("quasi_identifying", "city", "geboorteplaats, woonplaats"),
    ("quasi_identifying", "country", "geboorteland"), ("quasi_identifying", "sex_nl_c", "geslachtsaanduiding"), ("quasi_identifying", "age", "leeftijd"),
    ("quasi_identifying", "date", "geboortedatum"), ("identifying", "street_name_c", "straatnaam"), ("identifying|quasi_identifying", "house_c", "huisnummer"),
    ("quasi_identifying", "country", "nationaliteit"),
    # Polish tax returns (e-Deklaracje).
    ("identifying", "first_c", "ImiePierwsze"), ("identifying", "last_c", "Nazwisko"), ("quasi_identifying", "date", "DataUrodzenia"), ("identifying", "pesel", "PESEL"),
    ("identifying", "nip_c", "NIP"), ("identifying", "street_name_c", "Ulica"), ("identifying|quasi_identifying", "house_c", "NrDomu"), ("quasi_identifying", "city", "Miejscowosc, Gmina"),
    ("quasi_identifying", "postcode_pl_c", "KodPocztowy"), ("quasi_identifying", "region", "Powiat, Wojewodztwo"),
    # Local administrators of Italy, and an Italian clinic's reports.
    ("identifying", "last_c", "COGNOME"), ("identifying", "first_c", "NOME"), ("quasi_identifying", "sex", "SESSO"), ("quasi_identifying", "date_slashes_c", "DATA_NASCITA, DATA_NOMINA"),
    ("quasi_identifying", "city", "SEDE_NASCITA"), ("quasi_identifying", "education", "TITOLO_DI_STUDIO"), ("quasi_identifying", "job", "PROFESSIONE"),
    ("quasi_identifying", "office_c", "DESCRIZIONE_CARICA"), ("sensitive", "party", "PARTITO_LISTA_COALIZIONE"), ("identifying", "fiscal_code", "codice_fiscale_paziente"),
    ("identifying", "last_c", "cognome_paziente"), ("identifying", "first_c", "nome_paziente"),
    # Cases of COVID-19 in Argentina.
    ("identifying", "serial", "id_evento_caso"), ("quasi_identifying", "sex", "sexo"), ("quasi_identifying", "age", "edad"), ("quasi_identifying", "country", "residencia_pais_nombre"),
    ("quasi_identifying", "region", "residencia_provincia_nombre"), ("quasi_identifying", "city_two_b", "residencia_departamento_nombre"),
    ("quasi_identifying", "date", "fecha_inicio_sintomas, fecha_internacion, fecha_fallecimiento"), ("sensitive", "si_no_c", "cuidado_intensivo, asistencia_respiratoria_mecanica"),
    ("sensitive|quasi_identifying", "si_no_c", "fallecido"), ("sensitive|insensitive", "case_c", "clasificacion_resumen"),
    # Household income of Mexico (ENIGH).
    ("entity|identifying", "person_visits", "folioviv"), ("quasi_identifying", "age", "edad_jefe"), ("quasi_identifying", "sex_code_b", "sexo_jefe"),
    ("quasi_identifying", "zip_3_b", "parentesco"), ("quasi_identifying", "code_c", "nivelaprob"), ("sensitive", "money_decimal_b", "ing_cor, ingtrab, jubilacion"),
    ("quasi_identifying", "count", "tot_integ"), ("quasi_identifying", "state_mx_c", "entidad"),
    # Moodle, user.
    ("identifying", "account", "idnumber, icq"), ("identifying", "phone_b", "phone1, phone2"), ("quasi_identifying", "firm", "institution"), ("quasi_identifying", "language", "lang"),
    ("quasi_identifying|insensitive", "timezone_c", "timezone"), ("identifying", "ip4", "lastip"), ("identifying", "notes", "description"),
    ("insensitive|quasi_identifying", "unix_c", "lastaccess"),
    # OneRoster, users and demographics.
    ("identifying", "uuid", "sourcedId"), ("identifying", "first_c", "givenName"), ("identifying", "last_c", "familyName"), ("identifying", "login_c", "username"),
    ("identifying", "phone_us", "sms"), ("identifying", "code_b", "identifier"), ("identifying", "uuid", "agentSourcedIds"), ("insensitive|quasi_identifying", "truth_b", "enabledUser"),
    ("quasi_identifying|sensitive", "truth_b", "blackOrAfricanAmerican, hispanicOrLatinoEthnicity"), ("quasi_identifying", "country_code_b", "countryOfBirthCode"),
    ("quasi_identifying", "state_us_c", "stateOfBirthAbbreviation"), ("quasi_identifying", "city", "cityOfBirth"),
    # Ed-Fi, students.
    ("identifying", "account", "StudentUniqueId"), ("identifying", "last_c", "LastSurname, MaidenName"), ("quasi_identifying", "city", "BirthCity"),
    ("quasi_identifying", "sex_words", "BirthSexDescriptor"), ("identifying", "street", "StreetNumberName"), ("identifying", "mail_b", "ElectronicMailAddress"),
    ("identifying", "phone_us", "TelephoneNumber"), ("quasi_identifying", "date", "EntryDate"),
    # Dolibarr, members.
    ("quasi_identifying", "title_c", "civility"), ("identifying", "login", "login"), ("quasi_identifying", "firm", "societe"), ("quasi_identifying", "city", "town"),
    ("identifying", "phone_spaces_b", "phone_perso, phone_mobile"), ("quasi_identifying", "date", "birth"), ("identifying", "photo", "photo"),
    ("identifying", "notes", "note_private, note_public"), ("identifying", "login_b", "skype, twitter, instagram, snapchat"), ("insensitive|quasi_identifying", "time", "datec"),
    # CiviCRM, contact and address.
    ("identifying", "last_first_c", "sort_name"), ("identifying", "full_c", "display_name"), ("identifying", "first_c", "nick_name"), ("identifying", "code_b", "external_identifier"),
    ("identifying", "us_ssn", "legal_identifier"), ("identifying", "url", "image_URL"), ("quasi_identifying", "title_c", "formal_title"), ("quasi_identifying", "language", "preferred_language"),
    ("identifying", "street", "street_address"), ("quasi_identifying", "latitude", "geo_code_1"), ("insensitive|quasi_identifying", "flag", "do_not_email, do_not_phone, is_opt_out"),
    ("identifying", "template", "hash"),
    # Odoo, hr.employee.
    ("identifying", "phone", "work_phone, private_phone, emergency_phone"), ("identifying", "mail", "private_email"),
    ("identifying", "full_c", "legal_name, emergency_contact, spouse_complete_name"), ("quasi_identifying", "city", "place_of_birth"), ("quasi_identifying", "country", "country_of_birth"),
    ("quasi_identifying", "date", "spouse_birthdate"), ("identifying", "passport_b", "visa_no, permit_no, passport_id"), ("identifying", "us_ssn", "ssnid"), ("identifying", "account", "barcode"),
    ("identifying", "plate", "private_car_plate"), ("identifying", "street", "private_street"), ("quasi_identifying", "zip", "private_zip"), ("quasi_identifying", "field_c", "study_field"),
    ("quasi_identifying", "education", "certificate"), ("quasi_identifying", "count", "children"), ("quasi_identifying|insensitive", "days", "km_home_work"),
    # SuiteCRM, contacts.
    ("identifying", "phone_us", "phone_work, phone_other, phone_fax, assistant_phone"), ("identifying", "street", "primary_address_street"),
    ("quasi_identifying", "zip", "primary_address_postalcode"), ("quasi_identifying", "city", "primary_address_city, alt_address_city"), ("quasi_identifying", "title_c", "salutation"),
    ("identifying", "login", "user_name"), ("quasi_identifying", "firm", "account_name"), ("identifying", "full_c", "assistant"), ("insensitive|quasi_identifying", "flag", "do_not_call"),
    # Directories, inetOrgPerson.
    ("identifying", "login_c", "uid"), ("identifying", "full_c", "cn"), ("identifying", "last_c", "sn"), ("identifying", "dn_c", "dn, manager"), ("identifying", "mail", "mail"),
    ("identifying", "phone_plain_b", "mobile, facsimileTelephoneNumber, pager"), ("identifying", "street_b", "homePostalAddress"), ("identifying", "jpeg_c", "jpegPhoto"),
    ("identifying", "url", "labeledURI"), ("quasi_identifying", "city", "l"), ("quasi_identifying", "state_us_c", "st"), ("quasi_identifying", "language", "preferredLanguage"),
    ("identifying", "plate", "carLicense"), ("quasi_identifying|insensitive", "zip_3_b", "roomNumber, departmentNumber"),
    # Contacts of Google, as CSV.
    ("identifying", "first_c", "Additional Name, Nickname"), ("quasi_identifying", "date", "Birthday"), ("identifying", "mail_b", "E-mail 1 - Value"),
    ("identifying", "phone_plain_b", "Phone 1 - Value"), ("identifying", "street_b", "Address 1 - Formatted"), ("identifying", "street", "Address 1 - Street"),
    ("quasi_identifying", "city", "Address 1 - City"), ("quasi_identifying", "zip", "Address 1 - Postal Code"), ("quasi_identifying", "firm", "Organization 1 - Name"),
    ("quasi_identifying", "job", "Organization 1 - Title"), ("identifying", "url", "Website 1 - Value"), ("identifying", "notes_b", "Notes"),
    # Contacts of Outlook, as CSV.
    ("identifying", "mail", "E-mail Address, E-mail 2 Address"), ("identifying", "full_c", "E-mail Display Name, Manager's Name, Assistant's Name, Referred By, Spouse"),
    ("identifying", "phone_us", "Business Phone, Car Phone, Company Main Phone"), ("identifying", "phone_us", "Business Fax"), ("identifying", "street", "Home Street, Business Street"),
    ("quasi_identifying", "zip", "Home Postal Code"), ("quasi_identifying", "city", "Home City"), ("quasi_identifying", "country", "Home Country/Region"),
    ("identifying", "us_ssn", "Government ID Number"), ("identifying", "url_b", "Personal Web Page"), ("quasi_identifying", "date_us", "Anniversary"), ("quasi_identifying", "job", "Profession"),
    # Connections of LinkedIn, audiences of Mailchimp.
    ("identifying", "url", "URL"), ("quasi_identifying", "job", "Position"), ("quasi_identifying|insensitive", "date_words_c", "Connected On"), ("identifying", "ip4", "OPTIN_IP, CONFIRM_IP"),
    ("quasi_identifying|insensitive", "time", "OPTIN_TIME"), ("insensitive|quasi_identifying", "likert", "MEMBER_RATING"), ("identifying", "phone_us", "Phone Number"),
    # WooCommerce orders, WordPress users, Magento customers.
    ("identifying", "first_c", "_billing_first_name, _address_firstname"), ("identifying", "last_c", "_billing_last_name, _address_lastname"),
    ("identifying", "mail", "_billing_email, user_email"), ("identifying", "street", "_billing_address_1, _address_street"), ("quasi_identifying", "zip", "_billing_postcode, _address_postcode"),
    ("quasi_identifying", "city", "_address_city"), ("identifying", "phone", "_billing_phone, _address_telephone"), ("identifying", "ip4", "_customer_ip_address"),
    ("quasi_identifying|insensitive", "agent_c", "_customer_user_agent"), ("sensitive|insensitive", "price", "_order_total"), ("identifying", "login_c", "user_login, user_nicename"),
    ("identifying", "url", "user_url"), ("quasi_identifying|insensitive", "time", "user_registered"), ("identifying", "cpf", "taxvat"), ("identifying", "phone", "_address_fax"),
    # Users of GitLab, Discourse, Stack Exchange, Auth0 and Cognito.
    ("identifying", "ip4", "current_sign_in_ip, last_sign_in_ip"), ("identifying", "mail", "unconfirmed_email, public_email"), ("identifying", "notes", "bio"),
    ("insensitive|quasi_identifying", "count", "sign_in_count"), ("identifying", "ip6", "registration_ip_address"), ("insensitive", "likert", "trust_level"), ("identifying", "notes_b", "AboutMe"),
    ("identifying", "url_b", "WebsiteUrl"), ("identifying", "url", "ProfileImageUrl"), ("identifying", "serial", "AccountId"), ("insensitive", "points_c", "Reputation"),
    ("identifying", "auth_c", "user_id"), ("identifying", "ip4", "last_ip"), ("identifying", "login", "cognito:username, preferred_username"), ("identifying", "url", "picture"),
    ("quasi_identifying", "timezone_c", "zoneinfo"), ("identifying", "phone_plain_b", "phone_number"), ("insensitive|quasi_identifying", "truth_b", "email_verified"),
    # Users of Twitter and Facebook, by their interfaces.
    ("identifying", "login", "screen_name"), ("identifying", "url", "profile_image_url_https"), ("insensitive|quasi_identifying", "points_c", "followers_count"),
    ("quasi_identifying", "city", "hometown"), ("quasi_identifying", "marital", "relationship_status"), ("sensitive", "party", "political"), ("identifying", "full_c", "significant_other"),
    # Installs of apps (AppsFlyer), logs of IIS.
    ("identifying", "ip4", "IP"), ("identifying", "uuid", "Advertising ID, IDFA, IDFV"), ("identifying", "hex_c", "Android ID"), ("identifying", "imei", "IMEI"),
    ("identifying", "serial", "Customer User ID"), ("quasi_identifying|insensitive", "model_c", "Device Model"), ("insensitive", "version", "OS Version"),
    ("sensitive|insensitive", "price", "Event Revenue"), ("identifying", "ip4", "c-ip"), ("identifying", "login", "cs-username"), ("quasi_identifying|insensitive", "agent_c", "cs(User-Agent)"),
    ("insensitive", "points_c", "time-taken"),
    # Exports of Strava, Fitbit and Apple Health.
    ("quasi_identifying|insensitive", "date_strava_c", "Activity Date"), ("identifying", "notes", "Activity Description, Activity Private Note"),
    ("sensitive|quasi_identifying", "weight", "Athlete Weight, WeightKg"), ("sensitive|insensitive", "pressure", "Max Heart Rate"), ("sensitive|insensitive", "steps_c", "TotalSteps, Calories"),
    ("quasi_identifying", "date", "HKCharacteristicTypeIdentifierDateOfBirth"), ("quasi_identifying", "sex_words", "HKCharacteristicTypeIdentifierBiologicalSex"),
    ("quasi_identifying|sensitive", "blood", "HKCharacteristicTypeIdentifierBloodType"),
    # Hosts of Airbnb.
    ("entity|identifying", "person_visits", "host_id"), ("identifying", "first_c", "host_name, reviewer_name"), ("identifying", "url", "host_url, host_picture_url, listing_url"),
    ("quasi_identifying", "city", "host_location"), ("quasi_identifying", "region", "host_neighbourhood, neighbourhood_cleansed"), ("identifying", "notes", "host_about"),
    ("quasi_identifying|insensitive", "date", "host_since"), ("insensitive|quasi_identifying", "truth_b", "host_is_superhost"), ("insensitive", "count", "bedrooms"),
    ("insensitive", "price", "price"),
    # Taxi trips and parking tickets of New York.
    ("entity|identifying", "hash_visits_c", "medallion, hack_license"), ("quasi_identifying", "time", "pickup_datetime, dropoff_datetime"),
    ("quasi_identifying", "latitude", "pickup_latitude, dropoff_longitude"), ("insensitive|quasi_identifying", "count", "passenger_count"), ("sensitive|insensitive", "price", "tip_amount"),
    ("identifying", "plate", "Plate ID"), ("identifying", "serial", "Summons Number"), ("quasi_identifying", "state_us_c", "Registration State"),
    ("quasi_identifying|insensitive", "make_c", "Vehicle Make"), ("sensitive|insensitive", "violation_c", "Violation Description"), ("quasi_identifying", "date_us", "Issue Date"),
    # Stops by the police of New York; people shot by the police (Washington Post).
    ("identifying", "serial", "STOP_FRISK_ID"), ("quasi_identifying", "date", "STOP_FRISK_DATE"), ("quasi_identifying", "age", "SUSPECT_REPORTED_AGE"),
    ("quasi_identifying", "sex_words", "SUSPECT_SEX"), ("quasi_identifying|sensitive", "race", "SUSPECT_RACE_DESCRIPTION"), ("quasi_identifying", "feet_c", "SUSPECT_HEIGHT"),
    ("quasi_identifying", "weight", "SUSPECT_WEIGHT"), ("quasi_identifying", "eyes_c", "SUSPECT_EYE_COLOR"), ("identifying", "notes_b", "SUSPECT_OTHER_DESCRIPTION"),
    ("identifying", "street", "STOP_LOCATION_FULL_ADDRESS"), ("quasi_identifying", "precinct_c", "STOP_LOCATION_PRECINCT"), ("sensitive", "offence", "SUSPECTED_CRIME_DESCRIPTION"),
    ("sensitive", "y_n_c", "SUSPECT_ARRESTED_FLAG, WEAPON_FOUND_FLAG"), ("sensitive", "truth_b", "signs_of_mental_illness"), ("insensitive", "truth_b", "body_camera, is_geocoding_exact"),
    # Voters of North Carolina.
    ("identifying", "serial", "voter_reg_num"), ("identifying", "ncid_c", "ncid"), ("identifying", "first_c", "midl_name"), ("identifying", "full_c", "full_name_mail"),
    ("identifying", "street", "res_street_address, mail_addr1"), ("quasi_identifying", "city", "res_city_desc, mail_city"), ("quasi_identifying", "zip", "mail_zipcode"),
    ("identifying", "phone_number", "full_phone_number"), ("quasi_identifying|sensitive", "race", "race_desc"), ("sensitive", "party_c", "party_cd"), ("quasi_identifying", "age", "birth_age"),
    ("quasi_identifying", "state_us_c", "birth_place"), ("quasi_identifying|insensitive", "date_us", "registr_dt"), ("quasi_identifying", "region", "precinct_desc"),
    ("quasi_identifying", "sex", "gender_code"),
    # Contributions to American elections (FEC), and workers' visas (H-1B).
    ("identifying", "last_c", "contributor_last_name, EMPLOYER_POC_LAST_NAME"), ("identifying", "first_c", "contributor_first_name, EMPLOYER_POC_FIRST_NAME"),
    ("identifying", "street", "contributor_street_1, EMPLOYER_POC_ADDRESS1"), ("quasi_identifying", "zip_9_c", "contributor_zip"),
    ("quasi_identifying", "firm", "contributor_employer, EMPLOYER_NAME"), ("quasi_identifying", "job", "contributor_occupation, JOB_TITLE, SOC_TITLE"),
    ("sensitive", "money_decimal_b", "contribution_receipt_amount, WAGE_RATE_OF_PAY_FROM"), ("identifying", "mail", "EMPLOYER_POC_EMAIL"), ("identifying", "phone_plain_b", "EMPLOYER_POC_PHONE"),
    ("quasi_identifying", "city", "WORKSITE_CITY"), ("identifying", "serial", "CASE_NUMBER"),
    # Mortgages (HMDA), cards (Sparkov), guests of hotels.
    ("quasi_identifying|sensitive", "race", "applicant_race_name_1, applicant_ethnicity_name"), ("quasi_identifying", "sex_words", "applicant_sex_name, co_applicant_sex_name"),
    ("sensitive", "thousands_c", "applicant_income_000s, loan_amount_000s"), ("quasi_identifying", "region", "county_name"), ("quasi_identifying", "tract_c", "census_tract_number"),
    ("quasi_identifying", "state_us_c", "state_abbr"), ("sensitive|insensitive", "denial_c", "denial_reason_name_1"), ("identifying", "card", "cc_num"), ("sensitive|insensitive", "price", "amt"),
    ("identifying", "template", "trans_num"), ("quasi_identifying", "job", "job"), ("quasi_identifying|insensitive", "time", "trans_date_trans_time"),
    ("sensitive|insensitive", "flag", "is_fraud"), ("insensitive|sensitive", "flag", "is_canceled"), ("identifying", "phone_us", "phone-number"), ("identifying", "card_masked_c", "credit_card"),
    ("insensitive|quasi_identifying", "flag", "is_repeated_guest"),
    # Customers of a telephone company and of a Portuguese bank.
    ("identifying", "customer_c", "customerID"), ("quasi_identifying", "flag", "SeniorCitizen"), ("quasi_identifying", "yes_no", "Partner, Dependents"),
    ("insensitive", "yes_no", "PaperlessBilling, TechSupport"), ("sensitive|insensitive", "price", "MonthlyCharges, TotalCharges"), ("insensitive|sensitive", "yes_no", "Churn"),
    ("sensitive", "money", "balance"), ("sensitive", "yes_no", "default"), ("sensitive|quasi_identifying", "yes_no", "housing"), ("insensitive", "count", "campaign"),
    # Pupils in Portugal; diabetes of Pima women; heart disease (UCI).
    ("quasi_identifying", "family_c", "famsize"), ("quasi_identifying", "job", "Mjob"), ("quasi_identifying|insensitive", "parent_c", "guardian"), ("sensitive", "likert", "Dalc, Walc"),
    ("sensitive", "likert", "health"), ("sensitive|insensitive", "days", "absences"), ("sensitive|quasi_identifying", "yes_no", "romantic"),
    ("quasi_identifying|sensitive", "count", "Pregnancies"), ("sensitive|insensitive", "pressure", "Glucose, BloodPressure, trestbps, chol"),
    ("sensitive|insensitive", "sensor", "DiabetesPedigreeFunction"),
    # European Social Survey, developers asked by Stack Overflow.
    ("quasi_identifying", "sex_words", "gndr"), ("quasi_identifying", "age", "agea"), ("quasi_identifying", "year", "yrbrn"), ("quasi_identifying", "days", "eduyrs"),
    ("sensitive", "religion", "rlgdnm"), ("quasi_identifying", "country", "cntbrth"), ("identifying", "serial", "ResponseId"), ("quasi_identifying", "education", "EdLevel"),
    ("sensitive", "money", "ConvertedCompYearly"), ("sensitive", "orientation", "Sexuality"), ("sensitive", "yes_no", "Trans"), ("quasi_identifying|insensitive", "days", "YearsCode"),
    # Pay of officials in California.
    ("identifying", "full_c", "Employee Name"), ("quasi_identifying", "job", "Job Title"), ("sensitive", "money_decimal_b", "Base Pay, Overtime Pay, Total Pay & Benefits"),
]
