"""The JSON Schemas that `gauze schema` prints say what the program does: they are valid schemas,
they accept policies that it accepts and reject those that it rejects for their form, and they
describe the manifests it writes.

Policies are written as JSON, which is YAML.
"""
import copy
import json

import jsonschema
import lib

TABLE = "age,zip,born,weight,illness,income,name,choice\n" + "".join(
    f"{20 + i % 7},8{i % 3}66{i % 5},19{50 + i % 9}-0{1 + i % 9}-11,{60 + i % 4}.5,"
    f"illness {i % 4},{i % 8}000,name {i},{i % 3 + 1}\n"
    for i in range(64))
BASE = {
    "version": 1, "source": "table.csv",
    "attributes": {"age": {"role": "quasi_identifying", "type": "integer"},
                   "zip": {"role": "quasi_identifying", "hierarchy": {"mask": "right"}},
                   "born": {"role": "quasi_identifying", "type": "date"},
                   "weight": {"role": "insensitive", "type": "decimal"},
                   "illness": {"role": "sensitive"}, "income": {"role": "sensitive", "type": "integer"},
                   "name": {"role": "identifying"}, "choice": {"role": "choice"}},
    "protect": [{"k_anonymity": {"k": 3}}],
    "release": {"directory": "out"},
}
L = {"attribute": "illness"}
ABOUT = {"title": "Patients", "purpose": "research", "owner": "clinic", "recipient": "university", "legal_basis": "law", "date": "2026-11-18"}
PERSONAL = {"recipient": "university", "vault": {"file": "a.vault", "server": "server.pub"}, "missing_choice": 2,
            "attributes": {"illness": {"aliases": "literal", "choice": "choice"}, "income": {"grades": [0, 2500.5, 8000]}}}
T = {"attribute": "illness", "distance": "equal", "t": 0.9}
GOOD = {
    "base": {},
    "missing": {"missing": "wildcard", "missing_markers": ["?", "n/a"]},
    "one-marker": {"missing_markers": "?"},
    "sources": {"source": ["table.csv"]},
    "csv": {"csv": {"delimiter": ",", "quote": "\"", "encoding": "utf-8"}},
    "mask": {"attributes.zip.hierarchy": {"mask": {"side": "left"}}},
    "interval": {"attributes.age.hierarchy": {"interval": {"width": 5, "fanout": 3, "origin": 10}}},
    "order": {"attributes.age.hierarchy": {"order": {}}},
    "order-fanout": {"attributes.age.hierarchy": {"order": {"fanout": 3}}},
    "date": {"attributes.born.hierarchy": {"date": {}}},
    "date-null": {"attributes.born.hierarchy": {"date": None}},
    "priority": {"attributes.zip.hierarchy": {"priority": None}},
    "entity": {"attributes.name.role": "entity"},
    "distinct": {"protect": [{"l_diversity": {**L, "kind": "distinct", "l": 2}}]},
    "frequency": {"protect": [{"l_diversity": {**L, "kind": "frequency", "l": 1.5, "count_missing": True}}]},
    "recursive": {"protect": [{"l_diversity": {**L, "kind": "recursive", "l": 2, "c": 2}}]},
    "closeness": {"protect": [{"k_anonymity": {"k": 2}}, {"t_closeness": T}]},
    "ordered": {"protect": [{"t_closeness": {"attribute": "income", "distance": "ordered", "t": 0.5}}]},
    "proximity": {"protect": [{"proximity": {"attribute": "income", "epsilon": 10, "m": 1.5}}]},
    "mondrian": {"transform": {"mondrian": {"choose": "span", "boxes": "cells", "labels": "set",
                                            "suppress_rows": 0.1}}},
    "about": {"about": ABOUT, "preset": "gdpr_record"},
    "about-some": {"about": {"title": "x"}},
    "preset": {"preset": "cms_cell_size", "protect": None},
    "preset-and-more": {"preset": "ema_0070", "protect": [{"k_anonymity": {"k": 15}}]},
    "parquet": {"release.format": "parquet", "release.ranges": "bounds"},
    "personal": {"personal": PERSONAL},
    "personal-alone": {"protect": None, "personal": {**PERSONAL, "vault": {"file": "b.vault", "server": "server.pub"}}},
    "list": {"transform": [{"cluster": {"labels": "set"}}]},
    "sets": {"attributes.illness": {"role": "quasi_sensitive", "type": "set"},
             "protect": [{"k_anonymity": {"k": 3}},
                         {"qs_diversity": {"attribute": "illness", "knowledge": "knowledge.csv", "c": 1.5, "l": 2}}],
             "transform": [{"mondrian": None}, {"suppress_terms": {"search": "adaptive", "nodes": 1000}}]},
    "sets-close": {"attributes.illness": {"role": "quasi_sensitive", "type": "set"},
                   "protect": [{"qs_closeness": {"attribute": "illness", "knowledge": "knowledge.csv", "t": 1.4}}],
                   "transform": [{"mondrian": None}, {"suppress_terms": None}]},
}
BAD = {
    "about-text": {"about": "patients"}, "about-key": {"about": {"receiver": "x"}}, "about-empty": {"about": {"title": ""}},
    "about-long": {"about": {"title": "x" * 401}}, "about-date": {"about": {"date": "today"}},
    "no-version": {"version": None}, "version-2": {"version": 2}, "version-text": {"version": "one"},
    "unknown-key": {"sources": "table.csv"}, "source-map": {"source": {"file": "table.csv"}},
    "no-attributes": {"attributes": None}, "empty-attributes": {"attributes": {}},
    "attributes-list": {"attributes": ["age"]}, "no-role": {"attributes.age.role": None},
    "unknown-role": {"attributes.age.role": "secret"}, "unknown-type": {"attributes.age.type": "number"},
    "attribute-key": {"attributes.age.kind": "integer"}, "attribute-text": {"attributes.age": "quasi_identifying"},
    "transform-empty": {"transform": []}, "step-alone": {"transform": [{"suppress_terms": None}]},
    "step-unknown": {"transform": [{"mondrian": None}, {"cluster": None}]},
    "search-unknown": {"transform": [{"mondrian": None}, {"suppress_terms": {"search": "best"}}]},
    "unknown-builder": {"attributes.age.hierarchy": {"steps": {}}},
    "two-builders": {"attributes.age.hierarchy": {"order": {}, "interval": {"width": 5}}},
    "no-width": {"attributes.age.hierarchy": {"interval": {}}},
    "width-zero": {"attributes.age.hierarchy": {"interval": {"width": 0}}},
    "width-text": {"attributes.age.hierarchy": {"interval": {"width": "five"}}},
    "fanout-one": {"attributes.age.hierarchy": {"order": {"fanout": 1}}},
    "fanout-half": {"attributes.age.hierarchy": {"order": {"fanout": 2.5}}},
    "fanout-large": {"attributes.age.hierarchy": {"order": {"fanout": 1001}}},
    "mask-side": {"attributes.zip.hierarchy": {"mask": "up"}},
    "mask-null": {"attributes.zip.hierarchy": {"mask": None}},
    "unknown-missing": {"missing": "ignore"}, "markers-map": {"missing_markers": {"a": 1}},
    "csv-key": {"csv": {"separator": ","}}, "csv-long": {"csv": {"delimiter": ",,"}},
    "csv-empty": {"csv": {"delimiter": ""}}, "csv-encoding": {"csv": {"encoding": "ascii"}},
    "protect-map": {"protect": {"k_anonymity": {"k": 3}}}, "unknown-model": {"protect": [{"k_anonymous": {"k": 3}}]},
    "two-models": {"protect": [{"k_anonymity": {"k": 3}, "t_closeness": T}]},
    "no-k": {"protect": [{"k_anonymity": {}}]}, "k-zero": {"protect": [{"k_anonymity": {"k": 0}}]},
    "k-half": {"protect": [{"k_anonymity": {"k": 2.5}}]}, "k-text": {"protect": [{"k_anonymity": {"k": "few"}}]},
    "k-extra": {"protect": [{"k_anonymity": {"k": 3, "l": 2}}]},
    "no-kind": {"protect": [{"l_diversity": {**L, "l": 2}}]},
    "no-l": {"protect": [{"l_diversity": {**L, "kind": "distinct"}}]},
    "unknown-kind": {"protect": [{"l_diversity": {**L, "kind": "some", "l": 2}}]},
    "l-small": {"protect": [{"l_diversity": {**L, "kind": "distinct", "l": 0.5}}]},
    "recursive-no-c": {"protect": [{"l_diversity": {**L, "kind": "recursive", "l": 2}}]},
    "c-distinct": {"protect": [{"l_diversity": {**L, "kind": "distinct", "l": 2, "c": 2}}]},
    "count-missing": {"protect": [{"l_diversity": {**L, "kind": "distinct", "l": 2, "count_missing": "perhaps"}}]},
    "t-large": {"protect": [{"t_closeness": {**T, "t": 1.1}}]},
    "t-negative": {"protect": [{"t_closeness": {**T, "t": -0.1}}]},
    "unknown-distance": {"protect": [{"t_closeness": {**T, "distance": "far"}}]},
    "epsilon-negative": {"protect": [{"proximity": {"attribute": "income", "epsilon": -1, "m": 2}}]},
    "no-attribute": {"protect": [{"proximity": {"epsilon": 1, "m": 2}}]},
    "unknown-preset": {"preset": "ema"}, "two-presets": {"preset": ["ema_0070", "cms_cell_size"]},
    "unknown-transform": {"transform": {"datafly": {}}},
    "unknown-choose": {"transform": {"mondrian": {"choose": "best"}}},
    "suppress-large": {"transform": {"mondrian": {"suppress_rows": 1.5}}},
    "transform-key": {"transform": {"mondrian": {"k": 3}}},
    "unknown-format": {"release.format": "xlsx"}, "unknown-ranges": {"release.ranges": "both"},
    "no-recipient": {"personal": {**PERSONAL, "recipient": ""}}, "no-vault": {"personal": {"recipient": "r"}},
    "choice-4": {"personal": {**PERSONAL, "missing_choice": 4}},
    "unknown-aliases": {"personal": {**PERSONAL, "attributes": {"illness": {"aliases": "some", "choice": "choice"}}}},
    "one-bound": {"personal": {**PERSONAL, "attributes": {"income": {"grades": [1]}}}},
    "release-key": {"release.folder": "out"}, "release-text": {"release": "out"},
}


def changed(changes):
    """BASE with values set at dotted paths; None removes what is there."""
    policy = copy.deepcopy(BASE)
    for path, value in changes.items():
        *above, last = path.split(".")
        place = policy
        for key in above:
            place = place[key]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return policy


def validator(suite, *flags):
    schema = json.loads(suite.expect(0, "schema", "schema", *flags).stdout)
    kind = jsonschema.validators.validator_for(schema)
    try:
        kind.check_schema(schema)
        suite.check(kind is jsonschema.Draft202012Validator, f"schema {flags}: another draft than it says")
    except jsonschema.SchemaError as error:
        suite.check(False, f"schema {flags} is no schema: {error.message}")
    return kind(schema)


def errors(schema, document):
    return [error.message for error in schema.iter_errors(document)][:3]


def main():
    suite = lib.Suite(__doc__)
    policies, manifests = validator(suite), validator(suite, "--manifest")
    (suite.folder / "table.csv").write_text(TABLE)
    (suite.folder / "knowledge.csv").write_text("label,terms\n" + "".join(f"label {i},illness {i % 4};illness {i % 3}\n" for i in range(8)
                                                                            if i % 4 != i % 3))
    suite.expect(0, "keys", "vault", "keys", suite.folder / "server")
    path = suite.folder / "policy.json"
    for name, changes in GOOD.items():
        policy = changed(changes)
        path.write_text(json.dumps(policy))
        suite.check(not (found := errors(policies, policy)), f"{name}: the schema rejects it: {found}")
        suite.expect(0, name, "check", path, "-q")
        inside = suite.folder / "internal.json"
        suite.expect(0, name, "run", path, "-q", "--internal", inside)
        for file in (suite.folder / "out" / "manifest.json", inside):
            found = errors(manifests, json.loads(file.read_text()))
            suite.check(not found, f"{name}: {file.name} does not fit its schema: {found}")
    manifest = json.loads((suite.folder / "out" / "manifest.json").read_text())
    for key in sorted(manifest.keys() - {"uniqueness"}):  # who has not all rows in one place does not count them
        less = {name: value for name, value in manifest.items() if name != key}
        suite.check(errors(manifests, less), f"the schema accepts a manifest without {key}")
    for name, changes in BAD.items():
        policy = changed(changes)
        path.write_text(json.dumps(policy))
        suite.check(errors(policies, policy), f"{name}: the schema accepts it")
        suite.expect(2, name, "check", path, "-q")
    first = suite.expect(0, "init", "init", suite.folder / "table.csv").stdout
    suite.check("role: undecided" in first, "init decides roles")
    suite.finish()


if __name__ == "__main__":
    main()
