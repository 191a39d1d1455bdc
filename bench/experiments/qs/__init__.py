"""The experiments of P. Shi, L. Xiong, B. C. M. Fung: Anonymizing Data with Quasi-Sensitive Attribute Values, CIKM 2010: its
Figure 5 (removal cost against l and c) and Figure 6 (removal cost and loss against t²), each with the paper's two searches and
ours, and a stress of skewed labels.
"""
import csv

from experiments.qs import page, workload
from experiments.qs.judge import Judge
from experiments.qs.searches import point

SEARCHES = ["depth_first", "adaptive", "exact"]
SECONDS = 10  # of the processor, for a table; the paper's bound
COLUMNS = ["workload", "k", "c", "l", "t", "search", "removal_cost", "at_least", "ncp", "classes", "searched", "proven",
           "fallbacks", "cpu_seconds"]


def diversity(c, l):
    return {"qs_diversity": {"c": c, "l": l}}


def closeness(t):
    return {"qs_closeness": {"t": t}}


def figures(quick):
    """Name of a figure: (zipf, [(k, promise)], searches)."""
    if quick:
        return {"by_l": (0, [(5, diversity(1, l)) for l in (10, 30)], SEARCHES),
                "by_c": (0, [(5, diversity(c, 30)) for c in (1, 2)], SEARCHES),
                "by_t": (0, [(5, closeness(t)) for t in (0.2, 0.4)], SEARCHES),
                "only": (0, [(1, closeness(t)) for t in (0.2, 0.4)], ["none"]),
                "skewed": (1.5, [(5, diversity(1, 30))], SEARCHES)}
    few = (1, 5, 10)
    return {"by_l": (0, [(k, diversity(1, l)) for k in few for l in (10, 20, 30, 40, 50)], SEARCHES),
            "by_c": (0, [(k, diversity(c, 30)) for k in few for c in (0.5, 0.75, 1, 1.5, 2)], SEARCHES),
            "by_t": (0, [(k, closeness(t)) for k in few for t in (0.1, 0.2, 0.3, 0.4, 0.5)], SEARCHES),
            "only": (0, [(1, closeness(t)) for t in (0.1, 0.2, 0.3, 0.4, 0.5)], ["none"]),
            "skewed": (1.5, [(k, diversity(1, 30)) for k in (*few, 50)], SEARCHES)}


def other_cuts(gauze, folder, table, judge, quick):
    """The same promise after a mondrian that cuts where least is lost."""
    return [point(gauze, folder, table, judge, k, diversity(1, 30), "exact", 0, "loss") for k in ((5,) if quick else (5, 10))]


def run(gauze, folder, out, quick):
    budget = SECONDS / 20 if quick else SECONDS
    tables, judges, done, results = {}, {}, {}, {}
    for name, (zipf, points, searches) in figures(quick).items():
        if zipf not in tables:
            tables[zipf] = workload.make(folder, workload.ROWS // 3 if quick else workload.ROWS, zipf)
            judges[zipf] = Judge(tables[zipf].labels, tables[zipf].rows)
        results[name] = []
        for k, promise in points:
            for search in searches:
                key = (zipf, k, str(promise), search)  # c = 1, l = 30 is in two figures
                if key not in done:
                    done[key] = point(gauze, folder, tables[zipf], judges[zipf], k, promise, search, budget)
                results[name].append(done[key])
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(results[name])
    page.write(out, results, other_cuts(gauze, folder, tables[0], judges[0], quick), budget)
