"""The release region by region: the driver sees values, a sample and counts, Spark places rows, workers do the rest."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

import numpy
import pyarrow
from pyspark.sql import functions as F

from .. import _errors
from .._call import Call
from .._policy import Policy
from . import _worker
from ._codes import Codes, code_of, place, word
from ._counts import PERSON, ROWS, column, count, repeat
from ._files import Target
from ._worker import LEAF, TOLD

#: Spark's names of Arrow types that a release has.
_TYPES = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "double": pyarrow.float64(), "date": pyarrow.date32(),
          "timestamp_ntz": pyarrow.timestamp("us"), "boolean": pyarrow.bool_(), "int": pyarrow.int32()}
#: In place of a column: all rows of a leaf.
_ALL_ROWS = 2**32 - 1


class Regions:
    """A release that Spark makes. `close` lets go of what Spark keeps for it."""

    def __init__(self, policy: Policy, rows: Any, names: list[str], carried: list[str], target: Target):
        self._kept: list[Any] = []
        self._target = target
        self._codes = Codes(policy, rows, names, carried)
        self._kit = self._codes.kit
        self._about = self._codes.about
        self._numbers: dict[str, list[str]] = {"samples": [], "counts": []}  # files
        self._persons = [PERSON] if self._about["persons"] else []
        self._told: dict[int, dict[str, Any]] = {}  # by leaf, the first one of a region

    def close(self) -> None:
        for frame in self._kept:
            frame.unpersist()

    def run(self, memory: int | str | None) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="gauze-cuts-") as folder:
            cut = self._cuts()
            if cut["sampled"]:
                self._put(folder, "samples", self._sample(cut["sample"], cut["deciding"]))
                cut = self._cuts()
            nodes = json.loads(cut["cuts"])
            self._make(nodes, not cut["counted"])
            if not all(told["holds"] for told in self._told.values()):
                self._put(folder, "counts", self._count_leaves(nodes, cut["looked_at"]))
                self._join(nodes, json.loads(self._cuts()["cuts"]))
        return self._finish(memory)

    def _cuts(self) -> Any:
        return Call("cluster_cuts", kit=_worker.unpack(self._kit), **self._numbers).run()

    def _put(self, folder: str, kind: str, numbers: numpy.ndarray) -> None:
        self._numbers[kind] = [os.path.join(folder, kind)]
        numbers.tofile(self._numbers[kind][0])

    def _sample(self, size: int, deciding: list[int]) -> numpy.ndarray:
        """The tuples with the smallest hashes, more than `size` of them, if there are more. It takes a second look where many rows are alike."""
        hashed = self._codes.hashed(deciding)
        names = ["hash", *map(word, range(self._about["words"]))]
        share = 1.1 * size / self._codes.rows
        while True:
            some = hashed if share >= 1 else hashed.where(F.col("hash") < int(share * 2.0**64) - 2**63)
            found = some.groupBy(*map(column, names)).agg(F.sum(column(ROWS)).alias(ROWS)).toArrow()
            if share >= 1 or found.num_rows > size:
                return numpy.stack([found.column(name).to_numpy() for name in found.column_names], axis=1)
            share *= 1.3 * size / max(1, found.num_rows)

    def _make(self, nodes: list[list[int]], alone: bool, only: list[int] | None = None) -> None:
        """Makes all regions, or `only` some; `alone`: it is known that they keep the models."""
        rows = place(self._codes.table(), self._about["fields"], nodes, LEAF)
        if only is not None:
            rows = rows.where(F.col(f"`{LEAF}`").isin(only))
        regions = rows.groupBy(column(LEAF))
        if self._in_files():
            work = _worker.make_files(self._kit, alone, self._target.folders()[0])
            told = regions.applyInArrow(work, "told string").toArrow().column(0).to_pylist()
        else:
            columns = [*((item["name"], item["type"]) for item in self._about["columns"]), *((name, "bigint") for name in self._persons),
                       (ROWS, "bigint"), (LEAF, "int"), (TOLD, "string")]
            schema = pyarrow.schema([(name, _TYPES[kind]) for name, kind in columns])
            text = ", ".join("`" + name.replace("`", "``") + "` " + kind for name, kind in columns)
            made = regions.applyInArrow(_worker.make(self._kit, alone, schema), text).persist()
            self._kept.append(made)
            told = made.where(column(TOLD).isNotNull()).select(column(TOLD)).toArrow().column(0).to_pylist()
        for about in map(json.loads, told):
            if "error" in about:
                name, *words = about["error"]
                raise getattr(_errors, name)(*words)
            self._told[about["leaf"]] = about

    def _count_leaves(self, nodes: list[list[int]], looked_at: list[int]) -> numpy.ndarray:
        """Leaf, column, code and rows, for the columns that models look at; and the rows of each leaf."""
        rows = place(self._codes.table(), self._about["fields"], nodes, LEAF)
        size = F.sum(column(ROWS)) if self._codes.counted else F.count(F.lit(1))
        found = None
        for attribute in [None, *looked_at]:
            code = F.lit(0).cast("bigint") if attribute is None else code_of(self._about["fields"][attribute])
            counts = rows.groupBy(column(LEAF), code.alias("code")).agg(size.alias(ROWS))
            named = counts.select(column(LEAF).cast("bigint"), F.lit(_ALL_ROWS if attribute is None else attribute).cast("bigint"), "code", ROWS)
            found = named if found is None else found.union(named)
        table = found.toArrow()
        return numpy.stack([table.column(at).to_numpy() for at in range(4)], axis=1)

    def _join(self, leaves: list[list[int]], nodes: list[list[int]]) -> None:
        """Some leaves keep no model by themselves: they are joined with their neighbours, and made again. A region is named by its first leaf."""
        regions: dict[int, list[int]] = {}
        for leaf, node in zip(leaves, nodes):
            if not node[2]:
                regions.setdefault(node[4], []).append(leaf[4])
        for node in nodes:
            node[4] = node[4] if node[2] else min(regions[node[4]])
        again = [joined for joined in regions.values() if len(joined) > 1]
        for joined in again:
            for leaf in joined:
                del self._told[leaf]
        self._make(nodes, True, [min(joined) for joined in again])

    def _in_files(self) -> bool:
        """Workers write where everybody can read, unless Spark has to: people must not lie there."""
        return self._target.here is not None and not self._persons

    def _finish(self, memory: int | str | None) -> dict[str, Any]:
        """Writes the release, and publishes it if it keeps its promises when it is read back."""
        told = [self._told[leaf] for leaf in sorted(self._told)]
        found, judged = [], self._about["judged"]
        if self._in_files():
            found = self._write_parts(told)
        else:
            self._target.write(repeat(self._groups()))
        with tempfile.TemporaryDirectory(prefix="gauze-") as temp:
            call = Call("cluster_finish", kit=_worker.unpack(self._kit), reports=[about["report"] for about in told], parts=found,
                        files=self._target.files, temp=temp, memory=memory)
            if not found:
                call.table("released", self._target.counted(judged))
            if self._persons:  # somebody with several rows counts once: the written rows cannot tell
                call.table("copy", count(self._rows(), [*judged, *self._persons]).toArrow())
            manifest = call.run()
            self._target.publish(temp, ["manifest.json", "report/evidence.json", "report/report.html"])
        return manifest

    def _write_parts(self, told: list[dict[str, Any]]) -> list[Any]:
        """Files of the release from those of regions; what was found in each, if a part can be judged by itself."""
        pieces = [path for about in told for path in about["files"]]
        rows = sum(json.loads(about["report"])["rows"] for about in told)
        bounds = Call("cluster_bounds", kit=_worker.unpack(self._kit), samples=[one for about in told for one in about["samples"]],
                      rows=rows).run()
        parts = self._target.spark.range(0, len(bounds) + 1, 1, len(bounds) + 1)
        work = _worker.write_parts(self._kit, pieces, bounds, self._target.folders()[1])
        written = map(json.loads, parts.mapInArrow(work, "told string").toArrow().column(0).to_pylist())
        written = sorted(written, key=lambda part: part["part"])
        self._target.adopt([part["file"] for part in written])
        return [part["found"] for part in written if part["found"] is not None]

    def _rows(self) -> Any:
        """Groups that Spark keeps, of all regions that count."""
        frames = [made.where(column(TOLD).isNull()) for made in self._kept]
        if len(frames) == 1:
            return frames[0]
        again = {row[0] for row in self._kept[1].select(column(LEAF)).distinct().collect()}
        return frames[0].where(column(LEAF).isin([leaf for leaf in self._told if leaf not in again])).unionByName(frames[1])

    def _groups(self) -> Any:
        """The release as a counted table, in the order of what is printed: the region of a row must not be visible."""
        ordered = self._rows().orderBy(*(column(name).asc_nulls_last() for name in self._about["order"]))
        return ordered.drop(PERSON, LEAF, TOLD)
