"""What adversaries recover from a release, by `gauze attack`; and the same in its manifest, which is counted from the vault."""
import json
import random

from experiments.personal import people


def attack(release, name, *more):
    return json.loads(release.call("attack", name, release.directory, "--policy", release.policy, "--json", "--quiet", *more))["figures"]


def rates(release, known=None):
    """Rates of all adversaries; with `known`, a file, they know distributions from there."""
    more = [] if known is None else ["--known", known]
    frequency, sorting = attack(release, "frequency", *more), attack(release, "sorting", *more)
    if frequency.get("education.not_scored_rows", 0) > 0:
        raise ValueError(f"aliases could not be scored: {frequency}")
    found = {"rank": frequency["education.by_rank"], "company": frequency["education.by_company"],
             "education_blindly": frequency["education.blindly"], "place": sorting["age.by_place"],
             "place_distance": sorting["age.by_place.mean_distance"], "steps": sorting["age.by_steps"], "age_blindly": sorting["age.blindly"]}
    if known is None:
        agree(release, found)
    return found


def agree(release, found):
    """The manifest says the same, though it is counted from other files."""
    told = release.manifest["personal"]["attacks"]
    education, age = told["frequency"]["education"], told["sorting"]["age"]
    pairs = [(found["rank"], education["by_rank"]), (found["company"], education["by_company"]), (found["place"], age["by_place"]),
             (found["steps"], age["by_steps"])]
    if any(abs(one - other) > 1e-9 for one, other in pairs):
        raise ValueError(f"attack and manifest differ: {found}, {told}")


def halves(rows):
    mixed = rows[:]
    random.Random(2).shuffle(mixed)
    return mixed[: len(mixed) // 2], mixed[len(mixed) // 2 :]


def compare(gauze, folder, rows):
    """A line for every rule, mode and knowledge: the table itself, or, of one half, the other half."""
    first, second = halves(rows)
    (folder / "others").mkdir()
    people.write(folder / "others" / "table.csv", second, "even")
    for rule in ("even", "tendency"):
        for mode in ("literal", "safe"):
            for known, released, table in (("itself", rows, None), ("others", first, folder / "others" / "table.csv")):
                release = people.Release(gauze, folder / f"{rule}-{mode}-{known}", released, rule, mode)
                line = {"rule": rule, "mode": mode, "known": known, "rows": len(released),
                        **{name: round(value, 6) for name, value in rates(release, table).items()}}
                print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
                yield line
