"""Information loss, time and breaches as in the paper's sections V.A to V.C: personal releases beside class models on the same columns.

The paper computes none of these for its own release: it says that there are no classes, so that both breaches are impossible and the loss is 0.
"""
import csv
import json

from experiments.personal import people

CLASSES = {"k = 2": [{"k_anonymity": {"k": 2}}], "k = 5": [{"k_anonymity": {"k": 5}}], "k = 10": [{"k_anonymity": {"k": 10}}],
           "k = 3, l = 2": [{"k_anonymity": {"k": 3}}, {"l_diversity": {"attribute": "education", "kind": "distinct", "l": 2}}]}


class ClassRelease(people.Release):
    """The same rows without choices, in classes."""

    def make_policy(self):
        attributes = {name: {"role": "quasi_identifying", "hierarchy": str(people.DATA / f"adult_hierarchy_{name}.csv")}
                      for name in people.COLUMNS if name not in people.PERSONAL}
        attributes["education"] = {"role": "sensitive", "hierarchy": str(people.DATA / "adult_hierarchy_education.csv")}
        attributes["age"] = {"role": "sensitive", "type": "integer"}
        attributes["choice"] = {"role": "identifying"}
        return {"version": 1, "source": str(self.table), "attributes": attributes, "protect": CLASSES[self.mode],
                "transform": {"mondrian": {"choose": "loss"}}, "release": {"directory": str(self.directory)}}


def shown_loss(own, mode):
    """Mean loss of the education as it is shown. An alias of a value loses nothing of it; whose value is shown as a node, or as an alias of it, loses
    what the node covers."""
    if mode != "safe":
        return 0.0
    with open(people.DATA / "adult_hierarchy_education.csv", newline="") as file:
        above = {line[0]: line[1] for line in csv.reader(file, delimiter=";")}
    under = [above[row["education"]] for row in own]
    sizes = {node: list(above.values()).count(node) for node in set(under)}
    return sum((sizes[node] - 1) / (len(above) - 1) for row, node in zip(own, under) if row["choice"] != 1) / len(own)


def line_of(kind, release):
    def rate(attack, figure):
        told = json.loads(release.call("attack", attack, release.directory, "--policy", release.policy, "--json", "--quiet"))
        return round(told["figures"][figure], 6)

    line = {"release": kind, "setting": release.mode, "information_loss": round(release.manifest["measures"].get("average_information_loss", 0), 6),
            "education_loss": round(shown_loss(release.own, release.mode), 6), "proximity": rate("proximity", "age.breached"),
            "divergence": rate("divergence", "education.breached"), "processor_seconds": round(release.processor_seconds, 3)}
    print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return line


def compare(gauze, folder, rows, releases):
    for release in releases:
        yield line_of("personal", release)
    for number, setting in enumerate(CLASSES):
        yield line_of("classes", ClassRelease(gauze, folder / f"classes-{number}", rows, "tendency", setting))
