"""Ledgers in every form: CSV and Parquet, full and delta, ranges as bounds, missing cells, dates with a format, free text
that waits with its record, every promise and method. For each, over several batches:

- the new rows of all releases together are the last full release, and what is published as deltas is the same;
- every released row is one record that came, its labels cover it, and no record is there twice;
- every release verifies, alone and as part of the ledger; the manifest tells the smallest class of all batches;
- the same bytes on one thread and on two, from shuffled batches, from CSV and Parquet.

A ledger of format 1, made once and kept in tests/data, can still be read and appended to.
"""
import collections
import json
import shutil
import time

import lib
import ledger_world as world
import pyarrow
import pyarrow.parquet

K = {"k_anonymity": {"k": 3}}
TREE = "".join(f"illness {i};group {i // 2};*\n" for i in range(6))


def forms(folder):
    """Settings of policies, by name."""
    tree = folder / "illness.csv"
    tree.write_text(TREE)
    illness = {"attribute": "illness"}
    with_tree = {"columns": {"illness": {"role": "sensitive", "hierarchy": str(tree)}}}
    age = {"columns": {"age": {"role": "sensitive", "type": "integer"}}}
    return {
        "plain": {},
        "parquet": {"release": {"format": "parquet"}},
        "delta": {"section": {"publish": "delta"}},
        "delta parquet": {"section": {"publish": "delta"}, "release": {"format": "parquet"}},
        "bounds": {"release": {"format": "csv", "ranges": "bounds"}},
        "bounds parquet": {"release": {"format": "parquet", "ranges": "bounds"}},
        "own value": {"missing": "own_value"},
        "wildcard": {"missing": "wildcard"},
        "wildcard parquet": {"missing": "wildcard", "release": {"format": "parquet"}},
        "k": {"protect": [K]},
        "strict": {"section": {"strict": True}},
        "entropy": {"protect": [K, {"l_diversity": {**illness, "kind": "entropy", "l": 2}}]},
        "recursive": {"protect": [K, {"l_diversity": {**illness, "kind": "recursive", "l": 2, "c": 2}}]},
        "equal": {"protect": [K, {"t_closeness": {**illness, "distance": "equal", "t": 0.5}}]},
        "hierarchical": {"protect": [K, {"t_closeness": {**illness, "distance": "hierarchical", "t": 0.4}}], **with_tree},
        "ordered": {"protect": [K, {"t_closeness": {"attribute": "age", "distance": "ordered", "t": 0.3}}], **age},
        "atoms": {"section": {"method": {"atoms": {}}}, "drop": ["note"]},
        "atoms missing": {"section": {"method": {"atoms": {}}}, "drop": ["note"], "missing": "own_value"},
        "paper": {"section": {"method": {"paper": {}}, "accept_known_holes": True}, "drop": ["note"],
                  "protect": [{"l_diversity": {**illness, "kind": "distinct", "l": 2}}]},
        "few at first": {},
        "few at first, parquet": {"release": {"format": "parquet"}},
        "few at first, delta": {"section": {"publish": "delta"}, "release": {"format": "parquet"}},
        "few at first, atoms": {"section": {"method": {"atoms": {}}}, "drop": ["note"]},
        "nobody waits": {"section": {"method": {"pool": {"most_waiting": 0}}}},
    }


def write_parquet(path, rows, drop):
    names = [name for name in rows[0] if name not in drop]
    pyarrow.parquet.write_table(
        pyarrow.table({name: [row[name] or None for row in rows] for name in names}), path)
    return path


def build(suite, folder, policy, batches, drop, threads, shuffled):
    """A ledger of all batches, sealed at the end."""
    folder.mkdir()
    ledger = world.Ledger(suite, folder / "ledger").init(policy)
    for number, rows in enumerate(batches):
        rows = list(rows)
        if shuffled:
            suite.random.shuffle(rows)
        write = write_parquet if shuffled and number % 2 else world.write_batch
        batch = write(folder / f"b{number}.{'parquet' if write is write_parquet else 'csv'}", rows, drop)
        result = ledger.append(batch, "--threads", threads)
        suite.check(result.returncode == 0, f"{folder.name}, batch {number}: {result.stderr}")
    result = ledger.append("--seal", "--threads", threads)
    suite.check(result.returncode == 0, f"{folder.name}, seal: {result.stderr}")
    return ledger


def matched(suite, name, rows, batches, missing):
    """Every row is one record, which its labels cover; by the note that only that record has."""
    people = {person["note"]: person for batch in batches for person in batch}
    notes = [row["note"] for row in rows]
    suite.check(len(set(notes)) == len(notes), f"{name}: a record is there twice")
    wrong = [note for note, row in zip(notes, rows) if not world.covers(row, people[note], missing)]
    suite.check(not wrong, f"{name}: {len(wrong)} rows do not cover their record")


def worst_told(suite, name, ledger, log):
    """The manifest and the report tell the smallest class of all that were ever made, not of the last batch."""
    folder = ledger.folder / "releases" / f"{log[-1]['release']:06}"
    manifest, evidence = (json.loads((folder / path).read_text()) for path in ("manifest.json", "report/evidence.json"))
    known = [label for column in manifest["columns"] if column["role"] == "quasi_identifying" for label in column["released_as"]]
    sizes = [size for line in log for size in
             collections.Counter(tuple(row[label] for label in known) for row in ledger.rows(line["release"], delta=True)).values()]
    told = [promise["worst_class"] for promise in manifest["promises"] if promise["model"] == "k_anonymity"]
    suite.check(told == [{"value": min(sizes), "rows": min(sizes)}], f"{name}: the smallest class has {min(sizes)} rows, told is {told}")
    reported = [promise["worst"]["value"] for promise in evidence["promises"] if promise["model"] == "k_anonymity"]
    suite.check(reported == [min(sizes)] and evidence["risk"]["after"]["highest"] == 1 / min(sizes)
                and evidence["risk"]["after"]["classes"] == len(sizes), f"{name}: the report tells {reported} of {len(sizes)} classes")


def one_form(suite, folder, name, settings):
    folder = folder / name.replace(" ", "-")
    folder.mkdir()
    drop, missing = settings.get("drop", []), "missing" in settings
    batches = [world.patients(suite.random, 50 * i, 50, missing) for i in range(4)]
    if name.startswith("few at first"):  # too few to be a class
        batches[:2] = [batches[0][:2], batches[0][2:] + batches[1]]
    policy = world.write_policy(folder / "policy.json", **settings)
    ledger = build(suite, folder / "one", policy, batches, drop, 1, False)
    other = build(suite, folder / "two", policy, batches, drop, 2, True)
    suite.check(ledger.releases() == other.releases(), f"{name}: other bytes on two threads, from shuffled batches")
    status, log = ledger.json("status"), ledger.json("log")
    suite.check(len(log) == 5 and status["sealed"] and status["came"] == 200
                and status["released"] + status["waiting"] == 200, f"{name}: {status}")
    suite.check(status["released"] > 100, f"{name}: hardly anything was released: {status}")
    suite.check(ledger.verify().returncode == 0, f"{name}: {ledger.verify().stdout}")
    delta = settings.get("section", {}).get("publish") == "delta"
    appends = "atoms" not in name and "paper" not in name
    new = [row for line in log for row in ledger.rows(line["release"], delta=True)] if appends else ledger.rows(4)
    if not delta:
        suite.check(world.multiset(ledger.rows(4)) == world.multiset(new), f"{name}: new rows are not the full release")
    suite.check(len(new) == status["released"], f"{name}: {len(new)} rows are published, {status}")
    if appends and not delta:
        worst_told(suite, name, ledger, log)
    for line in log:
        if ledger.rows(line["release"]):
            suite.expect(0, f"{name}, release {line['release']}", "verify",
                         ledger.folder / "releases" / f"{line['release']:06}", "-q")
    if not drop:
        matched(suite, name, new, batches, missing)
    return world.multiset(new)


def fixture(suite, folder):
    """A ledger that an earlier version made."""
    place = lib.ROOT / "tests" / "data" / "ledger-format-1"
    shutil.copytree(place, folder / "format 1")
    ledger = world.Ledger(suite, folder / "format 1" / "ledger")
    expected = json.loads((place / "expected.json").read_text())
    suite.check(ledger.json("status") == expected["status"], f"format 1: status {ledger.json('status')}")
    suite.check(ledger.json("log") == expected["log"], f"format 1: log {ledger.json('log')}")
    suite.check(ledger.verify().returncode == 0, f"format 1: {ledger.verify().stdout}{ledger.verify().stderr}")
    before = ledger.releases()
    again, fresh = (ledger.append(folder / "format 1" / name) for name in ("first.csv", "next.csv"))
    suite.check(again.returncode == 2 and "appended before" in again.stderr, f"format 1: known keys: {again.stderr}")
    suite.check(fresh.returncode == 0 and world.kept(before, ledger.releases()), f"format 1: append: {fresh.stderr}")
    suite.check(ledger.verify().returncode == 0, "format 1: does not verify after an append")


def main():
    suite = lib.Suite(__doc__, rounds=1, every=6)
    begin = time.monotonic()
    for number in range(suite.flags.rounds):
        folder = suite.folder / f"round{number}"
        folder.mkdir()
        every = list(forms(folder).items())
        for name, settings in suite.random.sample(every, len(every) // suite.flags.every):
            state = suite.random.getstate()
            rows = one_form(suite, folder, name, settings)
            if "delta" in name:
                suite.random.setstate(state)
                full = {**settings, "section": {"publish": "full"}}
                suite.check(one_form(suite, folder, f"{name} as full", full) == rows, f"{name}: not what full publishes")
    fixture(suite, suite.folder)
    print(f"{time.monotonic() - begin:.0f} s")
    suite.finish()


if __name__ == "__main__":
    main()
