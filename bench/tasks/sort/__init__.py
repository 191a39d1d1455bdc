"""Ten million patients, almost every one unique, six quasi-identifiers, k = 5: a release beside DuckDB's read, `ORDER BY`
all columns, write. A release has to bring rows of a class together, so a sort is the bare work. Dates become
ranges: as text (`ranges: interval`), and as two typed columns (`ranges: bounds`).

The policy takes `mondrian: {choose: span, labels: node}`.
"""
from harness import Case

TITLE = "A release beside a bare sort"
BASELINE = "bare"
COLUMNS = ["ncp", "classes"]


def cases(scale):
    return [Case("patients", int(10_000_000 * scale), ranges=ranges) for ranges in ("interval", "bounds")]
