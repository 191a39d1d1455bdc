"""Mines the release as a university would, and asks the trusted server what came out:

    python mine.py ADDRESS TOKEN_FILE PROJECT

A decision tree and some rules, first as they were mined, then what asking would cost, then what they mean. Needs pandas and scikit-learn.
"""
import json
import pathlib
import sys

import pandas
from sklearn.tree import DecisionTreeClassifier

import gauze

address, token_file, project = sys.argv[1:]
server = gauze.Server(address, token=pathlib.Path(token_file).read_text(encoding="utf-8").strip())
release = json.loads(pathlib.Path("out/manifest.json").read_text(encoding="utf-8"))["personal"]["release"]
table = pandas.read_csv("out/data.csv", dtype=str).astype({"income": float})

# What tells women's records from men's? Each diagnosis that is shown is a column of its own; an alias is a diagnosis like any other.
cells = pandas.get_dummies(table[["diagnosis"]])
model = DecisionTreeClassifier(max_leaf_nodes=4, min_samples_leaf=4, random_state=1).fit(cells, table["sex"])
tree = gauze.mining.from_sklearn(model, gauze.mining.features(cells.columns, table.columns), target="sex")

# Rules from a diagnosis to a sex, counted. mlxtend's association_rules gives a frame of this form.
people = table.groupby("diagnosis").size()
both = table.groupby(["diagnosis", "sex"]).size()
rules = pandas.DataFrame([{"antecedents": {("diagnosis", diagnosis)}, "consequents": {("sex", sex)}, "support": count / len(table), "confidence": count / people[diagnosis]}
                          for (diagnosis, sex), count in both.items()]).sort_values(["support", "confidence"], ascending=False)
rules = gauze.mining.from_mlxtend(rules, rows=len(table)).at_least(support=4, confidence=0.5)

for name, mined in (("rules", rules), ("tree", tree)):
    print(f"== {name}, as mined\n{mined}\n== a dry run\n{mined.plan(server, project, release)}\n== what it means\n{mined.ask(server, project, release)}\n")
