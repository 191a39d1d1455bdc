"""Everything that a policy may name, two by two: each pair is put into one policy, in every way that there is. If one of them
passes `check`, it runs and verifies; if none does, each is refused before any row is read as a release, with a reason and a hint.
docs/combinations.md shows the table that comes out.

--every N tries each Nth pair, and compares its cell of the page; --write 1 tries all, and writes the page.
"""
import collections
import itertools
import json
import random
import re
import shutil

import lib

PAGE = lib.ROOT / "docs" / "combinations.md"
PROMISES = {
    "k_anonymity": {"k": 2},
    "l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2},
    "t_closeness": {"attribute": "illness", "distance": "equal", "t": "0.8"},
    "proximity": {"attribute": "income", "epsilon": 1, "m": 2},
    "qs_diversity": {"attribute": "signs", "knowledge": "knowledge.csv", "c": 1, "l": 2},
    "qs_closeness": {"attribute": "signs", "knowledge": "knowledge.csv", "t": "0.6"},
    "freeform": {"threat": "0.9", "observable_from": "0.5", "attributes": {"illness": {"guard": ["gout"]}}},
    "record_risk": {"delta": 12},
    "no_certain_cells": {"share": 1},
    "composition": {"attribute": "illness", "l": 2, "beside": ["earlier.csv"]},
}
TRANSFORMS = ["mondrian", "cluster", "suppress_cells", "specialize"]
STEPS = {"suppress_terms": ["qs_diversity", "qs_closeness"], "widen": ["record_risk"]}  # and what each sees to
MODES = {
    "two columns of sets": "a promise about each",
    "boxes: grid": "labels on a public grid",
    "ranges: bounds": "two columns for a range",
    "entity": "people with several rows",
    "personal": "people choose what is shown",
    "ledger": "continuing releases",
}
# What a transform keeps that keeps nothing else.
KEEPS = {"suppress_cells": "record_risk"}
ATTRIBUTES = {
    "person": {"role": "identifying"},
    "age": {"role": "quasi_identifying", "type": "integer"},
    "town": {"role": "quasi_identifying"},
    "illness": {"role": "sensitive"},
    "income": {"role": "sensitive", "type": "integer"},
    "signs": {"role": "identifying"},
    "findings": {"role": "identifying"},
    "choice": {"role": "identifying"},
}


def kind_of(name):
    return next(number for number, kind in enumerate((PROMISES, TRANSFORMS, STEPS, MODES)) if name in kind)


def make_table(folder):
    rng = random.Random(1)
    signs = ["fever", "rash", "pain"]
    rows = [{"person": f"p{i}", "age": 20 + i % 12, "town": rng.choice(["north", "south"]), "illness": rng.choice(["flu", "gout", "cough"]),
             "income": 10 * (i % 7), "signs": ";".join(rng.sample(signs, rng.randint(1, 2))), "findings": ";".join(rng.sample(signs, 1)), "choice": rng.choice("123")} for i in range(72)]
    lib.write_csv(folder / "table.csv", list(rows[0]), rows)
    # Of every person two rows, whose values are the same.
    lib.write_csv(folder / "persons.csv", list(rows[0]), [row for row in rows for _ in range(2)])
    (folder / "knowledge.csv").write_text("label,terms\nmeasles,fever;rash;pain\nflu,fever;pain\nscarlet fever,fever;rash\nstrain,pain\nallergy,rash\n")
    (folder / "town.csv").write_text("north;*\nsouth;*\n")
    (folder / "earlier.csv").write_text("age,town,illness,income\n" + "".join(f"*,*,{name},10\n" for name in ("flu", "gout", "cough")))


def ways(names):
    """Promises, transforms and steps of every policy that has both names, the plainest first."""
    promises = [name for name in names if name in PROMISES]
    steps = [name for name in names if name in STEPS]
    named = [name for name in names if name in TRANSFORMS]
    for transform in named:
        if transform in KEEPS and KEEPS[transform] not in promises:
            promises.append(KEEPS[transform])
    for step in steps:
        if not set(STEPS[step]) & set(promises):
            promises.append(STEPS[step][0])
    if "two columns of sets" in names and not any(promise.startswith("qs_") for promise in promises):
        promises.append("qs_diversity")
    # Nothing sees to it that people keep several values beside earlier releases, unless every class has several.
    if "composition" in promises and "l_diversity" not in promises:
        promises.append("l_diversity")
    promises = promises or ["k_anonymity"]
    helpful = [step for step, seen_to in STEPS.items() if step not in steps and set(seen_to) & set(promises)]
    for transform in named or TRANSFORMS:
        for count in range(len(helpful) + 1):
            for more in itertools.combinations(helpful, count):
                yield promises, transform, [step for step in STEPS if step in steps or step in more]


def policy_of(folder, names, promises, transform, steps):
    attributes = {name: dict(attribute) for name, attribute in ATTRIBUTES.items()}
    if any(promise.startswith("qs_") for promise in promises):
        attributes["signs"] = {"role": "quasi_sensitive", "type": "set", "separator": ";"}
    promised = [{promise: dict(PROMISES[promise])} for promise in promises]
    if "entity" in names and "qs_closeness" in promises:  # the shares in a table are of rows
        promised[promises.index("qs_closeness")]["qs_closeness"]["prior"] = "uniform"
    if "two columns of sets" in names:
        attributes["findings"] = attributes["signs"]
        promised.append({"qs_diversity": {**PROMISES["qs_diversity"], "attribute": "findings"}})
    if transform == "specialize":
        attributes["age"]["hierarchy"] = {"interval": {"width": 4}}
        if promises == ["freeform"]:  # of which cuts are made, too
            attributes["illness"]["role"] = "quasi_identifying"
    parameters = {"boxes": "grid", "grid": {"age": 4}} if "boxes: grid" in names else {}
    policy = {"version": 1, "attributes": attributes, "protect": promised,
              "release": {"directory": str(folder / "release")}}
    if "ledger" not in names or transform not in ("mondrian",) or steps or parameters:
        policy["transform"] = [{transform: parameters}, *({step: {}} for step in steps)]
    if "record_risk" in promises:
        policy["risk"] = {"alpha": 100, "known": {"age": "0.2", "town": "0.5"},
                          "weights": {"illness": {"weight": 1, "values": {"gout": 1}, "others": 0}}}
    if "ranges: bounds" in names:
        policy["release"]["ranges"] = "bounds"
    if "entity" in names:
        attributes["person"] = {"role": "entity"}
    if "personal" in names:
        attributes["choice"] = {"role": "choice"}
        policy["personal"] = {"recipient": "university", "missing_choice": 3,
                              "vault": {"file": str(folder / "out.vault"), "server": "server.pub"},
                              "attributes": {"illness": {"aliases": "literal", "choice": "choice"}}}
    if "ledger" in names:
        policy["ledger"] = {"method": {"pool": {}}, "key": "person"}
        del policy["release"]["directory"]
    else:
        policy["source"] = "persons.csv" if "entity" in names else "table.csv"
    path = folder / "policy.json"
    path.write_text(json.dumps(policy, indent=1))
    return path


def reason_of(suite, what, refused):
    """What was said, without the place; a refusal is exit 2, with a hint."""
    lines = refused.stderr.strip().split("\n")
    suite.check(refused.returncode == 2 and len(lines) == 2 and lines[1].startswith("  hint: "), f"{what}: refused by {refused.stderr}")
    return re.sub(r"^gauze: (\S+:\d+:\d+: |\S+\.json: |column \w+: )?", "", lines[0])


def attempt(suite, folder, names, way):
    """Nothing if this policy is one that runs, else why it is refused."""
    what = f"{' + '.join(names)}, {way}"
    shutil.rmtree(folder / "try", ignore_errors=True)
    (folder / "try").mkdir()
    for file in folder.glob("*.*"):
        (folder / "try" / file.name).symlink_to(file)
    policy = policy_of(folder / "try", names, *way)
    if "ledger" in names:
        ledger = folder / "try" / "ledger"
        first = suite.gauze("ledger", "init", policy, ledger, "-q")
        if first.returncode != 0:
            return reason_of(suite, what, first)
        suite.expect(0, what, "append", ledger, folder / "table.csv", "-q")
        suite.expect(0, what, "ledger", "verify", ledger, "-q", cwd=folder / "try")
        return None
    first = suite.gauze("check", policy, "-q")
    if first.returncode != 0:
        return reason_of(suite, what, first)
    suite.expect(0, what, "run", policy, "-q")
    suite.expect(0, what, "verify", folder / "try" / "release", "-q", cwd=folder / "try")
    return None


def try_pair(suite, folder, names):
    """Nothing, or the reason that most of the ways are refused with; of several, that of the plainest way."""
    reasons = []
    for way in ways(names):
        reason = attempt(suite, folder, names, way)
        if reason is None:
            return None
        reasons.append(reason)
    return collections.Counter(reasons).most_common(1)[0][0]


def page(found, names):
    """docs/combinations.md."""
    lines = (lib.ROOT / "docs" / "combinations.md").read_text().split("<!-- table -->")[0].rstrip().split("\n") if PAGE.exists() else []
    numbers = {}
    for reason in found.values():
        if reason is not None:
            numbers.setdefault(reason, len(numbers) + 1)
    lines += ["", "<!-- table -->", ""]
    lines.append("| | " + " | ".join(f"`{name}`" for name in names) + " |")
    lines.append("| --- |" + " :-: |" * len(names))
    for row in names:
        cells = []
        for column in names:
            if (row, column) not in found and (column, row) not in found:
                cells.append("–")
                continue
            reason = found.get((row, column), found.get((column, row)))
            cells.append("yes" if reason is None else f"[{numbers[reason]}](#no)")
        lines.append(f"| `{row}` | " + " | ".join(cells) + " |")
    yes = sum(reason is None for reason in found.values())
    lines += ["", f"{yes} of {len(found)} pairs go together.", "", "## No", ""]
    lines += [f"{number}. {reason}" for reason, number in numbers.items()]
    return "\n".join(lines) + "\n"


def cells(names):
    """What docs/combinations.md says of each pair: nothing, or a reason."""
    text = PAGE.read_text().split("<!-- table -->")[1]
    reasons = dict(re.findall(r"^(\d+)\. (.*)$", text, re.MULTILINE))
    rows = [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in text.split("\n") if line.startswith("| `")]
    return {(one, other): None if cell == "yes" else reasons[re.match(r"\[(\d+)", cell)[1]]
            for one, row in zip(names, rows) for other, cell in zip(names, row) if names.index(one) < names.index(other) and cell != "–"}


def main():
    suite = lib.Suite(__doc__, every=5, write=0)
    folder = suite.folder.resolve()
    make_table(folder)
    suite.expect(0, "keys", "vault", "keys", folder / "server")
    names = [*PROMISES, *TRANSFORMS, *STEPS, *MODES]
    listed = json.loads(suite.gauze("models", "--json").stdout)
    known = {entry["name"] for kind in ("models", "transforms", "steps") for entry in listed[kind]}
    suite.check(known == {*PROMISES, *TRANSFORMS, *STEPS}, f"the program has {sorted(known)}")
    pairs = [pair for pair in itertools.combinations(names, 2) if not all(name in TRANSFORMS for name in pair)]  # of which a policy has one
    tried = pairs[::1 if suite.flags.write else suite.flags.every]
    found = {pair: try_pair(suite, folder, pair) for pair in tried}
    print(f"{sum(reason is None for reason in found.values())} of {len(found)} pairs go together")
    if suite.flags.write:
        PAGE.write_text(page(found, names))
    told = cells(names)
    again = "docs/combinations.md is not what the program says: tests/combinations.py --write 1"
    suite.check(list(told) == pairs, again)
    for pair, reason in found.items():
        suite.check(told.get(pair, "") == reason, f"{' + '.join(pair)}: {again}")
    suite.finish()


if __name__ == "__main__":
    main()
