"""Policies to compare the package with the command line by: every kind of promise, on real tables."""

import json
import pathlib
import subprocess
import sys

from real_data import DATA

import gauze

ROOT = pathlib.Path(__file__).resolve().parents[2]
QI = {"role": "quasi_identifying"}


def tree(name):
    return {**QI, "hierarchy": str(DATA / "adult" / f"adult_hierarchy_{name}.csv")}


ADULT = {
    **{name: tree(name) for name in ("sex", "race", "marital-status", "education", "native-country", "workclass", "salary-class")},
    "age": {**QI, "type": "integer"},
    "occupation": {"role": "sensitive", "hierarchy": str(DATA / "adult" / "adult_hierarchy_occupation.csv")},
}


def adult(protect, transform, **more):
    return {
        "attributes": ADULT,
        "protect": [entry.to_policy() for entry in protect],
        "transform": [entry.to_policy() for entry in transform] if isinstance(transform, list) else transform.to_policy(),
        "csv": {"delimiter": ";"},
        "release": {"format": "parquet"},
        **more,
    }


def roles(**changed):
    """Adult with some columns in other roles; the rest is dropped."""
    return {name: changed.get(name, {"role": "identifying"}) for name in ADULT}


def of_adult():
    k = gauze.k_anonymity(k=5)
    t = gauze.transform

    def l(kind, number, **more):
        return gauze.l_diversity(attribute="occupation", kind=kind, l=number, **more)

    def close(distance, number):
        return gauze.t_closeness(attribute="occupation", distance=distance, t=number)

    risk = {
        "alpha": 1,
        "known": {"age": 0.3, "sex": 0.9, "race": 0.5, "education": 0.2, "occupation": 0.05, "salary-class": 0.01},
        "weights": {"salary-class": {"weight": 1, "values": {">50K": 1}, "others": 0}},
    }
    few = {name: QI for name in ("sex", "race", "education", "occupation", "salary-class")} | {"age": ADULT["age"]}
    freeform = gauze.freeform(
        threat=0.9, observable_from=1, attributes={"salary-class": {"guard": [">50K"]}}
    )
    guarded = roles(
        **{name: tree(name) for name in ("sex", "race", "education", "age")},
        **{"salary-class": {**tree("salary-class"), "role": "sensitive"}},
    )
    return {
        "k 5 mondrian": adult([k], t.mondrian()),
        "k 50 mondrian": adult([gauze.k_anonymity(k=50)], t.mondrian()),
        "k 5 nodes": adult([k], t.mondrian(labels="node")),
        "k 5 loss sets": adult([k], t.mondrian(choose="loss", labels="set")),
        "k 5 bounds": adult([k], t.mondrian(), release={"format": "parquet", "ranges": "bounds"}),
        "k 5 csv": adult([k], t.mondrian(), release={"format": "csv"}),
        "k 5 cluster": adult([k], t.cluster()),
        "k 20 cluster nodes": adult([gauze.k_anonymity(k=20)], t.cluster(labels="node")),
        "distinct l": adult([k, l("distinct", 4)], t.mondrian()),
        "frequency l": adult([l("frequency", 3)], t.mondrian()),
        "entropy l": adult([l("entropy", 4)], t.mondrian()),
        "recursive l": adult([l("recursive", 3, c=2)], t.mondrian()),
        "distinct l cluster": adult([k, l("distinct", 3)], t.cluster()),
        "t equal": adult([k, close("equal", 0.4)], t.mondrian()),
        "t hierarchical": adult([k, close("hierarchical", 0.3)], t.mondrian()),
        "t equal cluster": adult([k, close("equal", 0.5)], t.cluster()),
        "risk": adult([gauze.record_risk(delta=0.2)], t.suppress_cells(), attributes=roles(**few), risk=risk),
        "freeform": adult([freeform], t.mondrian(), attributes=guarded),
    }


def of_examples():
    """The policies of examples/ that read one table."""
    return {name: ROOT / "examples" / name.replace(" ", "-") / "policy.yaml" for name in ("clinic", "covid", "covid risk", "diabetes", "symptoms")}


#: Real tables that examples' policies are for.
REAL = {
    "covid": DATA / "covid" / "covid.csv.gz",
    "covid risk": DATA / "covid" / "covid.csv.gz",
    "diabetes": DATA / "diabetes" / "diabetic_data.csv.gz",
}


def real_symptoms(folder):
    """The symptoms example with the real list of diseases: its policy and 5,000 patients, written to the folder."""
    example, knowledge = ROOT / "examples" / "symptoms", DATA / "knowledge" / "disease_symptoms.csv"
    patients, policy = folder / "patients.csv", folder / "symptoms.yaml"
    subprocess.run([sys.executable, example / "make_patients.py", knowledge, patients, "5000"], check=True)
    policy.write_text((example / "policy.yaml").read_text().replace("diseases.csv", str(knowledge)))
    return policy, patients


def write(folder, name, sections, source):
    """A policy file for both sides. Returns its path."""
    path = folder / f"{name.replace(' ', '_')}.yaml"
    path.write_text(json.dumps({"version": 1, "source": str(source), **sections}, indent=1))
    return path
