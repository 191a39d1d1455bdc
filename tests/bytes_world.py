"""Releases for bytes.py in which some values are in no row: of every transform, step and ledger method, and of personal releases. What
is private is in the data alone, and in no policy, hierarchy or knowledge table.
"""
import json
import re

import ledger_world
import lib
import personal_world
import sets
from bytes_search import look

QUASI = {"role": "quasi_identifying"}


def weight(rng):
    return f"{rng.uniform(40, 99):.6f}".rstrip("0")


def column(rows, *names):
    return {row[name] for row in rows for name in names}


class Table:
    """A table in a folder with its policy beside it, all paths relative to the folder: such a policy can be packed."""

    def __init__(self, suite, kind, number, rows):
        self.suite, self.name, self.rows = suite, f"{kind} {number}", rows
        self.folder = suite.folder / f"{kind}-{number}"
        self.folder.mkdir()
        lib.write_csv(self.folder / "table.csv", list(rows[0]), rows)
        self.format = ["parquet", "csv"][number % 2]

    def release(self, attributes, protect, method, transform, release=None, environment=None, **more):
        """Runs the policy; gives the folder of the release."""
        policy = {"version": 1, "source": "table.csv", "attributes": attributes, "protect": protect, "transform": {method: transform}, **more,
                  "release": {"directory": "release", "format": self.format, **(release or {})}}
        (self.folder / "policy.json").write_text(json.dumps(policy, indent=1))
        self.suite.expect(0, self.name, "run", self.folder / "policy.json", "--out", self.folder / "release", "-q", env=environment)
        return self.folder / "release"

    def look(self, *columns):
        """The search for values of these columns; names are dropped by all policies."""
        return look(self.suite, self.name, self.folder / "release", column(self.rows, *columns), column(self.rows, "name"), self.folder / "policy.json")


def people(rng, count):
    """Nearly every cell is found nowhere else; the last few are far away from all others."""
    rows = [{"name": f"name-{10_000 + i}", "age": str(rng.randint(20, 60)), "weight": weight(rng), "city": f"city-{rng.randint(10, 19)}",
             "code": f"{rng.choice('KLMNP')}{rng.randint(1_000_000, 9_999_999)}", "illness": f"illness-{int(30 * rng.random() ** 2) + 10}",
             "note": f"note-{10_000 + i}"} for i in range(count)]
    for i, row in enumerate(rows[-3:]):
        row.update(age=str(900 + i), illness=f"outlier-{i}")
    return rows


def attributes(rng):
    """Of people(): hierarchies are built from the data, and in no file."""
    city = rng.choice([{}, {"hierarchy": {"order": {"fanout": 3}}}, {"hierarchy": {"priority": None}}])
    return {"name": {"role": "identifying"}, "age": {**QUASI, "type": "integer"}, "weight": {**QUASI, "type": "decimal"}, "city": {**QUASI, **city},
            "code": {**QUASI, "hierarchy": {"mask": rng.choice(["left", "right"])}}, "illness": {"role": "sensitive"},
            "note": {"role": "insensitive"}}


def check_ends(table, folder):
    """No range reaches beyond released ages, and no figure tells how far the others do."""
    manifest = json.loads((folder / "manifest.json").read_text())
    _, released = (lib.read_csv if table.format == "csv" else lib.read_parquet)(folder / manifest["data"])
    notes = {row["note"] for row in released}
    ages = [int(row["age"]) for row in table.rows if row["note"] in notes]
    ends = [[int(end) for name in row if name.startswith("age") for end in re.findall(r"\d+", row[name])] for row in released]
    table.suite.check(max(max(pair) for pair in ends) <= max(ages), f"{table.name}: a range ends beyond all released rows")
    # A row that is left out has lost everything.
    lost = (sum(pair[-1] - pair[0] for pair in ends) / (max(ages) - min(ages)) + len(table.rows) - len(ends)) / len(table.rows)
    told = manifest["measures"]["attribute_loss.age"]
    table.suite.check(abs(told - lost) < 1e-9, f"{table.name}: the loss of age is {told}, and {lost} by what is released")


def mondrian(suite, number):
    """Rows that are far from all others are left out."""
    rng = suite.random
    table = Table(suite, "mondrian", number, people(rng, rng.randint(200, 400)))
    folder = table.release(attributes(rng), [{"k_anonymity": {"k": rng.randint(4, 8)}}], "mondrian",
                           {"suppress_rows": 0.05, "labels": rng.choice(["node", "set"]), "boxes": ["tight", "cells"][number // 2 % 2]},
                           {"ranges": rng.choice(["interval", "bounds"])})
    check_ends(table, folder)
    return table.look("weight", "code", "illness", "note")


def parts(suite, number):
    """Rows inside of ranges; the release is made by regions, in files, and is several files itself."""
    rng = suite.random
    table = Table(suite, "parts", number, people(rng, 600))
    table.release(attributes(rng), [{"k_anonymity": {"k": rng.randint(4, 8)}}], "mondrian", {"choose": rng.choice(["span", "loss"])},
                  {"ranges": ["bounds", "interval"][number // 2 % 2]}, lib.small_sizes(spool_bytes=3000, region_rows=150, part_rows=100))
    return table.look("weight", "code")


def cluster(suite, number):
    """Rows inside of ranges."""
    rng = suite.random
    table = Table(suite, "cluster", number, people(rng, rng.randint(100, 200)))
    table.release(attributes(rng), [{"k_anonymity": {"k": rng.randint(4, 8)}}], "cluster", {"labels": rng.choice(["node", "set"])},
                  {"ranges": rng.choice(["interval", "bounds"])})
    return table.look("weight", "code")


def suppress_cells(suite, number):
    """Cells of records at risk become *."""
    rng = suite.random
    table = Table(suite, "suppress_cells", number, [
        {**row, "weight": rng.choice(["70.5", "80.5"]) if rng.random() < 0.6 else row["weight"], "code": row["code"] if rng.random() < 0.2 else "none"}
        for row in people(rng, 100)])
    columns = {name: attribute for name, attribute in attributes(rng).items() if name not in ("age", "note")}
    table.release({"age": {"role": "identifying"}, "note": {"role": "identifying"}, **columns}, [{"record_risk": {"delta": rng.choice([0.1, 0.2, 0.4])}}],
                  "suppress_cells", {"cells": rng.choice(["harmless", "any"])},
                  risk={"alpha": 1, "known": dict.fromkeys(("weight", "city", "code"), 0.3), "weights": {"illness": 1}})
    return table.look("weight", "code")


def specialize(suite, number):
    """Every column shows one cut of its hierarchy; what can be guarded is public."""
    rng = suite.random
    table = Table(suite, "specialize", number, [{**row, "illness": f"illness-{rng.randint(10, 15)}"} for row in people(rng, 100)])
    (table.folder / "illness.csv").write_text("".join(f"illness-{i};{['bad', 'good'][i % 2]};*\n" for i in range(10, 16)))
    columns = {**attributes(rng), "age": {"role": "identifying"}, "city": {"role": "identifying"}, "illness": {**QUASI, "hierarchy": "illness.csv"},
               "weight": {**QUASI, "type": "decimal", "hierarchy": {"interval": {"width": 5}}}}
    guard = {"illness": {"guard": ["bad"], "sensitivity": "aggregate"}}
    table.release(columns, [{"freeform": {"threat": rng.choice([0.6, 0.8]), "observable_from": 0.5, "attributes": guard}}], "specialize",
                  {"first": "guarded", "choose": rng.choice(["fall", "ratio"]), "withhold": rng.choice([0, 0.1])})
    return table.look("weight", "code")


def without_folder(policy):
    """The same policy with paths relative to its folder."""
    policy.write_text(policy.read_text().replace(f"{policy.parent}/", ""))
    return policy


def suppress_terms(suite, number):
    """Terms that would give a secret away, and rows that could not be kept. Tables of sets.py with a promise that costs many terms; those
    with this number write every term of their knowledge, which is public, by itself, and none of it looks like a cell."""
    table, name = sets.Table(suite, 6 * number + 5 * (number % 2)), f"suppress_terms {number}"
    for parameters in (parameters for one in table.promised for parameters in one.promise.values()):
        parameters.update({"t": "0.15"} if "t" in parameters else {"c": "1", "l": 3})
    policy = without_folder(table.policy("bytes", ["parquet", "csv"][number // 2 % 2]))
    done = suite.gauze("run", policy, "--out", table.folder / "release", "-q")
    if done.returncode == 2 and "nothing would be left" in done.stderr:
        return 0
    suite.check(done.returncode == 0, f"{name}: {done.stderr[-300:]}")
    private = {row[name] for row in table.rows for name in table.columns if row[name].count(";") > 1} | column(table.rows, "who")
    # The prior was counted in the table: who starts from the policy does not know it.
    return look(suite, name, table.folder / "release", private, policy=policy, original=False)


def personal_release(mode):
    """The kind of personal releases in this mode: secrets that nobody shows, and numbers behind grades."""
    def kind(suite, number):
        rng, folder, name = suite.random, suite.folder / f"{mode}-{number}", f"personal, {mode} {number}"
        folder.mkdir()
        suite.expect(0, name, "vault", "keys", folder / "server")
        rows = [{**row, "person": f"({row['person']})", "income": weight(rng)} for row in personal_world.make_table(rng, 100, 60)]
        lib.write_csv(folder / "table.csv", list(rows[0]), rows)
        section = personal_world.personal_of(folder, mode)
        section["vault"]["server"] = "server.pub"
        policy = without_folder(lib.write_policy(
            folder / "policy.json", folder / "table.csv", personal_world.attributes_of(folder, entity=number // 2 % 2 == 1),
            [{"k_anonymity": {"k": rng.randint(2, 4)}}], {}, {"format": ["parquet", "csv"][number % 2]}, rng.choice(["mondrian", "cluster"]),
            personal=section))
        suite.expect(0, name, "run", policy, "--out", folder / "release", "-q")
        return look(suite, name, folder / "release", column(rows, "secret", "income"), column(rows, "name", "person"), policy,
                    places=[folder / "out.vault"])
    kind.__name__ = f"personal, {mode}"
    return kind


def ledger(name, method=None, **more):
    """The kind of ledgers with this method: people who wait, and rows inside of ranges."""
    def kind(suite, number):
        rng, folder = suite.random, suite.folder / f"{name}-{number}"
        folder.mkdir()
        drop = ["note"] if name in ("atoms", "paper") else []
        policy = ledger_world.write_policy(
            folder / "policy.json", drop=drop, columns={"weight": {**QUASI, "type": "decimal"}}, **more,
            release={"format": ["parquet", "csv"][number % 2], "ranges": rng.choice(["interval", "bounds"])},
            section={"method": {name.split()[0]: method or {}}, "publish": ["full", "delta"][number // 2 % 2], "accept_known_holes": True})
        made, hidden, came = ledger_world.Ledger(suite, folder / "ledger").init(policy), 0, []
        # Two are too few for a class.
        for week, count in enumerate(rng.choice([(2, 40), (40, 2)])):
            batch = [{**row, "weight": weight(rng)} for row in ledger_world.patients(rng, 10_000 + 100 * week, count)]
            for i, row in enumerate(batch[:2]):
                row["illness"] = f"rare-{week}-{i}"
            came += batch
            result = made.append(ledger_world.write_batch(folder / f"{week}.csv", batch, drop))
            suite.check(result.returncode == 0, f"{name} {number}, week {week}: {result.stderr}")
            hidden += look(suite, f"{name} {number}, week {week}", made.folder / "releases" / f"{week:06}",
                           column(came, "weight", "illness", *({"note"} - {*drop})), column(came, "id"), ledger=made.folder)
        return hidden
    kind.__name__ = name
    return kind


SOME_LEFT_OUT = {"transform": {"mondrian": {"suppress_rows": 0.1}}}
KINDS = (mondrian, parts, cluster, suppress_cells, specialize, suppress_terms, personal_release("literal"), personal_release("safe"),
         ledger("pool", {"most_waiting": 6}), ledger("pool first transform", {"first": "transform"}, **SOME_LEFT_OUT), ledger("atoms"),
         ledger("paper", protect=[{"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}]), ledger("anew", **SOME_LEFT_OUT),
         ledger("apart", **SOME_LEFT_OUT))
