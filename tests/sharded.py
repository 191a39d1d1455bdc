"""How a run is done leaves no trace in the release: one thread or two, encoded rows in memory or in files (`sharded`), rows
in another order; regions cut by all tuples or by a sample: the same data and the same manifest, byte for byte; and every release verifies.

Random policies over tables of every kind in tables.py, with sizes that give a small table tens of regions and parts.
A failure prints the policy.
"""
import json

import lib
import tables

ROWS = 3000


def random_promises(rng, attributes, rows):
    """k-anonymity, and often something about the sensitive column."""
    sensitive = next(name for name, attribute in attributes.items() if attribute["role"] == "sensitive")
    values = len({row[sensitive] for row in rows})
    promises = [{"k_anonymity": {"k": rng.randint(2, 12)}}]
    diversity = [{"kind": "distinct", "l": rng.randint(2, min(4, values))}, {"kind": "entropy", "l": 1.3},
                 {"kind": "frequency", "l": 1.1}, {"kind": "recursive", "l": 2, "c": 20}]
    if rng.random() < 0.5:
        promises.append({"l_diversity": {"attribute": sensitive, **rng.choice(diversity)}})
    if rng.random() < 0.4:
        promises.append({"t_closeness": {"attribute": sensitive, "distance": "equal", "t": rng.choice([0.3, 0.5])}})
    return promises


def random_transform(rng):
    labels = rng.choice(["node", "set"])
    if rng.random() < 0.4:
        return "cluster", {"labels": labels, "search": rng.choice([0, 2])}
    transform = {"labels": labels, "choose": rng.choice(["span", "loss"]), "boxes": rng.choice(["tight", "cells"])}
    if rng.random() < 0.15:
        transform["suppress_rows"] = 0.05  # such a table is one region
    return "mondrian", transform


def ways(folder, rows, sample):
    """(name, flags, environment): region and part sizes decide the release, so they are the same for all."""
    sizes = {"region_rows": rows // 25, "part_rows": rows // 7, "sample_tuples": sample}
    for threads, source in ((1, "table.csv"), (2, "shuffled.csv")):
        flags = ["--threads", threads, "--source", folder / source]
        yield f"memory, {threads} threads", flags, lib.small_sizes(**sizes)
        yield f"sharded, {threads} threads", flags, lib.small_sizes(spool_bytes=5000, **sizes)


def prove(suite, number, make):
    rng = suite.random
    folder = suite.folder / str(number)
    folder.mkdir()
    names, rows, attributes = make(rng, ROWS)
    lib.write_csv(folder / "table.csv", names, rows)
    lib.write_csv(folder / "shuffled.csv", names, rng.sample(rows, len(rows)))
    method, transform = random_transform(rng)
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes,
                              random_promises(rng, attributes, rows), transform,
                              {"format": rng.choice(["csv", "parquet"])}, method)
    shown = f"policy {number} ({make.__name__}, {method})"
    expected, before = None, len(suite.report.failures)
    sample = rng.choice([len(rows), len(rows) // 10])  # all tuples, or few
    for way, flags, environment in ways(folder, len(rows), sample):
        target, internal = folder / way.replace(", ", "-").replace(" ", "-"), folder / f"{way}.json"
        done = suite.expect(0, f"{shown}, {way}", "run", policy, "--out", target, "--internal", internal, *flags, "-q",
                            env=environment)
        if done.returncode != 0:
            continue
        mode = json.loads(internal.read_text())["run"]["mode"]
        suite.check(way.startswith(mode), f"{shown}, {way}: ran in mode {mode}")
        there = lib.contents(target)
        expected = expected or there
        suite.check(there == expected, f"{shown}, {way}: another release: "
                    f"{[name for name in {*there, *expected} if there.get(name) != expected.get(name)]}")
        if there != expected or way == "memory, 1 threads":
            suite.expect(0, f"{shown}, {way}", "verify", target, "-q")
    if len(suite.report.failures) > before:
        print(policy.read_text())
    return expected


def main():
    suite = lib.Suite(__doc__, count=10)
    kinds = tables.kinds()
    parts = 0
    for number in range(suite.flags.count):
        release = prove(suite, number, kinds[number % len(kinds)]) or {}
        parts += "data/part-00003.parquet" in release
    print(f"{suite.flags.count} policies, {parts} releases in several parts")
    suite.finish()


if __name__ == "__main__":
    main()
