"""What the whole-program tests share: running gauze, writing tables and policies, reading releases,
the counter with the closing line.
"""
import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import order

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "bench"))
import real_data  # noqa: E402  pylint: disable=wrong-import-position

DATA = real_data.DATA
SKIPPED = 77  # the exit code that says so to ctest
skipped = []  # what this run has left out


class Report:
    """Counts what passed and prints what did not."""

    def __init__(self):
        self.passed = 0
        self.failures = []

    def check(self, condition, text):
        if condition:
            self.passed += 1
        else:
            self.failures.append(text)
            print(f"FAILED: {text}", flush=True)
        return bool(condition)

    def finish(self):
        print(f"{self.passed} passed, {len(self.failures)} failed")
        if skipped and not self.passed and not self.failures:
            sys.exit(SKIPPED)
        sys.exit(1 if self.failures else 0)


class Suite:
    """One script's run: its flags, a random source, a temporary directory, the program, the report."""

    def __init__(self, doc, **counts):
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
        parser.add_argument("--gauze", type=pathlib.Path, default=ROOT / "build" / "gauze")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--keep", action="store_true", help="keep the temporary directory")
        for name, default in counts.items():
            parser.add_argument(f"--{name}", type=int, default=default)
        self.flags = parser.parse_args()
        self.random = random.Random(self.flags.seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gauze-test-"))
        self.report = Report()
        self.check = self.report.check
        self.in_order = 0
        print(f"seed {self.flags.seed}", flush=True)

    def command(self, *arguments):
        return [str(self.flags.gauze.resolve()), *map(str, arguments)]

    def gauze(self, *arguments, **options):
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, errors="replace",
                              **{"timeout": 600, **options})
        if done.returncode == 0:
            self.look_at_order(list(map(str, arguments)))
        return done

    def look_at_order(self, arguments):
        """Of a release that was just made: its rows are in the order of what they print."""
        folder = made_by(arguments)
        if folder is not None and (folder / "manifest.json").is_file():
            wrong, looked = order.misplaced(folder)
            self.in_order += looked
            self.check(wrong is None, wrong)

    def expect(self, code, name, *arguments, **options):
        """Runs gauze and checks its exit code; the output of a surprise is shown."""
        result = self.gauze(*arguments, **options)
        self.check(result.returncode == code,
                   f"{name}: exit {result.returncode}, not {code}: {' '.join(map(str, arguments))}\n"
                   f"{result.stdout[-500:]}{result.stderr[-500:]}")
        return result

    def finish(self):
        if self.in_order:
            print(f"{self.in_order} releases in the order of what they print")
        if self.flags.keep:
            print(f"kept {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.report.finish()


def made_by(arguments):
    """The folder of the release that a command has made; None if it makes none."""
    if arguments[0] == "append" and len(arguments) > 1:
        numbers = sorted(path for path in (pathlib.Path(arguments[1]) / "releases").glob("[0-9]*"))
        return numbers[-1] if numbers else None
    if arguments[0] != "run":
        return None
    if "--out" in arguments:
        return pathlib.Path(arguments[arguments.index("--out") + 1])
    try:
        return pathlib.Path(json.loads(pathlib.Path(arguments[1]).read_text())["release"]["directory"])
    except (OSError, ValueError, KeyError):
        return None


def have_data(what, more=()):
    """Real tables are not part of the repository: a clone without them still passes, and says what it has left out."""
    reason = real_data.lacking(more)
    if reason:
        skipped.append(what)
        print(f"skipped: {what}: {reason}", flush=True)
    return not reason


def write_policy(path, source, attributes, protect, transform=None, release=None, method="mondrian", **more):
    """A policy as JSON, which is YAML. Returns its path."""
    policy = {"version": 1, "source": str(source), "attributes": attributes, "protect": protect, **more}
    if transform is not None:
        policy["transform"] = {method: transform}
    policy["release"] = {"directory": str(path.with_suffix("")), **(release or {})}
    path.write_text(json.dumps(policy, indent=1))
    return path


def small_sizes(**sizes):
    """The environment in which a small table takes the path of a large one: spool_bytes, region_rows, part_rows."""
    return {**os.environ, **{f"GAUZE_{name.upper()}": str(size) for name, size in sizes.items()}}


def contents(folder):
    """Every file of a release with its bytes, by path; None if there is no folder."""
    if not folder.is_dir():
        return None
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def write_csv(path, names, rows, **dialect):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, **{"lineterminator": "\n", **dialect})
        writer.writerow(names)
        writer.writerows([row[name] for name in names] for row in rows)


def read_csv(path, **dialect):
    """Column names and rows as dictionaries."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, **dialect)
        rows = list(reader)
        return reader.fieldnames, rows


def read_parquet(path):
    """The same of a Parquet file: cells as text, NULL as ""."""
    import pyarrow.parquet
    table = pyarrow.parquet.read_table(path)
    rows = [{name: "" if cell is None else str(cell) for name, cell in row.items()}
            for row in table.to_pylist()]
    return table.column_names, rows


def adult_hierarchy(name):
    return str(DATA / "adult" / f"adult_hierarchy_{name}.csv")


def adult_attributes(age="integer"):
    """Adult with ARX's hierarchies; `age` as numbers or with its hierarchy."""
    attributes = {name: {"role": "quasi_identifying", "hierarchy": adult_hierarchy(name)}
                  for name in ("sex", "race", "marital-status", "education", "native-country",
                               "workclass", "salary-class")}
    attributes["age"] = {"role": "quasi_identifying", "type": "integer"}
    if age == "hierarchy":
        attributes["age"]["hierarchy"] = adult_hierarchy("age")
    attributes["occupation"] = {"role": "sensitive", "hierarchy": adult_hierarchy("occupation")}
    return attributes


def quasi_identifiers(attributes):
    return [name for name, attribute in attributes.items() if attribute["role"] == "quasi_identifying"]


def random_table(rng, count, path):
    """A table of mixed types with missing cells and odd texts, its hierarchy beside it.

    Returns names, rows and attributes; the sensitive columns are `illness` and `income`."""
    cities = ["Aachen", "Bad, Ems", "C\"aub", "Döbeln", " Eutin", "Fürth "]
    tree = path / "city.csv"
    write_csv(tree, ["0", "1", "2"], [{"0": city, "1": f"region {i // 2}", "2": "*"}
                                      for i, city in enumerate(cities)], delimiter=";")
    tree.write_text(tree.read_text().split("\n", 1)[1])
    illnesses = [f"illness {i}" for i in range(rng.randint(4, 8))]
    rows = [{"age": str(rng.randint(18, 80)) if rng.random() > 0.05 else "",
             "height": f"{rng.randint(1500, 2000) / 1000}",
             "city": rng.choice(cities) if rng.random() > 0.03 else "",
             "born": f"{rng.randint(1940, 2005)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
             "member": rng.choice(["true", "false"]),
             "illness": rng.choice(illnesses),
             "income": str(rng.randint(10, 99) * 1000),
             "note": rng.choice(["a", "b", "", "c \"d\", e"]),
             "name": f"name {rng.random()}"} for _ in range(count)]
    attributes = {"age": {"role": "quasi_identifying", "type": "integer"},
                  "height": {"role": "quasi_identifying", "type": "decimal"},
                  "city": {"role": "quasi_identifying", "hierarchy": str(tree)},
                  "born": {"role": "quasi_identifying", "type": "date"},
                  "member": {"role": "quasi_identifying", "type": "boolean"},
                  "illness": {"role": "sensitive"},
                  "income": {"role": "sensitive", "type": "integer"},
                  "note": {"role": "insensitive"},
                  "name": {"role": "identifying"}}
    return list(rows[0]), rows, attributes
