"""What reports add to a run of 50 columns, k = 5: the public one that every run publishes, and with `--report` the internal one, which compares with the original. Adversaries, who read a
release several times, are left out of reports of more than a million rows, and the page says so.

**Read these figures with care**: runs of the same command differed by a tenth on the day they were made. The table has the best of four runs of each; their medians say 1.09 times for the internal report,
processor time of one run of each (`time gauze run policy.yaml --report DIRECTORY`, and with `--no-report`) 97 s against 83 s. The public one can't be told from noise.

Alone (`time gauze report`), the internal one of ten million rows takes eleven seconds of processor time, one of them for a verification that a run does not repeat; by `perf`: four for decompressing and decoding all columns of both files for the sample, two for the sample's expressions, one each for
numbering its cells, for classes of the original, for bins, pairs and learning, and 0.7 for the digest of the original. It took 16 before: the sample went through tables of texts, the digest did not
use the processor's instructions, and the release was verified twice; and files were read one after the other. Tried and not taken: a sample by blocks of rows, which would halve the first
part, but is no sample of a sorted release.
"""
from harness import Case

TITLE = "Reports"
BASELINE = "bare"
COLUMNS = ["ncp", "classes", "report_kib"]
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
    return lines
