"""Every figure of evidence.json, counted again by SQL from the files of the release and from the original, for random
policies; the schema accepts both forms; the public form shows nothing of the original.

Bins and labels are read by report_reader.py, rows are counted by DuckDB's own Python package (report_world.py). A failure prints the policy.
"""
import json

import jsonschema
import lib
import report_world
import tables
from report_world import MOST_ROWS, World


def check_public(suite, release, policy, document, schema):
    """Made from the release alone; the same whether the original was at hand or not."""
    forms = []
    for name, flags in (("alone", []), ("beside", ["--policy", policy])):
        out = suite.folder / f"public-{name}"
        suite.expect(0, "public report", "report", release, *flags, "--public", "--out", out, "--quiet")
        forms.append(json.loads((out / "evidence.json").read_text()))
    suite.check(forms[0] == forms[1], "the public form does not depend on the original")
    page, *public = (lib.contents(folder)[name] for folder, name in ((release / "report", "report.html"), (release / "report", "evidence.json"),
                                                                     (suite.folder / "public-alone", "evidence.json")))
    suite.check(public[0] == public[1] and page == (suite.folder / "public-alone" / "report.html").read_bytes(),
                "the release was published with its public report")
    for form in (document, *forms):
        problems = list(jsonschema.Draft202012Validator(schema).iter_errors(form))
        suite.check(not problems, f"schema: {problems[:1]}")


def random_promises(rng, attributes):
    sensitive = [name for name, one in attributes.items() if one["role"] == "sensitive"]
    promises = [{"k_anonymity": {"k": rng.randint(2, 12)}}]
    if rng.random() < 0.5:
        promises.append({"l_diversity": {"attribute": sensitive[0], "kind": "distinct", "l": 2}})
    return promises


def random_transform(rng):
    labels = rng.choice(["node", "set"])
    if rng.random() < 0.3:
        return "cluster", {"labels": labels}
    return "mondrian", {"labels": labels, "choose": rng.choice(["span", "loss"]),
                        "boxes": rng.choice(["tight", "cells"]), "suppress_rows": rng.choice([0, 0, 0.05])}


def numbers(json_value, path=()):
    """Paths of the numbers of a document."""
    if isinstance(json_value, (dict, list)):
        for key, value in json_value.items() if isinstance(json_value, dict) else enumerate(json_value):
            yield from numbers(value, (*path, key))
    elif isinstance(json_value, (int, float)) and not isinstance(json_value, bool):
        yield path


def changed(document, path, rng):
    """A copy in which one number is another."""
    copied = json.loads(json.dumps(document))
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += rng.choice([1, -1])
    return copied


def check_everything(world, policy, source, check):
    for one in (report_world.check_classes, report_world.check_uniqueness, report_world.check_promises, report_world.check_loss, report_world.check_distributions,
                report_world.check_dependence, report_world.check_learning):
        one(world, check)
    report_world.check_about(world, policy, source, check)
    sample = world.document["sample"]
    for table in ("original", "released"):
        check(sample[f"{table}_rows"] == world.ask(f"SELECT count(*) FROM {table} WHERE {world.sampled(table)}")[0][0], f"sample of {table}")


def check_changes(world, suite, policy, source, count):
    """The checks themselves: a number that is changed anywhere is found. Attacks have tests of their own."""
    document = world.document
    paths = [path for path in numbers(document) if path[0] not in ("evidence", "attacks") and path[-1] != "cell"]
    for path in suite.random.sample(paths, count):
        world.document, found = changed(document, path, suite.random), []
        check_everything(world, policy, source, lambda good, _: found.append(good))
        suite.check(not all(found), f"a changed number is not found: {path}")
    world.document = document


def prove(suite, number, make, count, schema):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    names, rows, attributes = make(rng, count, folder)
    source = folder / "table.csv"
    lib.write_csv(source, names, rows)
    method, transform = random_transform(rng)
    release = {"format": rng.choice(["csv", "parquet"])}
    policy = lib.write_policy(folder / "policy.json", source, attributes, random_promises(rng, attributes), transform, release, method)
    suite.expect(0, "run", "run", policy, "--quiet")
    suite.expect(0, "report", "report", folder / "policy", "--policy", policy, "--out", folder / "report", "--quiet", "--victims", 20)
    before = len(suite.report.failures)
    document = json.loads((folder / "report" / "evidence.json").read_text())
    world = World(folder / "policy", json.loads(policy.read_text()), attributes, document)
    check_everything(world, policy, source, lambda good, text: suite.check(good, f"policy {number} ({make.__name__}): {text}"))
    if count < MOST_ROWS:
        check_changes(world, suite, policy, source, suite.flags.changes)
    check_public(suite, folder / "policy", policy, document, schema)
    if len(suite.report.failures) > before:
        print(policy.read_text())


def check_of_run(suite):
    """A run keeps the sample of a large release as it writes it: the same as whoever reads the files finds."""
    source, small_parts = suite.folder / "patients.csv", lib.small_sizes(part_rows=50_000)
    names, rows, attributes = tables.patients(suite.random, MOST_ROWS + 20_000)
    lib.write_csv(source, names, rows)
    for kind in ("csv", "parquet")[:suite.flags.formats]:
        policy = lib.write_policy(suite.folder / f"{kind}.json", source, attributes, [{"k_anonymity": {"k": 5}}], {}, {"format": kind})
        run, report = (suite.folder / f"{kind}-{who}" for who in ("run", "report"))
        suite.expect(0, "run", "run", policy, "--report", run, "--quiet", env=small_parts)
        suite.expect(0, "report", "report", suite.folder / kind, "--policy", policy, "--out", report, "--quiet")
        suite.check((run / "evidence.json").read_bytes() == (report / "evidence.json").read_bytes(),
                    f"{kind}: the report of a run differs from one of its files")


def plain(kind):
    """A kind of tables.py whose hierarchies report_reader.py can read."""
    def make(rng, count, _folder):
        names, rows, attributes = kind(rng, count)
        for one in attributes.values():
            if isinstance(one.get("hierarchy"), dict) and "mask" not in one["hierarchy"]:
                del one["hierarchy"]
        return names, rows, attributes
    make.__name__ = kind.__name__
    return make


def check_example(suite):
    """tests/data/evidence-clinic.json is what others build on: it is made by this program, byte for byte."""
    policy, kept = lib.ROOT / "examples" / "clinic" / "policy.yaml", lib.ROOT / "tests" / "data" / "evidence-clinic.json"
    suite.expect(0, "clinic", "run", policy, "--out", suite.folder / "clinic", "--report", suite.folder / "clinic-report", "--quiet")
    made = suite.folder / "clinic-report" / "evidence.json"
    suite.check(made.read_bytes() == kept.read_bytes(), f"the example is out of date: cp {made} {kept} (run with --keep)")
    suite.check(made.stat().st_mode & 0o777 == 0o600, "internal evidence is its owner's")


def check_others(suite, schema):
    """Pages of a risk and of an attack alone hold what the command prints; a release may be without a page."""
    clinic, bare, out = lib.ROOT / "examples" / "clinic" / "policy.yaml", suite.folder / "bare", suite.folder / "other"
    suite.expect(0, "no report", "run", clinic, "--out", bare, "--no-report", "--quiet")
    suite.check(sorted(path.name for path in bare.iterdir()) == ["data.csv", "manifest.json"], "--no-report")
    names = lib.read_csv(bare / "data.csv")[0]
    attributes = {name: {"role": "quasi_identifying"} for name in names} | {names[-1]: {"role": "sensitive"}}
    policy = {"version": 1, "source": str(bare / "data.csv"), "attributes": attributes, "protect": [{"record_risk": {"delta": 0.1}}],
              "risk": {"alpha": 1, "known": dict.fromkeys(names[:-1], 0.3), "weights": {names[-1]: 1}}, "transform": {"suppress_cells": {}}}
    (suite.folder / "risk.json").write_text(json.dumps(policy))
    for section, command in (("attacks", ["attack", "linkage", bare, "--policy", clinic]),
                             ("record_risk", ["risk", suite.folder / "risk.json", "--known-times", "2", "--suppress"])):
        told = json.loads(suite.expect(0, section, *command, "--json", "--quiet", "--report", out).stdout)
        document = json.loads((out / "evidence.json").read_text())
        problems = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
        suite.check(not problems, f"{section}: schema: {problems[:1]}")
        suite.check(list(document) == ["evidence", "gauze", "form", section], f"{section}: {list(document)}")
        same = document[section] == told if section == "record_risk" else document[section][0]["figures"] == told["figures"]
        suite.check(same, f"{section}: other figures than printed")
        suite.check((out / "report.html").stat().st_mode & 0o777 == 0o600, f"{section}: its owner's")


def main():
    suite = lib.Suite(__doc__, count=2, rows=200, sampled=0, changes=1, formats=1)
    schema = json.loads(suite.gauze("schema", "--evidence").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    check_example(suite)
    check_others(suite, schema)
    check_of_run(suite)
    kinds = [lib.random_table, *(plain(kind) for kind in tables.kinds() if kind is not tables.adult)]
    for number in range(suite.flags.count):
        prove(suite, number, kinds[number % len(kinds)], suite.flags.rows, schema)
    for number in range(suite.flags.sampled):
        prove(suite, f"sampled-{number}", plain(tables.adult_like), MOST_ROWS + 20_000, schema)
    suite.finish()


if __name__ == "__main__":
    main()
