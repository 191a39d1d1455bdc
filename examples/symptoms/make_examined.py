#!/usr/bin/env python3
"""Writes examined.csv: invented patients with symptoms of a disease of diseases.csv, and for each examination of examinations.csv whether it was made.

The same file every time.
"""
import csv
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent


def read(name):
    with open(HERE / name, newline="", encoding="utf-8") as file:
        return {row["label"]: row["terms"].split(";") for row in csv.DictReader(file)}


def main(rows=1500):
    rng = random.Random(2)
    symptoms, examinations = read("diseases.csv"), read("examinations.csv")
    kinds = sorted({kind for made in examinations.values() for kind in made})
    with open(HERE / "examined.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["age", "sex", "district", "symptoms", *kinds])
        for _ in range(rows):
            disease = rng.choice(list(symptoms))
            shown = sorted(rng.sample(symptoms[disease], rng.randint(3, min(6, len(symptoms[disease])))))
            made = rng.sample(examinations[disease], rng.randint(1, len(examinations[disease])))
            writer.writerow([rng.randint(0, 95), rng.choice("fm"), f"district {rng.randint(1, 8)}", ";".join(shown),
                             *("yes" if kind in made else "no" for kind in kinds)])


if __name__ == "__main__":
    main()
