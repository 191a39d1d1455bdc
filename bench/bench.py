"""Runs the benchmarks: `bench.py` all of them at full size, `bench.py --task copy` one, `bench.py --quick` all at a thousandth.

Full size takes more than half an hour and about 30 GB of disk. Results go to docs/benchmarks/.
"""
import argparse
import contextlib
import pathlib
import tempfile

import harness
import report
import tasks

ROOT = pathlib.Path(__file__).resolve().parent.parent


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--gauze", default=ROOT / "build" / "gauze")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks")
    parser.add_argument("--task", choices=tasks.NAMES, action="append", help="only this one; repeatable")
    parser.add_argument("--scale", type=float, default=1.0, help="factor of the generated rows")
    parser.add_argument("--quick", action="store_true", help="--scale 0.001 --repeats 1")
    parser.add_argument("--repeats", type=int, help="instead of the task's own")
    parser.add_argument("--rows", type=int, help="of the task's largest input, instead of --scale")
    parser.add_argument("--first", type=int, help="only so many cases of each task, for a test of the benchmarks themselves")
    parser.add_argument("--case", help="only cases whose name contains this, as in \"B 100,000,000\"; the others keep their results")
    parser.add_argument("--folder", help="keep the inputs here (default: a temporary folder)")
    parser.add_argument("--peers", default=ROOT / ".deps" / "peers" / "bin" / "python",
                        help="a Python with bench/peers/requirements.txt")
    return parser.parse_args()


def command(flags, name):
    """What measures this task again; without paths, which mean nothing elsewhere."""
    words = ["python bench/bench.py --task", name]
    for flag in ("scale", "repeats", "rows", "first"):
        value = getattr(flags, flag)
        words += [f"--{flag} {value}"] if value and value != 1.0 else []
    return " ".join(words)


def main():
    flags = options()
    if flags.quick:
        flags.scale, flags.repeats = 0.001, 1
    with contextlib.ExitStack() as stack:
        folder = flags.folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="gauze-bench-"))
        bench = harness.Bench(pathlib.Path(flags.gauze).resolve(), folder, flags.peers, flags.scale)
        for name in flags.task or tasks.NAMES:
            task = report.task_module(name)
            if flags.rows:
                bench.scale = flags.rows / max(case.rows for case in task.cases(1))
            print(name, flush=True)
            results = []
            for case in task.cases(bench.scale)[:flags.first]:
                if flags.case and flags.case not in case.name():
                    continue
                case.repeats = flags.repeats or case.repeats
                results += harness.compete(bench, task, case)
            report.save(flags.out, name, report.with_earlier(flags.out, name, results) if flags.case else results, bench,
                        command(flags, name))
            report.page(flags.out)


if __name__ == "__main__":
    main()
