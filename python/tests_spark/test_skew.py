"""Skew: six rows of ten show one value, no two rows are alike, and all of them lie in one region. What an executor takes is in Spark's event log.

With GAUZE_SOAK=1 a million rows.
"""

import json
import os
import pathlib
import subprocess
import sys

import pyarrow
import pyarrow.parquet
from cluster import running
from conftest import ROOT, SOAK

import gauze

ROWS = 1_000_000 if SOAK else 100_000
HEAP_MIB = 3072  # spark.executor.memory of bench/peers/spark_job.py
PYTHON_MIB = 1024

DRIVER = """
import json, pathlib, sys
sys.path.insert(0, sys.argv[1])
import spark_events, spark_job
import gauze.spark
master, policy, table, folder = sys.argv[2:]
(pathlib.Path(folder) / "events").mkdir()
spark = spark_job.session(master, folder)
release = gauze.spark.run(policy, spark.read.parquet(table), folder + "/out", route="regions")
spark.stop()
print(json.dumps({"rows": release.manifest["rows"], "route": release.route, **spark_events.peaks(pathlib.Path(folder) / "events")}))
"""


def test_a_million_tuples_in_one_region(tmp_path, monkeypatch):
    table = pyarrow.table({"age": [40 if i % 10 < 6 else 20 + i % 50 for i in range(ROWS)], "zip": [f"{i:07}" for i in range(ROWS)],
                           "disease": [f"d{i * 7919 % 13}" for i in range(ROWS)]})
    pyarrow.parquet.write_table(table, tmp_path / "table.parquet")
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"},
                                      "zip": {"role": "quasi_identifying", "hierarchy": {"mask": "right"}}, "disease": {"role": "sensitive"}},
                          protect=[gauze.k_anonymity(k=5)], transform=gauze.transform.mondrian(), source="table.parquet",
                          release={"format": "parquet"})
    policy.save(tmp_path / "policy.yaml")
    monkeypatch.setenv("GAUZE_REGION_ROWS", str(2 * ROWS))
    (tmp_path / "cluster").mkdir()
    with running(tmp_path / "cluster", memory="3g") as cluster:
        told = subprocess.run([sys.executable, "-c", DRIVER, str(ROOT / "bench" / "peers"), cluster.url, str(tmp_path / "policy.yaml"),
                               str(tmp_path / "table.parquet"), str(tmp_path)], env=os.environ, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    told = json.loads(told.stdout.strip().split("\n")[-1])
    print(f"measured: {ROWS:,} tuples in one region: heap {told['heap_mib']:,.0f} MiB, Python {told['python_mib']:,.0f} MiB")
    assert (told["rows"], told["route"]) == (ROWS, "regions")
    assert 0 < told["heap_mib"] < HEAP_MIB and 0 < told["python_mib"] < PYTHON_MIB
    assert gauze.verify(pathlib.Path(tmp_path) / "out", policy)["holds"]
