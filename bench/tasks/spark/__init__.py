"""A release on a Spark cluster beside bare Spark, which reads the same Parquet, repartitions by a column and writes: a standalone master and
two workers with one core and 3 GiB each, `mondrian: {choose: span}`, k = 5. Both are drivers of their own on the same cluster and take turns, each
warmed up with a hundredth of the rows first. A's tuples fit the driver; B's rows hardly repeat, and go there as
they are, or are made by regions. The release is verified within the time,
and again by `gauze verify` before it counts. Heap and Python are the most that one executor had.
"""
import math

from harness import Case

TITLE = "On Spark"
BASELINE = "bare"
COLUMNS = ["route", "classes", "heap_mib", "python_mib"]
MOST = {("adult", 10): 1.2, ("adult", 50): 1.0, ("patients", 10): 1.5}
BY_REGIONS = 2.0


def cases(scale):
    sizes = (("adult", 5_000_000), ("adult", 10_000_000), ("adult", 50_000_000), ("patients", 10_000_000))
    return [Case(kind, int(rows * scale)) for kind, rows in sizes]


def remarks(results):
    """Against what was asked, how time grows, and where it goes."""
    found = {(result["case"]["kind"], result["case"]["rows"], result["rival"]): result for result in results if "seconds" in result}
    lines = []
    for (kind, rows, rival), result in found.items():
        bare = found.get((kind, rows, "bare"))
        if rival == "bare" or not bare:
            continue
        ratio = result["seconds"] / bare["seconds"]
        most = BY_REGIONS if rival == "regions" else MOST.get((kind, rows // 1_000_000))
        asked = f" (asked: {most})" if most else ""
        slowest = sorted(result["stages"], key=lambda stage: -stage["seconds"])[:4]
        named = ", ".join(f"{stage['name']} {stage['seconds']:.1f} s" for stage in slowest)
        lines.append(f"{result['case']['name']}{', by regions' * (rival == 'regions')}: {ratio:.2f} × bare Spark{asked}. Longest stages: {named}; "
                     f"all stages {sum(stage['seconds'] for stage in result['stages']):.1f} s of {result['seconds']:.1f}")
    points = sorted((rows, result["seconds"]) for (kind, rows, rival), result in found.items() if (kind, rival) == ("adult", "gauze"))
    if len(points) > 1:
        growth = math.log(points[-1][1] / points[0][1]) / math.log(points[-1][0] / points[0][0])
        lines.append(f"A from {points[0][0]:,} to {points[-1][0]:,} rows: time grows as rows to the power of {growth:.2f}")
    return lines
