"""The experiments themselves work: the quick form of each, its figures in the order that the page claims, charts that can be
drawn; and the judge of the releases tells good ones from bad ones. docs/experiments/index.md lists every figure and table of the papers, and
points at headings that pages have.

Rows are drawn from real data, so a clone without it only tries the judge and looks at the list.
"""
import collections
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as xml

import lib
import numpy

sys.path.insert(0, str(lib.ROOT / "bench"))
import experiments
from experiments.continuing import dynamic, pairs, partition
from experiments.freeform import full_domain, guards
from experiments.freeform.judge import Judge as FreeformJudge
from experiments.qs.judge import Judge
from experiments.risk import recoding as whole

PAGES = lib.ROOT / "docs" / "experiments"
# What the papers print, in the order of docs/experiments/index.md.
PRINTED = {"qs": [f"Figure {number}" for number in range(1, 7)],
           "personal": [f"Table {number}" for number in ("I", "II", "III", "IV", "V")] + [f"Figure {number}" for number in range(1, 7)],
           "freeform": ["Figure 1"],
           "continuing": [f"Figure {number}" for number in range(1, 12)],
           "risk": [f"Figure {number}" for number in range(1, 4)] + ["Table 1", "Table 2"]}
SETS = [frozenset("ab"), frozenset("c"), frozenset("c"), frozenset("d")]


def anchors(text):
    """Of the headings of a page, as mkdocs makes them."""
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()).strip().lower())
            for heading in re.findall(r"^#+ (.+)$", text, re.M)}


def listed():
    """Paper: figure or table: what became of it, the text beside it."""
    found, paper = {}, None
    for line in (PAGES / "index.md").read_text().splitlines():
        if heading := re.match(r"## .*\((\w+)\)$", line):
            paper = found.setdefault(heading[1].lower(), {})
        elif row := re.match(r"\| ((?:Figure|Table) \w+) \| .+? \| (.+?) \| (.+) \|$", line):
            paper.setdefault(row[1], []).append((row[2], row[3]))
    return found


def index(suite):
    """Every figure and table once, each with what became of it and, unless that is impossible, at least one place to look at."""
    found = listed()
    for paper, printed in PRINTED.items():
        suite.check(sorted(found.get(paper, [])) == sorted(printed), f"{paper}: listed are {sorted(found.get(paper, []))}")
        for name, rows in found.get(paper, {}).items():
            suite.check(len(rows) == 1, f"{paper}: {name} is listed {len(rows)} times")
            for verdict, text in rows:
                suite.check(verdict in ("reproduced", "differs", "not possible"), f"{paper}: {name} is called {verdict}")
                suite.check("](" in text or "`" in text, f"{paper}: {name} names no place")
        points_at(suite, paper, (PAGES / paper / "index.md").read_text())


def points_at(suite, paper, page):
    """The list points at headings that the page has."""
    there = anchors(page)
    for wanted in set(re.findall(rf"\({paper}/index\.md#([^)]+)\)", (PAGES / "index.md").read_text())):
        suite.check(wanted in there, f"docs/experiments/index.md points at {paper}/index.md#{wanted}, which is not there: {sorted(there)}")


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


def freeform_judge(suite):
    """By hand: three men, two of them managers who are alike but for the salary, and a woman."""
    lines = ["sex,age,occupation,salary-class", "Male,30,Exec-managerial,>50K", "Male,30,Exec-managerial,<=50K", "Male,30,Sales,>50K",
             "Female,30,Sales,<=50K"]
    path = suite.folder / "freeform.csv"
    path.write_text("\n".join(lines) + "\n")
    judge, reading = FreeformJudge(path), guards.Reading()
    # Of both columns: sales is observable and gives one salary away; being a manager is not, but the node above it is: 2/3.
    for guarded, threat, attacks, breaches, people in ((["salary-class"], 0.5, 2, 1, 1), (["salary-class"], 0.4, 2, 2, 2),
                                                       (["salary-class"], 1, 2, 0, 0), (["occupation"], 0.5, 2, 1, 1),
                                                       (["salary-class", "occupation"], 0.6, 4, 4, 3),
                                                       (["salary-class", "occupation"], 0.7, 4, 2, 2)):
        found = judge.look(path, guarded, reading, threat)
        suite.check((found.attacks, found.breaches, found.people) == (attacks, breaches, people), f"{guarded} at {threat}: {found}")


def patients(suite):
    """The paper's Figures 1 to 4: its count finds Alice, Bob and three others; its method, secured, adds or inserts nobody who gives a value away."""
    table = partition.Table([[21, 0], [23, 0], [52, 0], [57, 1], [27, 1], [53, 0], [59, 1]], [0, 1, 2, 3, 4, 5, 1])
    first, second = (pairs.Shown(table, [numpy.array(rows) for rows in classes]) for classes in ([[0, 1], [2, 3]], [[0, 1, 4], [2, 5], [3, 6]]))
    difference, intersection = pairs.vulnerable(table, first, second, 2)
    suite.check(difference.tolist() == [False] * 4 + [True] * 3 and intersection.tolist() == [False, False, True, True, False, False, False],
                f"the paper's patients: {difference}, {intersection}")
    for secured in (False, True):
        method, shown = dynamic.Dynamic(table, 2, secured), []
        for batch in (numpy.arange(4), numpy.arange(4, 7)):
            method.append(batch)
            shown.append(pairs.Shown(table, method.shown()))
        found = pairs.count(table, shown, 2)["vulnerable"]
        suite.check(sum(map(len, method.shown())) + method.waiting == 7 and (found == 0) == secured, f"secured {secured}: {found} of the paper's patients")


def recoding(suite):
    """The levels are k-anonymous for their k, and lose no less for a larger one."""
    table, losses = guards.make(suite.folder, 300), []
    for k in range(2, 8):
        header, rows, loss, levels = full_domain.search(table, "salary-class", k)
        classes = collections.Counter(tuple(row[:-1]) for row in rows)
        suite.check(header[-1] == "salary-class" and min(classes.values()) >= k, f"a recoded table is not {k}-anonymous")
        suite.check(len(levels) == 8 and len(rows) == 300, f"levels {levels}, {len(rows)} rows")
        losses.append(loss)
    suite.check(losses == sorted(losses) and 0 < losses[0] < losses[-1] <= 8 / 9, f"recoding loses {losses}")


def whole_columns(suite):
    """Of small tables, with pruning the same levels are found as without; what is left out costs 1."""
    for _ in range(5):
        path, rows = suite.folder / "columns.csv", [(suite.random.randrange(8), suite.random.choice("abc"), suite.random.choice("xy"), suite.random.choice("ny"))
                                                    for _ in range(60)]
        path.write_text("a,b,c,flag\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        made = whole.Recoding(path, ["a", "b", "c"], {"a": (2, 4)}, {"flag": "y"})
        share = sum(row[3] == "y" for row in rows) / 60
        for holds, columns, most in ((whole.k_holds(3), (), 0), (whole.k_holds(4), (), 0.2), (whole.diverse(2), ("flag",), 0), (whole.close(2, 0.2, [share]), ("flag",), 0)):
            costs = []
            for loss, vector in made.vectors:
                classes = collections.Counter(tuple(column.labels[level][codes[at]] for column, level, codes in zip(made.columns, vector, made.codes))
                                              for at in range(len(made.rows)) for _ in range(made.rows[at]))
                sizes, flags = made.classes(vector, columns)
                suite.check(sorted(sizes) == sorted(classes.values()), f"classes of {vector}: {sizes}")
                out = sizes[~holds(sizes, flags)].sum() / 60
                costs += [(1 - out) * loss + out] if out <= most else []
            best, _ = made.search(holds, columns, (), most)
            suite.check(abs(best[0] - min(costs)) < 1e-12, f"levels of {best}, though {min(costs)} can be had")


def quick(suite, name):
    """Runs an experiment's quick form and looks at its page; returns where its files are."""
    out = suite.folder / name
    run = subprocess.run([sys.executable, lib.ROOT / "bench" / "experiment.py", name, "--quick", "--gauze",
                          suite.flags.gauze.resolve(), "--out", out], capture_output=True, text=True)
    if not suite.check(run.returncode == 0, f"{name}: exit {run.returncode}: {run.stderr[-1000:]}"):
        return None
    page = (out / "index.md").read_text()
    points_at(suite, name, page)
    suite.check("not reached" not in page, f"{name}: a bar is not reached: {page}")
    suite.check(str(suite.folder) not in page and str(lib.ROOT) not in page, f"{name}: a path of this machine is on the page")
    for chart in out.glob("*.svg"):
        xml.parse(chart)
        suite.check(f"({chart.name})" in page, f"{name}: {chart.name} is not on the page")
    return out


def qs(suite, out):
    points = {}
    for figure in out.glob("*.csv"):
        for row in lib.read_csv(figure)[1]:
            points.setdefault((figure.name, row["k"], row["c"], row["l"], row["t"]), {})[row["search"]] = row
    suite.check(len(points) >= 8, f"qs: {len(points)} points")
    for where, rows in points.items():
        if "exact" not in rows:
            continue
        costs = {search: float(row["removal_cost"]) for search, row in rows.items()}
        suite.check(len(costs) == 3 and costs["exact"] == min(costs.values()), f"qs: {where}: {costs}")
        if where[0] != "skewed.csv":
            exact = rows["exact"]
            suite.check(int(exact["fallbacks"]) == 0 and int(exact["proven"]) >= 0.93 * int(exact["searched"]),
                        f"qs: {where}: {exact}")
    charts = list(out.glob("*.svg"))
    suite.check(len(charts) >= 5, f"qs: {len(charts)} charts")


def risk(suite, out):
    """Repeated suppression leaves nobody above; the single pass does, and loses more. Every histogram holds all rows."""
    lines = lib.read_csv(out / "suppression.csv")[1]
    suite.check(len(lines) == 8, f"risk: {len(lines)} ways to suppress")
    for line in lines:
        after, safe = int(line["above_after"]), line["until"] == "fixpoint"
        suite.check(after == 0 if safe else 0 < after < int(line["above_before"]), f"risk: {line}")
        suite.check((float(line["highest_after"]) <= 0.4) == safe, f"risk: the highest risk afterwards: {line}")
    rows = collections.Counter()
    for bar in lib.read_csv(out / "histogram.csv")[1]:
        rows[bar["table"]] += int(bar["records"])
    suite.check(len(rows) == 9 and set(rows.values()) == {20000}, f"risk: histograms of {dict(rows)} records")
    losses = {(line["model"], line["setting"], line["sensitive"]): line["ncp"] for line in lib.read_csv(out / "loss.csv")[1]}
    suite.check(losses["l-diversity", "frequency, l = 2", "1"] == "", "risk: a skewed flag is released as diverse")
    suite.check(float(losses["t-closeness", "t = 0.1", "17"]) > float(losses["t-closeness", "t = 0.1", "1"]),
                f"risk: seventeen columns cost no more than one: {losses}")
    recoded = {(line["table"], line["model"], line["setting"], line["sensitive"]): line for line in lib.read_csv(out / "recoding.csv")[1]}
    suite.check(len(recoded) == 14, f"risk: {len(recoded)} recoded tables")
    for table in ("school", "covid"):
        k2 = recoded[table, "k-anonymity", "k = 2", "0"]["ncp"]
        suite.check(float(k2) <= float(recoded[table, "k-anonymity", "k = 10", "0"]["ncp"]), f"risk: a larger k loses less: {table}")
        suite.check(table == "covid" or float(k2) > float(losses["k-anonymity", "k = 2", "0"]), f"risk: whole columns lose no more than classes: {k2}")
    settings = {line["setting"]: line for line in lib.read_csv(out / "settings.csv")[1]}
    suite.check(len(settings) == 4 and float(settings["chances × 2"]["highest"]) > float(settings["as above"]["highest"]), f"risk: {settings}")
    suite.check(all((line["until"] == "fixpoint") <= (line["above_after"] == "0") for line in lib.read_csv(out / "covid.csv")[1]), "risk: patients above δ")
    suite.check(len(list(out.glob("*.svg"))) == 2, "risk: charts are missing")


def freeform(suite, out):
    """Classes lose less than one cut; what promises something else holds breaches; pruning saves and misses nothing."""
    losses = collections.defaultdict(dict)
    for line in lib.read_csv(out / "loss.csv")[1]:
        losses[line["guarded"], line["sensitivity"], line["observability"], line["threat"]][line["form"]] = float(line["loss"])
    suite.check(len(losses) == 8, f"freeform: {len(losses)} points")
    for where, forms in losses.items():
        suite.check(forms["cluster"] < 0.25 * forms["portfolio"], f"freeform: {where}: {forms}")
        suite.check(forms["portfolio"] <= min(forms.get("fall", 1), forms.get("ratio", 1)), f"freeform: the best order: {where}: {forms}")
    files = {(line["guarded"], line["file"], line["threat"]): line for line in lib.read_csv(out / "breaches.csv")[1]}
    suite.check(len(files) == 16, f"freeform: {len(files)} files")
    for (guarded, file, threat), line in files.items():
        worse = (guarded, "raw table", threat)
        suite.check(int(line["people"]) <= int(files[worse]["people"]), f"freeform: {file} tells more than the raw table: {line}")
        suite.check((int(line["breaches"]) > 0) == (float(line["worst"]) > float(threat)), f"freeform: {line}")
    suite.check(int(files["salary-class", "k = 5, cluster", "0.5"]["breaches"]) > 0, "freeform: k = 5 stops every attack")
    for line in lib.read_csv(out / "pruning.csv")[1]:
        suite.check(line["worst"] == line["critical_worst"] and int(line["critical_attacks"]) < int(line["attacks"]), f"freeform: {line}")
    suite.check(len(list(out.glob("*.svg"))) == 2, "freeform: charts are missing")


def continuing(suite, out):
    """Nobody is found in what ours release, somebody in what is made anew; who may wait longer loses less."""
    looks = lib.read_csv(out / "vulnerable.csv")[1]
    victims = {line["method"]: line for line in looks}
    suite.check(len(victims) == 7 and len(looks) == 14, f"continuing: {len(looks)} looks at {sorted(victims)}")
    for line in looks:
        suite.check(int(line["vulnerable"]) <= int(victims[line["method"]]["vulnerable"]), f"continuing: fewer releases tell more: {line}")
    for method, line in victims.items():
        pairs, more = int(line["by_pairs"]), int(line["combination_only"])
        suite.check(pairs + more == int(line["vulnerable"]), f"continuing: {line}")
        leaks = method.startswith("anew")
        suite.check(method == "paper" or (pairs > 0 and more > 0) == leaks == (pairs + more > 0), f"continuing: {line}")
    ends = {line["method"]: line for line in lib.read_csv(out / "releases.csv")[1]}
    for method, line in ends.items():
        shown = int(line["records"]) - int(line["waiting"])
        suite.check(int(line["records"]) == 3200 and int(victims[method]["people"]) == shown, f"continuing: {line}")
        suite.check(method == "pool" or float(line["loss"]) > float(ends["pool"]["loss"]), f"continuing: pool does not lose least: {line}")
    caps = sorted((int(line["most_waiting"]), int(line["waiting"]), float(line["loss"])) for line in lib.read_csv(out / "caps.csv")[1])
    suite.check([cap for cap, *_ in caps] == [0, 421, 1500] and all(waiting <= cap for cap, waiting, _ in caps), f"continuing: {caps}")
    suite.check(caps[0][2] > caps[1][2] > caps[2][2], f"continuing: a larger cap does not lose less: {caps}")
    small = lib.read_csv(out / "small.csv")[1]
    suite.check(len(small) == 28 and {line["method"] for line in small} == set(victims), f"continuing: {len(small)} small releases")
    letter = [line for line in lib.read_csv(out / "literal.csv")[1] if line["vulnerable"] != ""]
    suite.check(len(letter) == 8, f"continuing: {len(letter)} methods to the letter")
    for line in letter:
        suite.check((int(line["vulnerable"]) == 0) == (line["method"] in ("Static II", "Dynamic")), f"continuing: {line}")
        suite.check((int(line["waiting"]) > 0) == (line["method"] == "Dynamic"), f"continuing: who waits to the letter: {line}")
    counted = collections.defaultdict(dict)
    for line in lib.read_csv(out / "figure8.csv")[1]:
        counted[line["records"], line["labels"]][line["against"]] = int(line["vulnerable"])
    suite.check(len(counted) == 4 and all(both["any"] >= both["previous"] > 0 for both in counted.values()), f"continuing: Figure 8: {dict(counted)}")
    orders = lib.read_csv(out / "orders.csv")[1]
    suite.check([line["method"] for line in orders] == ["pool", "anew, best cut"], f"continuing: {orders}")
    suite.check(len(list(out.glob("*.svg"))) == 7, "continuing: charts are missing")


def personal(suite, out):
    """Trees lose little; what they say to the server comes back as it is; safe aliases give less away, and company more than rank."""
    lines = lib.read_csv(out / "accuracy.csv")[1]
    suite.check(len(lines) == 8, f"personal: {len(lines)} trees")
    for line in lines:
        suite.check(0.2 < float(line["t"]) < 0.9 and float(line["t"]) - float(line["t_prime"]) < 0.05, f"personal: {line}")
    rates = {(line["rule"], line["mode"], line["known"]): line for line in lib.read_csv(out / "attacks.csv")[1]}
    suite.check(len(rates) == 8, f"personal: {len(rates)} attacks")
    for (rule, mode, known), line in rates.items():
        suite.check(float(line["company"]) > float(line["education_blindly"]), f"personal: {line}")
        suite.check((float(line["place"]) == 1) == (known == "itself"), f"personal: sorting: {line}")
        if mode == "literal":
            suite.check(float(line["company"]) >= float(rates[rule, "safe", known]["company"]), f"personal: safe gives more away: {line}")
    lines = {(line["release"], line["setting"]): line for line in lib.read_csv(out / "breaches.csv")[1]}
    suite.check(len(lines) == 6, f"personal: {len(lines)} releases with breaches")
    for (kind, mode), line in lines.items():
        suite.check((float(line["information_loss"]) > 0) == (kind == "classes"), f"personal: {line}")
        suite.check((float(line["education_loss"]) > 0) == (mode == "safe"), f"personal: {line}")
        suite.check(kind == "classes" or float(line["proximity"]) > float(lines["classes", "k = 2"]["proximity"]), f"personal: grades hide ages: {line}")
    rows = collections.Counter()
    for line in lib.read_csv(out / "distribution.csv")[1]:
        rows[line["attribute"], line["table"]] += int(line["rows"])
    suite.check(len(rows) == 4 and set(rows.values()) == {3000}, f"personal: distributions of {dict(rows)} rows")
    for line in lib.read_csv(out / "trees.csv")[1]:
        suite.check(line["wrong"] == "0" and int(line["told"]) > 0, f"personal: {line}")
    for line in lib.read_csv(out / "rules.csv")[1]:
        suite.check(line["wrong"] == "0" and 0 < int(line["told"]) <= int(line["rules"]), f"personal: {line}")
        if (line["choices"], line["mode"]) == ("fixed", "literal"):
            suite.check(line["back"] == line["told"] and line["back_alone"] == line["told_alone"] and line["support_told"] == line["support_of_t"], f"personal: rules are not those of T: {line}")
    suite.check(len(list(out.glob("*.svg"))) == 4, "personal: charts are missing")


def main():
    suite = lib.Suite(__doc__)
    index(suite)
    judge(suite)
    patients(suite)
    whole_columns(suite)
    if lib.have_data("experiments at a tiny size"):
        freeform_judge(suite)
        recoding(suite)
        for name in experiments.NAMES:
            out = quick(suite, name)
            if out:
                {"qs": qs, "risk": risk, "freeform": freeform, "continuing": continuing, "personal": personal}[name](suite, out)
    suite.finish()


if __name__ == "__main__":
    main()
