"""Ledgers for the benchmarks: the policies that they are made with, and what an append tells about itself."""
import json
import os
import pathlib
import subprocess

import policies
from harness import Wrong, measure

# The column that tells patients apart; Adult-like rows have none.
KEYS = {"patients": "measurement"}


def policy(kind, publish, waiting, l=5):
    """Every class has l values of the sensitive column; a part of a batch may wait."""
    attributes = policies.ATTRIBUTES[kind]()
    key = {"key": KEYS[kind]} if kind in KEYS else {}
    for name in key.values():
        attributes[name] = {"role": "identifying"}
    return {"version": 1, "attributes": attributes,
            "protect": [{"l_diversity": {"attribute": policies.SENSITIVE[kind], "kind": "distinct", "l": l}}],
            "ledger": {"method": {"pool": {"most_waiting": waiting}}, "publish": publish, **key}, "release": {"format": "parquet"}}


def make(gauze, folder, about):
    """An empty ledger in `folder`."""
    path = folder / "policy.json"
    path.write_text(json.dumps(about, indent=1))
    subprocess.run([gauze, "ledger", "init", path, folder / "ledger"], check=True, capture_output=True)
    return folder / "ledger"


def fill(gauze, folder, case, publish, waiting):
    """A ledger in `folder` that holds the whole input of a case as its first batch, and what that cost."""
    about = policy(case.kind, publish, waiting)
    about["transform"] = {"mondrian": {"choose": "span"}}
    about["ledger"]["method"]["pool"]["first"] = "transform"
    ledger = make(gauze, folder, about)
    run = measure([gauze, "append", ledger, "--json", "--quiet", case.source], folder)
    return ledger, {"first_seconds": round(sum(told(run, case.rows)["seconds"].values()), 2), "first_mib": round(run.peak_mib)}


def told(run, came):
    """What an append reported, once its rows add up."""
    if run.code:
        raise Wrong(f"exit {run.code}: {(run.errors.strip() or run.output.strip())[:300]}")
    report = json.loads(run.output)
    if report["came"] != came or report["released"] + report["waiting"] != came:
        raise Wrong(f"{report['came']} rows came, {report['released']} are released, {report['waiting']} wait, {came} are expected")
    return report


def verify(gauze, ledger):
    judged = subprocess.run([gauze, "ledger", "verify", ledger, "--quiet"], capture_output=True, text=True)
    if judged.returncode:
        raise Wrong(f"verify: {(judged.stdout + judged.stderr).strip()[-300:]}")


def size_mib(ledger):
    """Of all files; what is linked counts once."""
    files = {}
    for folder, _, names in os.walk(ledger):
        for name in names:
            about = (pathlib.Path(folder) / name).stat()
            files[about.st_ino] = about.st_size
    return sum(files.values()) / 2**20
