"""What an append costs by the size of its ledger: batches of 10,000 onto 100,000, 1 million and 10 million records, of A without
a key, of B with one. l = 5 different values, method `pool`, a third of a batch may wait. `delta` publishes what is new, `full` everything.

Seconds are those that the append tells of its parts. Processor seconds are those of the whole process and all its threads, which depend less on
what else the machine does. The ledger is made by one large first batch, whose cost is shown too. Rows add up, and every ledger is
verified at its end.
"""
from harness import Case
from tasks.growth import exponent

TITLE = "Appending to a ledger"
BASELINE = None
PARTS = ["read", "release", "verify", "publish", "commit"]
COLUMNS = ["processor_seconds", *PARTS, "ledger_mib", "first_seconds", "first_mib"]
LEAST_ROWS = 1000
MOST_GROWTH = 0.15  # exponent of an append's processor time in the size of the ledger


def cases(scale):
    sizes = sorted({max(LEAST_ROWS, int(rows * scale)) for rows in (100_000, 1_000_000, 10_000_000)})
    return [Case(kind, rows, repeats=1) for rows in sizes for kind in ("adult", "patients")]


def batch_rows(case):
    return min(10_000, case.rows // 10)


def series(results, kind):
    """Rival: (rows of the ledger, seconds)."""
    return points(results, kind, "seconds")


def points(results, kind, column):
    found = {}
    for result in results:
        if result["case"]["kind"] == kind and "seconds" in result:
            found.setdefault(result["rival"], []).append((result["case"]["rows"], result[column]))
    return found


def remarks(results):
    """How an append grows with its ledger."""
    lines = []
    for kind, name in (("adult", "A"), ("patients", "B")):
        for rival, found in points(results, kind, "processor_seconds").items():
            if len(found) > 1:
                slope = exponent(found)
                lines.append(f"{name}, {rival}: exponent {slope:.2f} of processor time in the ledger's records (bar {MOST_GROWTH}: "
                             f"{'reached' if slope <= MOST_GROWTH else '**not reached**'})")
    return lines
