"""Real tables and the tables of the examples: their columns and right roles, by the policies in examples/ where there is one. They count with the tuned half: their names were known
when words were chosen. A bar between roles as in tune.py."""
import csv
import gzip
import itertools

import lib

MOST_ROWS = 20_000

QI, SENSITIVE, EITHER = "quasi_identifying", "sensitive", "quasi_identifying|sensitive"
DRUG = "sensitive|insensitive|identifying"  # the example drops rare ones
ADULT = {"age": QI, "workclass": QI, "fnlwgt": "insensitive|quasi_identifying", "education": QI, "education-num": QI, "marital-status": QI, "occupation": EITHER,
         "relationship": QI, "race": EITHER, "sex": QI, "capital-gain": SENSITIVE, "capital-loss": SENSITIVE, "hours-per-week": QI, "native-country": QI,
         "salary-class": SENSITIVE}
COVID = {"USMER": "insensitive|quasi_identifying", "MEDICAL_UNIT": QI, "SEX": QI, "PATIENT_TYPE": QI, "DATE_DIED": QI, "INTUBED": SENSITIVE, "PNEUMONIA": SENSITIVE, "AGE": QI,
         "PREGNANT": EITHER, "DIABETES": EITHER, "COPD": SENSITIVE, "ASTHMA": EITHER, "INMSUPR": SENSITIVE, "HIPERTENSION": EITHER, "OTHER_DISEASE": SENSITIVE,
         "CARDIOVASCULAR": SENSITIVE, "OBESITY": EITHER, "RENAL_CHRONIC": SENSITIVE, "TOBACCO": EITHER, "CLASIFFICATION_FINAL": SENSITIVE, "ICU": SENSITIVE}
DIABETES = {"encounter_id": "identifying", "patient_nbr": "entity", "race": EITHER, "gender": QI, "age": QI, "weight": EITHER, "admission_type_id": QI,
            "discharge_disposition_id": QI, "admission_source_id": QI, "time_in_hospital": QI, "payer_code": QI, "medical_specialty": QI,
            "num_lab_procedures": "insensitive|sensitive|quasi_identifying", "num_procedures": "insensitive|sensitive|quasi_identifying",
            "num_medications": "insensitive|sensitive|quasi_identifying", "number_outpatient": QI, "number_emergency": QI, "number_inpatient": QI,
            "diag_1": SENSITIVE, "diag_2": SENSITIVE, "diag_3": SENSITIVE, "number_diagnoses": "insensitive|sensitive|quasi_identifying",
            "max_glu_serum": SENSITIVE, "A1Cresult": SENSITIVE, "change": "insensitive", "diabetesMed": "sensitive|insensitive", "readmitted": SENSITIVE}
DIABETES_DRUGS = ("metformin repaglinide nateglinide chlorpropamide glimepiride acetohexamide glipizide glyburide tolbutamide pioglitazone rosiglitazone acarbose miglitol "
                  "troglitazone tolazamide examide citoglipton insulin glyburide-metformin glipizide-metformin glimepiride-pioglitazone metformin-rosiglitazone "
                  "metformin-pioglitazone").split()
CLINIC = {"name": "identifying", "age": QI, "sex": QI, "zip": QI, "admitted": QI, "diagnosis": SENSITIVE, "ward": QI}
PERSONAL = {"patient": "identifying|entity", "name": "identifying", "age": QI, "sex": QI, "zip": QI, "diagnosis": SENSITIVE, "income": SENSITIVE}
SYMPTOMS = {"age": QI, "sex": QI, "district": QI, "symptoms": "quasi_sensitive"}


def read(path, markers):
    opened = gzip.open(path, "rt", newline="", encoding="utf-8") if path.suffix == ".gz" else open(path, newline="", encoding="utf-8")
    with opened as file:
        rows = list(itertools.islice(csv.DictReader(file), MOST_ROWS))
    return {name: ["" if row[name] in markers else row[name] for row in rows] for name in rows[0]}


def columns():
    """(table, name, role, cells) of each."""
    examples = lib.ROOT / "examples"
    tables = [("clinic", examples / "clinic" / "patients.csv", CLINIC, ()), ("personal", examples / "personal" / "patients.csv", PERSONAL, ()),
              ("symptoms", examples / "symptoms" / "patients.csv", SYMPTOMS, ())]
    if lib.have_data("roles of Adult, covid and diabetes"):
        tables += [("adult", lib.DATA / "adult" / "adult_full.csv.gz", ADULT, ("?",)), ("covid", lib.DATA / "covid" / "covid.csv.gz", COVID, ("9999-99-99",)),
                   ("diabetes", lib.DATA / "diabetes" / "diabetic_data.csv.gz", DIABETES | dict.fromkeys(DIABETES_DRUGS, DRUG), ("?",))]
    for table, path, roles, markers in tables:
        cells = read(path, markers)
        for name, role in roles.items():
            yield table, name, role, cells[name]
