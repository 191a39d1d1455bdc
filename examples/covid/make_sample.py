#!/usr/bin/env python3
"""Writes patients.csv: 2,000 invented patients with the columns and codes of Mexico's open data on covid-19.

    make_sample.py [FILE]

No row is of a real patient. The codes are those of the published dictionary of the data; how often each occurs is made up. The same seed gives the same file.
"""
import csv
import datetime
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROWS = 2000
COLUMNS = ["USMER", "MEDICAL_UNIT", "SEX", "PATIENT_TYPE", "DATE_DIED", "INTUBED", "PNEUMONIA", "AGE", "PREGNANT", "DIABETES", "COPD", "ASTHMA", "INMSUPR",
           "HIPERTENSION", "OTHER_DISEASE", "CARDIOVASCULAR", "OBESITY", "RENAL_CHRONIC", "TOBACCO", "CLASIFFICATION_FINAL", "ICU"]
UNITS = {12: 55, 4: 28, 6: 4, 9: 4, 3: 3, 8: 1.5, 10: 1.5, 5: 1, 11: 1, 13: 0.4, 7: 0.3, 2: 0.2, 1: 0.1}
YES, NO, NOT_ASKED, DOES_NOT_APPLY, NOT_TOLD = 1, 2, 98, 97, 99
ALIVE = "9999-99-99"
# Of a hundred people of forty, how many have it; and how many more with every ten years.
CONDITIONS = {"DIABETES": (9, 5), "HIPERTENSION": (11, 7), "OBESITY": (16, 0), "TOBACCO": (9, 0), "ASTHMA": (3, 0), "COPD": (1, 1), "INMSUPR": (1.5, 0),
              "OTHER_DISEASE": (2.5, 0.5), "CARDIOVASCULAR": (1.5, 1), "RENAL_CHRONIC": (1.5, 0.7)}


def pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def patient(rng):
    age = min(100, max(0, round(rng.gauss(42, 17))))
    row = {"USMER": pick(rng, {2: 6, 1: 4}), "MEDICAL_UNIT": pick(rng, UNITS), "SEX": rng.choice((1, 2)), "AGE": age}
    row["PREGNANT"] = DOES_NOT_APPLY
    if row["SEX"] == 1:  # a woman
        row["PREGNANT"] = YES if 16 <= age <= 45 and rng.random() < 0.03 else NOT_ASKED if rng.random() < 0.01 else NO
    for name, (percent, more) in CONDITIONS.items():
        chance = max(0.2, percent + more * (age - 40) / 10) / 100
        row[name] = YES if rng.random() < chance else NOT_ASKED if rng.random() < 0.003 else NO
    row["CLASIFFICATION_FINAL"] = pick(rng, {7: 48, 3: 36, 6: 10, 5: 3, 1: 1.5, 4: 0.8, 2: 0.7})
    ill = sum(row[name] == YES for name in CONDITIONS)
    taken_in = rng.random() < min(0.8, 0.06 + max(0, age - 30) / 200 + 0.05 * ill)
    row["PATIENT_TYPE"] = 2 if taken_in else 1
    row["PNEUMONIA"] = NOT_TOLD if rng.random() < 0.015 else YES if rng.random() < (0.55 if taken_in else 0.06) else NO
    row["INTUBED"] = row["ICU"] = DOES_NOT_APPLY
    if taken_in:
        row["INTUBED"], row["ICU"] = (pick(rng, {NO: 80, YES: share, NOT_TOLD: 3}) for share in (17, 9))
    dies = rng.random() < (0.3 if taken_in else 0.012)
    died = datetime.date(2020, 3, 20) + datetime.timedelta(days=round(rng.triangular(0, 300, 110)))
    row["DATE_DIED"] = died.strftime("%d/%m/%Y") if dies else ALIVE
    return row


def main(target=HERE / "patients.csv"):
    rng = random.Random(5)
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(patient(rng) for _ in range(ROWS))


if __name__ == "__main__":
    main(*sys.argv[1:])
