"""10,000 appends of 100 records each to one ledger, of A, `publish: delta`, l = 5, method `pool`, 33 may wait. Does an append stay what it
was? Each is a process of its own. Rows add up after each, and the ledger is verified at the end.
"""
import charts as drawing
from harness import Case

TITLE = "Ten thousand small appends"
BASELINE = None
COLUMNS = ["appends", "first_tenth", "last_tenth", "first_tenth_mib", "last_tenth_mib", "ledger_mib"]
BATCH = 100
LEAST_APPENDS = 50
SHOWN = 50  # points of a chart


def cases(scale):
    return [Case("adult", BATCH * max(LEAST_APPENDS, int(10_000 * scale)), "csv", repeats=1)]


def median(points, column):
    values = sorted(point[column] for point in points)
    return values[len(values) // 2]


def thinned(points):
    """Fewer points, each the median of some appends."""
    step = max(1, len(points) // SHOWN)
    pieces = [points[start:start + step] for start in range(0, len(points), step)]
    return [{"rows": piece[-1]["rows"], **{column: median(piece, column) for column in ("processor_seconds", "peak_mib")},
             **{"ledger_mib": point["ledger_mib"] for point in piece if "ledger_mib" in point}} for piece in pieces]


def charts(results):
    """Processor time, memory and size of the ledger by records."""
    found = {}
    for result in results:
        if "seconds" not in result:
            continue
        points = result["points"]
        for column, caption, up in (("processor_seconds", "An append: processor seconds", "seconds"), ("peak_mib", "An append: peak memory", "MiB")):
            series = {"append": [(point["rows"], point[column]) for point in points]}
            found[f"trickle-{column}"] = (caption, drawing.lines(caption, series, "records so far", up, drawing.evenly))
        sizes = [(point["rows"], point["ledger_mib"]) for point in points if "ledger_mib" in point]
        found["trickle-ledger"] = ("Size of the ledger", drawing.lines("Size of the ledger", {"ledger": sizes}, "records so far", "MiB", drawing.evenly))
    return found


def remarks(results):
    return [f"Processor seconds of an append, median of the first tenth {result['first_tenth']}, of the last {result['last_tenth']}; "
            f"peak {result['first_tenth_mib']} and {result['last_tenth_mib']} MiB; the ledger takes "
            f"{1024 * result['ledger_mib'] / result['appends']:.1f} KiB an append"
            for result in results if "seconds" in result]
