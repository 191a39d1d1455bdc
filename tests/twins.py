"""What is published is a function of what is released, and of counts that the docs name. Two tables that differ only in what is
hidden (a row that is left out, a starred cell, a number inside a range, somebody who waits) and whose releases have the same rows,
byte for byte, have the same manifest, evidence, page and pictures. Pairs whose rows differ are no twins, and are not looked at.
"""
import json
import re

import ledger_world
import lib

# Figures of the input that the docs name (transforms/suppress_cells.md), and what tells two personal releases apart.
NAMED = re.compile(r"transform_figures\.(records_|rounds)|personal\.(release|vault)$")
FILES = {"tree.csv": "".join(f"illness-{i};group-{i // 4};*\n" for i in range(40)),
         "knowledge.json": json.dumps({"Flu": ["fever", "cough", "ache"], "Cold": ["cough", "sneezing"], "Measles": ["fever", "rash"], "Migraine": ["ache", "nausea"]})}
QI = {"age": {"role": "quasi_identifying", "type": "integer"}, "sex": {"role": "quasi_identifying"}, "note": {"role": "insensitive"}}
ILLNESS, LEFT_OUT = {"illness": {"role": "sensitive"}}, {"mondrian": {"suppress_rows": 0.02}}


def leaves(value, path=""):
    if isinstance(value, (dict, list)) and value:
        for name, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(below, f"{path}.{name}")
    else:
        yield path, str(value)


def compare(suite, name, *folders):
    """1 if the two are twins; then every public file is the same."""
    one, other = map(lib.contents, folders)
    data = [{path for path in files if path.startswith(("data", "delta"))} for files in (one, other)]
    if data[0] != data[1] or any(one[path] != other[path] for path in data[0]):
        return 0
    told = set(one.keys() ^ other.keys())
    for path in (path for path in one if one[path] != other.get(path)):
        if path.endswith(".json"):
            differ = set(leaves(json.loads(one[path]))) ^ set(leaves(json.loads(other[path])))
            told |= {path + field for field, _ in differ if not NAMED.search(field)}
        elif not path.endswith(("record_risk.svg", "report.html")):  # drawn from what was just compared
            told.add(path)
    suite.check(not told, f"{name}: {len(told)} figures tell what is hidden: {sorted(told)[:3]}")
    return 1


def pair(suite, folder, rows, hide, attributes, protect, transform, **more):
    """A release, and that of a table in which `hide` has changed something that no row shows."""
    rows, shown = [dict(row) for row in rows], {}
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for name in ("one", "other"):
        hidden = name == "other" and next((row for row in rows if hide(row, shown.get(row["note"]))), None)
        (folder / name).mkdir()
        lib.write_csv(folder / name / "table.csv", list(rows[0]), rows)
        left = {column: {"role": "identifying"} for column in rows[0] if column not in attributes}
        policy = lib.write_policy(folder / name / "policy.json", "table.csv", attributes | left, protect, release={"directory": "out", "format": "csv"}, **more)
        policy.write_text(json.dumps(json.loads(policy.read_text()) | {"transform": transform}))
        suite.expect(0, folder.name, "run", policy, "--out", folder / name / "out", "-q")
        shown = {row["note"]: row for row in lib.read_csv(folder / name / "out" / "data.csv")[1]}
    return compare(suite, folder.name, folder / "one" / "out", folder / "other" / "out") if hidden else 0


def people(rng, count):
    rows = [{"age": str(rng.randint(20, 60)), "sex": rng.choice("fm"), "illness": f"illness-{rng.randint(0, 6)}", "income": str(rng.randint(100, 900)),
             "terms": ";".join(sorted(rng.sample(["fever", "cough", "rash", "nausea"], rng.randint(0, 2)))), "note": f"note-{i}"} for i in range(count)]
    rows[-1].update(age="900", illness="illness-0")
    return rows


def left_out(suite, folder, number):
    """A row that is far from all others: how far, and with which illness; with steps and hierarchies."""
    tree = [{}, {"hierarchy": "../tree.csv"}, {"hierarchy": {"order": {"fanout": 4}}}][number % 3]
    attributes, transform = QI | {"illness": ILLNESS["illness"] | tree}, [LEFT_OUT]
    protect = [{"k_anonymity": {"k": 4}}, {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}]
    if number % 2:
        attributes["terms"] = {"role": "quasi_sensitive", "type": "set"}
        protect.append({"qs_diversity": {"attribute": "terms", "knowledge": "../knowledge.json", "c": 1, "l": 2}})
        transform.append({"suppress_terms": {"nodes": 2000}})
    new = {"age": str(suite.random.randint(901, 2000)), "illness": f"illness-{suite.random.randint(7, 39)}"}
    return pair(suite, folder, people(suite.random, 120), lambda row, shown: shown is None and not row.update(new), attributes, protect, transform)


def graded(suite, folder, number):
    """The same row, in a release that shows grades."""
    suite.expect(0, "keys", "vault", "keys", folder / "server")
    personal = {"recipient": "us", "missing_choice": 3, "attributes": {"income": {"grades": [0, 1000, 100_000]}}, "vault": {"file": "vault", "server": "../server.pub"}}
    return pair(suite, folder, people(suite.random, 120), lambda row, shown: shown is None and not row.update(income="99999"),
                QI | {"income": {"role": "sensitive", "type": "integer"}}, [{"k_anonymity": {"k": 4}}], LEFT_OUT, personal=personal)


def behind(suite, folder, number):
    """A number inside a range."""
    def hide(row, shown):
        low, *_, high = map(int, re.findall(r"\d+", 2 * shown["age"]))
        return low < int(row["age"]) < high - 1 and not row.update(age=str(int(row["age"]) + 1))
    return pair(suite, folder, people(suite.random, 60)[:-1], hide, QI | ILLNESS, [{"k_anonymity": {"k": 12}}], {["mondrian", "cluster"][number % 2]: {}})


def starred(suite, folder, number):
    """A cell that became *."""
    rng = suite.random
    rows = [{"age": str(rng.randint(20, 24)), "sex": rng.choice("fm"), "illness": f"illness-{rng.randint(0, 1)}", "note": f"note-{i}"} for i in range(30)]
    risk = {"alpha": 100, "known": {"age": 0.3, "sex": 0.5}, "weights": {"illness": {"weight": 1, "values": {"illness-1": 1}, "others": 0}}}
    return pair(suite, folder, rows, lambda row, shown: shown["age"] == "*" and not row.update(age="77"), QI | ILLNESS, [{"record_risk": {"delta": 25}}], {"suppress_cells": {}}, risk=risk)


def waiting(suite, folder, number):
    """Somebody who waits in a ledger."""
    batches = [ledger_world.patients(suite.random, 1000 * week, 40) for week in range(2)]
    model = [{"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}}, {"t_closeness": {"attribute": "illness", "distance": "equal", "t": 0.7}}][number % 2]
    policy = ledger_world.write_policy(folder / "policy.json", protect=[{"k_anonymity": {"k": 3}}, model])
    for name, hidden in (("one", {"age": "900", "illness": "rare"}), ("other", {"age": str(suite.random.randint(901, 2000)), "illness": "other"})):
        ledger = ledger_world.Ledger(suite, folder / name).init(policy)
        batches[0][0].update(hidden)
        for week, rows in enumerate(batches):
            ledger.append(ledger_world.write_batch(folder / f"{name}-{week}.csv", rows))
    return sum(compare(suite, f"{folder.name}, week {week}", *(folder / name / "releases" / f"{week:06}" for name in ("one", "other"))) for week in range(2))


def main():
    suite = lib.Suite(__doc__, count=20)
    kinds, twins = (left_out, graded, behind, starred, waiting), {}
    for number in range(suite.flags.count):
        kind, folder = kinds[number % len(kinds)], suite.folder / f"{kinds[number % len(kinds)].__name__}-{number // len(kinds)}"
        folder.mkdir()
        twins[kind.__name__] = twins.get(kind.__name__, 0) + kind(suite, folder, number // len(kinds))
    suite.check(all(twins.values()), f"every kind has twins: {twins}")
    print(f"twins: {twins}")
    suite.finish()


if __name__ == "__main__":
    main()
