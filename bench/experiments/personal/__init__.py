"""The experiment of E. Poovammal, M. Ponnavaikko: Categorical Grading Based Personalized Privacy Preservation Against Attacks, 2009, on
Adult: its Table V (accuracy of decision trees on T and T′), its Figures 3, 5 and 6 (distributions), its sections V.B and V.C (breaches, loss, time),
and what the paper does not ask: how much of what was hidden comes back, and whether trees and rules learned from T′ are those of T once the server has read them.
"""
import collections
import csv

from experiments.personal import adversaries, breaches, interpretation, page, people, rules, trees

QUICK_ROWS = 3000


def distributions(release):
    """How often each cell is shown, most frequent first. Aliases are numbered: their names mean nothing and change with every run."""
    for name in ("workclass", "education"):
        for table, rows in (("T", release.own), ("T′", release.shown)):
            counts = collections.Counter(row[name] for row in rows)
            aliases = 0
            for cell, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
                hidden = cell.startswith("~")
                aliases += hidden
                yield {"attribute": name, "table": table, "cell": f"alias {aliases}" if hidden else cell, "rows": count}


def run(gauze, folder, out, quick):
    rows = people.read()
    rows = people.sample(rows, QUICK_ROWS) if quick else rows
    folds, repeats = (3, 1) if quick else (10, 3)
    releases = [people.Release(gauze, folder / mode, rows, "tendency", mode) for mode in ("literal", "safe")]
    results = {"accuracy": list(trees.compare(releases, folds, repeats)),
               "attacks": list(adversaries.compare(gauze, folder, rows)),
               "breaches": list(breaches.compare(gauze, folder, rows, releases)),
               "distribution": list(distributions(releases[0])),
               "trees": list(interpretation.compare(gauze, folder, rows)),
               "rules": list(rules.compare(gauze, folder, rows))}
    for name, lines in results.items():
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
    page.write(out, len(rows), folds, repeats, quick, results)
