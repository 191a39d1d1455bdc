"""A billion Adult-like rows from Parquet to Parquet with `--memory 4GiB`, k = 5. The limit is for the peak of the whole
process; the bare copy has no limit and stands here for scale.

The policy takes `mondrian: {choose: span, labels: node}` and `cluster: {labels: node}`.
"""
from harness import Case

TITLE = "A billion rows in four gibibytes"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]
LIMIT_MIB = 4096


def cases(scale):
    return [Case("adult", int(1_000_000_000 * scale), memory="4GiB", repeats=1)]


def remarks(results):
    return [f"{result['rival']}: peak {result['peak_mib']:,} of {LIMIT_MIB:,} MiB" for result in results
            if "seconds" in result and result["rival"] != "bare"]
