"""One method on all batches: releases, their loss, who waits, and what an adversary finds who has kept them all."""
import collections
import csv
import json
import resource
import shutil
import subprocess

import duckdb

from experiments.continuing import batches, judge


def processor_seconds():
    """Of all programs that were run so far. Unlike the time by the clock it hardly depends on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(command, codes=(0,)):
    run = subprocess.run([*map(str, command), "--json", "--quiet"], capture_output=True, text=True)
    if run.returncode not in codes:
        raise ValueError(f"{command[1:3]}: exit {run.returncode}: {(run.stderr or run.stdout)[-500:]}")
    return json.loads(run.stdout)


class Sequence:
    """A ledger that batches are appended to, in a folder of its own."""

    def __init__(self, gauze, folder, files, l, name, method, transform=None):
        self.gauze, self.files, self.l, self.name = gauze, files, l, name
        self.folder, self.ledger = folder / "sequence", folder / "sequence" / "ledger"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.policy = batches.write(self.folder / "policy.json", l, method, transform, files[0])
        subprocess.run([gauze, "ledger", "init", self.policy, self.ledger], check=True, capture_output=True)
        self.behind, self.people, self.releases = collections.Counter(), [], []

    def append(self):
        """A line for every release; each was judged by its file."""
        lines = []
        for number, batch in enumerate(self.files):
            before = processor_seconds()
            told = ask([self.gauze, "append", self.ledger, batch])
            used = processor_seconds() - before
            self.releases.append(self.ledger / "releases" / f"{number:06}")
            loss = judge.look(self.releases[-1], self.l, told, ask([self.gauze, "ledger", "status", self.ledger])["loss"])
            lines.append({"l": self.l, "method": self.name, "records": told["came"], "loss": round(loss, 6),
                          "waiting": told["waiting"], "classes": told["classes"],
                          "seconds": round(sum(told["seconds"].values()), 3), "processor_seconds": round(used, 3)})
            self.list_people(number)
            print("  ".join(f"{key} {value}" for key, value in lines[-1].items()), flush=True)
        subprocess.run([self.gauze, "ledger", "verify", self.ledger, "--quiet"], check=True, capture_output=True)
        return lines

    def list_people(self, number):
        """Who is shown for the first time by a release: the adversary knows that, which is the most to be known. The ledger's private
        files hold everybody who was ever released, or only who is new, by method."""
        private = self.ledger / "private"
        columns = [*batches.KEYS, batches.SENSITIVE]
        kept, = (name for name in (f"{number:06}-state", f"{number:06}-records") if (private / name).exists())
        named = ", ".join(f'"{name}"' for name in columns)
        shown = collections.Counter(duckdb.sql(f"SELECT {named} FROM '{private / kept}/*.parquet'").fetchall())
        fresh = shown - self.behind if kept.endswith("state") else shown
        if sum(fresh.values()) + sum(self.behind.values()) != sum((shown | self.behind).values()) and kept.endswith("state"):
            raise ValueError(f"{self.name}: somebody who was released is not any more")
        self.behind = self.behind + fresh
        self.people.append(self.folder / f"people-{number}.csv")
        with open(self.people[-1], "w", newline="") as file:  # sometimes nobody
            csv.writer(file, lineterminator="\n").writerows([columns, *fresh.elements()])

    def attack(self, numbers):
        """How many people an adversary finds who has kept these releases."""
        people, start = [], 0
        for number in numbers:
            people.append(self.folder / f"known-{number}.csv")
            parts = [path.read_text().split("\n", 1) for path in self.people[start:number + 1]]
            people[-1].write_text(parts[0][0] + "\n" + "".join(rows for _, rows in parts))
            start = number + 1
        found = ask([self.gauze, "attack", "inference_channels", *(self.releases[number] for number in numbers), "--policy", self.policy,
                     "--source", *people], (0, 1))["figures"]
        if found["people"] != found["rows"] or found["people.not_surely_shown"]:
            raise ValueError(f"{self.name}: the adversary does not know who is shown: {found}")
        figures = {name: int(found[f"vulnerable.{name}"]) for name in ("one_release", "difference", "intersection", "combination_only")}
        line = {"l": self.l, "method": self.name, "releases": len(numbers), "people": int(found["people"]),
                "vulnerable": int(found["vulnerable"]), "by_pairs": int(found["vulnerable"]) - figures["combination_only"], **figures}
        print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
        return line
