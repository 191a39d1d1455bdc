"""The paper's single pass and repeated suppression on generator D, as `gauze risk --suppress` tells, and the release of the
latter, counted from its file.
"""
import collections
import csv
import json
import math
import subprocess

import brute_risk
import generate
import policies
from generators import school

PAPER_QUASI_IDENTIFIERS = 10  # the paper divides by them alone


def make(folder, rows):
    path = folder / "school.csv"
    generate.generate("school", path, rows)
    return path


def judge_on_small_tables(gauze, folder):
    for seed in range(2, 5):
        brute_risk.compare_drawn(gauze, folder, seed)


def write_policy(folder, table, delta, suppressed):
    path = folder / f"{suppressed}.json"
    path.write_text(json.dumps({"version": 1, "source": str(table), "attributes": policies.school(),
                                "risk": policies.school_risk(suppressed), "protect": [{"record_risk": {"delta": delta}}],
                                "transform": {"suppress_cells": {"cells": "any"}},
                                "release": {"directory": str(folder / f"{suppressed}-release"), "format": "csv"}}))
    return path


def passes(gauze, folder, table, rows, delta):
    """A line for every way of suppressing, and one for every bar of the histograms."""
    lines, bars = [], []
    for suppressed in ("literal", "wildcard"):
        policy = write_policy(folder, table, delta, suppressed)
        asked = subprocess.run([gauze, "risk", policy, "--suppress", "--json", "--quiet"], capture_output=True, text=True, check=True)
        report = json.loads(asked.stdout)
        if report["rows"] != rows or report["above"][0]["rows"] != report["suppress"][0]["above_before"]:
            raise ValueError("the parts of the report contradict each other")
        if suppressed == "literal":
            bars += histogram("before", report["histogram"])
        for tried in report["suppress"]:
            line = {"suppressed": suppressed, "until": tried["until"], "cells": tried["cells"], "above_before": tried["above_before"],
                    "above_after": tried["above_after"], "cells_lost": tried["cells_lost"],
                    "loss_of_10": round(tried["cells_lost"] / (rows * PAPER_QUASI_IDENTIFIERS), 6),
                    "loss_of_27": round(tried["loss"], 6), "highest_before": round(report["highest"], 4),
                    "highest_after": round(tried["highest"], 4)}
            lines.append(line)
            bars += histogram(f"{suppressed} {tried['until']} {tried['cells']}", tried["histogram"])
            print("  ".join(f"{name} {value}" for name, value in line.items()), flush=True)
        if suppressed == "wildcard":
            stars = judge_release(gauze, folder, policy, rows, lines[-1])
    return lines, bars, weigh(stars)


def histogram(name, figures):
    return [{"table": name, "risk_from": figure.removeprefix("records_from."), "records": int(count)}
            for figure, count in figures.items()]


def judge_release(gauze, folder, policy, rows, line):
    """What would be done is what is done: stars of the released file are counted, and gauze verifies it. Returns them by column, and what each column
    tells, in bits."""
    subprocess.run([gauze, "run", policy, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    release = json.loads(policy.read_text())["release"]["directory"]
    subprocess.run([gauze, "verify", release, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    columns = read_columns(f"{release}/data.csv")
    stars = {name: counts["*"] for name, counts in columns.items()}
    released = max(counts.total() for counts in columns.values())
    if (released, sum(stars.values())) != (rows, line["cells_lost"]):
        raise ValueError(f"{released} rows with {sum(stars.values())} stars; {rows} and {line['cells_lost']} were told")
    return columns


def read_columns(path):
    with open(path, newline="") as file:
        rows = csv.reader(file)
        columns = {name: collections.Counter() for name in next(rows)}
        for row in rows:
            for counts, cell in zip(columns.values(), row):
                counts[cell] += 1
    return columns


def weigh(columns):
    """The paper's w_j, which are equal in its experiment: each column's stars, and what it carries of the information in all of them (its entropy)."""
    def bits(counts):
        return -sum(count / counts.total() * math.log2(count / counts.total()) for count in counts.values())

    total = sum(bits(counts) for counts in columns.values())
    return [{"column": name, "stars": counts["*"], "rows": counts.total(), "quasi_identifying": int(name in school.QUASI_IDENTIFIERS),
             "weight": round(bits(counts) / total, 6)} for name, counts in columns.items()]
