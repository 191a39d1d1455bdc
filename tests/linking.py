"""The adversary with a knowledge table: `attack knowledge_linking` counts what is counted here from the definitions, row by
row and with exact fractions, with mismatches and with knowledge of the algorithm; it never finds a promise broken that a
release keeps, be it for a class or for several that cover a victim; it finds labels where nothing protects them; and it finds
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


def minimality(rows, table):
    """The mean of the shares over all originals that minimal suppression of one or two terms can have made this of."""
    knowledge = table.knowledge
    originals = [rows]
    if table.holds(rows):
        single = [(row, term) for row in range(len(rows)) for term in sets.TERMS if term not in rows[row]
                  and any(sets.linked(rows[row] | {term}, knowledge))]
        breaks = {more: not table.holds(put_back(rows, more)) for count in (1, 2)
                  for more in itertools.combinations(single, count)
                  if all(sets.linked(terms, knowledge) or not sets.linked(before, knowledge)
                         for terms, before in zip(put_back(rows, more), rows))}
        for more, broken in breaks.items():
            if broken and all(breaks[part,] for part in more):
                originals.append(put_back(rows, more))
    believed = [believe(each, knowledge)[0] for each in originals]
    mean = {label: sum(shares[label] for shares in believed) / len(believed) for label in knowledge}
    largest = max(mean.values())
    return largest, largest - max(believed[0].values()), exceeds(mean, table)


def exceeds(shares, table):
    """Whether shares that no rows have to have break the promise."""
    if "qs_diversity" in table.promise:
        ordered = sorted(shares.values(), reverse=True)
        return ordered[0] > Fraction(table.c) * sum(ordered[table.l - 1:])
    prior = (believe([frozenset()], table.knowledge) if table.prior == "uniform"
             else believe([sets.terms_of(row["terms"]) for row in table.rows], table.knowledge))[0]
    return sum((shares[label] - prior[label]) ** 2 for label in shares) > Fraction(table.t) ** 2


def look(rows, table):
    """What an adversary sees who knows that the victim is one of these rows."""
    shares, linked = believe(rows, table.knowledge)
    largest = max(shares.values())
    return {"posterior": largest, "certain": largest == 1, "linked": largest / linked if linked else 0,
            "linked_certain": linked > 0 and largest == linked, "above": not table.holds(rows),
            **{m: max(believe(rows, table.knowledge, m)[0].values()) for m in (1, 2)}}


def count(table, released, known_algorithm):
    """All figures, by brute force."""
    classes = sets.classes(released)
    views = {labels: look(rows, table) for labels, rows in classes.items()}
    small = known_algorithm and all(len(rows) <= 6 for rows in classes.values())
    minimal = {labels: minimality(rows, table) for labels, rows in classes.items()} if small else {}
    victims = []
    for row in table.rows:
        covering = [labels for labels in classes if linkage.covers(labels[0], str(row["age"]), "number", False, {})
                    and linkage.covers(labels[1], row["sex"], "text", False, {})]
        if covering:
            union = look([terms for labels in covering for terms in classes[labels]], table)
            worst = {name: max(views[labels][name] for labels in covering) for name in union}
            knowing = [minimal[labels] for labels in covering] if small else [(0, 0, 0)]
            victims.append((union, worst, tuple(map(max, zip(*knowing)))))
    wanted = {"victims": len(victims), "victims.without_candidates": len(table.rows) - len(victims)}
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
    """Attacks a release and counts the same; returns the figures that were counted."""
    found = attack(suite, what, release, policy)
    _, released = lib.read_csv(release)
    wanted = count(table, released, known_algorithm)
    for name, value in wanted.items():
        suite.check(abs(found["figures"].get(name, -1) - value) < 1e-9,
                    f"{what}: {name} is {found['figures'].get(name)}, counted {float(value)}")
    good = wanted[f"victims.above_promise{SUFFIX}"] == 0
    suite.check(found["holds"] is good, f"{what}: holds is {found['holds']}, counted {good}")
    return wanted


def one(suite, number, seen):
    table = sets.Table(suite, number)
    if number % 4 < 2:  # exact searches, so that what is known of the algorithm is true
        table.search = "exact"
    policy = table.policy("protected")
    plain = lib.write_policy(table.folder / "plain.json", table.folder / "table.csv", table.attributes,
                             [{"k_anonymity": {"k": 3 if number % 3 else 1}}], {}, {"format": "csv"}, table.method)
    suite.expect(0, f"{number}: plain", "run", plain, "-q")
    wanted = compare(suite, f"{number}: plain", table, plain.with_suffix("") / "data.csv", policy, False)
    seen["certain"] += wanted["posterior.certain"] > 0
    seen["overlap"] += wanted["posterior.mean"] != wanted[f"posterior.mean{SUFFIX}"]
    if suite.gauze("run", policy, "-q").returncode != 0:
        return  # nothing can be released; sets.py looks at that
    folder = policy.with_suffix("")
    wanted = compare(suite, f"{number}: {table.promise}", table, folder / "data.csv", policy)
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
    original = {row["who"]: row["terms"] for row in table.rows}
    rows = [{**row, "terms": original[row["who"]]} for row in released]
    lib.write_csv(table.folder / "broken.csv", list(rows[0]), rows)
    wanted = compare(suite, f"{number}: terms put back", table, table.folder / "broken.csv", policy, False)
    seen["broken"] += wanted[f"victims.above_promise{SUFFIX}"] > 0


def main():
    suite = lib.Suite(__doc__, count=14)
    seen = dict.fromkeys(("certain", "overlap", "minimality", "broken"), 0)
    for number in range(suite.flags.count):
        one(suite, number, seen)
    print(", ".join(f"{name} in {tables} tables" for name, tables in seen.items()))
    for name, tables in seen.items():  # a test in which it never happens shows nothing
        suite.check(tables > 0 or suite.flags.count < 14, f"there is no table with {name}")
    suite.finish()


if __name__ == "__main__":
    main()
