"""What a report adds to a run: `gauze run --report`, everything that a page shows, beside `gauze run`; 50 columns, k = 5. Adversaries, who read a release several times, are
left out of reports of more than a million rows, and the page says so.

Of six seconds that the report of ten million rows takes alone, three are spent on decompressing and decoding all columns of both files for the sample, one on numbering its cells, 0.8 on the
digest of the original, 0.8 on bins, pairs and learning, 0.4 on classes of the original. It took 16 of processor time before: the sample went through tables of texts, the digest did not use the
processor's instructions, and the release was verified twice. Tried and not taken: a sample by blocks of rows, which would halve the first three seconds, but is no sample of a sorted release.
"""
from harness import Case

TITLE = "Reports"
BASELINE = "release"
COLUMNS = ["ncp", "classes", "report_kib"]
MOST_TIME, MOST_KIB = 1.1, 2048


def cases(scale):
    return [Case("wide", int(rows * scale)) for rows in (1_000_000, 10_000_000)]


def remarks(results):
    by = {(result["case"]["name"], result["rival"]): result for result in results if "seconds" in result}
    lines = []
    for (name, rival), result in by.items():
        if rival == "reported" and (name, "release") in by:
            ratio = result["seconds"] / by[name, "release"]["seconds"]
            good = ratio <= MOST_TIME and result["report_kib"] <= MOST_KIB
            lines.append(f"{name}: {ratio:.2f} × the run ({'at most' if good else '**above**'} {MOST_TIME}), page and evidence {result['report_kib']} KiB")
    return lines
