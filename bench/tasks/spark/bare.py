import atexit
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

from harness import HERE, ROOT, Skip, Wrong
from rivals import Rival, count_rows


class Job(Rival):
    """A job of peers/spark_job.py on one cluster for all, which lives until this program ends."""

    name = "bare"
    cluster = None

    def master(self):
        if not Job.cluster:
            sys.path.insert(0, str(ROOT / "python" / "tests_spark"))
            try:
                maker = importlib.import_module("cluster")
            except ImportError as missing:
                raise Skip("not installed: PySpark") from missing
            folder = tempfile.TemporaryDirectory(prefix="gauze-spark-")
            Job.cluster = maker.Cluster(pathlib.Path(folder.name), memory="3g")
            atexit.register(folder.cleanup)
            atexit.register(Job.cluster.stop)
        return Job.cluster.url

    def prepare(self, bench, case, folder, *more):
        warm = bench.source(type(case)(case.kind, max(1000, case.rows // 100)))
        source = pathlib.Path(case.source)
        return [sys.executable, HERE / "peers" / "spark_job.py", self.master(), self.name, source.parent if "*" in source.name else source,
                folder / "made", warm, *more]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        rows = count_rows(folder / "made" / "*.parquet")
        if rows != case.rows:
            raise Wrong(f"{rows} rows")
        return {key: value for key, value in json.loads(run.output.strip().split("\n")[-1]).items() if key not in ("told", "route")}


rival = Job()
