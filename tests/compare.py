"""Candidates that are compared have the figures that a run of each would have, and leave nothing behind.

Random tables and policies go through `gauze compare` at once and through `gauze run` one by one: all measures must be
equal, in memory and through files, though the source is read only once. Who dominates whom is found again here, pair by
pair. A sweep says what policies written by hand say. On Adult the table in docs/choosing.md is made again.
"""
import json
import re
import xml.etree.ElementTree

import lib

ATTRIBUTES = {"age": {"role": "quasi_identifying", "type": "integer"},
              "zip": {"role": "quasi_identifying", "hierarchy": {"mask": "right"}},
              "sex": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"},
              "person": {"role": "identifying"}}
FILES = lib.small_sizes(spool_bytes=2_000, region_rows=50)  # the path of tables larger than memory
RISK, LOSS = "prosecutor_risk.highest", "ncp"


def make_table(suite, number):
    choose = suite.random.choice
    rows = [{"age": suite.random.randint(20, 60), "zip": f"8{choose('0123')}{choose('0123')}", "sex": choose("FM"),
             "illness": choose(["flu", "cold", "gout", "mumps"]), "person": f"p{i}"}
            for i in range(suite.random.randint(30, 200))]
    path = suite.folder / f"table{number}.csv"
    lib.write_csv(path, list(rows[0]), rows)
    return path


def make_policy(suite, source, name):
    """Policies of all kinds that may share a reading, or not."""
    choose = suite.random.choice
    protect = [{"k_anonymity": {"k": choose([2, 3, 5, 500])}}]
    if choose([True, False]):
        protect.append({"l_diversity": {"attribute": "illness", "kind": "distinct", "l": choose([2, 3])}})
    attributes = dict(ATTRIBUTES)
    if choose([True, False, False, False]):
        attributes["zip"] = {"role": choose(["insensitive", "quasi_identifying"])}
    if choose([True, False, False, False]):
        attributes["person"] = {"role": "entity"}
    method = choose(["mondrian", "cluster"])
    ranges = choose(["interval", "bounds"])
    return lib.write_policy(suite.folder / name, source, attributes, protect, {"labels": choose(["node", "set"])},
                            {"ranges": ranges}, method)


def dominates(a, b):
    """No more risk and no more loss, and less of one."""
    return a[0] <= b[0] and a[1] <= b[1] and a != b


def judge(suite, name, candidates, subjects):
    """The marks of domination, from the figures alone."""
    points = {one["name"]: (one["measures"][RISK], one["measures"][LOSS]) for one in candidates if one["holds"]}
    for one in (one for one in candidates if one["holds"]):
        point, subject = points[one["name"]], subjects[one["name"]]
        beaten = [other for other in points if subjects[other] == subject and dominates(points[other], point)]
        said = one["dominated_by"]
        suite.check((said in beaten) if beaten else said is None, f"{name}: {one['name']} is dominated by {said}, not {beaten}")


def subject_of(policy):
    """What risk and loss are about."""
    columns = json.loads(policy.read_text())["attributes"]
    return [column for column, what in columns.items() if what["role"] == "quasi_identifying"]


def reading_of(policy):
    return json.dumps(json.loads(policy.read_text())["attributes"], sort_keys=True)


def compared(suite, number, env):
    source = make_table(suite, number)
    policies = [make_policy(suite, source, f"table{number}-{i}.json") for i in range(suite.random.randint(1, 6))]
    temp = suite.folder / f"temp{number}"
    temp.mkdir()
    before = sorted(suite.folder.rglob("*"))
    result = suite.gauze("compare", *policies, "--json", "-q", "--temp", temp, env=env)
    suite.check(sorted(suite.folder.rglob("*")) == before, f"table {number}: something was left behind")
    comparison = json.loads(result.stdout)
    candidates = comparison["candidates"]
    suite.check(result.returncode == (0 if any(one["holds"] for one in candidates) else 2), f"table {number}: exit {result.returncode}")
    suite.check(comparison["readings"] == len(set(map(reading_of, policies))),
                f"table {number}: {comparison['readings']} readings of {len(policies)} policies")
    for policy, one in zip(policies, candidates):
        run = suite.gauze("run", policy, "--json", "-q", env=env)
        alone = json.loads(run.stdout)
        suite.check(one["holds"] == (run.returncode == 0), f"{policy.name}: a run ends with {run.returncode}")
        if not one["holds"]:
            suite.check(one["reason"] == alone["error"], f"{policy.name}: another reason than a run gives")
            continue
        suite.check(one["measures"] == alone["measures"], f"{policy.name}: other measures than a run has")
        for key in ("rows_in", "classes", "suppressed_rows"):
            suite.check(one[key] == alone[key], f"{policy.name}: {key}")
        suite.check(one["promises"] == [promise["claim"] for promise in alone["promises"]], f"{policy.name}: promises")
    judge(suite, f"table {number}", candidates, {policy.stem: subject_of(policy) for policy in policies})


def swept(suite):
    """A sweep is the comparison of policies that somebody could have written."""
    source = make_table(suite, "swept")
    policies = []
    for k in (2, 4, 8):
        for method in ("mondrian", "cluster"):
            policies.append(lib.write_policy(suite.folder / f"{method}{k}.json", source, ATTRIBUTES, [{"k_anonymity": {"k": k}}],
                                             {"labels": "set"}, method=method))
    base = lib.write_policy(suite.folder / "base.json", source, ATTRIBUTES, [{"k_anonymity": {"k": 3}}], {"labels": "set"})
    chart = suite.folder / "chart.svg"
    sweep = json.loads(suite.expect(0, "sweep", "run", base, "-q", "--json", "--sweep", "k=2,4,8", "--sweep",
                                    "transform=mondrian,cluster", "--chart", chart).stdout)
    by_hand = json.loads(suite.expect(0, "by hand", "compare", *policies, "-q", "--json").stdout)
    for one, other in zip(sweep["candidates"], by_hand["candidates"]):
        suite.check(one["measures"] == other["measures"], f"{one['name']}: {other['name']} has other measures")
        suite.check(one["transform"] == other["transform"], f"{one['name']}: {one['transform']}, not {other['transform']}")
    suite.check(sweep["readings"] == 1, "sweep: more than one reading")
    marks = [mark for mark in xml.etree.ElementTree.parse(chart).iter() if mark.find("{*}title") is not None
             and "class" in mark.attrib and mark.tag.rsplit("}")[-1] in ("circle", "polygon")]
    hollow = [mark for mark in marks if "outline" in mark.attrib["class"]]
    suite.check(len(marks) == 6, f"chart: {len(marks)} marks")
    suite.check(len(hollow) == sum(one["dominated_by"] is not None for one in sweep["candidates"]), "chart: other marks are hollow")


def adult(suite):
    """What docs/choosing.md shows, but for seconds."""
    page = (lib.ROOT / "docs" / "choosing.md").read_text(encoding="utf-8")
    text = re.search(r"```yaml\n(# Adult.*?)```", page, re.S).group(1)
    policy = suite.folder / "adult.yaml"
    policy.write_text(text.replace("adult/", f"{lib.DATA}/adult/"))
    command = re.search(r"^gauze run adult.yaml (--sweep.*?) --chart \S+$", page, re.M).group(1).split()
    chart = suite.folder / "adult.svg"
    printed = suite.expect(0, "adult", "run", policy, "-q", *command, "--chart", chart).stdout
    shown = re.search(r"```text\n(candidate.*?)```", page.split("## Adult")[1], re.S).group(1)

    def figures(table):
        return [re.sub(r"  +(<10|\d+)  +(k=|-)", r" \2", line) for line in table.splitlines() if line.startswith("k=")]
    suite.check(figures(shown) == figures(printed), "docs/choosing.md shows another table than is printed")
    suite.check((lib.ROOT / "docs" / "images" / "adult-sweep.svg").read_bytes() == chart.read_bytes(),
                "docs/images/adult-sweep.svg is not the chart that is drawn")


def main():
    suite = lib.Suite(__doc__, count=6)
    for number in range(suite.flags.count):
        compared(suite, number, FILES if number % 2 else None)
    swept(suite)
    if lib.have_data("what docs/choosing.md shows of Adult"):
        adult(suite)
    suite.finish()


if __name__ == "__main__":
    main()
