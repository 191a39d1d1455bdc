"""The adversary with a knowledge table: `attack knowledge_linking` counts what is counted here from the definitions, row by
row and with exact fractions, with mismatches and with knowledge of the algorithm; it never finds a promise broken that a
release keeps, be it for a class or for several that cover a victim, for one column of sets and for two; it finds labels where nothing protects them; and it finds
terms that were put back by hand.

--count N makes N random tables with their knowledge.
"""
import itertools
import json
from fractions import Fraction

import attack as linkage
import lib
import sets

SUFFIX = "_if_class_is_known"


def attack(suite, what, release, policy, **flags):
    more = [text for name, value in flags.items() for text in (f"--{name}", value)]
    result = suite.expect(0, what, "attack", "knowledge_linking", release, "--policy", policy, "--victims", 0, "--json",
                          "-q", *more)
    return json.loads(result.stdout) if result.returncode == 0 else {"holds": None, "figures": {}}


def believe(rows, knowledge, mismatches=0):
    """Share of every label, and the share of rows that link to one."""
    shares, linked = dict.fromkeys(knowledge, Fraction(0)), 0
    for terms in rows:
        labels = [label for label, known in knowledge.items() if len(terms - known) <= mismatches]
        linked += Fraction(bool(labels), len(rows))
        for label in labels:
            shares[label] += Fraction(1, len(labels) * len(rows))
    return shares, linked


def put_back(rows, more):
    result = list(rows)
    for row, term in more:
        result[row] = result[row] | {term}
    return result


def minimality(rows, promised):
    """The mean of the shares over all originals that minimal suppression of one or two terms can have made this of."""
    knowledge = promised.knowledge
    originals = [rows]
    if promised.holds(rows):
        single = [(row, term) for row in range(len(rows)) for term in sets.TERMS if term not in rows[row]
                  and any(sets.linked(rows[row] | {term}, knowledge))]
        breaks = {more: not promised.holds(put_back(rows, more)) for count in (1, 2)
                  for more in itertools.combinations(single, count)
                  if all(sets.linked(terms, knowledge) or not sets.linked(before, knowledge)
                         for terms, before in zip(put_back(rows, more), rows))}
        for more, broken in breaks.items():
            if broken and all(breaks[part,] for part in more):
                originals.append(put_back(rows, more))
    believed = [believe(each, knowledge)[0] for each in originals]
    mean = {label: sum(shares[label] for shares in believed) / len(believed) for label in knowledge}
    largest = max(mean.values())
    return largest, largest - max(believed[0].values()), exceeds(mean, promised)


def exceeds(shares, promised):
    """Whether shares that no rows have to have break the promise."""
    if "qs_diversity" in promised.promise:
        ordered = sorted(shares.values(), reverse=True)
        return ordered[0] > Fraction(promised.c) * sum(ordered[promised.l - 1:])
    prior = (believe([frozenset()], promised.knowledge) if promised.prior == "uniform"
             else believe([sets.terms_of(row[promised.column]) for row in promised.rows], promised.knowledge))[0]
    return sum((shares[label] - prior[label]) ** 2 for label in shares) > Fraction(promised.t) ** 2


def look(rows, promised):
    """What an adversary sees who knows that the victim is one of these rows."""
    shares, linked = believe(rows, promised.knowledge)
    largest = max(shares.values())
    return {"posterior": largest, "certain": largest == 1, "linked": largest / linked if linked else 0,
            "linked_certain": linked > 0 and largest == linked, "above": not promised.holds(rows),
            **{m: max(believe(rows, promised.knowledge, m)[0].values()) for m in (1, 2)}}


def count(promised, released, known_algorithm):
    """All figures, by brute force."""
    classes = {labels: [sets.terms_of(row[promised.column]) for row in rows] for labels, rows in sets.classes(released).items()}
    views = {labels: look(rows, promised) for labels, rows in classes.items()}
    small = known_algorithm and all(len(rows) <= 6 for rows in classes.values())
    minimal = {labels: minimality(rows, promised) for labels, rows in classes.items()} if small else {}
    victims = []
    for row in promised.rows:
        covering = [labels for labels in classes if linkage.covers(labels[0], str(row["age"]), "number", False, {})
                    and linkage.covers(labels[1], row["sex"], "text", False, {})]
        if covering:
            union = look([terms for labels in covering for terms in classes[labels]], promised)
            worst = {name: max(views[labels][name] for labels in covering) for name in union}
            knowing = [minimal[labels] for labels in covering] if small else [(0, 0, 0)]
            victims.append((union, worst, tuple(map(max, zip(*knowing)))))
    wanted = {"victims": len(victims), "victims.without_candidates": len(promised.rows) - len(victims)}
    for index, suffix in enumerate(("", SUFFIX)):
        found = {name: [victim[index][name] for victim in victims] for name in victims[0][0]}
        wanted |= {f"victims.above_promise{suffix}": sum(found["above"]),
                   f"posterior.highest{suffix}": max(found["posterior"]),
                   f"posterior.mean{suffix}": sum(found["posterior"]) / len(victims),
                   f"posterior.certain{suffix}": sum(found["certain"]) / len(victims),
                   f"linked_rows.highest{suffix}": max(found["linked"]),
                   f"linked_rows.certain{suffix}": sum(found["linked_certain"]) / len(victims),
                   f"one_mismatch.highest{suffix}": max(found[1]), f"two_mismatches.highest{suffix}": max(found[2])}
        if not suffix:
            wanted |= {"linked_rows.mean": sum(found["linked"]) / len(victims),
                       "one_mismatch.mean": sum(found[1]) / len(victims),
                       "two_mismatches.mean": sum(found[2]) / len(victims)}
    if minimal:
        largest, rises, above = zip(*(victim[2] for victim in victims))
        wanted |= {"minimality.highest": max(largest), "minimality.mean": sum(largest) / len(victims),
                   "minimality.rise.highest": max(rises), "minimality.victims_above_promise": sum(above)}
    return wanted


def compare(suite, what, table, release, policy, known_algorithm=True):
    """Attacks a release and counts the same; returns the figures that were counted, of each column."""
    found = attack(suite, what, release, policy)
    _, released = lib.read_csv(release)
    counted = [count(promised, released, known_algorithm) for promised in table.promised]
    for promised, wanted in zip(table.promised, counted):
        (name, _), = promised.promise.items()
        of = f"{name}({promised.column})." if promised is not table.promised[0] else ""
        for name, value in wanted.items():
            suite.check(abs(found["figures"].get(of + name, -1) - value) < 1e-9,
                        f"{what}: {of}{name} is {found['figures'].get(of + name)}, counted {float(value)}")
    good = all(wanted[f"victims.above_promise{SUFFIX}"] == 0 for wanted in counted)
    suite.check(found["holds"] is good, f"{what}: holds is {found['holds']}, counted {good}")
    return counted


def one(suite, number, seen):
    table = sets.Table(suite, number, second=number % 5 > 2)
    if number % 4 < 2:  # exact searches, so that what is known of the algorithm is true
        table.search = "exact"
    policy = table.policy("protected")
    plain = lib.write_policy(table.folder / "plain.json", table.folder / "table.csv", table.attributes,
                             [{"k_anonymity": {"k": 3 if number % 3 else 1}}], {}, {"format": "csv"}, table.method)
    suite.expect(0, f"{number}: plain", "run", plain, "-q")
    for wanted in compare(suite, f"{number}: plain", table, plain.with_suffix("") / "data.csv", policy, False):
        seen["certain"] += wanted["posterior.certain"] > 0
        seen["overlap"] += wanted["posterior.mean"] != wanted[f"posterior.mean{SUFFIX}"]
    if suite.gauze("run", policy, "-q").returncode != 0:
        return  # nothing can be released; sets.py looks at that
    folder = policy.with_suffix("")
    counted = compare(suite, f"{number}: {[one.promise for one in table.promised]}", table, folder / "data.csv", policy)
    seen["two columns"] += len(counted) > 1
    for wanted in counted:
        seen["minimality"] += wanted.get("minimality.highest", 0) > wanted[f"posterior.highest{SUFFIX}"]
        for name in ("victims.above_promise", f"victims.above_promise{SUFFIX}"):
            suite.check(wanted[name] == 0, f"{number}: {name} is {wanted[name]}")
    threads = [attack(suite, f"{number}: threads", folder, policy, threads=threads) for threads in (1, 2)]
    suite.check(threads[0] == threads[1], f"{number}: two threads find something else")
    restore(suite, table, folder, policy, number, seen)


def restore(suite, table, folder, policy, number, seen):
    """All terms back, where rows can be told apart."""
    if len({row["who"] for row in table.rows}) < len(table.rows):
        return
    _, released = lib.read_csv(folder / "data.csv")
    original = {row["who"]: row for row in table.rows}
    rows = [{**row, **{name: original[row["who"]][name] for name in table.columns}} for row in released]
    lib.write_csv(table.folder / "broken.csv", list(rows[0]), rows)
    counted = compare(suite, f"{number}: terms put back", table, table.folder / "broken.csv", policy, False)
    seen["broken"] += any(wanted[f"victims.above_promise{SUFFIX}"] > 0 for wanted in counted)


def main():
    suite = lib.Suite(__doc__, count=14)
    seen = dict.fromkeys(("certain", "overlap", "minimality", "broken", "two columns"), 0)
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{name} in {tables} tables" for name, tables in seen.items()))
    for name, tables in seen.items():  # a test in which it never happens shows nothing
        suite.check(tables > 0 or suite.flags.count < 14, f"there is no table with {name}")
    suite.finish()


if __name__ == "__main__":
    main()
