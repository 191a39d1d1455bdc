"""Freeform attacks on Adult: the evaluation that K. Wang, Y. Xu, A. W. C. Fu, R. C. W. Wong: FF-Anonymity: When Quasi-Identifiers
Are Missing, ICDE 2009, left to a full version. Loss against the threshold, breaches in releases that promise something else, what
critical nodes save, and one cut for the whole table against classes.
"""
import csv

from experiments.freeform import breaches, compare, guards, page, pruning, runs
from experiments.freeform.judge import Judge

QUICK_ROWS = 2000
# The other readings of sensitivity and observability are looked at with the best of either kind. Near the share of the whole table
# cluster takes minutes, so it starts higher there.
BEST = {"portfolio": 0, "cluster": 0.5}


def points(quick):
    """Guarding set, threshold, reading, form."""
    names = [guards.KEPT, guards.FOUR] if quick else list(guards.SETS)
    threats = (0.5, 0.9) if quick else [tenths / 10 for tenths in range(1, 10)]
    first, *others = guards.READINGS
    wanted = [(first, form, 0) for form in guards.FORMS]
    wanted += [(reading, form, least) for reading in (others[-1:] if quick else others) for form, least in BEST.items()]
    return [(name, threat, reading, form) for reading, form, least in wanted for name in names for threat in threats if threat >= least]


def few(folder):
    """A table on which all combinations are quickly counted."""
    (folder / "few").mkdir()
    table = guards.make(folder / "few", 200)
    return table, Judge(table), [guards.KEPT]


def run(gauze, folder, out, quick):
    table = guards.make(folder, QUICK_ROWS if quick else None)
    judge = Judge(table)
    parts = {"loss": lambda: [runs.point(gauze, folder, table, judge, *point) for point in points(quick)],
             "breaches": lambda: breaches.count(gauze, folder, table, judge, quick),
             "pruning": lambda: pruning.saved(*few(folder)) if quick else pruning.saved(table, judge, [guards.KEPT, guards.FOUR]),
             "kept": lambda: compare.kept(gauze, folder, table, judge, compare.THREATS[-1:] if quick else compare.THREATS),
             "compared": lambda: compare.forms(gauze, folder, table, quick)}
    results = {}
    for name, part in parts.items():
        results[name] = lines = part()
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(dict.fromkeys(key for line in lines for key in line)), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
    page.write(out, sum(judge.rows.values()), results)
