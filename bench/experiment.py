"""Repeats the experiments of a paper: `experiment.py qs`. Figures as CSV and SVG and a page about them go to
docs/experiments/; every release is judged by a count of its own before its figures count.
"""
import argparse
import importlib
import pathlib
import tempfile

import experiments

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("name", choices=experiments.NAMES)
    parser.add_argument("--gauze", type=pathlib.Path, default=ROOT / "build" / "gauze")
    parser.add_argument("--out", type=pathlib.Path, help="default: docs/experiments/NAME")
    parser.add_argument("--quick", action="store_true", help="a few points with little time, for a test")
    flags = parser.parse_args()
    out = flags.out or ROOT / "docs" / "experiments" / flags.name
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gauze-experiment-") as folder:
        experiment = importlib.import_module(f"experiments.{flags.name}")
        experiment.run(flags.gauze.resolve(), pathlib.Path(folder), out, flags.quick)


if __name__ == "__main__":
    main()
