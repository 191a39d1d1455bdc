"""`gauze.run` on an Arrow table in memory beside `gauze run` on the Parquet file it was read from: the same policy, k = 5, the same release, byte for
byte. The call's own time, without the start of Python and the reading of the file.

Parquet hands the program dictionaries, so it looks at a value once for each of them; a table of plain strings has every text again in every row. The figures below
are from when those were checked, copied and looked up cell by cell. Since then they are numbered while they are read (docs/adr/0017-python.md): A took 3.5 seconds of
processor time beside 3.1 of the program, 1.14 times, on a busy machine, and its clock said 1.11 to 1.19. Half a second of that compares 80 million short texts. An idle machine has not measured it yet.
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
        if rival == "package" and (name, "program") in times:
            ratio = seconds / times[name, "program"]
            lines.append(f"{name}: {ratio:.2f} × the program ({'at most' if ratio <= MOST else '**above**'} {MOST})")
    return lines
