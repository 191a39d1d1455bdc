"""Workers and drivers are killed: the release is the same, or there is none."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pyarrow
import pyarrow.parquet
import pytest
from conftest import REGION, ROOT, SOAK

import gauze
import gauze.spark

KILLS = 10 if SOAK else 2
ROWS = 400_000 if SOAK else 100_000


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    folder = tmp_path_factory.mktemp("people")
    chance = random.Random(5)
    table = pyarrow.table({"age": [chance.randrange(18, 90) for _ in range(ROWS)], "zip": [f"{chance.randrange(5000):05}" for _ in range(ROWS)],
                           "disease": [f"d{chance.randrange(20)}" for _ in range(ROWS)]})
    pyarrow.parquet.write_table(table, folder / "table.parquet", row_group_size=ROWS // 8)
    policy = gauze.Policy(attributes={"age": {"role": "quasi_identifying", "type": "integer"}, "zip": {"role": "quasi_identifying"},
                                      "disease": {"role": "sensitive"}},
                          protect=[gauze.k_anonymity(k=5)], transform=gauze.transform.mondrian(), source="table.parquet",
                          release={"format": "parquet"})
    policy.save(folder / "policy.yaml")
    return folder, gauze.run(policy, table).table.to_arrow()


def read(out):
    parts = sorted(out.rglob("*.parquet"))
    return pyarrow.concat_tables(pyarrow.parquet.read_table(part) for part in parts)


@pytest.mark.parametrize("route", ["driver", "regions"])
def test_a_worker_dies(spark, cluster, people, route, tmp_path):
    folder, expected = people
    table = spark.read.parquet(str(folder / "table.parquet"))
    begin = time.monotonic()
    gauze.spark.run(folder / "policy.yaml", table, str(tmp_path / "warm"), route=route)
    usual = time.monotonic() - begin
    chance = random.Random(11)
    for kill in range(KILLS):
        def strike(wait=chance.uniform(0, usual)):
            time.sleep(wait)
            found = cluster.executors()
            if found:
                os.kill(chance.choice(found), signal.SIGKILL)

        thread = threading.Thread(target=strike)
        thread.start()
        out = tmp_path / str(kill)
        gauze.spark.run(folder / "policy.yaml", table, str(out), route=route)
        thread.join()
        assert read(out).cast(expected.schema).equals(expected)


DRIVER = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pyspark.sql import SparkSession
import gauze.spark
os.environ["PYSPARK_PYTHON"] = sys.executable
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").getOrCreate()
print("ready", flush=True)
gauze.spark.run(sys.argv[2] + "/policy.yaml", spark.read.parquet(sys.argv[2] + "/table.parquet"), sys.argv[3], route="driver")
print("done", flush=True)
"""


def test_the_driver_dies(people, tmp_path):
    """Killed, it publishes nothing; left alone, everything. (One process is enough for a driver to die in.)"""
    folder, expected = people
    chance = random.Random(3)
    usual = None
    for kill in range(KILLS + 1):
        out = tmp_path / str(kill)
        driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(ROOT / "python" / "tests_spark"), str(folder), str(out)],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **REGION},
                                  start_new_session=True)
        assert driver.stdout.readline().strip() == "ready"
        begin = time.monotonic()
        if usual is None:
            assert driver.stdout.readline().strip() == "done"
            usual = time.monotonic() - begin
        else:
            time.sleep(chance.uniform(0, usual))
            os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        if out.exists():
            assert read(out).cast(expected.schema).equals(expected)
        else:
            assert kill > 0
