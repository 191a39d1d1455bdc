"""Appends a CSV file to a ledger in small batches: `trickle.py gauze ledger table.csv ROWS BEFORE`, where so many rows came before. Prints,
as JSON, what every append cost: seconds by the clock, of its parts and of the processor, peak MiB, and rows that wait; and now and then the size of
the ledger.

It imports little: Linux charges a process with the peak of the one that started it.
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time

import ledgers
from harness import Run

SIZES = 50  # times that the ledger's size is taken


def append(gauze, ledger, batch, came):
    begin = time.monotonic()
    with open(batch.with_suffix(".json"), "w+") as output:
        process = subprocess.Popen([gauze, "append", ledger, batch, "--json", "--quiet"], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        run = Run(time.monotonic() - begin, usage.ru_maxrss / 1024, process.returncode, output.read(), "")
    report = ledgers.told(run, came)
    return {"rows": came, "seconds": round(run.seconds, 4), "processor_seconds": round(usage.ru_utime + usage.ru_stime, 4),
            "peak_mib": round(run.peak_mib, 1), "waiting": report["waiting"], "parts": report["seconds"]}


def main():
    gauze, ledger, table = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    count, before = int(sys.argv[4]), int(sys.argv[5])
    points = []
    with open(table) as lines:
        header = next(lines)
        total = sum(1 for _ in lines)
        lines.seek(0), lines.readline()
        batch = ledger.parent / "batch.csv"
        for number in range(total // count):
            batch.write_text(header + "".join(itertools.islice(lines, count)))
            points.append(append(gauze, ledger, batch, before + (number + 1) * count))
            if (number + 1) % max(1, total // count // SIZES) == 0:
                points[-1]["ledger_mib"] = round(ledgers.size_mib(ledger), 2)
    print(json.dumps(points))


if __name__ == "__main__":
    main()
