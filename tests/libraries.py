"""Libraries of hierarchies on real tables: every diagnosis of the diabetes table has a place in ICD-9-CM, in the chapter that its number says (the ranges stand
here again), a release over them keeps its promise, and what does not fit is counted, never shown.
"""
import csv
import gzip
import json

import lib

CHAPTERS = [139, 239, 279, 289, 319, 389, 459, 519, 579, 629, 679, 709, 739, 759, 779, 799, 999]
COLUMNS = ("diag_1", "diag_2", "diag_3")


def chapter(code):
    """The range that the label of its chapter starts with."""
    if code[0] in "VE":
        return {"V": "V01-V91", "E": "E000-E999"}[code[0]]
    number = int(code.split(".")[0])
    last = next(last for last in CHAPTERS if number <= last)
    first = ([0] + CHAPTERS)[CHAPTERS.index(last)] + 1
    return f"{first:03}-{last:03}"


def check_column(suite, table, column, values):
    checked = suite.expect(0, column, "hierarchy", "check", "--library", "icd9cm", "--data", table, "--column", column, "--marker", "?", "--json")
    suite.check(json.loads(checked.stdout)["leaves"] == len(values), f"{column} has {len(values)} codes, and not all are leaves")
    refused = suite.expect(2, f"{column} with ?", "hierarchy", "check", "--library", "icd9cm", "--data", table, "--column", column)
    suite.check(f"1 of {len(values) + 1} values" in refused.stderr, f"{column}: ? is not counted: {refused.stderr}")
    suggested = suite.expect(0, column, "hierarchy", "suggest", table, column, "--marker", "?", "--json")
    suite.check(json.loads(suggested.stdout)["suggestions"][0]["policy"] == "{library: icd9cm}", f"{column}: something other than ICD-9-CM is suggested")


def check_tree(suite, policy, column, values):
    built = suite.expect(0, column, "hierarchy", "build", policy, column)
    rows = list(csv.reader(built.stdout.splitlines(), delimiter=";"))
    suite.check({row[0] for row in rows} == values, f"{column}: leaves are not the codes of the table")
    for row in rows:
        suite.check(row[-1] == "*" and row[-2].startswith(chapter(row[0]) + " "), f"{column}: {row[0]} is in {row[-2]}")


def main():
    suite = lib.Suite(__doc__)
    if not lib.have_data("diagnoses of the diabetes table"):
        suite.finish()
    table = lib.DATA / "diabetes" / "diabetic_data.csv.gz"
    with gzip.open(table, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    attributes = {name: {"role": "identifying"} for name in rows[0]}
    for column in COLUMNS:
        attributes[column] = {"role": "quasi_identifying", "hierarchy": {"library": "icd9cm"}}
    policy = lib.write_policy(suite.folder / "stays.json", table, attributes, [{"k_anonymity": {"k": 5}}], {}, missing_markers=["?"])
    for column in COLUMNS:
        values = {row[column] for row in rows} - {"?"}
        check_column(suite, table, column, values)
        check_tree(suite, policy, column, values)
    suite.expect(0, "a release", "run", policy)
    suite.expect(0, "its promise", "verify", policy.with_suffix(""))
    suite.finish()


if __name__ == "__main__":
    main()
