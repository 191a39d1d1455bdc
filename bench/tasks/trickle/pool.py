import json
import sys

import ledgers
from harness import HERE, Skip, Wrong
from rivals import Rival
from tasks.trickle import BATCH, median, thinned


class Trickle(Rival):
    """`gauze append` again and again."""

    def prepare(self, bench, case, folder):
        if "append" not in bench.ask("--help"):
            raise Skip("this gauze has no append")
        self.ledger = ledgers.make(bench.gauze, folder, ledgers.policy(case.kind, "delta", BATCH // 3))
        return [sys.executable, HERE / "trickle.py", bench.gauze, self.ledger, case.source, BATCH, 0]

    def check(self, bench, case, folder, run):
        if run.code:
            raise Wrong(f"exit {run.code}: {run.errors.strip()[-300:]}")
        points = json.loads(run.output)
        if points[-1]["rows"] != case.rows:
            raise Wrong(f"{points[-1]['rows']} rows")
        ledgers.verify(bench.gauze, self.ledger)
        tenth = max(1, len(points) // 10)
        first, last = points[1:tenth + 1], points[-tenth:]
        return {"appends": len(points), "first_tenth": median(first, "processor_seconds"), "last_tenth": median(last, "processor_seconds"),
                "first_tenth_mib": median(first, "peak_mib"), "last_tenth_mib": median(last, "peak_mib"),
                "ledger_mib": points[-1]["ledger_mib"], "points": thinned(points)}


rival = Trickle()
