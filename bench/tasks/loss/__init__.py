"""How much is lost: Adult (30,162 rows) and a million Adult-like rows, eight quasi-identifiers, k = 5 alone, with three
distinct occupations in a class, and with occupations within t = 0.2 of the whole.

Counted by one program from the released labels of everybody: the mean over rows and quasi-identifiers of
(values − 1)/(domain − 1), for age (to − from)/range; `leaves` counts values/domain instead where a cell is generalised, as some
tools do. Rows left out lose everything. `set` releases print lists of values, `node` releases nodes of the hierarchy. The
best figure of another tool that was found for `node`, k = 5, counted as leaves, is 0.033 at 30,162 rows and 0.0049 at a
million (ARX 3.9.2, local recoding).
"""
import json
import subprocess
import sys

from harness import HERE, Case, Wrong
from policies import K5

TITLE = "Loss"
BASELINE = None
COLUMNS = ["promise", "labels", "loss", "leaves", "classes"]
PROMISES = {"k = 5": K5,
            "k = 5, l = 3": [*K5, {"l_diversity": {"attribute": "occupation", "kind": "distinct", "l": 3}}],
            "k = 5, t = 0.2": [*K5, {"t_closeness": {"attribute": "occupation", "distance": "equal", "t": 0.2}}]}


def cases(scale):
    tables = [("real", 30_162), ("adult", int(1_000_000 * scale))]
    return [Case(kind, rows, "csv", protect=protect, labels=labels, repeats=1)
            for kind, rows in tables for protect in PROMISES.values() for labels in ("set", "node")]


def bars(results):
    """Loss under k = 5 alone; the other promises are in the table."""
    entries = [(f"{result['case']['name'].rsplit(' ', 1)[0]} {result['labels']}", result["rival"], result["loss"])
               for result in results if result.get("promise") == "k = 5" and result["rival"] != "anjana"]
    return "Loss under k = 5 (anjana, far to the right, is in the table)", entries, None, ""


class Measured:
    """A rival whose labels are counted. Libraries print one kind of labels and take too long on a million rows."""

    def __init__(self, rival, labels=("set", "node"), kinds=("real", "adult")):
        self.rival, self.labels, self.kinds = rival, labels, kinds

    def takes(self, case):
        return case.labels in self.labels and case.kind in self.kinds

    def prepare(self, bench, case, folder):
        return self.rival.prepare(bench, case, folder)

    def check(self, bench, case, folder, run):
        facts = self.rival.check(bench, case, folder, run)
        released = next(path for path in (folder / "peer.csv", folder / "release" / "data.csv") if path.exists())
        counted = subprocess.run([sys.executable, HERE / "peers" / "loss_of_labels.py", case.source, released],
                                 capture_output=True, text=True, check=True).stdout
        counted = json.loads(counted)
        if abs(facts.get("ncp", counted["loss"]) - counted["loss"]) > 1e-4:
            raise Wrong(f"the manifest says {facts['ncp']}, the labels {counted['loss']}")
        promise = next(name for name, protect in PROMISES.items() if protect == case.protect)
        return {"promise": promise, "labels": case.labels, **counted, **facts}
