"""`gauze.run` on an Arrow table in memory beside `gauze run` on the Parquet file it was read from: the same policy, k = 5, the same release, byte for
byte. The call's own time, without the start of Python and the reading of the file.

Parquet hands the program dictionaries, so it looks at a text once for each of them. `dictionaries` is a table that kept them, as pandas' categoricals and polars' enums
do; `package` is one of plain strings, which has every text again in every row: A compares 80 million, which are numbered while they are read
(docs/adr/0017-python.md), 8 ns each. Before that they were checked, copied and looked up cell by cell, and A took 1.61 times the program.
"""
from harness import Case

TITLE = "From Python"
BASELINE = "program"
COLUMNS = ["ncp", "classes"]
MOST = 1.1


def cases(scale):
    return [Case("adult", int(10_000_000 * scale)), Case("patients", int(1_000_000 * scale))]


def remarks(results):
    times = {(result["case"]["name"], result["rival"]): result["seconds"] for result in results if "seconds" in result}
    lines = []
    for (name, rival), seconds in times.items():
        if rival != "program" and (name, "program") in times:
            ratio = seconds / times[name, "program"]
            lines.append(f"{name}, {rival}: {ratio:.2f} × the program ({'at most' if ratio <= MOST else '**above**'} {MOST})")
    return lines
