"""How long it takes to keep every freeform attack below a threshold with one cut through each hierarchy, by `specialize`.
Adult-like rows, 10,000 to ten million, nine columns of which four are guarded, threat 0.5; the covid table with four to twelve
columns, whose hierarchies are made by builders, positive results guarded, threat 0.9; and 200,000 hospital stays with 10,000
diagnoses, of which two chapters are guarded, threat 0.5.

Seconds are what the run itself takes beyond reading and grouping its source: making the release, writing it, reading it back,
counting every attack on it in SQL, publishing. `whole run` is the process, with its start and with reading. Every release is
verified again by its manifest and by its policy, and is made a second time on one thread, with the same bytes.
"""
from harness import Case
from tasks.growth import exponent

TITLE = "Freeform attacks"
BASELINE = None
COLUMNS = ["whole", "ncp", "attacks"]
LEAST_ROWS = 200
COVID_ROWS = 1_048_575
DIAGNOSES_ROWS = 200_000
COVID_COLUMNS = (4, 6, 8, 10, 12)
BARS = {1_000_000: 2, 10_000_000: 8}  # seconds on two cores


def cases(scale):
    def scaled(rows):
        return max(LEAST_ROWS, int(rows * scale))

    sizes = sorted({scaled(rows) for rows in (10_000, 100_000, 1_000_000, 10_000_000)})
    return [*(Case("adult", rows) for rows in sizes), Case("diagnoses", scaled(DIAGNOSES_ROWS)),
            *(Case("covid", scaled(COVID_ROWS), "csv", columns=columns, repeats=1) for columns in COVID_COLUMNS)]


def series(results, kind):
    """(rows, seconds) beyond reading and of the whole run."""
    found = [result for result in results if result["case"]["kind"] == kind == "adult" and "seconds" in result]
    if not found:
        return {}
    return {name: [(result["case"]["rows"], result[key]) for result in found]
            for name, key in (("beyond reading", "seconds"), ("whole run", "whole"))}


def remarks(results):
    """Growth in rows and in columns, and times against their bars."""
    lines = []
    for name, points in series(results, "adult").items():
        if len(points) > 1:
            lines.append(f"A, {name}: exponent {exponent(points):.2f}")
    done = [result for result in results if "seconds" in result]
    for result in done:
        bar = BARS.get(result["case"]["rows"]) if result["case"]["kind"] == "adult" else None
        if bar:
            reached = "reached" if result["seconds"] <= bar else "**not reached**"
            lines.append(f"{result['case']['name']}: {result['seconds']:.2f} s beyond reading (bar {bar}: {reached})")
    columns = [(result["case"]["columns"], result["seconds"]) for result in done if result["case"]["columns"]]
    if len(columns) > 1:
        lines.append(f"Covid, growth with columns: exponent {exponent(columns):.2f}")
    return lines
