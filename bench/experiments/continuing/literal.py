"""The paper's method and its two references to the letter, without Gauze: what they lose, who waits, who is vulnerable by the paper's own count."""
import numpy

from experiments.continuing import pairs
from experiments.continuing.dynamic import Dynamic
from experiments.continuing.partition import median_cuts, read

METHODS = ("Static I", "Static II", "unsecured", "Dynamic")


class Run:
    """One set-up: the records of the files, in batches."""

    def __init__(self, files, l):
        self.table, self.l = read(files), l
        ends, total = [], 0
        for path in files:
            total += len(path.read_text().splitlines()) - 1
            ends.append(total)
        self.batches = [numpy.arange(start, end) for start, end in zip([0, *ends], ends)]

    def releases(self, method):
        """After every batch: classes, how many wait, how many were added as classes of their own."""
        dynamic, merged = Dynamic(self.table, self.l, method == "Dynamic"), []
        for batch in self.batches:
            if method == "Static I":
                yield median_cuts(self.table, numpy.arange(batch[-1] + 1), self.l), 0, 0
            elif method == "Static II":
                merged = merged + median_cuts(self.table, batch, self.l)
                yield merged, 0, 0
            else:
                dynamic.append(batch)
                yield dynamic.shown(), dynamic.waiting, dynamic.added


def follow(files, l, method):
    """A line for every release, and who is vulnerable in the last one."""
    run, shown, lines = Run(files, l), [], []
    for batch, (classes, waiting, added) in zip(run.batches, run.releases(method)):
        shown.append(pairs.Shown(run.table, classes))
        lines.append({"l": l, "first": len(run.batches[0]), "method": method, "records": int(batch[-1]) + 1, "loss": round(shown[-1].loss, 6),
                      "waiting": waiting, "added": added, "classes": len(classes), "vulnerable": ""})
    lines[-1]["vulnerable"] = pairs.count(run.table, shown, l)["vulnerable"]
    print("  ".join(f"{key} {value}" for key, value in lines[-1].items()), flush=True)
    return lines


def figure_8(files, l):
    """Static I, release by release: vulnerable by some earlier release, and by the one before alone; at the end also with labels of hierarchies."""
    run, shown, nodes, lines = Run(files, l), [], [], []
    for batch, (classes, *_) in zip(run.batches, run.releases("Static I")):
        shown.append(pairs.Shown(run.table, classes))
        nodes.append(pairs.Shown(run.table, classes, raised=True))
        for labels, releases in (("intervals", shown), ("nodes", nodes)):
            if len(releases) > 1 and (labels == "intervals" or batch is run.batches[-1]):
                for against, some in (("any", releases), ("previous", releases[-2:])):
                    lines.append({"l": l, "records": int(batch[-1]) + 1, "labels": labels, "against": against, **pairs.count(run.table, some, l)})
                    print("  ".join(f"{key} {value}" for key, value in lines[-1].items()), flush=True)
    return lines
