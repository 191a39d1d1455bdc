"""What `gauze init --for` proposes can be run as it is, for every purpose, on random tables and on the examples': the release verifies, promises what the purpose says, and has no column
that was called identifying. What it says of a decision is so: the policy is changed by hand as the line says, run on the same rows, and loses what the line tells. A proposal that the
table cannot keep says why.

--count N makes N random tables.
"""
import json
import re

import lib

PURPOSES = {"internal": (3, 0), "share": (5, 2), "publish": (12, 3)}  # k, l
ROWS_TRIED = 1024


def random_table(rng):
    """Columns whose names say what they are, hardly filled ones, and sensitive ones in which most are the same."""
    count = rng.choice([60, 300, 1500])
    columns = {
        "patient_id": lambda i: str(i // rng.choice([1, 1, 1, 3])),
        "surname": lambda i: f"Name{i}",
        "age": lambda i: str(rng.randint(0, 99)),
        "sex": lambda i: rng.choice("fm"),
        "city": lambda i: rng.choice(["Aachen", "Bonn", "Celle", "Dahn", "Emden"]),
        "zip code": lambda i: f"{rng.randint(10, 30)}{rng.choice('013')}{rng.choice('02')}5",
        "occupation": lambda i: rng.choice(["nurse", "cook"]) if rng.random() < 0.05 else "?",
        "diagnosis": lambda i: rng.choice(["E11", "I10", "J45", "C50"]),
        "hiv status": lambda i: "positive" if rng.random() < 0.02 else "negative",
        "salary": lambda i: str(rng.randint(1000, 9000)),
        "shelf": lambda i: rng.choice(["left", "right"]),
    }
    names = ["patient_id", "age", *rng.sample([name for name in columns if name not in ("patient_id", "age")], rng.randint(3, 7))]
    return names, [{name: columns[name](i) for name in names} for i in range(count)]


def roles_of(text):
    return dict((name.strip('"'), role) for name, role in re.findall(r"^  (\S+|\".+\"): \{role: (\w+),", text, re.MULTILINE))


def changed(text, decision):
    """The policy with one decision taken otherwise, by hand."""
    about, instead = decision["about"], decision["instead"]
    if instead == "left out":
        assert f"  - {about}\n" in text, about
        return re.sub(r"^protect:.*\n(?=transform:)", "", text.replace(f"  - {about}\n", ""), flags=re.MULTILINE)
    name = re.escape(about if re.fullmatch(r"[A-Za-z][\w-]*", about) else f'"{about}"')
    if instead == "dropped":
        return re.sub(rf"^(  {name}: {{role: )quasi_identifying(, type: \w+)(, hierarchy: .*?}})?}}(  #.*)?$", r"\1identifying\2}", text, flags=re.MULTILINE)
    if instead == "quasi_identifying":
        return re.sub(rf"^(  {name}: {{role: )insensitive", r"\1quasi_identifying", text, flags=re.MULTILINE)
    return None  # kept: the role is in the comment, and a promise belongs to it


def losses(suite, folder, name, text):
    """By quasi-identifier, of a run on the rows that were tried."""
    policy = folder / f"{name}.yaml"
    policy.write_text(text)
    done = suite.expect(0, name, "run", policy, "-q", "--json", "--no-report", "--source", folder / "first.csv", "--out", folder / name)
    measures = json.loads(done.stdout)["measures"]
    return {key[15:]: value for key, value in measures.items() if key.startswith("attribute_loss.")}


def check_decisions(suite, folder, proposal):
    """The first decision of every kind."""
    text, seen = proposal["policy"], set()
    before = losses(suite, folder, "proposed", text)
    changes = [abs(line["loss"] - line["loss_then"]) for line in proposal["trial"]["decide"]]
    suite.check(changes == sorted(changes, reverse=True), f"{folder.name}: decisions are not in the order of what they change")
    for line in proposal["trial"]["decide"]:
        other = changed(text, line)
        if line["instead"] in seen or other is None:
            continue
        seen.add(line["instead"])
        suite.check(other != text, f"{folder.name}: nothing to change for {line}")
        after = losses(suite, folder, "changed-" + line["instead"].replace(" ", "-"), other)
        both = before.keys() & after.keys()
        for figures, said in ((before, line["loss"]), (after, line["loss_then"])):
            mean = sum(figures[name] for name in both) / len(both) if both else 0
            suite.check(abs(mean - said) < 1e-9, f"{folder.name}: {line} but {mean}")
    return seen


def check_proposal(suite, folder, table, purpose):
    k, l = PURPOSES[purpose]
    policy = folder / "policy.yaml"
    done = suite.expect(0, folder.name, "init", table, "--for", purpose, "--accept", "-o", policy, "--json", "-q")
    if done.returncode != 0:
        return None
    proposal = json.loads(done.stdout)
    suite.check(proposal["policy"] == policy.read_text(), f"{folder.name}: another policy was written than told")
    if "problem" in proposal:
        refused = suite.expect(2, f"{folder.name}, which cannot be kept", "run", policy, "-q", "--out", folder / "release")
        suite.check(proposal["problem"]["message"] in refused.stderr, f"{folder.name}: refused for another reason than told")
        return None
    suite.expect(0, folder.name, "run", policy, "-q", "--out", folder / "release")
    suite.expect(0, folder.name, "verify", folder / "release", "-q")
    manifest = json.loads((folder / "release" / "manifest.json").read_text())
    claims = [promise["claim"] for promise in manifest["promises"]]
    suite.check(f"k_anonymity(k={k})" in claims, f"{folder.name}: {claims}")
    roles = roles_of(proposal["policy"])
    for name, role in roles.items():
        promised = [claim for claim in claims if claim.startswith("l_diversity") and f"attribute={name}," in claim.replace('"', "")]
        suite.check(len(promised) == (1 if role == "sensitive" and l else 0), f"{folder.name}: {name} is {role}, promised {promised}")
    header = (folder / "release" / "data.csv").read_text(encoding="utf-8").splitlines()[0]
    suite.check(not any(name in header.split(",") for name, role in roles.items() if role in ("identifying", "entity")), f"{folder.name}: {header}")
    return proposal


def main():
    suite = lib.Suite(__doc__, count=1)
    seen, problems = set(), 0
    for number in range(suite.flags.count):
        names, rows = random_table(suite.random)
        for purpose in PURPOSES:
            folder = suite.folder / f"{number}-{purpose}"
            folder.mkdir()
            lib.write_csv(folder / "table.csv", names, rows)
            lib.write_csv(folder / "first.csv", names, rows[:ROWS_TRIED])
            proposal = check_proposal(suite, folder, folder / "table.csv", purpose)
            problems += proposal is None
            if proposal is not None:
                seen |= check_decisions(suite, folder, proposal)
    suite.check(seen >= {"dropped", "left out"}, f"only these decisions were seen: {seen}")
    suite.check(problems < suite.flags.count, f"{problems} proposals could not be kept")
    for name, table, purpose in (("clinic", "patients.csv", "share"), ("covid", "patients.csv", "publish")):
        folder = suite.folder / name
        folder.mkdir()
        made = check_proposal(suite, folder, lib.ROOT / "examples" / name / table, purpose)
        suite.check(made is not None, f"{name}: no proposal for {purpose}")
    suite.finish()


if __name__ == "__main__":
    main()
