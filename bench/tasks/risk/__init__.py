"""How long it takes to know the risk of every record: generator D with 10,000 to 1,009,993 rows and 27 columns, and the covid table
with the policy of `examples/covid-risk`. `certify` is `gauze risk`, which brackets every record's risk; `decide` is
`gauze risk --decide`, which only tells who is above the promised δ. Both read the file.

Every answer is given a second time on one thread and must be the same, both must count the same records above δ, and on
a small table of the same kind each record's risk is counted from the definition.
"""
from harness import Case
from tasks.growth import exponent

TITLE = "Record risk"
BASELINE = None
COLUMNS = ["distinct", "above"]
LEAST_ROWS = 200
COVID_ROWS = 1_048_575
# Seconds on two cores for the largest table of a kind, by rival.
BARS = {("covid", "certify"): 60, ("covid", "decide"): 20, ("school", "certify"): 40, ("school", "decide"): 20}
MOST_MIB = 1024


def cases(scale):
    sizes = sorted({max(LEAST_ROWS, int(rows * scale)) for rows in (10_000, 100_000, 1_009_993)})
    promise = [{"record_risk": {"delta": 0.01}}]
    school = [Case("school", rows, protect=promise, repeats=3 if rows < sizes[-1] else 1) for rows in sizes]
    return [*school, Case("covid", max(LEAST_ROWS, int(COVID_ROWS * scale)), "csv", repeats=1)]


def series(results, kind):
    """Rival: its (rows, seconds), where there are several sizes."""
    found = {}
    for result in results:
        if result["case"]["kind"] == kind == "school" and "seconds" in result:
            found.setdefault(result["rival"], []).append((result["case"]["rows"], result["seconds"]))
    return found


def remarks(results):
    """Growth against 1.1, and time and memory of the largest tables against their bars."""
    lines = []
    for rival, points in series(results, "school").items():
        if len(points) > 1:
            slope = exponent(points)
            lines.append(f"D, {rival}: exponent {slope:.2f} (bar 1.1: {judged(slope <= 1.1)})")
    for (kind, rival), seconds in BARS.items():
        found = [result for result in results if (result["case"]["kind"], result["rival"]) == (kind, rival) and "seconds" in result]
        if found and max(result["case"]["rows"] for result in found) >= 1_000_000:
            largest = max(found, key=lambda result: result["case"]["rows"])
            lines.append(f"{largest['case']['name']}, {rival}: {largest['seconds']:.1f} s (bar {seconds}: "
                         f"{judged(largest['seconds'] <= seconds)}), {largest['peak_mib']:,} MiB (bar {MOST_MIB:,}: "
                         f"{judged(largest['peak_mib'] <= MOST_MIB)})")
    return lines


def judged(good):
    return "reached" if good else "**not reached**"
