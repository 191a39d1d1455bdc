"""Ten million Adult-like rows, eight quasi-identifiers, k = 5: a release beside DuckDB's bare copy of the same file.

The policy takes `mondrian: {choose: span, labels: node}` and `cluster: {labels: node}`; the time of a release includes
the verification of what was written.
"""
from harness import Case

TITLE = "A release beside a bare copy"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]


def cases(scale):
    return [Case("adult", int(10_000_000 * scale), file_format) for file_format in ("parquet", "csv")]
