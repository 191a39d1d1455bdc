"""What an append costs by the size of its ledger: five batches of 10,000, one after another, onto 100,000 to 100 million records, of A without
a key, of B with one. l = 5 different values, method `pool`, a third of a batch may wait. `delta` publishes what is new, `full` everything.

Figures are the median of the five. Processor seconds are those of the whole process and all its threads, which depend less on what else the
machine does; seconds, and those of the parts, are by the clock. `beside` is everything but making and writing the release. The ledger is made by one large
first batch with `first: transform`, `mondrian: {choose: span}`, whose cost is shown too: by the pool, patients would take hours. Rows add
up after every append, and ledgers of up to a million records are verified at their end.

B at 100 million was measured for `delta` alone, beside other work on both cores, and B at 1 million with hardly any: its processor time is to be trusted, its
clock less. The next section measures that again, both in turn, and tells what grows.
"""
from harness import Case

TITLE = "Appending to a ledger"
BASELINE = None
PARTS = ["read", "release", "verify", "publish", "commit"]
COLUMNS = ["processor_seconds", *PARTS, "beside", "ledger_mib", "first_seconds", "first_mib"]
LEAST_ROWS = 1000
APPENDS = 5
FROM = 1_000_000  # records, from where on an append is compared
MOST_GROWTH = 1.3


def cases(scale):
    sizes = sorted({max(LEAST_ROWS, int(rows * scale)) for rows in (100_000, 1_000_000, 10_000_000, 100_000_000)})
    return [Case(kind, rows, repeats=1) for rows in sizes for kind in ("adult", "patients")]


def batch_rows(case):
    return min(10_000, case.rows // 10)


def series(results, kind):
    """Rival: (rows of the ledger, processor seconds)."""
    return points(results, kind, "processor_seconds")


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
        for rival in points(results, kind, "seconds"):
            words = []
            for column, what in (("processor_seconds", "processor time"), ("beside", "seconds beside the release")):
                found = [point for point in points(results, kind, column)[rival] if point[0] >= FROM]
                if len(found) > 1:
                    growth = found[-1][1] / found[0][1]
                    words.append(f"{what} × {growth:.2f} ({'at most' if growth <= MOST_GROWTH else '**above**'} {MOST_GROWTH})")
            if words:
                lines.append(f"{name}, {rival}, from 1 to {found[-1][0] // FROM} million records: {', '.join(words)}")
    return lines
