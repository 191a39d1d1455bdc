#!/usr/bin/env python3
"""Ten weeks of a hospital: cuts the stays of the diabetes example into batches and appends them to a ledger.

    examples/weekly/weeks.py FOLDER [--gauze PROGRAM] [--source FILE] [--first N] [--later N]

FOLDER gets week-0.csv to week-9.csv, the ledger, and weeks.svg, a picture of it. The first stay of so many patients comes in week 0, and of so many in every
later week.
"""
import argparse
import csv
import gzip
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["patient_nbr", "race", "gender", "age", "admission_type_id", "time_in_hospital", "diag_1", "readmitted"]
WEEKS = 10


def first_stays(source):
    seen = set()
    with (gzip.open if source.suffix == ".gz" else open)(source, "rt", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["patient_nbr"] not in seen:
                seen.add(row["patient_nbr"])
                yield [row[column] for column in COLUMNS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--gauze", default="gauze")
    parser.add_argument("--source", type=pathlib.Path, default=HERE.parent / "diabetes" / "stays.csv")
    parser.add_argument("--first", type=int, default=600)
    parser.add_argument("--later", type=int, default=100)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    ledger = arguments.folder / "ledger"
    subprocess.run([arguments.gauze, "ledger", "init", HERE / "policy.yaml", ledger], check=True)
    stays = first_stays(arguments.source)
    for week in range(WEEKS):
        batch = arguments.folder / f"week-{week}.csv"
        with open(batch, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            for _ in range(arguments.first if week == 0 else arguments.later):
                writer.writerow(next(stays))
        subprocess.run([arguments.gauze, "append", ledger, batch, "--quiet"], check=True)
    drawn = {"status": ["--picture", arguments.folder / "weeks.svg"]}
    for command in ("log", "status", "verify"):
        subprocess.run([arguments.gauze, "ledger", command, ledger, "--quiet", *drawn.get(command, [])], check=True)


if __name__ == "__main__":
    main()
