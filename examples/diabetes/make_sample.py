#!/usr/bin/env python3
"""Writes stays.csv: 2,000 invented hospital stays with the columns and codes of UCI's Diabetes 130-US hospitals.

    make_sample.py [FILE]

No row is of a real patient. Names and codes are those of the published description of the data; how often each occurs, and what goes with what, is made up.
The same seed gives the same file.
"""
import csv
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROWS = 2000
COLUMNS = """encounter_id patient_nbr race gender age weight admission_type_id discharge_disposition_id admission_source_id time_in_hospital payer_code
    medical_specialty num_lab_procedures num_procedures num_medications number_outpatient number_emergency number_inpatient diag_1 diag_2 diag_3
    number_diagnoses max_glu_serum A1Cresult metformin repaglinide nateglinide chlorpropamide glimepiride acetohexamide glipizide glyburide tolbutamide
    pioglitazone rosiglitazone acarbose miglitol troglitazone tolazamide examide citoglipton insulin glyburide-metformin glipizide-metformin
    glimepiride-pioglitazone metformin-rosiglitazone metformin-pioglitazone change diabetesMed readmitted""".split()
AGES = {"[0-10)": 1, "[10-20)": 1, "[20-30)": 2, "[30-40)": 4, "[40-50)": 10, "[50-60)": 17, "[60-70)": 22, "[70-80)": 25, "[80-90)": 15, "[90-100)": 3}
RACES = {"Caucasian": 70, "AfricanAmerican": 20, "Hispanic": 4, "Other": 2, "Asian": 2, "?": 2}
WEIGHTS = {"?": 97, "[75-100)": 1.5, "[50-75)": 1, "[100-125)": 0.5}
PAYERS = {"?": 40, "MC": 32, "HM": 7, "SP": 6, "BC": 6, "MD": 5, "CP": 4}
SPECIALTIES = {"?": 50, "InternalMedicine": 18, "Family/GeneralPractice": 10, "Emergency/Trauma": 8, "Cardiology": 8, "Surgery-General": 4, "Nephrology": 2}
HOME, DIED = "1", "11"
DISPOSITIONS = {HOME: 60, "3": 14, "6": 13, "18": 4, "2": 2, "22": 2, DIED: 2, "5": 1, "25": 1, "4": 0.6, "13": 0.4}
# Kinds of admission, each with where people come from.
ADMISSIONS = {"1": ({"7": 85, "4": 8, "6": 4, "2": 3}, 55), "2": ({"1": 60, "7": 30, "4": 10}, 18), "3": ({"1": 85, "2": 8, "4": 7}, 18),
              "5": ({"17": 60, "1": 40}, 4), "6": ({"17": 70, "7": 30}, 5)}
# Why people come, by chapters of ICD-9: codes as the table has them, without leading zeros.
DIAGNOSES = {("428", "414", "410", "427", "434", "435", "433", "440", "402", "453"): 31, ("486", "491", "493", "518", "507", "466"): 14,
             ("250.02", "250.13", "250.6", "250.7", "250.8", "250.82", "250.1"): 9, ("574", "577", "578", "560", "562", "535"): 9,
             ("786", "780", "789", "787"): 8, ("599", "584", "585", "590", "592"): 6, ("996", "820", "998", "824", "965"): 7,
             ("715", "722", "721", "724"): 5, ("682", "707", "681"): 3, ("38", "8", "70", "41"): 3, ("153", "162", "197", "185"): 3,
             ("295", "296", "303", "311"): 2, ("276", "278", "255"): 3, ("V57", "V58", "V55"): 2}
OTHERS = {"250": 12, "401": 10, "276": 8, "428": 7, "427": 6, "414": 5, "496": 4, "599": 4, "403": 3, "585": 3, "272": 3, "V45": 2, "E878": 1, "?": 2}
# Of a thousand stays, how many have the drug.
DRUGS = {"metformin": 190, "repaglinide": 20, "nateglinide": 10, "chlorpropamide": 1, "glimepiride": 50, "acetohexamide": 0, "glipizide": 120, "glyburide": 100,
         "tolbutamide": 1, "pioglitazone": 70, "rosiglitazone": 60, "acarbose": 6, "miglitol": 1, "troglitazone": 0, "tolazamide": 1, "examide": 0,
         "citoglipton": 0, "insulin": 530, "glyburide-metformin": 10, "glipizide-metformin": 0, "glimepiride-pioglitazone": 0, "metformin-rosiglitazone": 0,
         "metformin-pioglitazone": 0}
DOSES = {"Steady": 76, "Up": 12, "Down": 12}


def pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def few(rng, chance, most):
    """0 mostly; each further one has this chance."""
    count = 0
    while count < most and rng.random() < chance:
        count += 1
    return count


def stay(rng, number, patient):
    row = {**patient, "encounter_id": number, "weight": pick(rng, WEIGHTS), "payer_code": pick(rng, PAYERS), "medical_specialty": pick(rng, SPECIALTIES)}
    row["admission_type_id"] = pick(rng, {kind: weight for kind, (_, weight) in ADMISSIONS.items()})
    row["admission_source_id"] = pick(rng, ADMISSIONS[row["admission_type_id"]][0])
    row["discharge_disposition_id"] = pick(rng, DISPOSITIONS)
    row["time_in_hospital"] = 1 + few(rng, 0.75, 13)
    row["num_lab_procedures"] = max(1, min(120, round(rng.gauss(43, 19))))
    row["num_procedures"] = few(rng, 0.55, 6)
    row["num_medications"] = max(1, min(70, round(rng.gauss(15, 7))))
    row["number_outpatient"], row["number_emergency"], row["number_inpatient"] = few(rng, 0.2, 12), few(rng, 0.12, 8), few(rng, 0.35, 10)
    row["diag_1"] = rng.choice(pick(rng, DIAGNOSES))
    row["diag_2"], row["diag_3"] = pick(rng, OTHERS), pick(rng, OTHERS)
    row["number_diagnoses"] = 9 - few(rng, 0.6, 8)
    row["max_glu_serum"] = pick(rng, {"None": 95, "Norm": 2, ">200": 2, ">300": 1})
    row["A1Cresult"] = pick(rng, {"None": 80, ">8": 9, "Norm": 6, ">7": 5})
    for drug, thousandth in DRUGS.items():
        taken = rng.random() < thousandth / 1000
        row[drug] = "No" if not taken else "Steady" if thousandth == 1 else pick(rng, DOSES)
    row["change"] = "Ch" if any(row[drug] in ("Up", "Down") for drug in DRUGS) else "No"
    row["diabetesMed"] = "Yes" if any(row[drug] != "No" for drug in DRUGS) else "No"
    row["readmitted"] = "NO" if row["discharge_disposition_id"] == DIED else pick(rng, {"NO": 54, ">30": 34, "<30": 12})
    return row


def stays(rng):
    alive, seen, number = [], 0, 1000
    for _ in range(ROWS):
        number += rng.randint(1, 99)
        if alive and rng.random() < 0.2:  # somebody who was there before
            patient = rng.choice(alive)
        else:
            seen += 1
            patient = {"patient_nbr": 500 + 7 * seen, "race": pick(rng, RACES), "gender": rng.choice(("Female", "Male")), "age": pick(rng, AGES)}
            alive.append(patient)
        row = stay(rng, number, patient)
        if row["discharge_disposition_id"] == DIED:
            alive.remove(patient)
        yield row


def main(target=HERE / "stays.csv"):
    rng = random.Random(130)
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(stays(rng))


if __name__ == "__main__":
    main(*sys.argv[1:])
