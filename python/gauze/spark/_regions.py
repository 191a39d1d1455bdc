"""The release region by region: the driver sees counts and decides where to cut, workers do the rest."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy
import pyarrow
from pyspark.sql import functions as F

from .._call import Call
from .._policy import Policy
from . import _worker
from ._counts import PERSON, ROWS, column, count
from ._files import Target

#: Spark's names of Arrow types that a release has.
_TYPES = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "double": pyarrow.float64(), "date": pyarrow.date32(),
          "timestamp_ntz": pyarrow.timestamp("us"), "boolean": pyarrow.bool_(), "int": pyarrow.int32()}


class Regions:
    """Groups of the release as a DataFrame that Spark keeps until `close`."""

    def __init__(self, policy: Policy, tuples: Any, names: list[str]):
        self._kept: list[Any] = []
        try:
            self._start(policy, tuples, names)
            self._cut()
            self._make()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for frame in self._kept:
            frame.unpersist()

    def _start(self, policy: Policy, tuples: Any, names: list[str]) -> None:
        found = (tuples.mapInArrow(_worker.values(policy.to_call()), "place int, value string, rows bigint")
                 .groupBy("place", "value").agg(F.sum("rows").alias("rows")).toArrow())
        columns = [{"name": name, "values": [], "rows": [], "null_rows": 0} for name in names]
        for place, value, rows in zip(*(found.column(name).to_pylist() for name in ("place", "value", "rows"))):
            if value is None:
                columns[place]["null_rows"] = rows
            else:
                columns[place]["values"].append(value)
                columns[place]["rows"].append(rows)
        with tempfile.TemporaryDirectory(prefix="gauze-kit-") as folder:
            Call("cluster_kit", policy=policy.to_call(), columns=columns, folder=folder).run()
            self._kit = _worker.pack(folder)
        about = Call("cluster_schema", kit=_worker.unpack(self._kit)).run()
        self._words, self._columns, self.judged = about["words"], about["columns"], about["judged"]
        self._order = about["order"]
        self._persons = [PERSON] if about["persons"] else []
        words = ", ".join(f"w{word} bigint" for word in range(self._words))
        self._packed = self._keep(tuples.mapInArrow(_worker.encode(self._kit, self._words), f"{words}, `{ROWS}` bigint"))

    def _keep(self, frame: Any) -> Any:
        frame = frame.persist()
        self._kept.append(frame)
        return frame

    def _cut(self) -> None:
        """The tuples with the smallest hashes tell where to cut, and counts of what came out which cuts to take back."""
        files: dict[str, list[str]] = {"samples": [], "counts": []}
        with tempfile.TemporaryDirectory(prefix="gauze-cuts-") as folder:
            while True:
                cut = Call("cluster_cuts", kit=_worker.unpack(self._kit), **files).run()
                self._cuts, self.regions = cut["cuts"], cut["regions"]
                if cut["sampled"]:
                    names = [f"w{word}" for word in range(self._words)]
                    schema = ", ".join(f"`{name}` bigint" for name in ["hash", *names, ROWS])
                    found = (self._packed.mapInArrow(_worker.sample(self._kit, self._words), schema)
                             .groupBy("hash", *names).agg(F.sum(ROWS).alias(ROWS))
                             .orderBy("hash").limit(cut["sample"] + 1))
                    kind = "samples"
                elif cut["counted"]:
                    found = (self._packed.mapInArrow(_worker.count(self._kit, self._words, self._cuts),
                                                     "leaf bigint, attribute bigint, code bigint, rows bigint")
                             .groupBy("leaf", "attribute", "code").agg(F.sum("rows").alias("rows")))
                    kind = "counts"
                else:
                    return
                table = found.toArrow()
                files[kind] = [os.path.join(folder, kind)]
                numpy.stack([table.column(name).to_numpy() for name in table.column_names], axis=1).tofile(files[kind][0])

    def _make(self) -> None:
        words = ", ".join(f"w{word} bigint" for word in range(self._words))
        placed = self._packed.mapInArrow(_worker.place(self._kit, self._words, self._cuts), f"region int, {words}, `{ROWS}` bigint")
        columns = [*((item["name"], item["type"]) for item in self._columns), *((name, "bigint") for name in self._persons),
                   (ROWS, "bigint"), ("gauze region", "int"), ("gauze report", "string")]
        schema = pyarrow.schema([(name, _TYPES[kind]) for name, kind in columns])
        text = ", ".join("`" + name.replace("`", "``") + "` " + kind for name, kind in columns)
        self._made = self._keep(placed.groupBy("region").applyInArrow(_worker.make(self._kit, self._words, schema), text))
        told = self._made.where(column("gauze report").isNotNull()).select("gauze region", "gauze report").collect()
        self.reports = [report for _, report in sorted((row[0], row[1]) for row in told)]

    def groups(self) -> Any:
        """The release as a counted table, in the order of what is printed: the region of a row must not be visible."""
        ordered = self._made.orderBy(*(column(name).asc_nulls_last() for name in self._order))
        return ordered.drop(PERSON, "gauze region", "gauze report")

    def finish(self, target: Target, memory: int | str | None) -> dict[str, Any]:
        """Publishes the release that was written, if it keeps its promises when read back and counted. Returns its manifest."""
        released = target.counted(self.judged)
        with tempfile.TemporaryDirectory(prefix="gauze-") as temp:
            call = Call("cluster_finish", kit=_worker.unpack(self._kit), reports=self.reports, files=target.files, temp=temp, memory=memory)
            if self._persons:  # somebody with several rows counts once: the written rows cannot tell
                call.table("copy", count(self._made, [*self.judged, *self._persons]).toArrow())
            manifest = call.table("released", released).run()
            target.publish(temp, ["manifest.json", "report/evidence.json", "report/report.html"])
        return manifest
