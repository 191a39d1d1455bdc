"""The same on a real table: a million patients, 21 columns, with the chances and weights of examples/covid-risk."""
import json
import pathlib
import subprocess

import policies
import yaml

from experiments.risk import recoding

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCE = policies.DATA / "covid" / "covid.csv.gz"
POLICY = yaml.safe_load((ROOT / "examples" / "covid-risk" / "policy.yaml").read_text())
KNOWN = POLICY["risk"]["known"]
QUASI_IDENTIFIERS = [name for name, chance in KNOWN.items() if chance > 0.01]  # the paper's rule
FLAGS = {name: "1" for name in KNOWN if name not in QUASI_IDENTIFIERS and name != "USMER"}
ONE = "PNEUMONIA"
NOT_DIED = "9999-99-99"


def died_in(date):
    return date if date == NOT_DIED else date[3:]


def died(date):
    return date == NOT_DIED


GROUPS = {"AGE": (5, 10, 20), "DATE_DIED": (died_in, died)}


def rows_of(folder, quick):
    """The table, or its first rows."""
    if not quick:
        return SOURCE
    path = folder / "covid.csv"
    recoding.duckdb.sql(f"COPY (SELECT * FROM read_csv('{SOURCE}', all_varchar = true) LIMIT 20000) TO '{path}' (HEADER)")
    return path


def passes(gauze, folder, source):
    """A line for every way of suppressing, with `*` as a wildcard."""
    path = folder / "covid.json"
    path.write_text(json.dumps({**POLICY, "source": str(source), "release": {"directory": str(folder / "covid-release")}}))
    asked = subprocess.run([gauze, "risk", path, "--suppress", "--json", "--quiet"], capture_output=True, text=True, check=True)
    return lines(json.loads(asked.stdout))


def lines(report):
    found = []
    for tried in report["suppress"]:
        found.append({"until": tried["until"], "cells": tried["cells"], "rows": report["rows"], "above_before": tried["above_before"],
                      "above_after": tried["above_after"], "cells_lost": tried["cells_lost"],
                      "loss_of_qi": round(tried["cells_lost"] / report["rows"] / len(QUASI_IDENTIFIERS), 6), "loss_of_all": round(tried["loss"], 6),
                      "highest_before": round(report["highest"], 4), "highest_after": round(tried["highest"], 4)})
        print("  ".join(f"{name} {value}" for name, value in found[-1].items()), flush=True)
    return found


def recoded(source, quick):
    return recoding.losses(recoding.Recoding(source, QUASI_IDENTIFIERS, GROUPS, FLAGS), ONE, quick)
