"""The bar of a run never stands still: for every shape of bench/shapes.py, what the program tells of its progress is recorded, and
between two changes there is never more than a tenth of the processor time of the whole run.

Processor time, because a machine that does something else makes everything stand still. A run of a moment has parts that no bar
can show (starting the program, opening the engine): they have `SLACK` seconds.
"""
import os
import resource
import subprocess
import sys
import time

import lib

sys.path.insert(0, str(lib.ROOT / "bench"))
import shapes  # noqa: E402  pylint: disable=wrong-import-position

SLACK = 0.1
SHARE = 0.1
# Where the bar is known to stand still for longer: what is decided after the walk over known sets has no stage of its own, and columns
# that nothing protects are counted one by one before reading begins.
KNOWN = {"suppress_cells": 0.4, "suppress_cells any": 0.4, "20 columns": 0.4, "50 columns": 0.6}
TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid):
    """Of a process that runs, or has just ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / TICK


def record(command):
    """Runs it: exit code, errors, and (processor seconds, line) of each change of the bar, first and last moment included."""
    read, write = os.pipe()
    environment = {**os.environ, "GAUZE_PROGRESS_FD": str(write), "GAUZE_PROGRESS_MILLISECONDS": "2"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, env=environment, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        os.close(write)
        moments = [(0.0, "start")]
        with os.fdopen(read, encoding="utf-8") as lines:
            for line in lines:
                at = processor_seconds(child.pid)
                if at is not None:
                    moments.append((at, line.strip()))
        errors = child.stderr.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return child.returncode, errors, [*moments, (total, "end")]


def judge(suite, name, command):
    started = time.monotonic()
    code, errors, moments = record(suite.command(*command))
    if not suite.check(code == 0, f"{name}: exit {code}: {errors[-300:]}"):
        return
    total = moments[-1][0]
    gaps = sorted(((then - now, line) for (now, line), (then, _) in zip(moments, moments[1:])), reverse=True)
    worst, after = gaps[0]
    print(f"{name}: {total:.2f} s of processor, {time.monotonic() - started:.2f} s; stood still for {worst:.2f} s ({worst / total:.0%}) after {after}",
          flush=True)
    suite.check(worst <= KNOWN.get(name, SHARE) * total + SLACK, f"{name}: the bar stood still for {worst:.2f} of {total:.2f} s after {after}")
    beyond = [line for _, line in moments[1:-1] if 0 < (told := shapes.json.loads(line))["total"] < told["done"]]
    suite.check(not beyond, f"{name}: more is done than there is to do: {beyond[:1]}")


def main():
    suite = lib.Suite(__doc__, rows=60_000, only=0)
    for number, shape in enumerate(shapes.shapes()):
        if suite.flags.only and number + 1 != suite.flags.only:
            continue
        folder = suite.folder / str(number)
        policy = shapes.write_shape(shape, suite.flags.rows, folder)
        judge(suite, shape.name, ["run", policy, "--no-report", *shape.flags])
    suite.finish()


if __name__ == "__main__":
    main()
