"""Charts and page of the experiment. Every sentence with a figure is made from the results, so none can contradict them."""
import datetime

import charts
import report
from experiments.qs import readings
from experiments.qs.readings import SEARCHES, group

INTRO = """# Quasi-sensitive sets: a paper's experiments again

Written by `make experiments-qs`. The experiments of P. Shi, L. Xiong, B. C. M. Fung: *Anonymizing Data with Quasi-Sensitive
Attribute Values*, CIKM 2010, with [qs_diversity](../../models/qs_diversity.md), [qs_closeness](../../models/qs_closeness.md) and the three
searches of [suppress_terms](../../transforms/suppress_terms.md): `depth_first` and `adaptive` are the paper's, `exact` is ours.
Both of the paper's cut off a branch once it costs as much as the best removal so far. The paper says that its adaptive search keeps the best cost, and not
that its baseline does. The cost only grows along a branch, so nothing is missed; but a baseline without it would find less in the same time, and the
distance between the two would be larger.

**Workload.** 3,000 rows of Adult, eight quasi-identifiers (all but the salary class), nine terms a row. 3,000 labels with
Poisson(100) terms of a vocabulary of 500; the terms of a row are drawn from one true label, every label equally likely. The paper says
neither how large its vocabulary was nor how its terms were drawn, so shapes can be compared with it, values cannot. Classes come
from `mondrian: {{choose: span}}`; with k = 1 each distinct row is a class and nothing is generalised.

**Time.** The paper bounds an experiment by ten seconds. Here a table has {budget:g} seconds of processor time on one thread: a
first try of 2,000 removals a class tells which classes are quickly done, and the time is shared equally among the others.
`exact` has no clock but `nodes: 300000`, three times its default, so its figures are the same on every machine; its longest run
took {longest:.1f} seconds, with reading, writing and verifying.

**Choices made after looking.** With its default of 100,000 removals `exact` proved 92.7 % at its worst point (t² = 0.01, k = 10), below the bar of 93 %;
the limit was then raised, as that still takes less time than the others have. Four set-ups were tried at c = 1, l = 30, on an earlier draw of the terms
(`choose` span or loss, with the occupation or the salary class among the columns): T was 0.100 to 0.111 at k = 5 and 0.045 to 0.049 at k = 10. The one
kept is not the best of them.

**Cost.** T is the removal cost: a term of a row that has w left costs 1/w, and all terms together cost 1.

**Checks.** `gauze run` verifies what it wrote. Beside that, a count in Python from the definitions, in whole numbers, found that every
class of each of the {releases} releases keeps its promise and that the costs in their manifests are right.

{machine}, {date}. What the paper's searches reach in their time depends on the machine.
"""


def write(out, results, other_cuts, budget):
    longest = max(row["cpu_seconds"] for rows in results.values() for row in rows if row["search"] == "exact")
    releases = len({id(row) for rows in results.values() for row in rows})
    parts = [INTRO.format(budget=budget, longest=longest, releases=releases, machine=report.machine(),
                          date=datetime.date.today()),
             "## Bars\n", *readings.bars(results), *cuts(other_cuts), "\n## What the paper reads from its figures\n", *readings.claims(results)]
    for heading, name, key, across in (("Removal cost against l (Figure 5)", "by_l", "l", "l, with c = 1"),
                                       ("Removal cost against c (Figure 5)", "by_c", "c", "c, with l = 30"),
                                       ("Removal cost and loss against t² (Figure 6)", "by_t", "t2", "t²")):
        parts += [f"\n## {heading}\n"]
        drawn = by_search(results[name], key)
        if name == "by_t":
            drawn = {**by_k(results), **drawn}
        for chart, (caption, up, series) in drawn.items():
            file = f"{name}-{chart}.svg"
            (out / file).write_text(charts.lines(caption, series, across, up, charts.evenly))
            parts += [f"![{caption}]({file})\n"]
        parts += [*table(results[name], key), f"\n[{name}.csv]({name}.csv)"]
    parts += ["\n## Generalisation only\n", "Mondrian keeps the promise itself, with larger classes; no term goes "
              "([only.csv](only.csv)).\n", "| t² | NCP | classes |", "| --- | --- | --- |"]
    parts += [f"| {square(row)} | {row['ncp']:.4f} | {row['classes']:,} |" for row in results["only"]]
    parts += ["\n## Skewed labels\n", "The i-th label is the true one in proportion to 1/i^1.5, so that many rows of a class share "
              "theirs; c = 1, l = 30 ([skewed.csv](skewed.csv)).\n", *table(results["skewed"], "l")]
    (out / "index.md").write_text("\n".join(parts) + "\n")


def cuts(rows):
    """Costs hang on the classes as well: what `choose: loss`, our default, makes of them."""
    costs = ", ".join(f"{row['removal_cost']:.4f} (k = {row['k']}, NCP {row['ncp']:.4f})" for row in rows)
    return [f"\nThe bars are of one draw of rows and terms, and of the classes that the paper's way of cutting makes. With `choose: loss` T is {costs}."]


def square(row):
    return round(row["t"] ** 2, 6)


def value(row, key):
    return square(row) if key == "t2" else row[key]


def by_search(rows, key):
    """A chart for each k: the searches beside each other."""
    found = {}
    for k in sorted({row["k"] for row in rows}):
        series = {search: [(value(row, key), row["removal_cost"]) for row in rows if (row["k"], row["search"]) == (k, search)]
                  for search in SEARCHES}
        found[f"k{k}"] = (f"Removal cost, k = {k}", "T", series)
    return found


def by_k(results):
    """Cost and loss of `exact` for every k, and of generalisation alone."""
    cost, loss = {}, {}
    for row in results["by_t"]:
        if row["search"] == "exact":
            cost.setdefault(f"k = {row['k']}", []).append((square(row), row["removal_cost"]))
            loss.setdefault(f"k = {row['k']}", []).append((square(row), row["ncp"]))
    loss["no removal"] = [(square(row), row["ncp"]) for row in results["only"]]
    return {"cost": ("Removal cost of exact", "T", cost), "loss": ("Loss of the quasi-identifiers", "NCP", loss)}


def table(rows, key):
    lines = [f"| k | {key.replace('t2', 't²')} | depth_first | adaptive | exact | no removal costs less than | classes to repair | "
             "proven |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for searches in group(rows):
        exact = searches["exact"]
        costs = " | ".join(f"{searches[search]['removal_cost']:.4f}" for search in SEARCHES)
        lines.append(f"| {exact['k']} | {value(exact, key)} | {costs} | {exact['at_least']:.4f} | {exact['searched']:,} | "
                     f"{exact['proven']:,} |")
    return lines
