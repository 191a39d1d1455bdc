"""A billion Adult-like rows from Parquet to Parquet with `--memory 4GiB`, k = 5, and ten million with the same limit. The limit is for the peak of the whole
process; the bare copy has no limit and stands here for scale.

The policy takes `mondrian: {choose: span, labels: node}` and `cluster: {labels: node}`.
"""
from harness import Case

TITLE = "A billion rows in four gibibytes"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]
LIMIT_MIB = 4096


def cases(scale):
    return [Case("adult", int(rows * scale), memory="4GiB", repeats=repeats)
            for rows, repeats in ((10_000_000, 3), (1_000_000_000, 1))]


def remarks(results):
    """Peak of the largest, and its time in units of the smallest's."""
    found = {}
    for result in results:
        if "seconds" in result and result["rival"] != "bare":
            found.setdefault(result["rival"], []).append(result)
    return [f"{rival}: peak {runs[-1]['peak_mib']:,} of {LIMIT_MIB:,} MiB; {runs[-1]['seconds'] / runs[0]['seconds']:.0f}× the "
            f"time for {runs[-1]['case']['rows'] / runs[0]['case']['rows']:.0f}× the rows" for rival, runs in found.items()]
