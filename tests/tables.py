"""Tables for tests that need many kinds of them: real ones where there are any, and made-up ones with the traits that
matter to large runs, many equal rows or hardly any. Each gives names, rows and attributes.
"""
import csv
import datetime
import gzip
import itertools

import lib


def qi(**more):
    return {"role": "quasi_identifying", **more}


def adult(rng, count):
    """Real rows, many of them equal in their quasi-identifiers."""
    names, rows = lib.read_csv(lib.DATA / "adult" / "adult.csv", delimiter=";")
    return names, rng.sample(rows, count), lib.adult_attributes(rng.choice(["integer", "hierarchy"]))


def adult_like(rng, count):
    """Few distinct rows, frequencies as skewed as in a census."""
    work = [f"work {i}" for i in range(9)]
    rows = []
    for _ in range(count):
        skewed = rng.random() ** 3
        rows.append({"age": str(17 + int(73 * rng.random() ** 1.5)), "sex": rng.choice("fm"),
                     "work": work[int(9 * skewed)], "state": f"S{int(51 * rng.random() ** 2):02}",
                     "job": f"job {int(14 * rng.random() ** 1.3)}"})
    attributes = {"age": qi(type="integer"), "sex": qi(), "work": qi(), "state": qi(hierarchy={"order": {"fanout": 4}}),
                  "job": {"role": "sensitive"}}
    return list(rows[0]), rows, attributes


def patients(rng, count):
    """Hardly any two rows equal, and a decimal column that differs in every row."""
    start = datetime.date(2023, 1, 1)
    rows = []
    for number in range(count):
        ward = int(12 * rng.random() ** 1.5)
        rows.append({"birth": str(start - datetime.timedelta(int(36500 * rng.random() ** 0.8))),
                     "zip": f"{1000 + int(300 * rng.random() ** 2.5) * 3:05}", "sex": rng.choice(["female", "male"]),
                     "admitted": str(start + datetime.timedelta(rng.randrange(1096))), "ward": f"ward {ward}",
                     "diagnosis": f"{chr(65 + ward)}{int(25 * rng.random() ** 2):02}",
                     "measurement": f"{number * 2654435761 % 1099511627776 / 1e9:.9f}".rstrip("0") + "5",
                     "note": rng.choice(["", "a", "b, \"c\"", f"n{number}"])})
    attributes = {"birth": qi(type="date"), "zip": qi(hierarchy={"mask": "right"}), "sex": qi(),
                  "admitted": qi(type="date"), "ward": qi(), "diagnosis": {"role": "sensitive"},
                  "measurement": {"role": "insensitive", "type": "decimal"}, "note": {"role": "insensitive"}}
    return list(rows[0]), rows, attributes


def from_gzip(rng, count, path, roles):
    """Some of the first rows of a packed CSV; columns without a role are left out of it."""
    with gzip.open(path, "rt", newline="") as file:
        rows = list(itertools.islice(csv.DictReader(file), 50_000))
    rows = [{name: row[name] for name in roles} for row in rng.sample(rows, count)]
    return list(roles), rows, roles


def covid(rng, count):
    return from_gzip(rng, count, lib.DATA / "covid" / "covid.csv.gz", {
        "SEX": qi(), "AGE": qi(type="integer"), "MEDICAL_UNIT": qi(type="integer"), "PATIENT_TYPE": qi(),
        "PNEUMONIA": qi(), "CLASIFFICATION_FINAL": {"role": "sensitive"}, "ICU": {"role": "insensitive"},
        "DATE_DIED": {"role": "identifying"}})


def diabetes(rng, count):
    return from_gzip(rng, count, lib.DATA / "diabetes" / "diabetic_data.csv.gz", {
        "race": qi(), "gender": qi(), "age": qi(hierarchy={"order": {"fanout": 2}}),
        "time_in_hospital": qi(type="integer"), "num_medications": qi(type="integer"),
        "A1Cresult": {"role": "sensitive"}, "diag_1": {"role": "insensitive"}, "encounter_id": {"role": "identifying"}})


def kinds():
    """Every kind that this clone can make."""
    return [adult_like, patients] + ([adult, covid, diabetes] if lib.have_data("tables cut from Adult, covid and diabetes") else [])
