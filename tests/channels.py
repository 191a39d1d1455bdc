"""`attack inference_channels` on series of releases: between every two releases it counts what a reader of the files counts here in
plain Python, for every kind of label; threads change nothing; a series made anew each time gives people away; and one in
which released classes stay as they are and new people get classes of their own gives nobody away. That whoever it counts over all releases
can be narrowed down so far is tested beside the code, against an adversary who goes through everything that can be true.
"""
import collections
import datetime
import itertools
import json

import lib

L = 2


def attack(suite, what, releases, policy, sources, *more):
    result = suite.expect(0, what, "attack", "inference_channels", *releases, "--policy", policy, "--json", "-q",
                          *more, *(["--source", *sources] if sources else []))
    return json.loads(result.stdout) if result.returncode == 0 else {"holds": None, "figures": {}}


def reach(label, kind, parents):
    """What a label stands for: a range of numbers with an open end or not, or a set of values; None is everything."""
    if label == "*":
        return None
    if label == "":
        return {""}
    if kind in ("number", "date"):
        number = float if kind == "number" else datetime.date.fromisoformat
        if not label.startswith("["):
            return (number(label), number(label), False)
        low, high = map(number, label[1:-1].split(", "))
        return (low, high, label.endswith(")"))
    if label.startswith("{"):
        return set(label[1:-1].split("|"))
    return {value for value, above in parents.items() if label == value or label in above} or {label}


def touch(one, other):
    if one is None or other is None:
        return True
    if isinstance(one, set) or isinstance(other, set):
        return isinstance(one, set) and isinstance(other, set) and bool(one & other)
    (a, b, b_open), (c, d, d_open) = one, other
    return (a < d or a == d and not d_open) and (c < b or c == b and not b_open)


class Release:
    """Classes of a file: what each label reaches, and the illnesses."""

    def __init__(self, rows, kinds, parents):
        values = collections.defaultdict(collections.Counter)
        for row in rows:
            values[tuple(self.label(row, name) for name in kinds)][row["illness"]] += 1
        self.classes = [(self.box(dict(zip(kinds, labels)), kinds, parents), illnesses)
                        for labels, illnesses in sorted(values.items())]

    @staticmethod
    def label(row, name):
        if name in row:
            return row[name]
        low, high = row[f"{name}_from"], row[f"{name}_to"]
        return f"[{low}, {high}]" if low else "*"

    @staticmethod
    def box(row, kinds, parents):
        return [reach(row[name], kind, parents) for name, kind in kinds.items()]

    def places(self, box):
        return [number for number, (other, _) in enumerate(self.classes)
                if all(touch(a, b) for a, b in zip(box, other))]

    def values(self, places):
        return sum((self.classes[place][1] for place in places), collections.Counter())


def figure_6(releases, boxes, first):
    """Numbers of people for whom fewer than L illnesses are left by one release, by a difference, by an intersection."""
    found = {kind: set() for kind in ("one_release", "difference", "intersection")}
    places = [[release.places(box) for box in boxes] for release in releases]
    for person in range(len(boxes)):
        for t in range(first[person], len(releases)):
            if len(releases[t].values(places[t][person])) < L:
                found["one_release"].add(person)
    for i, j in itertools.combinations(range(len(releases)), 2):
        earlier, later = releases[i], releases[j]
        successors = [later.places(box) for box, _ in earlier.classes]
        excess = [later.values(after) - values for after, (_, values) in zip(successors, earlier.classes)]
        for person in range(len(boxes)):
            if first[person] > j:
                continue
            here = places[j][person]
            if first[person] <= i:
                if len(earlier.values(places[i][person]) & later.values(here)) < L:
                    found["intersection"].add(person)
                continue
            for after, more in zip(successors, excess):
                if not set(after) & set(here):
                    continue
                left = sum((later.classes[place][1] & more if place in after else later.classes[place][1]
                            for place in here), collections.Counter())
                if len(left) < L:
                    found["difference"].add(person)
    return found


def tables_of(suite, number, folder):
    """Releases of more and more rows of a table, each made anew."""
    rng = suite.random
    names, rows, attributes = lib.random_table(rng, 60, folder)
    names = [name for name in names if name != "income"]
    del attributes["income"]
    for row in rows:
        row["illness"] = rng.choice(["flu", "cold", "measles", "mumps"])
    method = rng.choice(["mondrian", "cluster"])
    transform = {"labels": rng.choice(["node", "set"])}
    if method == "mondrian":
        transform["boxes"] = rng.choice(["tight", "cells"])
    release = {"format": rng.choice(["csv", "parquet"])}
    if transform.get("boxes") != "cells":
        release["ranges"] = rng.choice(["interval", "bounds"])
    if release.get("ranges") == "bounds":  # which cannot tell missing numbers
        for row in rows:
            row["age"] = row["age"] or "40"
    protect = [{"l_diversity": {"attribute": "illness", "kind": "distinct", "l": L}}]
    sizes = [0, *sorted(rng.sample(range(20, 60), 2)), 60]
    what = f"table {number}, {method}, {transform}, {release}"
    made, sources, first = [], [], []
    for t, (start, end) in enumerate(zip(sizes, sizes[1:])):
        lib.write_csv(folder / f"until{t}.csv", names, rows[:end])
        lib.write_csv(folder / f"new{t}.csv", names, rows[start:end])
        policy = lib.write_policy(folder / f"release{t}.json", folder / f"until{t}.csv", attributes, protect, transform,
                                  release, method=method)
        suite.expect(0, what, "run", policy, "-q")
        made.append(policy.with_suffix(""))
        sources.append(folder / f"new{t}.csv")
        first += [t] * (end - start)
    return what, rows, made, sources, first, policy


def recount(suite):
    for number in range(suite.flags.count):
        folder = suite.folder / f"table{number}"
        folder.mkdir()
        what, rows, made, sources, first, policy = tables_of(suite, number, folder)
        found = attack(suite, what, made, policy, sources, "--threads", 2)
        suite.check(found == attack(suite, what, made, policy, sources, "--threads", 1), f"{what}: threads differ")
        kinds = {"age": "number", "height": "number", "city": "text", "born": "date", "member": "text"}
        tree = [line.split(";") for line in (folder / "city.csv").read_text().splitlines()]
        parents = {line[0].strip('"').replace('""', '"'): line[1:] for line in tree}
        releases = []
        for path in made:
            data = lib.read_csv(path / "data.csv") if (path / "data.csv").exists() else lib.read_parquet(path / "data.parquet")
            releases.append(Release(data[1], kinds, parents))
        boxes = [Release.box(row, kinds, {}) for row in rows]
        wanted = figure_6(releases, boxes, first)
        for kind, people in wanted.items():
            suite.check(found["figures"].get(f"vulnerable.{kind}") == len(people),
                        f"{what}: {kind} is {found['figures'].get(f'vulnerable.{kind}')}, counted {len(people)}")
        at_least = attack(suite, what, made, policy, [])["figures"]
        for kind, people in wanted.items():
            suite.check(at_least.get(f"vulnerable.{kind}.at_least", 1000) <= len(people), f"{what}: {kind} at least {at_least}")
        figures = found["figures"]
        suite.check(figures.get("vulnerable", 0) == len(set().union(*wanted.values())) + figures["vulnerable.combination_only"]
                    and figures["people"] == len(rows) and figures["people.not_surely_shown"] == 0, f"{what}: {figures}")
        print(f"{what}: " + ", ".join(f"{name} {value:g}" for name, value in figures.items() if "vuln" in name))


def adult(suite):
    """Re-anonymising everything gives most people away; classes of their own for who is new, nobody."""
    names, rows = lib.read_csv(lib.DATA / "adult" / "adult.csv", delimiter=";")
    rows = suite.random.sample(rows, 3000)
    attributes = lib.adult_attributes()
    protect = [{"k_anonymity": {"k": 4}}, {"l_diversity": {"attribute": "occupation", "kind": "distinct", "l": 4}}]
    anew, apart, sources, data = [], [], [], []
    for t, (start, end) in enumerate([(0, 1500), (1500, 2000), (2000, 2500), (2500, 3000)]):
        for kind, part in (("anew", rows[:end]), ("new", rows[start:end])):
            lib.write_csv(suite.folder / f"{kind}{t}.csv", names, part)
            policy = lib.write_policy(suite.folder / f"{kind}-{t}.json", suite.folder / f"{kind}{t}.csv", attributes,
                                      protect, {"labels": "node"})
            suite.expect(0, f"adult {kind} {t}", "run", policy, "-q")
        anew.append(suite.folder / f"anew-{t}")
        sources.append(suite.folder / f"new{t}.csv")
        columns, more = lib.read_csv(suite.folder / f"new-{t}" / "data.csv")
        data += more
        lib.write_csv(suite.folder / f"apart{t}.csv", columns, data)
        apart.append(suite.folder / f"apart{t}.csv")
    found = attack(suite, "adult anew", anew, policy, sources)
    suite.check(found["holds"] is False and found["figures"].get("vulnerable", 0) > 300, f"adult anew: {found}")
    print(f"adult anew: {found['figures']}")
    found = attack(suite, "adult apart", apart, policy, sources)
    suite.check(found["holds"] is True and found["figures"].get("vulnerable") == 0, f"adult apart: {found}")
    print(f"adult apart: {found['figures']}")


def main():
    suite = lib.Suite(__doc__, count=8)
    if lib.have_data("channels of Adult"):
        adult(suite)
    recount(suite)
    suite.finish()


if __name__ == "__main__":
    main()
