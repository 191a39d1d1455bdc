"""What it costs to protect sets of terms: 10,000 to a million Adult-like rows with nine terms each, 3,000 labels, k = 5; with
`qs_diversity` (c = 1, l = 30) and the step `suppress_terms`, and without, the sets being released as they are. T is the removal
cost, `proven` the share of classes for which nothing cheaper exists. With more rows more of them are equal in the
quasi-identifiers, classes get larger, and fewer terms have to go. Once more with `--memory 1536MiB`.

The policy takes `mondrian: {choose: span, labels: node}`.
"""
from harness import Case
from tasks.growth import exponent

TITLE = "Sets that link to a secret"
BASELINE = "plain"
COLUMNS = ["ncp", "classes", "removal_cost", "proven", "fallbacks"]
LEAST_ROWS = 100  # below, classes of five say nothing


def cases(scale):
    sizes = [max(LEAST_ROWS, int(rows * scale)) for rows in (10_000, 100_000, 1_000_000)]
    return [*(Case("sets", rows) for rows in sizes), Case("sets", sizes[-1], memory="1536MiB", repeats=1)]


def series(results, kind):
    """Rival: its (rows, seconds); and the difference of the two."""
    found = {}
    for result in results:
        if result["case"]["kind"] == kind and "seconds" in result and not result["case"]["memory"]:
            found.setdefault(result["rival"], {})[result["case"]["rows"]] = result["seconds"]
    beyond = {rows: seconds - found["plain"][rows] for rows, seconds in found.get("protected", {}).items()
              if seconds > found.get("plain", {}).get(rows, seconds)}
    return {name: sorted(points.items()) for name, points in {**found, "beyond": beyond}.items() if points}


def remarks(results):
    beyond = series(results, "sets").get("beyond", [])
    lines = [f"beyond the plain release at {rows:,} rows: {seconds:.2f} s, {1e6 * seconds / rows:.0f} µs a row"
             for rows, seconds in beyond]
    if len(beyond) > 1:
        lines.append(f"growth of the time beyond: exponent {exponent(beyond):.2f}")
    return lines + [f"{result['rival']}, {result['case']['memory']}: peak {result['peak_mib']:,} MiB" for result in results
                    if result["case"]["memory"] and "seconds" in result]
