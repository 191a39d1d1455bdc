"""The same release from one machine and from a cluster, by both routes, row by row in canonical order."""

import datetime
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import policies
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
import real_data
from conftest import ROOT, SOAK

import gauze
import gauze.spark
from gauze.spark import _files

DATA = policies.DATA
needs_data = pytest.mark.skipif(real_data.lacking() is not None, reason=str(real_data.lacking()))
ADULT = policies.of_adult()
FEW = ["k 5 bounds", "k 5 cluster", "t hierarchical", "risk", "freeform"]
ROUTES = ["driver", "regions"]
ROWS = 1_048_575 if SOAK else 20_000  # of the large tables


def texts(path, delimiter, folder):
    """Rows of a CSV file as a Parquet file of texts; empty cells are missing."""
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        lines = [line for line, _ in zip(file, range(ROWS + 1))]
    names = [name.strip('"\r\n') for name in lines[0].rstrip("\n").split(delimiter)]
    cut = folder / "cut.csv"
    cut.write_text("".join(lines), encoding="utf-8")
    table = pyarrow.csv.read_csv(
        cut, parse_options=pyarrow.csv.ParseOptions(delimiter=delimiter),
        convert_options=pyarrow.csv.ConvertOptions(column_types={name: pyarrow.string() for name in names}, null_values=[""],
                                                   strings_can_be_null=True, quoted_strings_can_be_null=True))
    pyarrow.parquet.write_table(table, folder / "table.parquet")
    return table


def rows_of(folder, manifest):
    parts = [manifest["data"]] if isinstance(manifest["data"], str) else manifest["data"]
    return pyarrow.concat_tables(pyarrow.parquet.read_table(folder / part) for part in parts)


def left_behind():
    """Folders of ours among the temporary files; some may be of runs that still have a result."""
    return {path.name for path in pathlib.Path(tempfile.gettempdir()).glob("gauze-*")}


def counted_anywhere(told):
    """A manifest or evidence without what only one machine counts: rows that are unique by all columns, and whose values repeat in columns that
    are dropped; and without the digest of files, which others have written."""
    measures = {name: value for name, value in told["measures"].items() if not name.startswith("singling_out.")}
    warnings = [text for text in told["warnings"] if " unique by " not in text and " repeat, as if people had several rows" not in text]
    told = {name: value for name, value in told.items() if name not in ("data", "uniqueness")}
    if isinstance(told.get("about"), dict):
        told["about"] = {name: value for name, value in told["about"].items() if name != "release_digest"}
    return {**told, "measures": measures, "warnings": warnings}


def compare(spark, policy, table, route, folder):
    here = gauze.run(policy, table)
    before = left_behind()
    there = gauze.spark.run(policy, spark.read.parquet(str(folder / "table.parquet")), str(folder / "out"), route=route)
    assert there.route == route
    assert left_behind() <= before  # on workers, too, which are on this machine
    expected = here.table.to_arrow()
    released = rows_of(folder / "out", there.manifest)
    assert released.column_names == expected.column_names
    for name in expected.column_names:
        column = released.column(name).combine_chunks()
        assert column.equals(expected.column(name).combine_chunks().cast(column.type)), name
    reports = [json.loads((place / "report" / "evidence.json").read_text()) for place in (pathlib.Path(here.directory), folder / "out")]
    if route == "regions":
        reports = [counted_anywhere(report) for report in reports]
    assert reports[0] == reports[1]
    assert counted_anywhere(there.manifest) == counted_anywhere(here.manifest)
    assert gauze.verify(folder / "out", policy)["holds"]  # whoever gets it
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


@needs_data
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", list(ADULT) if SOAK else FEW)
def test_adult(spark, name, route, tmp_path):
    table = texts(DATA / "adult" / "adult.csv", ";", tmp_path)
    compare(spark, policies.write(tmp_path, "policy", ADULT[name], "table.parquet"), table, route, tmp_path)


@needs_data
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", ["covid", "covid risk", "diabetes"] if SOAK else ["covid", "diabetes"])
def test_examples(spark, name, route, tmp_path):
    policy = gauze.Policy.load(policies.of_examples()[name])
    compare(spark, policy, texts(policies.REAL[name], ",", tmp_path), route, tmp_path)


@needs_data
@pytest.mark.parametrize("route", ROUTES)
def test_sets(spark, route, tmp_path):
    policy, patients = policies.real_symptoms(tmp_path)
    compare(spark, gauze.Policy.load(policy), texts(patients, ",", tmp_path), route, tmp_path)


@pytest.mark.parametrize("route", ROUTES)
def test_rows_that_hardly_repeat(spark, route, tmp_path):
    """Patients of the benchmarks, with dates as dates and a number for everybody."""
    path = tmp_path / "table.parquet"
    subprocess.run([sys.executable, ROOT / "bench" / "generate.py", "patients", path, "--rows", str(1_000_000 if SOAK else 20_000)], check=True)
    quasi = {"role": "quasi_identifying"}
    attributes = {"birth_date": {**quasi, "type": "date"}, "zip": {**quasi, "hierarchy": {"mask": "right"}}, "sex": quasi, "ethnicity": quasi,
                  "admission_date": {**quasi, "type": "date"}, "ward": quasi, "diagnosis": {"role": "sensitive"},
                  "measurement": {"role": "insensitive", "type": "decimal"}}
    policy = gauze.Policy(attributes=attributes, protect=[gauze.k_anonymity(k=5), gauze.l_diversity(attribute="diagnosis", kind="distinct", l=2)],
                          transform=gauze.transform.mondrian(choose="span"), source="table.parquet", release={"format": "parquet"})
    compare(spark, policy, pyarrow.parquet.read_table(path), route, tmp_path)


def test_columns_that_are_carried(spark, tmp_path):
    """Everybody has a note and a time of their own, which nothing protects: no value of them is known to the driver, and all of them are released."""
    rows = 70_000  # from 65,536 on, one machine carries them, too
    begin = datetime.datetime(2020, 1, 1)
    table = pyarrow.table({"age": [18 + i * 7919 % 60 for i in range(rows)], "zip": [f"{i * 104729 % 5000:05}" for i in range(rows)],
                           "note": [None if i % 11 == 0 else f"note {i}, \"{i % 7}\"" for i in range(rows)],
                           "seen": [begin + datetime.timedelta(seconds=i * 61) for i in range(rows)],
                           "weight": pyarrow.array([i * 2654435761 % 1099511627776 / 1e6 for i in range(rows)]),
                           "disease": [f"d{i * 31 % 13}" for i in range(rows)]})
    pyarrow.parquet.write_table(table, tmp_path / "table.parquet")
    free = {"role": "insensitive"}
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "zip": {"role": "quasi_identifying"}, "note": free,
                                      "seen": {**free, "type": "timestamp"}, "weight": {**free, "type": "decimal"}, "disease": {"role": "sensitive"}},
                          protect=[gauze.k_anonymity(k=5)], source="table.parquet", release={"format": "parquet"})
    compare(spark, policy, table, "regions", tmp_path)
    bad = pyarrow.table({**{name: table.column(name) for name in table.column_names}, "weight": [f"{i}kg" for i in range(rows)]})
    (tmp_path / "bad").mkdir()
    pyarrow.parquet.write_table(bad, tmp_path / "bad" / "table.parquet")
    with pytest.raises(gauze.PolicyError, match="cannot be read as decimal") as wrong:
        gauze.spark.run(policy, spark.read.parquet(str(tmp_path / "bad" / "table.parquet")), str(tmp_path / "bad" / "out"), route="regions")
    assert "kg" not in str(wrong.value)


def test_leaves_that_keep_no_model(spark, tmp_path):
    """The sample says little of who has what, so that many leaves have to be joined."""
    rows = 40_000
    table = pyarrow.table({"age": [18 + i * 7919 % 60 for i in range(rows)], "zip": [f"{i * 104729 % 9973:05}" for i in range(rows)],
                           "disease": [f"d{int((18 + i * 7919 % 60) / 4) if i % 3 else i % 17}" for i in range(rows)]})
    pyarrow.parquet.write_table(table, tmp_path / "table.parquet")
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "zip": {"role": "quasi_identifying"},
                                      "disease": {"role": "sensitive"}},
                          protect=[gauze.t_closeness(attribute="disease", distance="equal", t=0.1)], source="table.parquet",
                          release={"format": "parquet"})
    compare(spark, policy, table, "regions", tmp_path)


@needs_data
@pytest.mark.parametrize("route", ROUTES)
def test_storage_that_only_spark_reaches(spark, route, tmp_path, monkeypatch):
    """Here a folder, but by Spark's own file system."""
    monkeypatch.setattr(_files, "_place", lambda session, out: _files._Hadoop(session, f"file:{out}"))
    table = texts(DATA / "adult" / "adult.csv", ";", tmp_path)
    compare(spark, policies.write(tmp_path, "policy", ADULT["k 5 bounds"], "table.parquet"), table, route, tmp_path)


def test_one_value_in_most_rows(spark, tmp_path):
    """Six rows of ten are alike: no task has to make all of them."""
    rows = 1_000_000 if SOAK else 200_000
    table = pyarrow.table({"age": [40 if i % 10 < 6 else 20 + i % 50 for i in range(rows)],
                           "town": ["a" if i % 10 < 6 else f"t{i % 97}" for i in range(rows)],
                           "disease": [f"d{i * 7919 % 13}" for i in range(rows)]})
    pyarrow.parquet.write_table(table, tmp_path / "table.parquet")
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "town": {"role": "quasi_identifying"},
                                      "disease": {"role": "sensitive"}},
                          protect=[gauze.k_anonymity(k=5)], source="table.parquet", release={"format": "parquet"})
    for route in ROUTES:
        folder = tmp_path / route
        folder.mkdir()
        pyarrow.parquet.write_table(table, folder / "table.parquet")
        compare(spark, policy, table, route, folder)


def test_what_is_wrong_is_said(spark, tmp_path):
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"}}, protect=[gauze.k_anonymity(k=2)])
    table = spark.createDataFrame([("1", "x"), ("2", "y")], "agee string, name string")
    with pytest.raises(gauze.PolicyError, match="columns"):
        gauze.spark.run(policy, table, str(tmp_path / "out"))
    (tmp_path / "there").mkdir()
    with pytest.raises(gauze.PolicyError, match="exists"):
        gauze.spark.run(policy, table.select(table.agee.alias("age")), str(tmp_path / "there"))
    with pytest.raises(gauze.PolicyError) as wrong:
        gauze.spark.run(policy, spark.createDataFrame([("1",), ("x9secret",)], "age string"), str(tmp_path / "out"))
    assert "x9secret" not in str(wrong.value)
    assert not (tmp_path / "out").exists() and not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
