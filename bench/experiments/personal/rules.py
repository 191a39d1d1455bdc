"""Association rules mined from T′ as the server reads them, beside the rules of T: which come back, and with which support and confidence."""
import bisect
import collections
import itertools

from experiments.personal import people, trees
from experiments.personal.interpretation import LIMITS, ask

LEAST_SUPPORT = 0.01  # of the rows
LEAST_CONFIDENCE = 0.6
CONDITIONS = 2  # of a rule, at most
CASES = [(rule, mode) for rule in ("fixed", "tendency") for mode in ("literal", "safe")]


def category(name, cell, own):
    """Ages are mined by category, which a grade shows before its point."""
    if name != "age":
        return cell
    return bisect.bisect_right(people.BOUNDS[1:-1], int(cell)) + 1 if own else int(float(cell))


def mine(rows, own):
    """Support in rows and confidence of every rule with one conclusion that reaches both floors and speaks of a column that is hidden."""
    sets, wholes = collections.Counter(), collections.Counter()
    for row in rows:
        items = [(name, category(name, row[name], own)) for name in people.COLUMNS]
        for size in range(1, CONDITIONS + 1):
            for when in itertools.combinations(items, size):
                sets[when] += 1
                used = {name for name, _ in when}
                for item in items:
                    if item[0] in trees.TARGETS and item[0] not in used and (used | {item[0]}) & set(people.PERSONAL):
                        wholes[when, item] += 1
    return {(frozenset(when), then): (count, count / sets[when]) for (when, then), count in wholes.items()
            if count >= LEAST_SUPPORT * len(rows) and count >= LEAST_CONFIDENCE * sets[when]}


def question(rule):
    when, (column, value) = rule
    conditions = [{"column": name, "from": cell, "to": cell + 1, "to_open": True} if name == "age" else {"column": name, "values": [cell]}
                  for name, cell in sorted(when)]
    return {"when": conditions, "target": {"column": column, "value": value}}


def meaning(rule, answer):
    """The rule in own values; None if something in it stays as it was shown."""
    when, (column, value) = rule
    told = {}
    for condition in answer["when"]:
        for one in condition.get("values", []):
            told[condition["column"], one["shown"]] = one.get("means")
    own = frozenset(item if item[0] == "age" else (item[0], told.get(item)) for item in when)
    own_value = answer["target"].get("means", value)
    return None if any(cell is None for _, cell in own) else (own, (column, own_value))


def told_rules(rules, answers):
    """Of those that were told, with every number: the rule, its answer, and what it says in own values (None where a part stays as it was)."""
    for rule, answer in zip(rules, answers):
        if "refused" not in answer and "persons" in answer.get("target", {}):
            yield rule, answer, meaning(rule, answer)


def follow(release, k):
    """What becomes of the rules of T′ at the server, beside those of T: asked one after the other, and each alone."""
    own, shown = release.pairs()
    of_t, of_shown = mine(own, True), mine(shown, False)
    mined = sorted(of_shown, key=lambda rule: (-of_shown[rule][0], str(question(rule))))
    alone = [means in of_t for _, _, means in told_rules(mined, ask(release, k, map(question, mined), "alone"))]
    told, wrong, pairs = 0, 0, []
    for rule, answer, means in told_rules(mined, ask(release, k, map(question, mined))):
        told += 1
        wrong += answer["support"] != sum(all(category(name, row[name], False) == cell for name, cell in rule[0]) for row in shown)
        if means in of_t:
            pairs.append((answer["target"], of_t[means]))
    count = max(len(pairs), 1)
    return {"rules_of_t": len(of_t), "rules": len(mined), "told_alone": len(alone), "back_alone": sum(alone), "told": told, "back": len(pairs), "wrong": wrong,
            "support_told": round(sum(target["persons"] for target, _ in pairs) / count, 1), "support_of_t": round(sum(support for _, (support, _) in pairs) / count, 1),
            "confidence_told": round(sum(target["confidence"] for target, _ in pairs) / count, 4),
            "confidence_of_t": round(sum(confidence for _, (_, confidence) in pairs) / count, 4)}


def compare(gauze, folder, rows):
    for choices, mode in CASES:
        release = people.Release(gauze, folder / f"rules-{choices}-{mode}", rows, choices, mode)
        for k in LIMITS:
            line = {"choices": choices, "mode": mode, "k": k, **follow(release, k)}
            print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
            yield line
