#!/usr/bin/env python3
"""Writes patients.csv: invented patients, each with three to six symptoms of one disease of a knowledge table.

    make_patients.py [KNOWLEDGE PATIENTS [ROWS]]

Without arguments, 1,500 patients of diseases.csv. The same arguments give the same file.
"""
import csv
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main(knowledge=HERE / "diseases.csv", target=HERE / "patients.csv", rows="1500"):
    rng = random.Random(1)
    with open(knowledge, newline="", encoding="utf-8") as file:
        diseases = [row["terms"].split(";") for row in csv.DictReader(file)]
    diseases = [terms for terms in diseases if len(terms) >= 3]
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["age", "sex", "district", "symptoms"])
        for _ in range(int(rows)):
            terms = rng.choice(diseases)
            shown = sorted(rng.sample(terms, rng.randint(3, min(6, len(terms)))))
            writer.writerow([rng.randint(0, 95), rng.choice("fm"), f"district {rng.randint(1, 8)}", ";".join(shown)])


if __name__ == "__main__":
    main(*sys.argv[1:])
