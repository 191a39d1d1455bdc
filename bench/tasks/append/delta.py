import resource
import subprocess
import sys

import ledgers
from harness import HERE, Skip, measure
from rivals import Rival
from tasks.append import PARTS, batch_rows


class Append(Rival):
    """One `gauze append` onto a ledger that holds the whole input."""

    def __init__(self, publish):
        self.publish = publish

    def prepare(self, bench, case, folder):
        if "append" not in bench.ask("--help"):
            raise Skip("this gauze has no append")
        count = batch_rows(case)
        self.ledger = ledgers.make(bench.gauze, folder, ledgers.policy(case.kind, self.publish, count // 3))
        command = [bench.gauze, "append", self.ledger, "--json", "--quiet"]
        run = measure([*command, case.source], folder)
        self.first = {"first_seconds": round(sum(ledgers.told(run, case.rows)["seconds"].values()), 2), "first_mib": round(run.peak_mib)}
        batch = folder / "batch.parquet"
        subprocess.run([sys.executable, HERE / "generate.py", case.kind, batch, "--rows", str(count), "--first", str(case.rows)],
                       check=True, capture_output=True)
        self.before = processor_seconds()
        return [*command, batch]

    def check(self, bench, case, folder, run):
        used = processor_seconds() - self.before
        parts = ledgers.told(run, case.rows + batch_rows(case))["seconds"]
        ledgers.verify(bench.gauze, self.ledger)
        return {"seconds": sum(parts.values()), "processor_seconds": round(used, 2), **{name: round(parts[name], 3) for name in PARTS},
                "ledger_mib": round(ledgers.size_mib(self.ledger)), **self.first}


def processor_seconds():
    """Of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


rival = Append("delta")
