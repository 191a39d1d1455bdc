"""A real cluster on this machine: a standalone master and workers as processes of their own, from the PySpark wheel."""

from __future__ import annotations

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import time
from typing import Any, Iterator

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent


def free_port() -> int:
    with contextlib.closing(socket.socket()) as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


class Cluster:
    """Started at once, stopped by `stop`, by the ids of its own processes."""

    def __init__(self, folder: pathlib.Path, workers: int = 2, cores: int = 1, memory: str = "2g"):
        self._folder = folder
        self._size = ["--cores", str(cores), "--memory", memory]
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._logs: list[Any] = []
        port = free_port()
        self.url = f"spark://127.0.0.1:{port}"
        self._workers = 0
        try:
            self._start("master", "master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
            self._wait("master", "Starting Spark master")
            for _ in range(workers):
                self.add_worker()
        except BaseException:
            self.stop()
            raise

    def _start(self, name: str, kind: str, *flags: str) -> None:
        environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
                       "SPARK_NO_DAEMONIZE": "1", "SPARK_WORKER_DIR": str(self._folder / "work"),
                       "SPARK_LOCAL_DIRS": str(self._folder / "local"), "SPARK_DAEMON_MEMORY": "512m",
                       "SPARK_MASTER_OPTS": "-Dspark.worker.timeout=600"}  # on a busy machine a worker is not dead after a minute
        log = open(self._folder / f"{name}.log", "wb")
        self._logs.append(log)
        self._processes[name] = subprocess.Popen([str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}", *flags],
                                                 stdout=log, stderr=subprocess.STDOUT, env=environment)

    def _wait(self, name: str, words: str) -> None:
        for _ in range(1800):
            if words in (self._folder / f"{name}.log").read_text(errors="replace"):
                return
            if self._processes[name].poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"{name} did not start: {(self._folder / f'{name}.log').read_text(errors='replace')[-2000:]}")

    def add_worker(self) -> None:
        self._workers += 1
        name = f"worker-{self._workers}"
        self._start(name, "worker.Worker", self.url, "--host", "127.0.0.1", "--webui-port", "0", *self._size)
        self._wait(name, "Successfully registered with master")

    def executors(self) -> list[int]:
        """Ids of the processes that do the work: children of the workers."""
        found = []
        for name, process in self._processes.items():
            if name.startswith("worker"):
                listed = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], capture_output=True, text=True)
                found += [int(line) for line in listed.stdout.split()]
        return found

    def session(self, name: str = "gauze-test", **settings: str) -> Any:
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable  # for the workers
        builder = (SparkSession.builder.appName(name).master(self.url).config("spark.driver.host", "127.0.0.1")
                   .config("spark.driver.bindAddress", "127.0.0.1").config("spark.ui.enabled", "false")
                   .config("spark.sql.shuffle.partitions", "4").config("spark.local.dir", str(self._folder / "driver")))
        for key, value in settings.items():
            builder = builder.config(key, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        return session

    def stop(self) -> None:
        for process in reversed(list(self._processes.values())):
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for log in self._logs:
            log.close()


@contextlib.contextmanager
def running(folder: pathlib.Path, **size: Any) -> Iterator[Cluster]:
    cluster = Cluster(folder, **size)
    try:
        yield cluster
    finally:
        cluster.stop()
