"""The benchmarks themselves work: tasks at a tiny size, every answer checked, a page with its charts written; with --every 1, the page of attacks, too.

No time is judged here. Adult-like inputs are drawn from real data, so a clone without it skips this.
"""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

import lib

sys.path.insert(0, str(lib.ROOT / "bench"))
import tasks


def same_bytes(suite):
    """A seed gives the same file, another seed another."""
    made = []
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        path = suite.folder / f"{name}.parquet"
        subprocess.run([sys.executable, lib.ROOT / "bench" / "generate.py", "patients", path, "--rows", "500", "--seed",
                        str(seed)], check=True, capture_output=True)
        made.append(path.read_bytes())
    suite.check(made[0] == made[1] and made[0] != made[2], "a seed does not decide the file")


def judge(suite, out, name):
    record = json.loads((out / f"{name}.json").read_text())
    results = record["results"]
    wrong = [f"{result['rival']}: {result['wrong']}" for result in results if "wrong" in result]
    suite.check(not wrong, f"{name}: {wrong}")
    lacking = ("this gauze has no", "not installed")
    odd = [result["skipped"] for result in results if not result.get("skipped", lacking[0]).startswith(lacking)]
    suite.check(not odd, f"{name}: skipped for another reason: {odd}")
    suite.check(all(result["seconds"] > 0 and result["peak_mib"] > 0 for result in results if "seconds" in result),
                f"{name}: a result without cost")
    suite.check(str(lib.ROOT) not in (out / f"{name}.json").read_text(), f"{name}: a path of this machine is in the results")


def attacks_page(suite):
    """The page that compares what attacks make of releases, from two settings and two files."""
    out = suite.folder / "attacks"
    out.mkdir()
    run = subprocess.run([sys.executable, lib.ROOT / "bench" / "attacks.py", "--gauze", suite.flags.gauze.resolve(), "--out", out, "--quick"],
                         capture_output=True, text=True)
    if suite.check(run.returncode == 0, f"attacks: exit {run.returncode}: {run.stderr[-1000:]}"):
        page = (out / "attacks-compared.md").read_text()
        for name in ("`cluster, grid 3`", "| gauze: cluster, tight |", "| arx_k5_local |"):
            suite.check(name in page, f"{name} is not on the page of attacks")
        xml.parse(out / "attacks-frontier.svg")


def main():
    suite = lib.Suite(__doc__, every=4)
    if lib.have_data("benchmarks at a tiny size"):
        out, names = suite.folder / "out", tasks.NAMES[::suite.flags.every]
        run = subprocess.run([sys.executable, lib.ROOT / "bench" / "bench.py", "--gauze", suite.flags.gauze.resolve(), "--out",
                              out, *(f"--task={name}" for name in names), "--scale", "0.0001", "--repeats", "1",
                              "--first", "1", "--peers", os.devnull + "/none"],
                             capture_output=True, text=True)
        if suite.check(run.returncode == 0, f"exit {run.returncode}: {run.stderr[-1000:]}"):
            for name in names:
                judge(suite, out, name)
            page = (out / "index.md").read_text()
            charts = list(out.glob("*.svg"))
            suite.check(len(charts) >= len(names), "charts are missing")
            for chart in charts:
                xml.parse(chart)
                suite.check(f"({chart.name})" in page, f"{chart.name} is not on the page")
        if suite.flags.every == 1:
            attacks_page(suite)
    same_bytes(suite)
    suite.finish()


if __name__ == "__main__":
    main()
