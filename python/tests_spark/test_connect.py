"""The same release through Spark Connect: a server of its own in front of the cluster, and a driver that has no JVM."""

import json
import os
import subprocess
import sys

import policies
import pytest
from cluster import HOME, free_port, running
from conftest import REGION
from test_same_release import ADULT, DATA, needs_data, rows_of, texts

import gauze

pytestmark = needs_data
grpc = pytest.importorskip("grpc")

CLIENT = """
import json, sys
from pyspark.sql import SparkSession
import gauze.spark
address, policy, table, out, route = sys.argv[1:]
spark = SparkSession.builder.remote(address).getOrCreate()
release = gauze.spark.run(policy, spark.read.parquet(table), out, route=route)
data = release.manifest["data"]
parts = [data] if isinstance(data, str) else data
holds = gauze.spark.verify(policy, spark.read.parquet(*(f"{out}/{part}" for part in parts)))["holds"]
print(json.dumps({"route": release.route, "data": data, "holds": holds}))
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A cluster of its own: who comes second to one gets no cores."""
    folder = tmp_path_factory.mktemp("connect")
    with running(folder) as cluster:
        yield from serve(cluster, folder)


def serve(cluster, folder):
    port = free_port()
    settings = {"spark.connect.grpc.binding.port": port, "spark.connect.grpc.binding.address": "127.0.0.1", "spark.driver.host": "127.0.0.1",
                "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": 4, "spark.local.dir": folder / "local",
                **{f"spark.executorEnv.{name}": value for name, value in REGION.items()}}
    environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen([HOME / "bin" / "spark-submit", "--master", cluster.url, "--class",
                                   "org.apache.spark.sql.connect.service.SparkConnectServer",
                                   *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")), "spark-internal"],
                                  stdout=log, stderr=subprocess.STDOUT, env=environment)
    try:
        channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        try:
            grpc.channel_ready_future(channel).result(timeout=120)
        except grpc.FutureTimeoutError:
            pytest.fail(f"Spark Connect did not start: {(folder / 'log').read_text(errors='replace')[-2000:]}")
        yield f"sc://127.0.0.1:{port}"
    finally:
        channel.close()
        server.terminate()
        server.wait(60)


@pytest.mark.parametrize("route", ["driver", "regions"])
def test_adult(address, route, tmp_path):
    table = texts(DATA / "adult" / "adult.csv", ";", tmp_path)
    policy = policies.write(tmp_path, "policy", ADULT["k 5 mondrian"], "table.parquet")
    expected = gauze.run(policy, table).table.to_arrow()
    client = subprocess.run([sys.executable, "-c", CLIENT, address, str(policy), str(tmp_path / "table.parquet"), str(tmp_path / "out"), route],
                            capture_output=True, text=True, env={**os.environ, **REGION})
    assert client.returncode == 0, client.stderr[-3000:]
    told = json.loads(client.stdout.strip().split("\n")[-1])
    assert told["route"] == route and told["holds"]
    released = rows_of(tmp_path / "out", told)
    for name in expected.column_names:
        column = released.column(name).combine_chunks()
        assert column.equals(expected.column(name).combine_chunks().cast(column.type)), name
