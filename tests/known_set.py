"""The adversary who knows columns by chance: what `attack known_set` gains on average is the mean risk, within 5 standard
errors, and what it gains of the worst is the highest; it finds records above delta in a file that nothing protects, and never
in a release; threads make no difference. On small tables against the risk counted by risk.py, on larger ones against `risk`.

--count N makes N random small tables.
"""
import json
import math
from fractions import Fraction

import lib
import risk
import tables


def attack(suite, what, file, policy, draws=20_000, **flags):
    more = [text for name, value in flags.items() for text in (f"--{name}", value)]
    result = suite.expect(0, what, "attack", "known_set", file, "--policy", policy, "--victims", draws, "--json", "-q", *more)
    return json.loads(result.stdout) if result.returncode == 0 else {"holds": None, "figures": {}}


def most(table, row):
    """What a single draw can gain."""
    scale = Fraction(table.alpha)
    if not table.probability:
        scale *= math.prod(1 + Fraction(table.known[name]) for name in table.known if row[name] != "*")
    return float(scale * sum(table.weight(name, cell) for name, cell in row.items()))


def compare(suite, what, table, file, policy, rows):
    """Attacks a file with these rows. Returns whether a record must be, and was, found above delta."""
    found = attack(suite, what, file, policy)
    figures = found["figures"]
    risks = [float(risk) for risk, _, _ in table.assess(rows)]
    mean, highest, largest = sum(risks) / len(risks), max(risks), max(most(table, row) for row in rows)
    # A draw that gains much may be so rare that none was made: then the standard error says too little.
    slack = 5 * figures.get("gain.standard_error", 0) + 20 * largest / 20_000
    suite.check(abs(figures.get("gain.mean", -1) - mean) <= slack, f"{what}: mean risk {mean}, found {found}")
    if highest == 0:
        suite.check(figures.get("suspects") == 0 and found["holds"], f"{what}: nothing is at risk, found {found}")
        return False
    draws = figures.get("suspects.draws_each", 1)
    error = math.sqrt(largest * highest / draws)  # no standard error is larger
    suite.check(abs(figures.get("suspects.gain.highest", -1) - highest) <= 5 * error + 20 * largest / draws,
                f"{what}: highest risk {highest}, found {found}")
    delta = float(table.delta)
    certain = highest - 12 * error - 100 * largest / draws > delta
    if certain or highest <= delta:
        suite.check(found["holds"] is not certain, f"{what}: highest risk {highest}, delta {delta}, found {found}")
    suite.check((figures.get("suspects.above_promise") == 0) is found["holds"], f"{what}: {found}")
    return certain


def small(suite, number, seen):
    table = risk.Table(suite, number)
    policy = table.policy("release", {"format": table.rng.choice(["csv", "parquet"])})
    plain = table.folder / "plain.csv"
    rows = [{"who": row["who"], **table.seen[row["who"]]} for row in table.rows]
    lib.write_csv(plain, list(rows[0]), [{name: "" if cell is None else cell for name, cell in row.items()} for row in rows])
    what = f"{number}: {policy}"
    seen["found"] += compare(suite, f"{what}, plain", table, plain, policy, [table.seen[row["who"]] for row in table.rows])
    if suite.gauze("run", policy, "-q").returncode != 0:
        return  # risk.py looks at that
    folder = policy.with_suffix("")
    released = [row for _, row in table.read(next(folder.glob("data.*")))]
    suite.check(not compare(suite, f"{what}, release", table, folder, policy, released), f"{what}: the release is above delta")
    seen["released"] += 1


def larger(suite, reading, suppressed):
    what = f"{reading}, {suppressed}"
    folder = suite.folder / f"{reading}-{suppressed}"
    folder.mkdir()
    names, rows, attributes = tables.adult_like(suite.random, 3000)
    lib.write_csv(folder / "table.csv", names, rows)
    section = {"alpha": 100, "known": {"age": 0.2, "sex": 0.8, "work": 0.3, "state": 0.1},
               "weights": {"job": {"weight": 1, "values": {"job 0": 1, "job 12": 0.5}, "others": 0}, "work": 0.1},
               "reading": reading, "suppressed": suppressed}
    for attribute in attributes.values():
        attribute.pop("hierarchy", None)
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, [{"record_risk": {"delta": 8}}], {}, None,
                              "suppress_cells", risk=section)
    suite.expect(0, what, "run", policy, "-q")
    for file, holds in ((folder / "table.csv", False), (folder / "policy", True)):
        found = attack(suite, what, file, policy)
        figures = found["figures"]
        suite.check(found["holds"] is holds, f"{what}, {file.name}: {found}")
        known = json.loads(suite.expect(0, what, "risk", policy, "--release", file, "--json", "-q").stdout)
        suite.check(abs(figures["gain.mean"] - known["mean"]) <= 5 * figures["gain.standard_error"],
                    f"{what}, {file.name}: mean risk {known['mean']}, found {found}")
        suite.check(figures["suspects.gain.highest"] <= known["highest"] + 5 * figures["suspects.gain.standard_error"],
                    f"{what}, {file.name}: highest risk {known['highest']}, found {found}")
        suite.check(figures["suspects.gain.highest"] >= 0.8 * known["highest"],
                    f"{what}, {file.name}: the worst were not found: {known['highest']}, {found}")
        print(f"{what}, {file.name}: mean risk {known['mean']:.4g}, gained {figures['gain.mean']:.4g}; "
              f"highest {known['highest']:.4g}, gained {figures['suspects.gain.highest']:.4g}")
        one = attack(suite, what, file, policy, threads=1)
        suite.check(one == found, f"{what}, {file.name}: one thread finds something else: {one}, {found}")
    everybody = attack(suite, what, folder / "policy", policy, draws=0)["figures"]
    suite.check(everybody.get("draws") == len(rows), f"{what}: not everybody was tried: {everybody}")


def main():
    suite = lib.Suite(__doc__, count=10)
    seen = dict.fromkeys(("found", "released"), 0)
    for reading in ("paper", "probability"):
        for suppressed in ("wildcard", "literal"):
            larger(suite, reading, suppressed)
    for number in range(suite.flags.count):
        small(suite, number, seen)
    print(", ".join(f"{name} in {count} tables" for name, count in seen.items()))
    for name, count in seen.items():  # a test in which it never happens shows nothing
        suite.check(count > 0 or suite.flags.count < 16, f"there is no table with {name}")
    suite.finish()


if __name__ == "__main__":
    main()
