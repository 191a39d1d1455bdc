"""The experiments themselves work: the quick form of each, its figures in the order that the page claims, charts that can be
drawn; and the judge of the releases tells good ones from bad ones.

Rows are drawn from real data, so a clone without it only tries the judge.
"""
import subprocess
import sys
import xml.etree.ElementTree as xml

import lib

sys.path.insert(0, str(lib.ROOT / "bench"))
import experiments
from experiments.qs.judge import Judge

SETS = [frozenset("ab"), frozenset("c"), frozenset("c"), frozenset("d")]


def judge(suite):
    """By hand: ab links to one label, c to labels 1 and 2, d to label 3 and nothing to all four."""
    tried = Judge([list("ab"), list("bc"), list("c"), list("d")], SETS)
    empty = frozenset()
    for rows, c, l, good in (([SETS[0]], 1, 2, False), ([SETS[1]], 1, 2, True), ([empty], 1, 4, True), ([empty], 0.9, 4, False),
                             ([SETS[0], SETS[3]], 1, 2, True), ([SETS[0], SETS[1]], 1, 2, True),
                             ([SETS[0], SETS[1]], 0.99, 2, False), ([SETS[0], SETS[1]], 2, 3, True),
                             ([SETS[0], SETS[1]], 1.99, 3, False), ([frozenset("x")], 1, 9, True)):
        suite.check(tried.diverse(rows, c, l) == good, f"diversity of {rows} for c = {c}, l = {l} is not {good}")
    # The table has shares 1/4, 1/4, 1/4, 1/4; a row of one label is 3/4 away from one of them and 1/4 from three.
    for rows, t, good in ((SETS, 0, True), ([SETS[0]], 0.86602, False), ([SETS[0]], 0.86603, True), ([SETS[1]], 0.5, True),
                          ([SETS[1]], 0.4999, False), ([empty], 0, True), ([frozenset("x")], 0.5, True),
                          ([frozenset("x")], 0.4999, False)):
        suite.check(tried.close(rows, t) == good, f"closeness of {rows} for t = {t} is not {good}")
    path = suite.folder / "released.csv"
    for other, good in (("d", True), ("a;b", False)):
        path.write_text(f"age,terms\n1,a;b\n1,{other}\n2,\n2,c\n")
        try:
            cost = tried.read(path, {"qs_diversity": {"c": 1, "l": 2}})
            suite.check(good and abs(cost - 1 / 4.5) < 1e-12, f"a release of cost {cost} was accepted")
        except ValueError as reason:
            suite.check(not good, f"a good release was refused: {reason}")


def quick(suite, name):
    out = suite.folder / name
    run = subprocess.run([sys.executable, lib.ROOT / "bench" / "experiment.py", name, "--quick", "--gauze",
                          suite.flags.gauze.resolve(), "--out", out], capture_output=True, text=True)
    if not suite.check(run.returncode == 0, f"{name}: exit {run.returncode}: {run.stderr[-1000:]}"):
        return
    points = {}
    for figure in out.glob("*.csv"):
        for row in lib.read_csv(figure)[1]:
            points.setdefault((figure.name, row["k"], row["c"], row["l"], row["t"]), {})[row["search"]] = row
    suite.check(len(points) >= 8, f"{name}: {len(points)} points")
    for where, rows in points.items():
        if "exact" not in rows:
            continue
        costs = {search: float(row["removal_cost"]) for search, row in rows.items()}
        suite.check(len(costs) == 3 and costs["exact"] == min(costs.values()), f"{name}: {where}: {costs}")
        if where[0] != "skewed.csv":
            exact = rows["exact"]
            suite.check(int(exact["fallbacks"]) == 0 and int(exact["proven"]) >= 0.93 * int(exact["searched"]),
                        f"{name}: {where}: {exact}")
    page = (out / "index.md").read_text()
    suite.check("not reached" not in page, f"{name}: a bar is not reached: {page}")
    suite.check(str(suite.folder) not in page and str(lib.ROOT) not in page, f"{name}: a path of this machine is on the page")
    charts = list(out.glob("*.svg"))
    suite.check(len(charts) >= 5, f"{name}: {len(charts)} charts")
    for chart in charts:
        xml.parse(chart)
        suite.check(f"({chart.name})" in page, f"{name}: {chart.name} is not on the page")


def main():
    suite = lib.Suite(__doc__)
    judge(suite)
    if lib.have_data():
        for name in experiments.NAMES:
            quick(suite, name)
    suite.finish()


if __name__ == "__main__":
    main()
