"""What `gauze attack all` takes, beside what it plans: a release of each table is made, by `cluster` or by `mondrian`, and every
attack on files that applies is tried on it, with the table itself as what is known of people. A patient's row hardly repeats. A time counts
if all cells that are called certain are so in the table.
"""
import math

from harness import Case

TITLE = "Attacks on files"
BASELINE = None
COLUMNS = ["classes", "planned_seconds", "time_ratio", "good"]


def cases(scale):
    sizes = [int(rows * scale) for rows in (100_000, 1_000_000, 10_000_000)]
    return [Case(kind, rows, repeats=3 if rows < sizes[-1] else 1) for kind in ("adult", "patients") for rows in sizes]


def times(results):
    """(table, rival, attack): seconds by rows."""
    found = {}
    for result in results:
        for attack, seconds in result.get("attacks", {}).items():
            found.setdefault((result["case"]["name"].split()[0], result["rival"], attack), {})[result["case"]["rows"]] = seconds
    return found


def remarks(results):
    """How time grows from the first size to the last, a line for each release."""
    lines = {}
    for (table, rival, attack), seconds in times(results).items():
        first, last = min(seconds), max(seconds)
        if first < last:
            slope = math.log(seconds[last] / seconds[first]) / math.log(last / first)
            lines.setdefault(f"{table}, {rival}", []).append(f"{attack} {slope:.2f}")
    return [f"{name}: exponents: {', '.join(slopes)}" for name, slopes in lines.items()]


def bars(results):
    entries = [(f"{result['case']['name']}, {result['rival']}", "time", result["time_ratio"]) for result in results if "time_ratio" in result]
    return "What was needed, in units of what was planned", entries, 1.0, "×"
