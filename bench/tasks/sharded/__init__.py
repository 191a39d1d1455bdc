"""A hundred million patients, almost every one unique, with `--memory 2GiB`, k = 5: their distinct tuples do not fit, so the
work goes over the disk. Beside it DuckDB's external sort of the same file, all columns, with a `memory_limit` of 2 GiB
and a folder for temporary files.

The policy takes `mondrian: {choose: span, labels: node}`.
"""
from harness import Case

TITLE = "More rows than memory"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]
LIMIT_MIB = 2048


def cases(scale):
    return [Case("patients", int(100_000_000 * scale), memory="2GiB", repeats=1)]


def remarks(results):
    return [f"{result['rival']}: peak {result['peak_mib']:,} of {LIMIT_MIB:,} MiB" for result in results
            if "seconds" in result and result["rival"] != "bare"]
