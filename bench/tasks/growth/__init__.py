"""How time grows with rows: 1, 10 and 100 million, Parquet, k = 5. The exponent is the slope of a line fitted through
the logarithms: 1 is linear. Adult-like rows have few distinct tuples, so less than linear is possible; patients are almost
all distinct.

The policy takes `mondrian: {choose: span, labels: node}` and `cluster: {labels: node}`, the latter for A only;
beside them a bare copy.
"""
import math

from harness import Case

TITLE = "Growth"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]


def cases(scale):
    sizes = [int(rows * scale) for rows in (1_000_000, 10_000_000, 100_000_000)]
    return [Case(kind, rows, repeats=3 if rows < sizes[-1] else 1) for kind in ("adult", "patients") for rows in sizes]


def exponent(points):
    """The slope of the least-squares line through the logarithms of (rows, seconds)."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def series(results, kind):
    """Rival: its (rows, seconds), for one table."""
    found = {}
    for result in results:
        if result["case"]["kind"] == kind and "seconds" in result:
            found.setdefault(result["rival"], []).append((result["case"]["rows"], result["seconds"]))
    return found


def remarks(results):
    """The exponents, one line each."""
    return [f"{name}, {rival}: exponent {exponent(points):.2f}"
            for kind, name in (("adult", "A (Adult-like)"), ("patients", "B (patients)"))
            for rival, points in series(results, kind).items() if len(points) > 1]
