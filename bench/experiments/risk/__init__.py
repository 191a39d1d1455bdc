"""The experiment of M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure Risk and Enhance Data Utility, IISE
Annual Conference 2018, on generator D, which is made after the paper's description of its table: its Table 2 (records at high
risk before and after), Figure 2 (histogram of the risk) and Figure 3 (loss beside k-anonymity, l-diversity and t-closeness).
"""
import csv

from experiments.risk import classes, page, suppression

ROWS = 1_009_993
QUICK_ROWS = 20_000
DELTA = 0.01
# On few rows everybody stands out more: a threshold of the same use.
QUICK_DELTA = 0.4


def run(gauze, folder, out, quick):
    rows, delta = (QUICK_ROWS, QUICK_DELTA) if quick else (ROWS, DELTA)
    table = suppression.make(folder, rows)
    suppression.judge_on_small_tables(gauze, folder)
    passes, histograms = suppression.passes(gauze, folder, table, rows, delta)
    losses = classes.losses(gauze, folder, table, quick)
    for name, lines in (("suppression", passes), ("histogram", histograms), ("loss", losses)):
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
    page.write(out, rows, delta, passes, histograms, losses)
