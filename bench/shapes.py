"""Tables and policies of many kinds, for whoever asks how long each takes and what it needs: every transform, the step suppress_terms, every mode but
personal releases, 1 to 50 columns. They need no file but their own: the table is made by DuckDB from row numbers, the hierarchies are written beside it.
"""
import dataclasses
import json
import pathlib

import duckdb

K5 = {"k_anonymity": {"k": 5}}
ILLNESSES = 30
JOBS = 24
TERMS = 12
WIDE = 42  # further columns of the table

# Skewed, as such columns are: the first values have most rows.
TABLE = f"""
SELECT 'p' || number % greatest(1, {{rows}} * 2 // 3) AS person,
       18 + (pow(h(number, 1), 1.3) * 70)::INT AS age,
       CASE WHEN h(number, 2) < 0.48 THEN 'male' WHEN h(number, 2) < 0.97 THEN 'female' ELSE 'other' END AS sex,
       lpad((10000 + (pow(h(number, 3), 2) * 900)::INT * 97)::VARCHAR, 5, '0') AS zip,
       'job ' || (pow(h(number, 4), 2) * {JOBS})::INT AS job,
       DATE '1930-01-01' + (h(number, 5) * 25000)::INT AS born,
       'illness ' || (pow(h(number, 6), 1.5) * {ILLNESSES})::INT AS illness,
       1000 + (pow(h(number, 7), 2) * 90)::INT * 100 AS income,
       round(h(number, 8) * 100, 4) AS measured,
       'note of ' || number AS note,
       array_to_string(list_sort(list_distinct([t, (t + 1) % {TERMS}, (t + 2 + number % 3) % {TERMS}]).list_transform(x -> 'term ' || x)), ';') AS terms,
       {", ".join(f"'v' || (pow(h(number, {20 + i}), 2) * {2 + i % 9})::INT AS c{i}" for i in range(WIDE))}
FROM (SELECT *, (h(number, 9) * {TERMS})::INT % {TERMS} AS t FROM (SELECT range AS number FROM range({{rows}})))
"""
QUASI = ["age", "sex", "zip", "job", "born"]


@dataclasses.dataclass
class Shape:
    name: str
    transform: dict | list
    protect: list = dataclasses.field(default_factory=lambda: [K5])
    columns: list = dataclasses.field(default_factory=lambda: [*QUASI, "illness"])
    rows: float = 1  # in units of what is asked for
    file: str = "parquet"  # of source and release
    flags: tuple = ()
    roles: dict = dataclasses.field(default_factory=dict)  # other than usual
    more: dict = dataclasses.field(default_factory=dict)  # sections of the policy
    release: dict = dataclasses.field(default_factory=dict)


def shapes():
    """All of them; `rows` of those that take long by nature are fewer."""
    span, loss, cluster = {"mondrian": {"choose": "span"}}, {"mondrian": {}}, {"cluster": {}}
    few = ["age", "sex", "job", "illness"]

    def l(kind, more=3):
        return {"l_diversity": {"attribute": "illness", "kind": kind, "l": more, **({"c": 3} if kind == "recursive" else {})}}

    def t(distance, attribute="illness"):
        return {"t_closeness": {"attribute": attribute, "distance": distance, "t": 0.3}}

    guarded = {"freeform": {"threat": 0.5, "observable_from": 0.5, "attributes": {"illness": {"guard": ["illness 0", "illness 3"]}}}}
    cut = {"illness": {"role": "quasi_identifying", "hierarchy": "illness.csv"}, "age": {"role": "quasi_identifying", "hierarchy": "age.csv"}}
    free = {"columns": few, "roles": cut, "protect": [guarded]}
    risk = {"columns": ["age", "sex", "job", "c1", "c2", "c3", "c4", "illness"], "protect": [{"record_risk": {"delta": 0.3}}],
            "roles": {"illness": {"role": "quasi_identifying"}},
            "more": {"risk": {"alpha": 100, "known": {"age": 0.05, "sex": 0.8, "job": 0.1, "c1": 0.01, "c2": 0.01, "c3": 0.01, "c4": 0.01, "illness": 0.001},
                              "weights": {"illness": {"weight": 1, "values": {"illness 5": 1}, "others": 0}}}}}
    sets = {"columns": ["age", "sex", "job", "terms"], "protect": [K5, {"qs_diversity": {"attribute": "terms", "knowledge": "knowledge.csv", "c": 1, "l": 3}}]}
    people = {"columns": ["person", *QUASI, "illness"], "roles": {"person": {"role": "entity"}}}
    return [
        Shape("mondrian span", span), Shape("mondrian loss", loss),
        Shape("mondrian labels set", {"mondrian": {"labels": "set"}}),
        Shape("mondrian boxes cells", {"mondrian": {"boxes": "cells"}}),
        Shape("mondrian suppress_rows", {"mondrian": {"suppress_rows": 0.01}}),
        Shape("mondrian one thread", loss, flags=("--threads", "1")),
        Shape("mondrian csv", loss, file="csv"),
        Shape("mondrian bounds", span, release={"ranges": "bounds"}),
        Shape("mondrian sharded", span, rows=4, flags=("--memory", "400MiB")),
        Shape("mondrian rows that repeat", span, columns=few, rows=4),
        Shape("mondrian a note in every row", span, columns=[*QUASI, "illness", "note"]),
        Shape("mondrian a measure in every row", span, columns=[*QUASI, "illness", "measured"]),
        Shape("mondrian persons", loss, **people),
        Shape("mondrian persons l", loss, protect=[K5, l("distinct")], **people),
        *(Shape(f"mondrian l {kind}", loss, [K5, l(kind)]) for kind in ("distinct", "entropy", "recursive", "frequency")),
        Shape("mondrian t equal", loss, [K5, t("equal")]), Shape("mondrian t ordered", loss, [K5, t("ordered", "income")], [*QUASI, "income"]),
        Shape("mondrian proximity", loss, [K5, {"proximity": {"attribute": "income", "epsilon": 500, "m": 2}}], [*QUASI, "income"]),
        Shape("mondrian freeform", loss, [guarded], roles={"illness": {"role": "sensitive", "hierarchy": "illness.csv"}}),
        Shape("cluster", cluster), Shape("cluster labels set", {"cluster": {"labels": "set"}}), Shape("cluster search 0", {"cluster": {"search": 0}}),
        Shape("cluster rows that repeat", cluster, columns=few, rows=4),
        *(Shape(f"cluster l {kind}", cluster, [K5, l(kind)], rows=0.25) for kind in ("distinct", "entropy", "frequency")),
        Shape("cluster t equal", cluster, [K5, t("equal")], rows=0.1),
        Shape("cluster freeform", cluster, [guarded], rows=0.1, roles={"illness": {"role": "sensitive", "hierarchy": "illness.csv"}}),
        Shape("specialize", {"specialize": {}}, **free), Shape("specialize portfolio", {"specialize": {"portfolio": 5}}, **free),
        Shape("specialize withhold", {"specialize": {"withhold": 0.01}}, rows=0.25, **free),
        Shape("suppress_cells", {"suppress_cells": {}}, **risk), Shape("suppress_cells any", {"suppress_cells": {"cells": "any"}}, **risk),
        Shape("suppress_terms", [{"mondrian": {}}, {"suppress_terms": {}}], **sets),
        Shape("suppress_terms adaptive", [{"mondrian": {}}, {"suppress_terms": {"search": "adaptive"}}], rows=0.25, **sets),
        Shape("1 column", span, columns=["zip"]), Shape("20 columns", span, columns=[*QUASI, "illness", *(f"c{i}" for i in range(14))]),
        Shape("50 columns", span, columns=[*QUASI, "illness", "income", "measured", *(f"c{i}" for i in range(WIDE))]),
    ]


def attribute(name):
    """The usual role of a column."""
    if name in ("illness", "income"):
        return {"role": "sensitive", **({"type": "integer"} if name == "income" else {})}
    if name == "terms":
        return {"role": "quasi_sensitive", "type": "set", "separator": ";"}
    if name in ("note", "measured"):
        return {"role": "insensitive", **({"type": "decimal"} if name == "measured" else {})}
    if name.startswith("c") and int(name[1:]) >= 14:
        return {"role": "insensitive"}
    return {"role": "quasi_identifying", **{"age": {"type": "integer"}, "born": {"type": "date"}, "zip": {"hierarchy": {"mask": "right"}}}.get(name, {})}


def write_beside(folder):
    """Hierarchies and a knowledge table."""
    lines = {"illness.csv": [f"illness {i};group {i // 5};*" for i in range(ILLNESSES + 1)],
             "age.csv": [f"{age};{age // 10 * 10}s;*" for age in range(18, 89)],
             "knowledge.csv": ["label,term", *(f"secret {s},term {(s + more) % TERMS}" for s in range(TERMS) for more in range(6))]}
    for name, text in lines.items():
        (folder / name).write_text("\n".join(text) + "\n")


def write_table(path, rows, columns):
    """As Parquet or CSV, by the ending."""
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1; CREATE MACRO h(number, k) AS (hash(number * 64 + k) >> 11)::DOUBLE / 9007199254740992")
        connection.execute(f"COPY (SELECT {', '.join(columns)} FROM ({TABLE.format(rows=rows)})) TO '{path}'")


def write_shape(shape, rows, folder):
    """The table and the policy of a shape; returns the policy."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_beside(folder)
    source = folder / f"table.{shape.file}"
    write_table(source, int(rows * shape.rows), shape.columns)
    attributes = {name: shape.roles.get(name, attribute(name)) for name in shape.columns}
    policy = {"version": 1, "source": source.name, "attributes": attributes, **shape.more, "protect": shape.protect,
              "transform": shape.transform, "release": {"directory": "release", "format": shape.file, **shape.release}}
    path = folder / "policy.yaml"
    path.write_text(json.dumps(policy, indent=1))
    return path
