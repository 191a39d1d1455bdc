"""The experiment of M. Orooji, G. M. Knapp: Improving Suppression to Reduce Disclosure Risk and Enhance Data Utility, IISE
Annual Conference 2018, on generator D, which is made after the paper's description of its table: its Table 2 (records at high
risk before and after), Figure 2 (histogram of the risk) and Figure 3 (loss beside k-anonymity, l-diversity and t-closeness). Beside that, class
models by full-domain recoding, as the paper's are; what its parameters do; and a second, real table.
"""
import csv

from experiments.risk import classes, covid, page, recoding, settings, suppression
from generators import school

ROWS = 1_009_993
QUICK_ROWS = 20_000
DELTA = 0.01
# On few rows everybody stands out more: a threshold of the same use.
QUICK_DELTA = 0.4


def run(gauze, folder, out, quick):
    rows, delta = (QUICK_ROWS, QUICK_DELTA) if quick else (ROWS, DELTA)
    table = suppression.make(folder, rows)
    suppression.judge_on_small_tables(gauze, folder)
    passes, histograms, weights = suppression.passes(gauze, folder, table, rows, delta)
    results = {"suppression": passes, "histogram": histograms, "loss": classes.losses(gauze, folder, table, quick), "weights": weights,
               "settings": settings.compare(gauze, folder, table, delta)}
    own = recoding.Recoding(table, school.QUASI_IDENTIFIERS, classes.GROUPS, dict.fromkeys(classes.OTHERS, "yes"))
    patients = covid.rows_of(folder, quick)
    results["recoding"] = [{"table": "school", **line} for line in recoding.losses(own, classes.ONE, quick)]
    results["recoding"] += [{"table": "covid", **line} for line in covid.recoded(patients, quick)]
    results["covid"] = covid.passes(gauze, folder, patients)
    for name, lines in results.items():
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
    page.write(out, rows, delta, results)
