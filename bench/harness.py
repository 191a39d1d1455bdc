"""Runs the rivals of a task: inputs, alternation, time and memory, and the check before a time counts.

A task is a folder of tasks/: its __init__.py says what is measured (`cases`), every other file is a rival. A rival says
whether a case is for it (`takes`), makes a command (`prepare`) and judges what it left (`check`). A new rival is a new file.
"""
import dataclasses
import gzip
import importlib
import itertools
import json
import os
import pathlib
import pkgutil
import shutil
import subprocess
import sys
import time

import policies

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


class Skip(Exception):
    """A rival cannot take part: it is not installed, or this gauze lacks what the task needs."""


class Wrong(Exception):
    """A rival's answer does not keep the promise, so its time does not count."""


@dataclasses.dataclass
class Case:
    """One input and what is asked of it. `kind` is a generator, `real` for Adult itself, or `covid`."""
    kind: str
    rows: int
    format: str = "parquet"
    protect: list = dataclasses.field(default_factory=lambda: policies.K5)
    ranges: str = "interval"
    labels: str = "node"
    memory: str = ""
    threads: int = 0
    transform: dict | None = None  # instead of the rival's own, where a task compares shapes
    columns: int = 0  # only the first ones of a table, where a task asks how time grows with them
    repeats: int = 3
    source: str = ""  # set by the harness

    def name(self):
        """Everything that differs from the usual, for tables and messages."""
        letters = {"real": "Adult", "covid": "Covid", "adult": "A", "patients": "B", "sets": "C", "school": "D",
                   "diagnoses": "E", "wide": "F"}
        words = [letters[self.kind], f"{self.rows:,}", self.format]
        columns = f"{self.columns} columns" if self.columns else ""
        return " ".join(words + [word for word in (self.memory, self.ranges, columns) if word and word != "interval"])


@dataclasses.dataclass
class Run:
    """What a finished process cost, and what it printed."""
    seconds: float
    peak_mib: float
    code: int
    output: str
    errors: str


class Bench:
    """The tools and the place of one run of the benchmarks."""

    def __init__(self, gauze, folder, peers, scale):
        self.gauze, self.folder, self.peers, self.scale = str(gauze), pathlib.Path(folder), str(peers), scale
        self.data = self.folder / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        self.transforms = [entry["name"] for entry in json.loads(self.ask("models", "--json"))["transforms"]]

    def ask(self, *arguments):
        return subprocess.run([self.gauze, *arguments], capture_output=True, text=True).stdout

    def has_flag(self, command, flag):
        return flag in self.ask(command, "--help")

    def source(self, case):
        """The input of a case, made once and kept for the other tasks. By a process of its own: see `measure`."""
        if case.kind == "real":
            return str(policies.DATA / "adult" / "adult.csv")
        path = self.data / f"{case.kind}-{case.rows}.{case.format}"
        if case.kind == "covid" and not path.exists():
            with gzip.open(policies.DATA / "covid" / "covid.csv.gz", "rt") as whole, open(path, "w") as file:
                file.writelines(itertools.islice(whole, case.rows + 1))
        if not path.exists():
            made = subprocess.run([sys.executable, HERE / "generate.py", case.kind, path, "--rows", str(case.rows)],
                                  capture_output=True, text=True)
            if made.returncode:
                shutil.rmtree(path, ignore_errors=True)
                raise Skip("no input: " + made.stderr.strip().split("\n")[-1])
        return str(path / f"*.{case.format}") if path.is_dir() else str(path)


def measure(command, folder):
    """Runs a command and waits. Linux charges a process with the peak of the one that started it, so this program
    must stay small: whatever needs DuckDB or pandas is done by other processes."""
    with open(folder / "output", "w+") as output, open(folder / "errors", "w+") as errors:
        begin = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0), errors.seek(0)
        return Run(seconds, usage.ru_maxrss / 1024, process.returncode, output.read(), errors.read())


def rivals_of(task):
    """Name and rival of every file in a task's folder."""
    names = sorted(module.name for module in pkgutil.iter_modules(task.__path__))
    return {name: importlib.import_module(f"{task.__name__}.{name}").rival for name in names}


def compete(bench, task, case):
    """All rivals of a case in turn, `repeats` times; a result for each, with the best time."""
    results = {}
    try:
        case.source = bench.source(case)
    except Skip as reason:
        return [{"case": describe(case), "rival": name, "skipped": str(reason)}
                for name, rival in rivals_of(task).items() if rival.takes(case)]
    for _ in range(case.repeats):
        for name, rival in rivals_of(task).items():
            if not rival.takes(case):
                continue
            result = results.setdefault(name, {"case": describe(case), "rival": name})
            if "skipped" not in result and "wrong" not in result:
                attempt(bench, rival, case, result)
    return list(results.values())


def attempt(bench, rival, case, result):
    """One run of one rival, checked, and noted in its result if it is the best so far."""
    folder = bench.folder / "run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        command = rival.prepare(bench, case, folder)
        run = measure(command, folder)
        facts = rival.check(bench, case, folder, run)
        seconds = facts.pop("seconds", run.seconds)
        result.setdefault("runs", []).append(round(seconds, 3))
        if seconds < result.get("seconds", float("inf")):
            result.update(facts, seconds=round(seconds, 3), peak_mib=round(run.peak_mib))
        result["peak_mib"] = max(result["peak_mib"], round(run.peak_mib))
    except Skip as reason:
        result["skipped"] = str(reason)
    except Wrong as reason:
        result["wrong"] = str(reason)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"  {case.name()}: {result['rival']}: "
          f"{result.get('skipped') or result.get('wrong') or str(result['runs'][-1]) + ' s'}", flush=True)


def describe(case):
    """A case without the path of its input, which means nothing elsewhere."""
    return {"name": case.name(), **{key: value for key, value in dataclasses.asdict(case).items() if key != "source"}}
