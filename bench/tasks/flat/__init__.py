"""Whether an append costs more on a large ledger: batches of 10,000 in turn onto one of a million records (`small`) and onto one of a hundred
million (`large`), so that both meet the same machine. Otherwise as above; `publish: delta`. The best of five counts.

`beside` is everything but making and writing the release, by the clock. Of B, which has a key, it grows, within two steps: `read`, where the batch's
keys are looked up, and `commit`, where they are kept. The index of a million keys has some 5,000 pages, so that ten thousand new keys share them: an
append reads 5,100 and writes 4,700. In a large index every key has a page of its own: 13,700 and 9,600, which is as many as there can be, whether
there are ten million records or a hundred. Pages of 1 KiB instead of 4, a cache of 64 MiB and reading by mmap were tried on indexes of 1 and 20
million keys, and leave that ratio as it is. By the best of five, other runs of this had × 1.23 and × 1.69 beside the release, × 1.05 and × 1.18 in all.
"""
import json
import subprocess
import sys

import ledgers
from harness import HERE, Case, Skip, Wrong
from rivals import Rival

TITLE = "The same append onto a small and a large ledger"
BASELINE = "small"
PARTS = ["read", "release", "verify", "publish", "commit"]
COLUMNS = ["processor_seconds", *PARTS, "beside"]
APART = 100  # times as many records in the large one
MOST = 1.3
BATCH = 10_000


def cases(scale):
    rows = max(1000 * APART, int(100_000_000 * scale))
    return [Case(kind, rows, repeats=5) for kind in ("adult", "patients")]


class Onto(Rival):
    """One more batch onto a ledger that was filled when it was first asked for, and is kept beside the inputs."""

    def __init__(self, apart):
        self.apart = apart

    def prepare(self, bench, case, folder):
        if "append" not in bench.ask("--help"):
            raise Skip("this gauze has no append")
        before = Case(case.kind, case.rows // self.apart)
        before.source = bench.source(before)
        count = min(BATCH, case.rows // APART // 10)
        place = bench.folder / "ledgers" / f"{before.kind}-{before.rows}"
        if not (place / "filled").exists():
            place.mkdir(parents=True)
            ledgers.fill(bench.gauze, place, before, "delta", count // 3)
            (place / "filled").write_text(str(before.rows))
        self.place, came = place, int((place / "filled").read_text())
        subprocess.run([sys.executable, HERE / "generate.py", case.kind, folder / "batch.csv", "--rows", str(count), "--first", str(came)],
                       check=True, capture_output=True)
        return [sys.executable, HERE / "trickle.py", bench.gauze, place / "ledger", folder / "batch.csv", count, came]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        point, = json.loads(run.output)
        (self.place / "filled").write_text(str(point["rows"]))
        beside = sum(point["parts"].values()) - point["parts"]["release"]
        return {"seconds": point["seconds"], "processor_seconds": point["processor_seconds"],
                **{name: round(point["parts"][name], 3) for name in PARTS}, "beside": round(beside, 3)}


def remarks(results):
    lines = []
    for kind, name in (("adult", "A"), ("patients", "B")):
        found = {result["rival"]: result for result in results if result["case"]["kind"] == kind and "seconds" in result}
        if len(found) < 2:
            continue
        growth = {what: found["large"][column] / found["small"][column]
                  for column, what in (("seconds", "seconds"), ("beside", "beside the release"), ("processor_seconds", "processor time"))}
        lines.append(f"{name}: " + ", ".join(f"{what} × {times:.2f} ({'at most' if times <= MOST else '**above**'} {MOST})"
                                              for what, times in growth.items()))
    return lines
