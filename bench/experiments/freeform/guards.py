"""Adult with its nine hierarchies, what is guarded in it, and the policies of the experiment."""
import csv
import dataclasses
import json
import pathlib

import policies

COLUMNS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class"]
GUARDS = {"salary-class": [">50K"], "occupation": ["Exec-managerial", "Armed-Forces"],
          "marital-status": ["Divorced", "Separated"], "education": ["Doctorate", "Preschool"]}
FOUR = "all four"
SETS = {**{column: [column] for column in GUARDS}, FOUR: list(GUARDS)}
KEPT = "salary-class"  # of all four, the one that classes leave as it is
OBSERVABLE_FROM = "0.5"
BOOST = "0.3"
BELIEFS = pathlib.Path(__file__).resolve().parent / "beliefs"
# One cut for the whole table, as the paper has it; and classes, each generalised for itself.
GLOBAL = {"fall": {"choose": "fall"}, "ratio": {"choose": "ratio"}, "portfolio": {"portfolio": 20},
          "observable first": {"first": "observable", "portfolio": 20}}
CLASSES = ["mondrian", "cluster"]
FORMS = [*GLOBAL, *CLASSES]


@dataclasses.dataclass(frozen=True)
class Reading:
    """How a value's sensitivity and observability are worked out."""
    sensitivity: str = "aggregate"
    observability: str = "sensitivity"

    def fields(self, column):
        found = {"guard": GUARDS[column], "sensitivity": self.sensitivity, "observability": self.observability}
        if self.observability == "belief":
            found.update(belief=str(BELIEFS / f"{column}.csv"), boost=float(BOOST))
        return found

    def name(self):
        return f"{self.sensitivity}, {self.observability}"


READINGS = [Reading(sensitivity, observability) for observability in ("sensitivity", "belief")
            for sensitivity in ("aggregate", "non_aggregate")]


def hierarchy(column):
    return policies.DATA / "adult" / f"adult_hierarchy_{column}.csv"


def make(folder, rows):
    """The first rows of Adult, with commas; all of them if `rows` is None."""
    path = folder / "adult.csv"
    with open(policies.DATA / "adult" / "adult.csv", newline="") as source, open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(list(csv.reader(source, delimiter=";"))[:rows and rows + 1])
    return path


def promise(guarded, threat, reading):
    return {"freeform": {"threat": threat, "observable_from": float(OBSERVABLE_FROM),
                         "attributes": {column: reading.fields(column) for column in guarded}}}


def attributes(sensitive):
    found = {column: {"role": "sensitive" if column in sensitive else "quasi_identifying", "hierarchy": str(hierarchy(column))}
             for column in COLUMNS}
    found["age"]["type"] = "integer"
    return found


def form(name, guarded):
    """A transform, and the columns that it leaves as they are."""
    if name in GLOBAL:
        return {"specialize": GLOBAL[name]}, []
    return {name: {"labels": "node"}}, [KEPT] if KEPT in guarded else guarded[:1]


def write(path, table, protect, transform, sensitive, target):
    path.write_text(json.dumps({"version": 1, "source": str(table), "attributes": attributes(sensitive), "protect": protect,
                                "transform": transform,
                                "release": {"directory": str(target), "format": pathlib.Path(table).suffix[1:]}}))
    return path
