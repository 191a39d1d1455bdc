"""The experiment of J.-W. Byun, Y. Sohn, E. Bertino, N. Li: Secure Anonymization for Incremental Datasets, SDM 2006, on Adult: its
Figure 8 (records that an adversary finds), Figure 9 (loss), Figure 10 (records that wait) and Figure 11 (time), with its method, its
two references, and the methods that tell nothing to somebody who has kept every release. Beside that, the paper's program to the letter
(dynamic.py, pairs.py): no hierarchies, its order of steps, its unsecured form, its count of the vulnerable.
"""
import csv
import itertools

from experiments.continuing import batches, literal, page
from experiments.continuing.readings import last
from experiments.continuing.sequence import Sequence

SPAN, LOSS = {"choose": "span"}, {"choose": "loss"}
PAPER_WAITING = 421
# Name on the page: method, Mondrian's parameters.
METHODS = {"pool": ({"pool": {"most_waiting": PAPER_WAITING}}, None), "atoms": ("atoms", None), "paper": ("paper", None),
           "anew, median": ("anew", SPAN), "anew, best cut": ("anew", LOSS),
           "apart, median": ("apart", SPAN), "apart, best cut": ("apart", LOSS)}
CAPS = (0, 200, 800, 1500)  # beside the paper's
ORDERS = (2, 3)  # of arrival, beside the one that everything else is measured with


def run(gauze, folder, out, quick):
    large, small = ((2000, 400, 3), (1000, 400, 3)) if quick else ((10_000, 1000, 20), (1000, 1000, 29))
    levels = (5,) if quick else (5, 7)
    results = {"releases": [], "vulnerable": [], "small": [], "orders": [], "caps": [], "literal": [], "figure8": []}
    for first in (small, large):
        files = batches.make(folder, *first)
        for l, method in itertools.product(levels, literal.METHODS):
            results["literal"] += literal.follow(files, l, method)
            save(out, results)
    for l in levels:
        results["figure8"] += literal.figure_8(files, l)
    for l, (name, (method, transform)) in itertools.product(levels, METHODS.items()):
        sequence = Sequence(gauze, folder, files, l, name, method, transform)
        results["releases"] += sequence.append()
        results["vulnerable"] += [sequence.attack(numbers) for numbers in looks(name, len(files))]
        save(out, results)  # a method takes minutes
    files = batches.make(folder, *small)
    for l, (name, (method, transform)) in itertools.product(levels, METHODS.items()):
        results["small"] += Sequence(gauze, folder, files, l, name, method, transform).append()
        save(out, results)
    for seed, l, name in itertools.product(ORDERS[:1] if quick else ORDERS, levels, ("pool", "anew, best cut")):
        files = batches.make(folder, *large, seed)
        results["orders"].append({"order": seed, **Sequence(gauze, folder, files, l, name, *METHODS[name]).append()[-1]})
    files = batches.make(folder, *large)
    l = levels[0]
    results["caps"].append(cap_line(PAPER_WAITING, last(results, l, "pool")))
    for cap in CAPS[::3] if quick else CAPS:
        sequence = Sequence(gauze, folder, files, l, "pool", {"pool": {"most_waiting": cap}})
        results["caps"].append(cap_line(cap, sequence.append()[-1]))
    save(out, results)
    page.write(gauze, out, quick, results)


def looks(name, count):
    """The releases that an adversary has kept: every fifth, and all. How the number of victims grows is shown where there are some, as in
    the paper's Figure 8."""
    some = list(range(0, count, 5 if count > 5 else 3))
    grows = [some[:kept] for kept in range(2, len(some))] if name == "anew, median" else []
    return [*grows, some, list(range(count))]


def cap_line(cap, line):
    return {"l": line["l"], "most_waiting": cap, **{name: line[name] for name in ("loss", "waiting", "classes")}}


def save(out, results):
    for name, lines in results.items():
        with open(out / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]) if lines else [], lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
