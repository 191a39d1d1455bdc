"""The kinds of rivals that tasks choose from: gauze itself, DuckDB without any anonymisation, and libraries of others."""
import json
import pathlib
import subprocess
import sys

import policies
from harness import HERE, ROOT, Skip, Wrong


class Rival:
    def takes(self, case):
        return True


class Gauze(Rival):
    """`gauze run` with one transform; the time is the whole process, its own verification of the written file included."""

    def __init__(self, transform, **parameters):
        self.transform, self.parameters = transform, parameters

    def prepare(self, bench, case, folder):
        transform = case.transform or {self.transform: {"labels": case.labels, **self.parameters}}
        return [*self.start(bench, case, folder, transform), "--quiet", "--json"]

    def start(self, bench, case, folder, transform):
        if next(iter(transform)) not in bench.transforms:
            raise Skip(f"this gauze has no {next(iter(transform))}")
        policy = folder / "policy.json"
        policy.write_text(json.dumps(policies.policy(case, case.source, folder / "release", transform), indent=1))
        command = [bench.gauze, "run", policy]
        for flag, value in (("--memory", case.memory), ("--threads", case.threads)):
            if value and not bench.has_flag("run", flag):
                raise Skip(f"this gauze has no {flag}")
            command += [flag, str(value)] if value else []
        return command

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {(run.errors.strip() or run.output.strip())[:300]}")
        verify(bench, folder / "release")
        manifest = json.loads((folder / "release" / "manifest.json").read_text())
        if manifest["rows"] != case.rows:
            raise Wrong(f"{manifest['rows']} rows")
        return {"classes": manifest["classes"], "ncp": round(manifest["measures"]["ncp"], 5)}


class Attacks(Gauze):
    """`gauze attack all` on a release that one transform has made; the time is the whole process of the attacks."""

    def __init__(self, transform, kinds=("adult", "patients")):
        super().__init__(transform)
        self.kinds = kinds

    def takes(self, case):
        return case.kind in self.kinds

    def prepare(self, bench, case, folder):
        made = subprocess.run(super().prepare(bench, case, folder), capture_output=True, text=True)
        if made.returncode:
            raise Wrong(f"run: exit {made.returncode}: {made.stderr.strip()[:300]}")
        return [bench.gauze, "attack", "all", folder / "release", "--policy", folder / "policy.json", "--json", "--quiet"]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[:300]}")
        tried = [attack for attack in json.loads(run.output) if "not_tried" not in attack]
        downcoding = next(attack["figures"] for attack in tried if attack["attack"] == "downcoding")
        if downcoding.get("success", 1) != 1:
            raise Wrong("a cell that is called certain is another one in the table")
        planned = sum(attack["planned_seconds"] for attack in tried)
        ratio = run.seconds / planned
        manifest = json.loads((folder / "release" / "manifest.json").read_text())
        return {"classes": manifest["classes"], "attacks": {attack["attack"]: round(attack["seconds"], 3) for attack in tried},
                "planned_seconds": round(planned, 2), "time_ratio": round(ratio, 2), "good": "yes" if 0.5 <= ratio <= 2 else "no"}


class Risk(Rival):
    """`gauze risk`, reading included; asked again on one thread, and with the other flag, before its time counts."""

    def __init__(self, *flags):
        self.flags = flags

    def prepare(self, bench, case, folder):
        if not bench.has_flag("risk", "--decide"):
            raise Skip("this gauze has no risk --decide")
        path = ROOT / "examples" / "covid-risk" / "policy.yaml"
        if case.kind != "covid":
            path = folder / "policy.json"
            path.write_text(json.dumps(policies.policy(case, case.source, folder / "release", {"suppress_cells": {}})))
        self.command = [bench.gauze, "risk", str(path), "--source", case.source, "--json", "--quiet"]
        return [*self.command, *self.flags]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {(run.errors.strip() or run.output.strip())[:300]}")
        report = json.loads(run.output)
        if report["rows"] != case.rows:
            raise Wrong(f"{report['rows']} rows")
        if report != self.ask(*self.flags, "--threads", "1"):
            raise Wrong("another answer on one thread")
        if not self.flags and report["above"] != self.ask("--decide")["above"]:
            raise Wrong("another number of records above delta when only that is decided")
        if case.kind == "school":
            compare = [sys.executable, HERE / "brute_risk.py", bench.gauze, folder]
            small = subprocess.run(compare, capture_output=True, text=True)
            if small.returncode:
                raise Wrong(f"a small table: {small.stderr.strip()[-300:]}")
        return {"distinct": report["distinct"], "above": report["above"][0]["rows"]}

    def ask(self, *flags):
        return json.loads(subprocess.run([*self.command, *flags], capture_output=True, text=True, check=True).stdout)


class Profile(Rival):
    """`gauze profile`; what it says of the number of values is counted again by DuckDB."""

    def __init__(self, *flags):
        self.flags = flags

    def prepare(self, bench, case, folder):
        if not bench.has_flag("profile", "--no-sets"):
            raise Skip("this gauze has no profile")
        return [bench.gauze, "profile", case.source, "--json", "--quiet", *self.flags]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {(run.errors.strip() or run.output.strip())[:300]}")
        profile = json.loads(run.output)
        if profile["rows"] != case.rows:
            raise Wrong(f"{profile['rows']} rows")
        counted = json.loads(subprocess.run([sys.executable, HERE / "peers" / "distinct_values.py", case.source],
                                            capture_output=True, text=True, check=True).stdout)
        for column in profile["columns"]:
            if not column["exact"] or column["distinct"] != counted[column["name"]]:
                raise Wrong(f"{column['name']}: {column['distinct']} values, and {counted[column['name']]} by DuckDB")
        best = profile.get("sets", {}).get("best", [])
        return {"exact_sets": f"{sum(found['exact'] for found in best)} of {len(best)}" if best else ""}


class DuckDB(Rival):
    """One statement of DuckDB; `{source}` and `{target}` are put in. It reports the statement's own time, without the
    start of Python, which is in its favour."""

    def __init__(self, statement, settings=""):
        self.statement, self.settings = statement, settings

    def prepare(self, bench, case, folder):
        place = {"source": case.source, "target": folder / f"bare.{case.format}", "temp": folder / "temp",
                 "memory": case.memory}
        return [sys.executable, HERE / "peers" / "duckdb_statement.py", self.settings.format(**place),
                self.statement.format(**place)]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        rows = count_rows(folder / f"bare.{case.format}")
        if rows != case.rows:
            raise Wrong(f"{rows} rows")
        return json.loads(run.output)


class Library(Rival):
    """A Python library, driven by a script of peers/ in an environment of its own. It writes a CSV file of labels and
    reports the time of the anonymisation alone, without start, reading and writing, which is in its favour."""

    def __init__(self, script):
        self.script = script

    def prepare(self, bench, case, folder):
        if not pathlib.Path(bench.peers).exists():
            raise Skip("not installed")
        return [bench.peers, HERE / "peers" / self.script, case.source, folder / "peer.csv", json.dumps(case.protect)]

    def check(self, bench, case, folder, run):
        if run.code == 3:
            raise Skip(run.errors.strip())
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        claims = [argument for entry in case.protect for argument in ("--claim", claim(entry))]
        verify(bench, folder / "peer.csv", "--qi", ",".join(policies.KEYS[case.kind]), *claims)
        return json.loads(run.output.strip().split("\n")[-1])


def count_rows(file):
    """By another process: see `harness.measure`."""
    return int(subprocess.run([sys.executable, HERE / "peers" / "count_rows.py", file], capture_output=True, text=True, check=True).stdout)


def claim(entry):
    """{"k_anonymity": {"k": 5}} as `k_anonymity(k=5)`."""
    (model, parameters), = entry.items()
    return f"{model}({', '.join(f'{key}={value}' for key, value in parameters.items())})"


def verify(bench, target, *more):
    """The same judge for everybody."""
    judged = subprocess.run([bench.gauze, "verify", target, "--quiet", *more], capture_output=True, text=True)
    if judged.returncode:
        raise Wrong(f"verify: {(judged.stdout + judged.stderr).strip()[-300:]}")
