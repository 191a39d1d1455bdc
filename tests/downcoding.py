"""`attack downcoding` finds exactly what every table with the same tight labels has: on tiny releases by an invented tool, in many spellings, against
all tables that are consistent with them, class by class. On releases of gauze, every claim is right. Of releases whose labels are not tight, but are said to be, some claims are found to be wrong.

--count N makes N tiny releases.
"""
import collections
import itertools
import json

import any_tool
import lib


def consistent_columns(form, label, rows):
    """All columns of a class that have this label."""
    return [values for values in itertools.product(form.domain, repeat=rows) if form.label(values) == label]


def brute_force(forms, shown):
    """(hidden cells, certain cells, classes that hide, classes with a certain tuple, certain tuples), and how many tables were tried."""
    classes = collections.Counter(tuple(row[name] for name in forms) for row in shown)
    hidden = certain = hiding = with_whole = whole = tables = 0
    for labels, rows in classes.items():
        choices = [consistent_columns(form, label, rows) for form, label in zip(forms.values(), labels)]
        if all(len(form.meant(label)) == 1 for form, label in zip(forms.values(), labels)):
            continue
        hiding += 1
        for form, label, columns in zip(forms.values(), labels, choices):
            if len(form.meant(label)) > 1:
                hidden += rows
                certain += sum(min(column.count(value) for column in columns) for value in form.domain)
        least = None
        for table in itertools.product(*choices):
            tables += 1
            found = collections.Counter(zip(*table))
            least = found if least is None else least & found
            if not least:
                break
        whole += sum(least.values())
        with_whole += bool(least)
    return (hidden, certain, hiding, with_whole, whole), tables


def attack(suite, what, *arguments):
    result = suite.expect(0, what, "attack", "downcoding", *arguments, "--json", "-q")
    return json.loads(result.stdout)["figures"] if result.returncode == 0 else {}


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    open_labels = rng.random() < 0.4
    forms = any_tool.open_columns(rng) if open_labels else any_tool.columns(rng)
    rows = any_tool.people(rng, forms, rng.randint(3, 9))
    shown = any_tool.release(rng, forms, rows, least=2)
    lib.write_csv(folder / "rows.csv", list(rows[0]), rows, delimiter=";")
    lib.write_csv(folder / "shown.csv", list(rows[0]), shown, delimiter=";")
    labels = any_tool.describe(folder, forms, tight=True, raised=open_labels)
    what = f"{number}: {folder}"
    found = attack(suite, what, folder / "shown.csv", "--labels", labels, "--source", folder / "rows.csv", "--victims", 0)
    names = ("cells.hidden", "cells.certain", "classes.hidden", "classes.with_whole_tuple", "tuples.certain")
    counted, tables = brute_force(forms, shown)
    seen["tables"] += tables
    seen["certain"] += counted[1]
    seen["open"] += open_labels
    seen["open and certain"] += open_labels and counted[1] > 0
    seen["whole"] += counted[4]
    seen["missed"] += max(0, counted[1] - found.get("cells.certain", 0)) + max(0, counted[4] - found.get("tuples.certain", 0))
    suite.check(tuple(found.get(name) for name in names) == counted, f"{what}: found {found}, counted {counted}")
    if counted[1]:
        suite.check(found.get("success") == 1, f"{what}: claims are wrong: {found}")
        suite.check(0 < found.get("guess", 0) <= 1, f"{what}: guess {found}")
    # Labels of other rows: they cover these, but are not tight.
    wide = [{**row, **{name: "*" for name in forms if rng.random() < 0.7}} for row in shown]
    lib.write_csv(folder / "wide.csv", list(rows[0]), wide, delimiter=";")
    fooled = attack(suite, what, folder / "wide.csv", "--labels", labels, "--source", folder / "rows.csv", "--victims", 0)
    seen["fooled"] += fooled.get("success", 1) < 1


STEPS = {"age": 5, "height": 0.05, "born": "month"}


def ours(suite, number):
    """A release of gauze, with missing cells, odd names, dates and decimals: every claim is right, with whole cells there is none, on a grid there are
    fewer, and what the promise no_certain_cells counts in SQL is the same."""
    rng, folder = suite.random, suite.folder / f"ours{number}"
    folder.mkdir()
    names, rows, attributes = lib.random_table(rng, 150, folder)
    ranges = rng.choice(["interval", "bounds"])
    if ranges == "bounds":  # needs a value in every cell
        rows = [{**row, "age": row["age"] or "40", "city": row["city"] or "Aachen"} for row in rows]
    lib.write_csv(folder / "table.csv", names, rows)
    method = rng.choice(["mondrian", "cluster"])
    boxes = rng.choice(["tight", "grid"] + ["cells"] * (method == "mondrian"))
    transform = {"labels": "node" if boxes == "grid" else rng.choice(["node", "set"]), "boxes": {"grid": STEPS} if boxes == "grid" else boxes}
    if method == "mondrian":
        transform["suppress_rows"] = rng.choice([0, 0.2])
    release = {"format": rng.choice(["csv", "parquet"]), "ranges": ranges}
    protect = [{"k_anonymity": {"k": 3}}, {"no_certain_cells": {"share": 1}}]
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, protect, transform, release, method=method)
    what = f"{folder}, {method}, {transform}, {release}"
    suite.expect(0, what, "run", policy, "-q")
    suite.expect(0, what, "verify", folder / "policy", "-q")
    found = attack(suite, what, folder / "policy", "--policy", policy, "--victims", 0)
    promised = json.loads((folder / "policy" / "manifest.json").read_text())["promises"][1]["figures"]
    same = ("cells.hidden", "cells.certain", "classes.hidden", "classes.with_whole_tuple")
    suite.check(all(promised[name] == found.get(name) for name in same), f"{what}: promised {promised}, found {found}")
    suite.check(promised["rows.off_grid"] == 0, f"{what}: {promised}")
    if boxes == "cells":
        suite.check(found.get("cells.certain") == 0 and found.get("cells.hidden", 0) > 0, f"{what}: {found}")
    elif boxes == "tight":
        suite.check(found.get("cells.certain", 0) > 10 and found.get("success") == 1, f"{what}: {found}")
    else:
        suite.check(found.get("success", 1) == 1, f"{what}: {found}")
        suite.check(found.get("cells.certain") == found.get("column.member.certain"), f"{what}: {found}")


def main():
    suite = lib.Suite(__doc__, count=30)
    for number in range(2 + suite.flags.count // 10):
        ours(suite, number)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    suite.check(0 < seen["open and certain"] < seen["open"], f"open labels tell nothing, or always something: {seen}")
    suite.check(seen["certain"] > suite.flags.count / 2 and seen["whole"] > 0 and (seen["fooled"] > 0 or suite.flags.count < 20), f"nothing was tried: {seen}")
    print(f"{suite.flags.count} releases, {seen['tables']} consistent tables: {seen['certain']} certain cells and {seen['whole']} whole tuples, {seen['missed']} missed")
    suite.finish()


if __name__ == "__main__":
    main()
