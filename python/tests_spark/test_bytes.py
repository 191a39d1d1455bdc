"""Files that a cluster writes hold what released rows show, and nothing else: the search of tests/bytes.py."""

import random
import sys

import pyarrow
import pyarrow.parquet
import pytest
from conftest import ROOT

import gauze
import gauze.spark

sys.path.append(str(ROOT / "tests"))
import bytes_search  # noqa: E402
import bytes_world  # noqa: E402


@pytest.mark.parametrize("route", ["driver", "regions"])
def test_rows_left_out(spark, route, tmp_path):
    rng = random.Random(1)
    rows = bytes_world.people(rng, 1000)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "table.parquet")
    policy = gauze.Policy(attributes=bytes_world.attributes(rng), protect=[gauze.k_anonymity(k=5)], source="table.parquet",
                          transform=gauze.transform.mondrian(suppress_rows=0.05), release={"format": "parquet", "ranges": "bounds"})
    gauze.spark.run(policy, spark.read.parquet(str(tmp_path / "table.parquet")), str(tmp_path / "out"), route=route)
    private = bytes_world.column(rows, "name", "weight", "code", "illness", "note")
    hidden, found = bytes_search.search(tmp_path / "out", [tmp_path / "out"], private)
    assert any(value.startswith("outlier") for value in hidden)
    assert not found
