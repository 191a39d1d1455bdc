"""Adult with a column of choices, its release, and both read back in the same order."""
import csv
import json
import random
import resource
import subprocess

import real_data

DATA = real_data.DATA / "adult"
COLUMNS = ["age", "sex", "race", "workclass", "education", "marital-status", "occupation"]  # the paper's
PERSONAL = ("education", "age")
BOUNDS = [17, 30, 45, 60, 90]
# The tendency of people: a degree that many have is shown, a higher one or studies without an end get the first alias, and who left
# school before its end chooses the second.
OPEN = ("HS-grad", "Bachelors", "Assoc-voc", "Assoc-acdm")
FIRST = ("Some-college", "Masters", "Prof-school", "Doctorate")
OTHERWISE = 25  # one person in so many chooses otherwise


def usual(education):
    return 1 if education in OPEN else 2 if education in FIRST else 3


def choice(rule, education, rng):
    if rule == "even":  # whatever the education, each choice is as likely
        return rng.choice((1, 2, 3))
    own = usual(education)
    if rule == "tendency" and rng.randrange(OTHERWISE) == 0:
        return rng.choice([other for other in (1, 2, 3) if other != own])
    return own  # rule "fixed": nobody chooses otherwise


def read():
    """Rows without missing values, as dictionaries."""
    with open(DATA / "adult.csv", newline="") as file:
        return [{name: row[name] for name in COLUMNS} for row in csv.DictReader(file, delimiter=";")]


def sample(rows, count, seed=1):
    return random.Random(seed).sample(rows, count)


def write(path, rows, rule):
    """The rows with choices. Returns them."""
    rng = random.Random(1)
    chosen = [{**row, "choice": choice(rule, row["education"], rng)} for row in rows]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, [*COLUMNS, "choice"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(chosen)
    return chosen


def used_by_children():
    """Processor seconds. They hardly depend on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Release:
    """A personal release of rows, made by gauze, with the files around it."""

    def __init__(self, gauze, folder, rows, rule, mode):
        folder.mkdir()
        self.gauze, self.folder, self.mode = gauze, folder, mode
        self.table, self.policy, self.directory = folder / "table.csv", folder / "policy.json", folder / "out"
        self.own = write(self.table, rows, rule)
        self.call("vault", "keys", folder / "server")
        self.policy.write_text(json.dumps(self.make_policy()))
        before = used_by_children()
        self.call("run", self.policy, "--quiet")
        self.processor_seconds = used_by_children() - before
        self.manifest = json.loads((self.directory / "manifest.json").read_text())
        with open(self.directory / "data.csv", newline="") as file:
            self.shown = list(csv.DictReader(file))

    def call(self, *arguments):
        run = subprocess.run([self.gauze, *map(str, arguments)], capture_output=True, text=True)
        if run.returncode != 0:
            raise ValueError(f"exit {run.returncode}: {' '.join(map(str, arguments))}: {run.stderr[-500:]}")
        return run.stdout

    def make_policy(self):
        attributes = {name: {"role": "quasi_identifying"} for name in COLUMNS if name not in PERSONAL}
        attributes["education"] = {"role": "sensitive", "hierarchy": str(DATA / "adult_hierarchy_education.csv")}
        attributes["age"] = {"role": "sensitive", "type": "integer"}
        attributes["choice"] = {"role": "choice"}
        personal = {"recipient": "experiment", "vault": {"file": str(self.folder / "out.vault"), "server": str(self.folder / "server.pub")},
                    "missing_choice": 3,
                    "attributes": {"education": {"aliases": self.mode, "choice": "choice"}, "age": {"grades": BOUNDS}}}
        return {"version": 1, "source": str(self.table), "attributes": attributes, "personal": personal, "protect": [],
                "release": {"directory": str(self.directory)}}

    def pairs(self):
        """T and T′ in one order: sorted by the columns that both show alike and by age, which grades keep in order. People who are
        alike in all these are in any order."""
        def place(row):
            return [row[name] for name in COLUMNS if name not in PERSONAL] + [float(row["age"])]
        own, shown = (sorted(rows, key=place) for rows in (self.own, self.shown))
        if [place(row)[:-1] for row in own] != [place(row)[:-1] for row in shown]:
            raise ValueError("the release does not show the columns as they are")
        return own, shown
