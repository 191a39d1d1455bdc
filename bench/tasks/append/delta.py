import json
import statistics
import subprocess
import sys

import ledgers
from harness import HERE, Skip, Wrong
from rivals import Rival
from tasks.append import APPENDS, FROM, PARTS, batch_rows


class Append(Rival):
    """`gauze append`, some times, onto a ledger that holds the whole input."""

    def __init__(self, publish):
        self.publish = publish

    def prepare(self, bench, case, folder):
        if "append" not in bench.ask("--help"):
            raise Skip("this gauze has no append")
        count = batch_rows(case)
        self.ledger, self.first = ledgers.fill(bench.gauze, folder, case, self.publish, count // 3)
        later = folder / "later.csv"
        subprocess.run([sys.executable, HERE / "generate.py", case.kind, later, "--rows", str(APPENDS * count), "--first", str(case.rows)],
                       check=True, capture_output=True)
        return [sys.executable, HERE / "trickle.py", bench.gauze, self.ledger, later, count, case.rows]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        appends = json.loads(run.output)
        if case.rows <= FROM:
            ledgers.verify(bench.gauze, self.ledger)
        parts = {name: statistics.median(point["parts"][name] for point in appends) for name in PARTS}
        beside = statistics.median(sum(point["parts"].values()) - point["parts"]["release"] for point in appends)
        return {"seconds": statistics.median(point["seconds"] for point in appends),
                "processor_seconds": statistics.median(point["processor_seconds"] for point in appends),
                **{name: round(seconds, 3) for name, seconds in parts.items()}, "beside": round(beside, 3),
                "ledger_mib": round(ledgers.size_mib(self.ledger)), **self.first}


rival = Append("delta")
