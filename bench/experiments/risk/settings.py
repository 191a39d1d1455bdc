"""What the paper calls future work: how its pre-defined parameters change the risk. Chances of being known and weights are changed, the table stays."""
import json
import subprocess

import policies
from generators import school

MOST = 0.9  # a chance that is multiplied
POLICE = ("weapon", "assault", "juvenile_contact", "corrections_contact")


def times(factor):
    return {name: round(min(MOST, chance * factor), 6) for name, chance in school.KNOWN.items()}


def weights(of_others):
    """Flags of the police weigh 1, the others less."""
    return {name: {"weight": 1 if name in POLICE else of_others, "values": {"yes": 1, "no": 0}} for name in school.FLAGS}


# Name on the page: what differs from the section `risk` of all other figures.
SETTINGS = {"as above": {}, "chances × 2": {"known": times(2)}, "ethnicity and language known with a chance of 0.5": {"known": {**school.KNOWN, "ethnicity": 0.5, "language": 0.5}},
            "flags other than the police's weigh 0.1": {"weights": weights(0.1)}}


def look(gauze, folder, table, delta, name):
    """Share above δ, the highest risk, and how many are beyond the paper's 50."""
    path = folder / "setting.json"
    path.write_text(json.dumps({"version": 1, "source": str(table), "attributes": policies.school(), "risk": {**policies.school_risk(), **SETTINGS[name]},
                                "protect": [{"record_risk": {"delta": delta}}], "transform": {"suppress_cells": {}},
                                "release": {"directory": str(folder / "setting-release")}}))
    asked = subprocess.run([gauze, "risk", path, "--json", "--quiet"], capture_output=True, text=True, check=True)
    report = json.loads(asked.stdout)
    bars = {float(bar.removeprefix("records_from.")): int(count) for bar, count in report["histogram"].items()}
    line = {"setting": name, "above": report["above"][0]["rows"], "share": round(report["above"][0]["share"], 6), "highest": round(report["highest"], 4),
            "from_1": sum(count for start, count in bars.items() if start >= 1), "from_10": sum(count for start, count in bars.items() if start >= 10)}
    print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
    return line


def compare(gauze, folder, table, delta):
    return [look(gauze, folder, table, delta, name) for name in SETTINGS]
