"""What reports add to a run of 50 columns, k = 5: the public one that every run publishes, and with `--report` the internal one, which compares with the original. Adversaries, who read a
release several times, are left out of reports of more than a million rows, and the page says so.

**Read these figures with care**: runs of one command differ by a tenth on this machine, so the public report, a page made from what the run knows, seems to save time. The internal one has a figure of its own, taken
within a run: from the moment in which the release gets its name to the report's last file.

It was 1.14 times, and 1.18 before that. What made the difference: the run keeps the sample of its release while it writes it, so only the original is read again; and the rows of a sample are taken on the
threads that read them and numbered when all are there, not gathered by the engine first. Before: no tables of texts on the way, a digest by the processor's instructions, no second verification, original
and release side by side. What is left: decompressing and decoding all columns of the original for a sample, more than anything else; its classes, numbering cells, bins, pairs and learning, and its digest.
Tried and not taken: a sample by blocks of rows, which is none of a sorted table; to put the sampled rows into a table of the engine before their cells are spelled, which took a tenth longer.
"""
from harness import Case

TITLE = "Reports"
BASELINE = "bare"
COLUMNS = ["ncp", "classes", "report_seconds", "report_kib"]
MOST_TIME, MOST_KIB = 1.1, 2048


def cases(scale):
    return [Case("wide", int(rows * scale)) for rows in (1_000_000, 10_000_000)]


def remarks(results):
    by = {(result["case"]["name"], result["rival"]): result for result in results if "seconds" in result}
    lines = []
    for (name, rival), result in by.items():
        if "report_kib" in result and (name, "bare") in by:
            ratio = result["seconds"] / by[name, "bare"]["seconds"]
            good = ratio <= MOST_TIME and result["report_kib"] <= MOST_KIB
            lines.append(f"{name}, {rival} report: {ratio:.2f} × the run ({'at most' if good else '**above**'} {MOST_TIME}), page and evidence {result['report_kib']} KiB")
        if "report_seconds" in result:
            of_report = result["report_seconds"]
            lines.append(f"{name}: the internal report takes {of_report:.2f} s of such a run, {result['seconds'] / (result['seconds'] - of_report):.2f} × what it takes without")
    return lines
