"""Adversaries against releases: `attack linkage` finds at least k candidates for everyone in Adult, by mondrian and by
cluster, with every kind of label; it finds the breach when a class is broken by hand; and it counts what a reader of
the file counts here, in plain Python, row by row.
"""
import collections
import json

import lib
import tables

K = 5


def attack(suite, what, release, policy, **flags):
    more = [text for name, value in flags.items() for text in (f"--{name}", value)]
    result = suite.expect(0, what, "attack", "linkage", release, "--policy", policy, "--json", "-q", *more)
    return json.loads(result.stdout) if result.returncode == 0 else {"holds": None, "figures": {}}


def break_class(folder, attributes):
    """A release from which all rows but one of its smallest class are gone; of several the narrowest: nodes of others may cover a wide one."""
    names, rows = lib.read_csv(folder / "data.csv")
    quasi = lib.quasi_identifiers(attributes)
    sizes = collections.Counter(tuple(row[name] for name in quasi) for row in rows)
    spread = {name: collections.Counter(row[name] for row in rows) for name in quasi}
    smallest = min(sizes, key=lambda labels: (sizes[labels], sum(label == "*" for label in labels),
                                              sum(spread[name][label] for name, label in zip(quasi, labels))))
    victims = [row for row in rows if tuple(row[name] for name in quasi) == smallest]
    gone = {id(row) for row in victims[1:]}
    kept = [row for row in rows if id(row) not in gone]
    lib.write_csv(folder.parent / "broken.csv", names, kept)
    return folder.parent / "broken.csv"


def adult(suite):
    rng = suite.random
    for method, transform in (("mondrian", {"labels": "node"}), ("mondrian", {"labels": "set", "boxes": "cells"}),
                              ("cluster", {"labels": "node"}), ("cluster", {"labels": "set"})):
        what = f"adult, {method}, {transform}"
        folder = suite.folder / f"adult-{method}-{transform['labels']}"
        folder.mkdir()
        names, rows, attributes = tables.adult(rng, 6000)
        lib.write_csv(folder / "table.csv", names, rows)
        policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, [{"k_anonymity": {"k": K}}],
                                  transform, method=method)
        suite.expect(0, what, "run", policy, "-q")
        found = attack(suite, what, folder / "policy", policy, victims=0)
        figures = found["figures"]
        suite.check(found["holds"] and figures.get("candidates.fewest", 0) >= K, f"{what}: {found}")
        suite.check(figures.get("candidates.fewest_if_class_is_known", 0) >= K, f"{what}: {found}")
        suite.check(figures.get("victims") == len(rows) and figures.get("victims.without_candidates") == 0,
                    f"{what}: somebody was not found: {figures}")
        sample = [attack(suite, what, folder / "policy", policy, victims=100, threads=threads) for threads in (1, 2)]
        suite.check(sample[0] == sample[1] and sample[0]["figures"].get("victims", 0) >= 100,
                    f"{what}: two samples differ: {sample}")
        print(f"{what}: " + ", ".join(f"{name} {figures.get(name, 0):.4g}" for name in (
            "candidates.fewest", "reidentification.mean", "classes.mean", "posterior.occupation.highest")))
        broken = attack(suite, f"{what}, broken", break_class(folder / "policy", attributes), policy, victims=0)
        suite.check(broken["figures"].get("candidates.fewest_if_class_is_known") == 1,
                    f"{what}: the broken class was not found: {broken}")
        if method == "mondrian":  # where boxes overlap, others may still cover whoever lost a class
            suite.check(broken["holds"] is False, f"{what}: the breach was not found: {broken}")


def covers(label, cell, kind, sets, parents):
    """Whether a label can stand for a cell; from docs/transforms/mondrian.md."""
    if label == "*" or cell == "":
        return label in ("*", cell)
    if label == "":
        return False
    if kind in ("number", "date"):
        number = float if kind == "number" else str
        if not label.startswith("["):
            return number(label) == number(cell)
        low, high = map(number, label[1:-1].split(", "))
        return low <= number(cell) and (number(cell) < high if label.endswith(")") else number(cell) <= high)
    if sets:
        plain = label.startswith("{")
        return cell in (label[1:-1].split("|") if plain else [label])
    return label in (cell, *parents.get(cell, ()))


def brute_force(rows, released, kinds, sets, parents):
    """Candidates of every victim, and the largest share of an illness among them."""
    candidates, posteriors = [], []
    for row in rows:
        fits = [other for other in released
                if all(covers(other[name], row[name], kind, sets, parents) for name, kind in kinds.items())]
        candidates.append(len(fits))
        counts = collections.Counter(other["illness"] for other in fits)
        posteriors.append(max(counts.values(), default=0) / max(1, len(fits)))
    return candidates, posteriors


def small_tables(suite):
    for number in range(suite.flags.count):
        folder = suite.folder / f"small{number}"
        folder.mkdir()
        names, rows, attributes = lib.random_table(suite.random, 120, folder)
        lib.write_csv(folder / "table.csv", names, rows)
        method = suite.random.choice(["mondrian", "cluster"])
        transform = {"labels": suite.random.choice(["node", "set"])}
        if method == "mondrian":
            transform["boxes"] = suite.random.choice(["tight", "cells"])
        policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, [{"k_anonymity": {"k": 3}}],
                                  transform, method=method)
        what = f"small table {number}, {method}, {transform}"
        if suite.expect(0, what, "run", policy, "-q").returncode != 0:
            continue
        figures = attack(suite, what, folder / "policy", policy, victims=0)["figures"]
        _, released = lib.read_csv(folder / "policy" / "data.csv")
        tree = [line.split(";") for line in (folder / "city.csv").read_text().splitlines()]
        parents = {line[0].strip('"').replace('""', '"'): line[1:] for line in tree}
        kinds = {"age": "number", "height": "number", "city": "text", "born": "date", "member": "text"}
        candidates, posteriors = brute_force(rows, released, kinds, transform["labels"] == "set", parents)
        wanted = {"victims": len(rows), "victims.without_candidates": 0, "candidates.fewest": min(candidates),
                  "candidates.mean": sum(candidates) / len(rows),
                  "reidentification.mean": sum(1 / max(1, count) for count in candidates) / len(rows),
                  "posterior.illness.highest": max(posteriors), "posterior.illness.mean": sum(posteriors) / len(rows)}
        for name, value in wanted.items():
            suite.check(abs(figures.get(name, -1) - value) < 1e-5 * max(1, value),
                        f"{what}: {name} is {figures.get(name)}, counted {value}")


def main():
    suite = lib.Suite(__doc__, count=8)
    if lib.have_data("attacks on Adult"):
        adult(suite)
    small_tables(suite)
    suite.finish()


if __name__ == "__main__":
    main()
