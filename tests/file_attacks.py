"""`attack singling_out`, `linkability`, `inference` and `definetti` on tiny releases by an invented tool. Guesses are right exactly as often as counted by hand, row by row, and
for `definetti` by the same learner, written again over all values;
descriptions of people are drawn by chance, and single out as many as all descriptions together, each with its probability, within what chance allows.
`attack all` tells the same, and what it did not try and why.

--count N makes N releases.
"""
import collections
import fractions
import json

import any_tool
import lib

DRAWN = 4000


def attack(suite, what, name, *arguments):
    result = suite.expect(0, what, "attack", name, *arguments, "--json", "-q")
    return json.loads(result.stdout) if result.returncode == 0 else {}


def guessed(shown, forms, people):
    """For how many people the most frequent value of the rows that can be theirs is right."""
    right = 0
    for person in people:
        counts = collections.Counter(row["illness"] for row in shown if any_tool.covers(forms, row, person))
        most = max(counts.values(), default=0)
        likeliest = [value for value, rows in counts.items() if rows == most]
        right += (person["illness"] in likeliest) / max(1, len(likeliest))
    return right / len(people)


def linked(shown, forms, people, first):
    """For how many people the likeliest class by the columns of `first` is the likeliest by all others, too; of several any is taken."""
    classes = collections.Counter(tuple(row[name] for name in forms) for row in shown)

    def likeliest(person, names):
        chances = {}
        for labels, rows in classes.items():
            label_of = dict(zip(forms, labels))
            chance = fractions.Fraction(rows)
            for name in names:
                meant = forms[name].meant(label_of[name])
                chance *= fractions.Fraction(any_tool.covers({name: forms[name]}, label_of, person), len(meant))
            if chance:
                chances[labels] = chance
        return {labels for labels, chance in chances.items() if chance == max(chances.values())}

    found = 0
    for person in people:
        one, other = likeliest(person, first), likeliest(person, [name for name in forms if name not in first])
        found += len(one & other) / max(1, len(one) * len(other))
    return found / len(people)


def link(suite, what, given, shown, forms, people, control, seen):
    """Lists by the first half of the columns, and by what is said to be known."""
    if len(forms) < 2:
        result = suite.gauze("attack", "linkability", *given, "-q")
        suite.check(result.returncode == 2 and "two lists" in result.stderr, f"{what}: {result}")
        return
    names = list(forms)
    some = suite.random.sample(names, suite.random.randint(1, len(names) - 1))
    for first, more in ((names[:(len(names) + 1) // 2], []), (some, ["--knows", ",".join(some)])):
        found = attack(suite, what, "linkability", *given, "--victims", 0, *more).get("figures", {})
        for name, rows in (("success", people), ("control", control)):
            counted = linked(shown, forms, rows, first)
            suite.check(abs(found.get(name, -1) - counted) < 1e-6, f"{what}: linkability {more} {name} is {found.get(name)}, counted {counted}")
            seen["linked"] += 0 < counted < 1
        classes = collections.Counter(tuple(row[name] for name in forms) for row in shown)
        alike = sum((rows / len(shown)) ** 2 for rows in classes.values())
        suite.check(abs(found.get("guess", -1) - alike) < 1e-6, f"{what}: linkability guess {found}")
    # Somebody who knows some of the columns is left with more rows.
    known = {name: forms[name] for name in some}
    found = attack(suite, what, "inference", *given, "--victims", 0, "--knows", ",".join(some)).get("figures", {})
    suite.check(abs(found.get("success", -1) - guessed(shown, known, people)) < 1e-6, f"{what}: inference by {some}: {found}, counted {guessed(shown, known, people)}")


def named(suite):
    """Attackers by name know the columns that docs say, and complain where they would know none."""
    folder = suite.folder / "named"
    folder.mkdir()
    rng = suite.random
    people = [{"education": rng.choice("ab"), "Geschlecht": rng.choice("mf"), "age": str(rng.randint(20, 24)), "zip code": rng.choice(["101", "102"]),
               "insurance": rng.choice("xy"), "illness": rng.choice(any_tool.SENSITIVE)} for _ in range(40)]
    lib.write_csv(folder / "people.csv", list(people[0]), people)
    given = [folder / "people.csv", "--sensitive", "illness", "--source", folder / "people.csv", "--victims", 0]
    for who, knows in (("neighbour", "Geschlecht,age,zip code"), ("employer", "Geschlecht,age,zip code,education"),
                       ("insurer", "Geschlecht,age,zip code,insurance"), ("journalist", "Geschlecht,age,zip code")):
        for name in ("inference", "linkability", "definetti"):
            by_name = attack(suite, who, name, *given, "--attacker", who)
            suite.check(by_name == attack(suite, who, name, *given, "--knows", knows), f"{who}, {name}: {by_name}")
            suite.check(by_name["figures"] != attack(suite, who, name, *given)["figures"], f"{who}, {name}: knows everything")
    for more, said in ((["--attacker", "journalist", "--qi", "education"], "that the journalist knows"), (["--knows", "shoes"], "no quasi-identifying column"),
                       (["--attacker", "nobody"], "neighbour")):
        result = suite.gauze("attack", "inference", *given, *more, "-q")
        suite.check(result.returncode == 2 and said in result.stderr, f"{more}: {result}")


def learn(shown, form, name, values):
    """The chances of all values of a column by illness: rows are spread over what their label may stand for, twenty times."""
    chances = {}
    for illness in any_tool.SENSITIVE:
        rows = collections.Counter(row[name] for row in shown if row["illness"] == illness)
        now = {value: 1 / len(values) for value in values}
        for _ in range(20):
            sums = {value: 1 / len(values) for value in values}
            for label, count in rows.items():
                mass = sum(now[value] for value in form.meant(label))
                for value in form.meant(label):
                    sums[value] += count * now[value] / mass
            now = {value: chance / sum(sums.values()) for value, chance in sums.items()}
        chances[illness] = now
    return chances


def bet(weights, own):
    """The chance that the likeliest value is right, and whether it is believed by more than 80 %."""
    everything, most = sum(weights.values()), max(weights.values())
    if everything <= 0:
        return 0, False
    likeliest = [value for value, weight in weights.items() if weight >= most - 1e-9 * everything]
    return (own in likeliest) / len(likeliest), most > (0.8 + 1e-9) * everything


def learned(shown, forms, people, everybody):
    """What somebody guesses who weighs rows by what the release tells: right, and sure."""
    chances = {}
    for name, form in forms.items():
        values = form.domain
        if name == "numbers":
            for row in shown:
                row["_numbers"] = form.meant(row["numbers"])
            named = shown_numbers(shown, everybody)
            values = [value for value in form.domain if min(named) <= value <= max(named)]
        chances[name] = learn(shown, form, name, values)
    right = sure = 0
    for person in people:
        weights = dict.fromkeys(any_tool.SENSITIVE, 0)
        for row in shown:
            if any_tool.covers(forms, row, person):
                weight = 1
                for name, form in forms.items():
                    own = chances[name][row["illness"]]
                    weight *= own[int(person[name]) if name == "numbers" else person[name]] / sum(own[value] for value in form.meant(row[name]))
                weights[row["illness"]] += weight
        one, is_sure = bet(weights, person["illness"])
        right += one
        sure += is_sure
    return right / len(people), sure / len(people)


def certain(form, label, tight):
    """Values that occur in every class with this label, if labels are tight."""
    meant = form.meant(label)
    if len(meant) < 2 or not tight or (label == "*" and not isinstance(form, any_tool.Nodes)):
        return []
    if isinstance(form, any_tool.Numbers):
        return [meant[0], meant[-1]]
    if isinstance(form, any_tool.Sets):
        return meant
    return {"left": ["a", "b"], "*": ["f"]}.get(label, [])


def shown_numbers(shown, people):
    """Numbers that labels or people name: what lies between them is no description of its own."""
    named = {int(person["numbers"]) for person in people}
    for row in shown:
        meant = row["_numbers"]
        named |= {meant[0], meant[-1]}
    return named


def singled_out(shown, forms, people, tight, everybody):
    """The chance that a description by a class, with one hidden column at a single value, fits exactly one of the people."""
    classes = sorted({tuple(row[name] for name in forms) for row in shown})
    if "numbers" in forms:
        for row in shown:
            row["_numbers"] = forms["numbers"].meant(row["numbers"])
        numbers = shown_numbers(shown, everybody)
    chances = []
    for labels in classes:
        meant = {name: list(map(str, form.meant(label))) for (name, form), label in zip(forms.items(), labels)}
        hidden = [name for name in forms if len(meant[name]) > 1]
        for name in hidden:
            values = certain(forms[name], labels[list(forms).index(name)], tight) or forms[name].meant(labels[list(forms).index(name)])
            if name == "numbers":
                values = [value for value in values if value in numbers]
            for value in values:
                box = {**meant, name: [str(value)]}
                fits = sum(all(person[column] in box[column] for column in forms) for person in people)
                chances.append((fits == 1, 1 / len(hidden) / len(values), labels))
    hiding = len({labels for _, _, labels in chances})
    return sum(one * share for one, share, _ in chances) / hiding if hiding else None


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    forms = any_tool.columns(rng, most=3)
    people, control = any_tool.people(rng, forms, rng.randint(5, 12)), any_tool.people(rng, forms, rng.randint(5, 12))
    shown = any_tool.release(rng, forms, people, least=2, most=4)
    for name, rows in (("people", people), ("control", control)):
        lib.write_csv(folder / f"{name}.csv", list(people[0]), rows)
    lib.write_csv(folder / "shown.csv", list(people[0]), shown, delimiter=";")
    tight = rng.random() < 0.5
    given = [folder / "shown.csv", "--labels", any_tool.describe(folder, forms, tight), "--source", folder / "people.csv", "--control", folder / "control.csv"]
    what = f"{number}: {folder}"
    found = attack(suite, what, "inference", *given, "--victims", 0).get("figures", {})
    for name, rows in (("success", people), ("control", control)):
        suite.check(abs(found.get(name, -1) - guessed(shown, forms, rows)) < 1e-6, f"{what}: inference {name} is {found.get(name)}, counted {guessed(shown, forms, rows)}")
    commonest = max(collections.Counter(row["illness"] for row in shown).values()) / len(shown)
    suite.check(abs(found.get("guess", -1) - commonest) < 1e-6, f"{what}: {found}")
    found = attack(suite, what, "definetti", *given, "--victims", 0).get("figures", {})
    for name, rows in (("success", people), ("control", control)):
        counted = learned(shown, forms, rows, people + control)
        suite.check(abs(found.get(name, -1) - counted[0]) < 1e-6 and abs(found.get(f"{name}.sure", -1) - counted[1]) < 1e-6, f"{what}: definetti {name} {found}, counted {counted}")
    suite.check(abs(found.get("guess", -1) - guessed(shown, forms, people)) < 1e-6, f"{what}: definetti guess {found}")
    link(suite, what, given, shown, forms, people, control, seen)
    found = attack(suite, what, "singling_out", *given, "--victims", DRAWN).get("figures", {})
    for name, rows in (("success", people), ("control", control)):
        chance = singled_out(shown, forms, rows, tight, people + control)
        if chance is None:
            suite.check(found.get("descriptions") == 0, f"{what}: nothing hides, and yet {found}")
            continue
        # A sum of parts may be a hair above one.
        spread = 4.5 * (max(0.0, chance * (1 - chance)) / DRAWN) ** 0.5 + 1e-9
        suite.check(abs(found.get(name, -1) - chance) <= spread, f"{what}: singling out, {name} is {found.get(name)}, counted {chance}")
        seen["descriptions"] += 1
    # All of them at once, and without anybody known.
    tried = {part["attack"]: part for part in attack(suite, what, "all", *given)}
    suite.check(tried["inference"].get("figures", {}).get("people") == len(people), f"{what}: all: {tried}")
    suite.check("at least 2 releases" in tried["composition"].get("not_tried", ""), f"{what}: all: {tried['composition']}")
    alone = suite.expect(0, what, "attack", "all", *given[:3], "-q").stdout
    # Whether anything can follow from passes depends on the labels.
    needing = alone.count("not tried: needs a table of people who are in the release: --source")
    suite.check(needing == len(tried) - len(("downcoding", "refinement", "composition")) and len(alone.splitlines()) == len(tried) + 1, f"{what}: {alone}")


def main():
    suite = lib.Suite(__doc__, count=12)
    seen = collections.Counter()
    for number in range(suite.flags.count):
        one(suite, number, seen)
    named(suite)
    suite.check(seen["descriptions"] > suite.flags.count / 2, f"nobody was described: {seen}")
    suite.check(seen["linked"] > suite.flags.count / 2, f"nobody was linked, or everybody: {seen}")
    suite.finish()


if __name__ == "__main__":
    main()
