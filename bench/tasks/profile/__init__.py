"""`gauze profile` beside DuckDB's `SUMMARIZE` of the same file: `columns` is the profile of the columns alone (`--no-sets`), `sets` the whole one, with
the sets of up to four columns that make the most rows unique. SUMMARIZE estimates how many values a column has; the profile counts them, and each
count is compared with DuckDB's `count(DISTINCT …)` before its time counts.
"""
from harness import Case

TITLE = "A profile beside SUMMARIZE"
BASELINE = "summarize"
COLUMNS = ["exact_sets"]


def cases(scale):
    return [Case("adult", int(10_000_000 * scale)), Case("patients", int(10_000_000 * scale)),
            Case("covid", int(1_048_575 * scale), "csv"),
            Case("wide", int(10_000_000 * scale))]
