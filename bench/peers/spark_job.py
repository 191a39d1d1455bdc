"""One job on a running cluster: `spark_job.py MASTER bare|gauze|regions SOURCE TARGET WARM [POLICY]`. The job is done first with the small table WARM, so
that nobody pays for a cold JVM. Prints the job's seconds, its route, and stage times and memory from Spark's event log, as JSON.

Bare Spark reads, repartitions by a column and writes: the least that any job with a shuffle does."""
import json
import os
import pathlib
import sys
import time

import spark_events
from pyspark.sql import SparkSession


def session(master, folder):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false",
                "spark.driver.memory": "4g", "spark.driver.maxResultSize": "0", "spark.executor.memory": "3g",
                "spark.local.dir": f"{folder}/local", "spark.eventLog.enabled": "true", "spark.eventLog.dir": f"file:{folder}/events",
                "spark.eventLog.compress": "false", "spark.eventLog.logStageExecutorMetrics": "true",
                "spark.executor.processTreeMetrics.enabled": "true", "spark.executor.metrics.pollingInterval": "200ms"}
    builder = SparkSession.builder.appName("gauze-bench").master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def bare(spark, source, target, policy):
    table = spark.read.parquet(source)
    table.repartition(table.columns[0]).write.parquet(target)
    return "", table.columns[0]


def gauze(spark, source, target, policy, route="auto"):
    import gauze.spark

    release = gauze.spark.run(policy, spark.read.parquet(source), target, route=route)
    return release.route, release.manifest["classes"]


def regions(spark, source, target, policy):
    return gauze(spark, source, target, policy, "regions")


def main():
    master, name, source, target, warm, *policy = sys.argv[1:]
    folder = pathlib.Path(target).parent
    (folder / "events").mkdir()
    job = {"bare": bare, "gauze": gauze, "regions": regions}[name]
    spark = session(master, folder)
    job(spark, warm, f"{target}-warm", *policy or [""])
    begin, since = time.monotonic(), time.time() * 1000
    route, told = job(spark, source, target, *policy or [""])
    seconds = time.monotonic() - begin
    spark.stop()
    print(json.dumps({"seconds": round(seconds, 3), "route": route, "told": told, "stages": spark_events.stages(folder / "events", since),
                      **spark_events.peaks(folder / "events")}))


if __name__ == "__main__":
    main()
