"""Writes patients.csv: invented patients, each with three to six symptoms of one disease of the knowledge table.

`make_patients.py KNOWLEDGE PATIENTS [ROWS]`; the same arguments give the same file.
"""
import csv
import random
import sys


def main(knowledge, target, rows="5000"):
    rng = random.Random(1)
    with open(knowledge, newline="") as file:
        diseases = [row["terms"].split(";") for row in csv.DictReader(file)]
    diseases = [terms for terms in diseases if len(terms) >= 3]
    with open(target, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["age", "sex", "district", "symptoms"])
        for _ in range(int(rows)):
            terms = rng.choice(diseases)
            shown = sorted(rng.sample(terms, rng.randint(3, min(6, len(terms)))))
            writer.writerow([rng.randint(0, 95), rng.choice("fm"), f"district {rng.randint(1, 8)}", ";".join(shown)])


if __name__ == "__main__":
    main(*sys.argv[1:])
