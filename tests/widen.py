"""Promises about classes together with the risk of every record: whole classes are widened until nobody is above delta. On small
tables every class and every risk of the released file is counted here, with exact fractions; `verify` agrees by both readers,
and no longer once a label is put back; threads make no difference. On school records and on covid the loss is told beside that
of k alone and of stars alone, and 1,000 records are counted from the file, known set by known set.

--count N makes N random tables, each with a policy; --rows N takes so many school records and patients (0: a million, and all).
"""
import collections
import itertools
import json
import random
from fractions import Fraction

import lib
import generate
import policies
from generators import school

CHANCES = ["0", "0.05", "0.1", "0.3", "0.5", "0.8"]
TREE = {"a": "ab", "b": "ab", "c": "cd", "d": "cd"}


class Table:
    """A random table with classes and a risk: a number, a text with a hierarchy and one without may be known."""

    def __init__(self, suite, number):
        rng = self.rng = random.Random(f"{suite.flags.seed} {number}")
        self.folder = suite.folder / str(number)
        self.folder.mkdir()
        count = rng.randint(6, 24)
        self.rows = [{"who": f"p{i}", "age": str(rng.randint(20, 40)), "town": rng.choice("abcd"), "job": rng.choice("xyz"),
                      "ill": rng.choice(["yes", "no", "no"]), "debt": rng.choice(["none", "some", "much"])} for i in range(count)]
        lib.write_csv(self.folder / "table.csv", list(self.rows[0]), self.rows)
        (self.folder / "town.csv").write_text("".join(f"{leaf};{node};*\n" for leaf, node in TREE.items()))
        self.known = {name: rng.choice(CHANCES) for name in ("age", "town", "job")}
        self.alpha = rng.choice(["1", "100"])
        self.probability = rng.random() < 0.5
        self.weights = {"ill": {"weight": 1, "values": {"yes": 1, "no": 0}}}
        if rng.random() < 0.5:
            self.weights["debt"] = {"weight": "0.5", "values": {"much": 1, "some": "0.5"}, "others": 0}
        if rng.random() < 0.3:
            self.weights["job"] = {"weight": "0.5", "values": {"x": 1}, "others": 0}
        self.k = rng.randint(1, 3)
        self.protect = [{"k_anonymity": {"k": self.k}}]
        self.diverse = rng.random() < 0.5
        if self.diverse:
            self.protect.append({"l_diversity": {"attribute": "debt", "kind": "distinct", "l": 2}})
        self.transform = rng.choice([{"mondrian": {}}, {"mondrian": {"choose": "loss"}}, {"cluster": {}}])
        self.cells = rng.choice(["harmless", "any"])

    def policy(self, name, delta=None, **release):
        attributes = {"who": {"role": "insensitive"}, "age": {"role": "quasi_identifying", "type": "integer"},
                      "town": {"role": "quasi_identifying", "hierarchy": "town.csv"}, "job": {"role": "quasi_identifying"},
                      "ill": {"role": "sensitive"}, "debt": {"role": "sensitive"}}
        risk = {"alpha": self.alpha, "known": self.known, "weights": self.weights,
                "reading": "probability" if self.probability else "paper"}
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({
            "version": 1, "source": "table.csv", "attributes": attributes, "risk": risk,
            "protect": self.protect + ([{"record_risk": {"delta": delta}}] if delta else []),
            "transform": [self.transform, {"widen": {"cells": self.cells}}] if delta else self.transform,
            "release": {"directory": str(path.with_suffix("")), **release}}))
        return path

    def weight(self, name, cell):
        weight = self.weights.get(name)
        if weight is None or (name in self.known and cell == "*"):
            return Fraction(0)
        return Fraction(weight["weight"]) * Fraction(weight["values"].get(cell, weight.get("others", "0")))

    def risks(self, rows):
        """The definition, word for word."""
        kinds = collections.Counter(tuple(sorted((name, cell) for name, cell in row.items() if name != "who")) for row in rows)
        found = {}
        for kind in kinds:
            mine = {name: cell for name, cell in kind if not (name in self.known and cell == "*")}
            may = [name for name in mine if name in self.known]
            found[kind] = sum(self.part(mine, may, known, kinds) for size in range(len(may) + 1)
                              for known in itertools.combinations(may, size))
        return [found[tuple(sorted((name, cell) for name, cell in row.items() if name != "who"))] for row in rows]

    def part(self, mine, may, known, kinds):
        chance = Fraction(self.alpha)
        for name in may:
            chance *= Fraction(self.known[name]) if name in known else 1 - Fraction(self.known[name]) if self.probability else 1
        matching = sum(count for other, count in kinds.items()
                       if all(name not in known or cell in (mine[name], "*") for name, cell in other))
        return chance * sum(self.weight(name, cell) for name, cell in mine.items() if name not in known) / matching

    def covers(self, name, label, cell):
        if label in ("*", cell):
            return True
        if name == "age" and label.startswith("["):
            low, high = label[1:-1].split(", ")
            return int(low) <= int(cell) <= int(high)
        return name == "town" and TREE[cell] == label


def judge(suite, what, table, rows, delta):
    """Nobody was lost, labels cover, classes keep what was promised of them, and nobody is above delta."""
    suite.check(sorted(row["who"] for row in rows) == sorted(row["who"] for row in table.rows), f"{what}: rows were lost")
    own = {row["who"]: row for row in table.rows}
    classes = collections.defaultdict(list)
    for row in rows:
        suite.check(all(table.covers(name, row[name], own[row["who"]][name]) for name in table.known), f"{what}: a label is wrong")
        suite.check(all(row[name] == own[row["who"]][name] for name in ("ill", "debt")), f"{what}: a cell changed")
        classes[tuple(row[name] for name in table.known)].append(row)
    for members in classes.values():
        suite.check(len(members) >= table.k, f"{what}: a class of {len(members)}")
        suite.check(not table.diverse or len({row["debt"] for row in members}) >= 2, f"{what}: a class without diversity")
    highest = max(table.risks(rows))
    return suite.check(highest <= Fraction(delta) * (1 + Fraction(1, 10 ** 9)), f"{what}: {float(highest)} is above {delta}")


def put_back(suite, what, table, plain, rows, folder, delta):
    """One label after another as it was without the step, until somebody is above delta: `verify` says so."""
    before = {row["who"]: row for row in plain}
    for name in table.known:
        rows = [{**row, name: before[row["who"]][name]} for row in rows]
        highest = max(table.risks(rows))
        if highest <= Fraction(delta) * (1 + Fraction(1, 10 ** 6)):
            continue
        lib.write_csv(folder / "data.csv", list(rows[0]), rows)
        for reader in ("fast", "sql"):
            suite.expect(1, f"{what}: labels put back", "verify", folder, "-q", "--reader", reader)
        return True
    return False


def one(suite, number, seen):
    table = Table(suite, number)
    what = f"{number}: {table.folder}"
    plain = table.policy("plain")
    run = suite.gauze("run", plain, "-q")
    if run.returncode != 0:
        return
    _, rows = lib.read_csv(plain.with_suffix("") / "data.csv")
    least, highest = min(table.risks(rows)), max(table.risks(rows))
    delta = f"{float(least + (highest - least) * Fraction(table.rng.uniform(0.2, 1.05))):.6f}"
    if Fraction(delta) <= 0:
        return
    policy = table.policy("widened", delta)
    result = suite.gauze("run", policy, "-q", "--threads", 2)
    if result.returncode != 0:
        suite.check(result.returncode == 2 and "stay above it" in result.stderr, f"{what}: {result.stderr}")
        seen["refused"] += 1
        return
    folder = policy.with_suffix("")
    _, widened = lib.read_csv(folder / "data.csv")
    judge(suite, what, table, widened, delta)
    other = table.policy("one-thread", delta)
    suite.expect(0, what, "run", other, "-q", "--threads", 1)
    suite.check(lib.contents(folder)["data.csv"] == lib.contents(other.with_suffix(""))["data.csv"], f"{what}: threads matter")
    for reader in ("fast", "sql"):
        suite.expect(0, f"{what}: verify", "verify", folder, "-q", "--reader", reader)
    figures = json.loads((folder / "manifest.json").read_text())["steps"][0]["figures"]
    above = sum(risk > Fraction(delta) for risk in table.risks(rows))
    suite.check(abs(figures["records_above_before"] - above) <= 1, f"{what}: {figures['records_above_before']} above, counted {above}")
    changed = widened != rows
    suite.check(changed == (figures["classes_widened"] > 0), f"{what}: widened {figures['classes_widened']}")
    seen["widened"] += changed
    seen["joined"] += figures["classes_joined"] > 0
    if changed:
        seen["broken"] += put_back(suite, what, table, rows, widened, folder, delta)


def count_literally(suite, what, path, risk, delta, many=1000):
    """Records from all over the file: on which columns each other row matches, and all subsets of them."""
    import duckdb
    import numpy
    known = [name for name, chance in risk["known"].items() if float(chance) > 0]
    weighing = list(risk["weights"])
    columns = list(dict.fromkeys([*known, *weighing]))
    texts = ", ".join(f"coalesce(\"{name}\"::VARCHAR, '') AS c{i}" for i, name in enumerate(columns))
    table = duckdb.sql(f"SELECT {texts}, count(*) AS rows FROM read_parquet('{path}') GROUP BY ALL ORDER BY ALL").fetchnumpy()
    cells = list(table.values())
    counts = cells.pop().astype(numpy.float64)
    codes, stars = [], []
    for texts in cells[:len(known)]:
        names, numbers = numpy.unique(texts.astype(str), return_inverse=True)
        codes.append(numbers)
        stars.append(numbers == (numpy.flatnonzero(names == "*")[0] if "*" in names else -1))
    chances = numpy.array([float(risk["known"][name]) for name in known])
    sets = numpy.arange(1 << len(known))
    inside = (sets[:, None] >> numpy.arange(len(known))) & 1
    likely = numpy.prod(numpy.where(inside == 1, chances, 1), axis=1)

    def weigh(name, text):
        weight = risk["weights"][name]
        if name in known and text == "*":
            return 0.0
        if not isinstance(weight, dict):
            return float(weight)
        return float(weight["weight"]) * float(weight["values"].get(text, weight.get("others", 0)))

    highest = 0
    rows = range(0, len(counts), max(1, len(counts) // many))
    for row in rows:
        masks = numpy.zeros(len(counts), dtype=numpy.int64)
        free = 0
        for j, numbers in enumerate(codes):
            masks |= ((numbers == numbers[row]) | stars[j]).astype(numpy.int64) << j
            free |= int(stars[j][row]) << j
        matching = numpy.bincount(masks, weights=counts, minlength=len(sets))
        for j in range(len(known)):
            halves = matching.reshape(-1, 2, 1 << j)
            halves[:, 0, :] += halves[:, 1, :]
        weights = {name: weigh(name, str(cells[columns.index(name)][row])) for name in weighing}
        outside = sum(weights.values()) - inside @ numpy.array([weights.get(name, 0.0) for name in known])
        allowed = (sets & free) == 0
        highest = max(highest, float(risk["alpha"]) * float(numpy.sum((likely * outside / matching)[allowed])))
    suite.check(highest <= float(delta) * (1 + 1e-9), f"{what}: {highest} is above {delta}, by a literal count")
    return len(rows), highest


def compare(suite, name, source, attributes, risk, k, delta, **more):
    """k alone, stars alone, and both promises; what the last prints is counted again."""
    losses = {}
    promises = {"k": [{"k_anonymity": {"k": k}}], "stars": [{"record_risk": {"delta": delta}}]}
    promises["both"] = promises["k"] + promises["stars"]
    transforms = {"k": {"mondrian": {"choose": "loss"}}, "stars": {"suppress_cells": {"cells": "any"}},
                  "both": [{"mondrian": {"choose": "loss"}}, {"widen": {"cells": "any"}}]}
    for way, protect in promises.items():
        path = suite.folder / f"{name}-{way}.json"
        path.write_text(json.dumps({"version": 1, "source": str(source), "attributes": attributes, "risk": risk, "protect": protect,
                                    "transform": transforms[way], **more,
                                    "release": {"directory": str(path.with_suffix("")), "format": "parquet"}}))
        if suite.expect(0, f"{name}, {way}", "run", path, "-q", timeout=7200).returncode != 0:
            return
        manifest = json.loads((path.with_suffix("") / "manifest.json").read_text())
        losses[way] = manifest["measures"]["ncp"]
    folder = suite.folder / f"{name}-both"
    suite.expect(0, f"{name}: verify by SQL", "verify", folder, "-q", "--reader", "sql", timeout=7200)
    counted, highest = count_literally(suite, name, str(folder / "data*.parquet"), risk, delta)
    figures = manifest["steps"][0]["figures"]
    suite.check(figures["records_above_before"] > 0, f"{name}: k alone was enough")
    promised = {promise["model"]: promise for promise in manifest["promises"]}
    suite.check(all(promise["holds"] for promise in promised.values()), f"{name}: a promise does not hold")
    print(f"{name}, {manifest['rows']:,} rows, k = {k}, delta = {delta}: loss of k alone {losses['k']:.4f}, of stars alone "
          f"{losses['stars']:.4f}, of both {losses['both']:.4f}; {figures['records_above_before']:,.0f} records were above, "
          f"{figures['classes_widened']:,.0f} classes widened, {figures['cells_widened']:,.0f} cells raised and "
          f"{figures['cells_suppressed']:,.0f} became *; none above by SQL, none of {counted:,} counted literally "
          f"(highest {highest:.4g})", flush=True)


def delta_for(delta, all_rows, rows):
    """Of fewer rows fewer match, and what membership alone adds goes by their number: delta grows as the table shrinks, if not as fast."""
    return f"{delta * max(1, all_rows / rows) ** 0.75:.4f}"


def school_table(suite):
    rows = suite.flags.rows or 1_000_000
    path = suite.folder / "school.parquet"
    generate.generate("school", path, rows)
    attributes = {name: {**attribute, "role": "quasi_identifying" if name in school.QUASI_IDENTIFIERS else "sensitive"}
                  for name, attribute in policies.school().items()}
    risk = policies.school_risk()
    risk["known"] = {name: chance for name, chance in risk["known"].items() if name in school.QUASI_IDENTIFIERS}
    compare(suite, "school", path, attributes, risk, 5, delta_for(0.02, 1_000_000, rows))


def covid_table(suite):
    """The roles of examples/covid, and chances and weights of examples/covid-risk."""
    import duckdb
    import yaml
    classes, risky = (yaml.safe_load((lib.ROOT / "examples" / folder / "policy.yaml").read_text()) for folder in ("covid", "covid-risk"))
    quasi = lib.quasi_identifiers(classes["attributes"])
    attributes = {name: {**{key: text for key, text in attribute.items() if key != "hierarchy"},
                         "role": "quasi_identifying" if name in quasi else "sensitive"}
                  for name, attribute in risky["attributes"].items()}
    attributes["USMER"] = {"role": "identifying"}
    risk = {**risky["risk"], "known": {name: chance for name, chance in risky["risk"]["known"].items() if name in quasi}}
    source = lib.DATA / "covid" / "covid.csv.gz"
    rows = suite.flags.rows
    if rows:
        part = suite.folder / "covid.csv"
        duckdb.sql(f"COPY (SELECT * FROM read_csv('{source}', all_varchar = true) LIMIT {rows}) TO '{part}' (HEADER)")
        source = part
    delta = delta_for(0.05, 1_048_575, rows or 1_048_575)
    compare(suite, "covid", source, attributes, risk, 5, delta, missing="own_value", missing_markers=["9999-99-99"])


def main():
    suite = lib.Suite(__doc__, count=24, rows=4_000)
    seen = dict.fromkeys(("widened", "joined", "refused", "broken"), 0)
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{name} in {tables} tables" for name, tables in seen.items()))
    for name, tables in seen.items():  # a test in which it never happens shows nothing
        suite.check(tables > 0 or suite.flags.count < 24, f"there is no table with {name}")
    school_table(suite)
    if lib.have_data("patients of the epidemic"):
        covid_table(suite)
    suite.finish()


if __name__ == "__main__":
    main()
