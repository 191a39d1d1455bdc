"""Personal releases: people's choices, aliases, grades, and the vault that explains them.

An oracle in Python makes the transform again, reads the vault by libsodium alone, and compares:
every row shows what its person has chosen, the vault gives back the private table exactly, and
nothing but what people chose to show can be found in any byte that leaves the house. Two runs share
no alias and are otherwise the same. A run that is killed leaves a release with its vault, or
neither. `gauze choice` joins choices as a dictionary would.
"""
import collections
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import time

import lib
import personal_world
import vault_reader

ALIAS = re.compile(r"~[0-9a-hjkmnp-tv-z]{10}")


def told_by(column, row):
    """What a row shows of a column with choices, aliases by their meaning, and the choice that fits."""
    shown = column["shown"][row]
    nodes = {node for _, node in personal_world.TREE} | {"*"}
    if not ALIAS.fullmatch(shown):
        return shown, 2 if column["kind"] == "safe" and shown in nodes else 1
    places = [i for i, (alias, meaning) in enumerate(column["aliases"]) if alias == shown]
    assert len(places) == 1, "an alias means one thing"
    meaning = column["aliases"][places[0]][1]
    if column["kind"] == "safe":
        return meaning, 3
    # Of the two aliases of a value the second was drawn later.
    same = [i for i, (_, other) in enumerate(column["aliases"]) if other == meaning]
    return meaning, 3 if places[0] == same[-1] else 2


def check_release(suite, name, folder, table, mode, entity, k):
    """All that the oracle knows of one release. Returns it with aliases told by their meaning."""
    manifest = json.loads((folder / "out" / "manifest.json").read_text())
    names, rows = personal_world.read_release(folder / "out", manifest)
    vault = vault_reader.read(folder / "out.vault", folder.parent / "server.key")
    check = lambda condition, what: suite.check(condition, f"{name}: {what}")
    check(names == ["age", "city", "illness", "secret", "income", "note"], f"columns {names}")
    check(vault["rows"] == len(rows) == len(table), "rows")
    check(set(vault["columns"]) == set(names), "columns of the vault")
    number = lambda text: float(text) if text else None
    for column, kept in vault["columns"].items():
        cells = [row[column] for row in rows]
        same = cells == kept["shown"]
        if column == "income":
            same = list(map(number, cells)) == list(map(number, kept["shown"]))
            check(all(repr(float(text)) in (text, text + ".0") for text in kept["shown"]), "grades are the shortest text")
        check(same, f"{column}: the vault shows other cells than the file")
    illness, secret, income = (vault["columns"][column] for column in ("illness", "secret", "income"))
    parents = dict(personal_world.TREE) | {"": "*"}
    told = collections.Counter()
    check(illness["kind"] == ("safe" if mode == "safe" else "aliased"), "the mode is known to the server")
    check("own" not in illness or mode == "literal", "of a safe column the vault holds nobody's value")
    for i, row in enumerate(rows):
        (what, choice), (hidden, other) = (told_by(column, i) for column in (illness, secret))
        if (choice, other) != (illness["choices"][i], secret["choices"][i]):
            check(False, f"row {i}: the vault has another choice than the row shows")
        if mode == "literal" and what != illness["own"][i] or hidden != secret["own"][i]:
            check(False, f"row {i}: a literal alias stands for the own value")
        if float(row["income"]) != personal_world.grade(float(income["own"][i]), personal_world.BOUNDS):
            check(False, f"row {i}: not the grade of its value")
        told[(what, hidden, float(income["own"][i]), row["note"], choice, other)] += 1
    told_of = lambda row: row["illness"] if mode == "literal" or row["c1"] == "1" else parents[row["illness"]]
    wanted = collections.Counter(
        (told_of(row), row["secret"], float(row["income"]), row["note"], int(row["c1"] or 3), int(row["c2"] or 3))
        for row in table)
    check(told == wanted, "the vault gives back the private table as people chose, and everybody's choice")
    if entity:
        people = collections.Counter(collections.Counter(vault["persons"]).values())
        check(people == collections.Counter(collections.Counter(row["person"] for row in table).values()),
              "rows of each person")
        tags = {vault["tags"][person] for person in vault["persons"]}
        check(tags == {vault["tag_of"](row["person"]) for row in table}, "everybody is found by their name")
    check_classes(suite, name, rows, vault["persons"] if entity else range(len(rows)), k)
    check(manifest["personal"]["vault"] == "sha256:" + hashlib.sha256((folder / "out.vault").read_bytes()).hexdigest(),
          "digest of the vault")
    check(vault["release"] == manifest["personal"]["release"] and vault["digest"] == manifest["personal"]["data"],
          "release and vault know each other")
    if isinstance(manifest["data"], str):
        digest = hashlib.sha256((folder / "out" / manifest["data"]).read_bytes()).hexdigest()
        check(manifest["personal"]["data"] == "sha256:" + digest, "digest of the data")
    check((folder / "out.vault").stat().st_mode & 0o777 == 0o600, "only its owner may read the vault")
    for path in [*(folder / "out").rglob("*"), folder / "out.vault"]:
        if path.is_file():
            check(b"canary" not in path.read_bytes(), f"{path.name} holds what nobody shows")
    # Aliases by what they stand for: what must not change from run to run.
    meaning = {column: {alias: f"{place}" for place, (alias, _) in enumerate(vault["columns"][column]["aliases"])}
               for column in ("illness", "secret")}
    rows = collections.Counter(tuple(meaning.get(column, {}).get(cell, cell) for column, cell in row.items())
                               for row in rows)
    aliases = {alias for column in ("illness", "secret") for alias, _ in vault["columns"][column]["aliases"]}
    del manifest["personal"]["release"], manifest["personal"]["data"], manifest["personal"]["vault"]
    return rows, manifest, aliases


def check_classes(suite, name, rows, persons, k):
    """Classes are k-anonymous, and inside each the order of rows is that of what is shown."""
    classes = collections.defaultdict(list)
    who = collections.defaultdict(set)
    for row, person in zip(rows, persons):
        key = (row["age"], row["city"])
        # Missing comes last; grades are numbers.
        classes[key].append(tuple((row[c] == "", float(row[c]) if c == "income" else row[c].encode())
                                  for c in ("illness", "secret", "income", "note")))
        who[key].add(person)
    suite.check(min(map(len, who.values())) >= k, f"{name}: a class of fewer than {k}")
    suite.check(all(rows == sorted(rows) for rows in classes.values()), f"{name}: rows in another order than they show")


def releases(suite):
    rng = suite.random
    for number in range(suite.flags.count):
        count = rng.choice([30, 200, 1500])
        entity = rng.random() < 0.4
        mode = rng.choice(["literal", "safe"])
        k = rng.choice([0, 2, 4])
        method = rng.choice(["mondrian", "cluster"]) if k else "mondrian"
        folder = suite.folder / f"release{number}"
        folder.mkdir()
        table = personal_world.make_table(rng, count, count // 2 if entity else count)
        lib.write_csv(folder / "table.csv", list(table[0]), table)
        protect = [{"k_anonymity": {"k": k}}] if k else []
        if k and rng.random() < 0.5:
            # Of own values behind aliases and grades: judged where they are known.
            protect.append({"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 2}})
        policy = lib.write_policy(folder / "policy.json", folder / "table.csv", personal_world.attributes_of(folder, entity), protect,
                                  {}, {"directory": str(folder / "out"), "format": rng.choice(["csv", "parquet"])},
                                  method, personal=personal_world.personal_of(folder, mode))
        name = f"{number}: {count} rows, {mode}, {method}, k {k}, entity {entity}"
        seen = []
        for threads in (1, 2):
            environment = lib.small_sizes(part_rows=700, **({"region_rows": 300} if k else {}))
            if threads == 2:
                (folder / "out.vault").unlink()
            suite.expect(0, name, "run", policy, "-q", "--threads", threads, env=environment)
            if not (folder / "out").is_dir():
                break
            seen.append(check_release(suite, name, folder, table, mode, entity, max(1, k)))
            suite.expect(0, name, "verify", folder / "out", "-q")
            suite.expect(0, name, "verify", folder / "out", "-q", "--policy", policy)
        if len(seen) == 2:
            suite.check(seen[0][:2] == seen[1][:2], f"{name}: two runs differ in more than aliases")
            suite.check(not seen[0][2] & seen[1][2], f"{name}: two runs share an alias")


def many_values(suite):
    """The inverse over many different numbers, from the vault and by arithmetic."""
    folder = suite.folder / "many"
    folder.mkdir()
    rng = suite.random
    table = [{"id": str(i % 10), "number": f"{rng.randint(0, 10**9) / 1000}"} for i in range(suite.flags.values)]
    lib.write_csv(folder / "table.csv", ["id", "number"], table)
    bounds = [0, 1000, 250000, 999000.5, 1000000]
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv",
                              {"id": {"role": "quasi_identifying"}, "number": {"role": "sensitive", "type": "decimal"}}, [],
                              {}, {"directory": str(folder / "out")},
                              personal={"recipient": "r", "attributes": {"number": {"grades": bounds}},
                                        "vault": {"file": str(folder / "out.vault"), "server": str(suite.folder / "server.pub")}})
    suite.expect(0, "many values", "run", policy, "-q")
    vault = vault_reader.read(folder / "out.vault", suite.folder / "server.key")
    _, rows = lib.read_csv(folder / "out" / "data.csv")
    column = vault["columns"]["number"]
    suite.check(collections.Counter(zip((row["id"] for row in rows), map(float, column["own"]))) ==
                collections.Counter((row["id"], float(row["number"])) for row in table),
                "many values: the vault gives back every number to its row")
    wrong = sum(float(row["number"]) != personal_world.grade(float(own), bounds) for row, own in zip(rows, column["own"]))
    suite.check(wrong == 0, f"many values: {wrong} grades differ from the oracle's")
    print(f"{len(rows):,} numbers graded, read back exactly", flush=True)


def refusals(suite):
    """What is wrong is told by a row number, and nothing is written."""
    folder = suite.folder / "refusals"
    folder.mkdir()
    table = personal_world.make_table(suite.random, 60, 60)
    for number, (column, cell) in enumerate([("income", "1000.01"), ("income", "-1"), ("income", ""), ("c1", "4"),
                                             ("c2", "canary"), ("secret", "~canary")]):
        rows = [dict(row) for row in table]
        rows[41][column] = cell
        lib.write_csv(folder / f"{number}.csv", list(rows[0]), rows)
        policy = lib.write_policy(folder / "policy.json", folder / f"{number}.csv", personal_world.attributes_of(folder, False), [], {},
                                  {"directory": str(folder / "out")}, personal=personal_world.personal_of(folder, "literal"))
        for command in ("run", "check"):
            result = suite.expect(2, f"{command}, {column} {cell}", command, policy, "-q")
            suite.check("row 42" in result.stderr, f"{command}, {column}: the row is named: {result.stderr}")
            suite.check(not cell or f"{cell}," not in result.stderr and "canary" not in result.stderr,
                        f"{command}, {column}: the cell is told")
        suite.check(not (folder / "out").exists() and not (folder / "out.vault").exists(), f"{column}: nothing is written")


def broken_files(suite):
    """Somebody changes a finished release."""
    folder = suite.folder / "broken"
    folder.mkdir()
    table = personal_world.make_table(suite.random, 80, 80)
    lib.write_csv(folder / "table.csv", list(table[0]), table)
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", personal_world.attributes_of(folder, False),
                              [{"k_anonymity": {"k": 2}}], {}, {"directory": str(folder / "out")},
                              personal=personal_world.personal_of(folder, "literal"))
    suite.expect(0, "broken", "run", policy, "-q")
    good = (folder / "out" / "data.csv").read_text()
    for old, new in [(ALIAS, "~short"), (ALIAS, "~ABCDEFGHIJ"), (re.compile(r",(\d)\.\d+,"), r",\1.9995,"),
                     (re.compile(r",(\d)\.\d+,"), ",7.5,")]:
        (folder / "out" / "data.csv").write_text(old.sub(new, good, count=1))
        result = suite.expect(1, f"broken: {new}", "verify", folder / "out", "-q")
        suite.check("BROKEN" in result.stdout, f"broken: {new}: {result.stdout}")
    (folder / "out" / "data.csv").write_text(good)
    suite.expect(0, "mended", "verify", folder / "out", "-q")


def vault_is_never_lost(suite):
    """A vault is not replaced, and a killed run leaves a release with its vault or neither."""
    folder = suite.folder / "kept"
    folder.mkdir()
    table = personal_world.make_table(suite.random, 3000, 3000)
    lib.write_csv(folder / "table.csv", list(table[0]), table)
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", personal_world.attributes_of(folder, False),
                              [{"k_anonymity": {"k": 2}}], {}, {"directory": str(folder / "out")},
                              personal=personal_world.personal_of(folder, "safe"))
    vault, out = folder / "out.vault", folder / "out"
    start = time.monotonic()
    suite.expect(0, "first", "run", policy, "-q")
    seconds = time.monotonic() - start
    before = (vault.read_bytes(), lib.contents(out))
    result = suite.expect(2, "second", "run", policy, "-q")
    suite.check("never replaced" in result.stderr, f"second: {result.stderr}")
    suite.check(before == (vault.read_bytes(), lib.contents(out)), "a refused run changes nothing")
    tally = collections.Counter()
    for number in range(suite.flags.kills):
        if vault.exists() and json.loads((out / "manifest.json").read_text())["personal"]["vault"] == digest(vault):
            vault.unlink()  # its release has been dealt with
        process = subprocess.Popen(suite.command("run", policy, "-q"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if number % 2:
            while process.poll() is None and not any(folder.glob(".out.gauze-*/release/manifest.json")):
                time.sleep(0.0003)
            delay = suite.random.uniform(0, 0.03)
        else:
            delay = suite.random.uniform(0, 1.2 * seconds)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.kill()
        process.wait()
        named = json.loads((out / "manifest.json").read_text())["personal"]["vault"]
        state = "no vault" if not vault.exists() else "pair" if digest(vault) == named else "orphan"
        tally[state] += 1
        if process.returncode == 0:
            suite.check(state == "pair", f"kill {number}: a run that ended well left {state}")
        if state == "pair":
            before = (vault.read_bytes(), lib.contents(out))
        else:
            # The release in place is the old one, whose vault was dealt with before.
            suite.check(lib.contents(out) == before[1], f"kill {number}: a new release is there without its vault")
        suite.check(process.returncode != 2, f"kill {number}: refused: {process.stderr.read()}")
    leftovers_of_a_killed_run(suite, policy, folder)
    print(f"killed at {suite.flags.kills} moments: {dict(tally)}", flush=True)
    if vault.exists():
        vault.unlink()
    suite.expect(0, "last", "run", policy, "-q")
    suite.check(not list(folder.glob(".out.gauze-*")) and not list(folder.glob("*.part")), "nothing is left behind")


def leftovers_of_a_killed_run(suite, policy, folder):
    """A vault without a release, as a kill between the two leaves it, is removed; and no other."""
    vault, out = folder / "out.vault", folder / "out"
    left = folder / ".out.gauze-killed"
    for case in ("its release is elsewhere", "somebody is at it", "its release was not published"):
        vault.write_bytes(b"a vault of nothing")
        (left / "release").mkdir(parents=True)
        left.chmod(0o700)  # as a run makes it
        named = "sha256:" + "0" * 64 if case == "its release is elsewhere" else digest(vault)
        (left / "release" / "manifest.json").write_text(json.dumps({"personal": {"vault": named}}))
        handle = os.open(left, os.O_RDONLY)
        if case == "somebody is at it":
            fcntl.flock(handle, fcntl.LOCK_EX)
        removed = case == "its release was not published"
        suite.expect(0 if removed else 2, case, "run", policy, "-q")
        os.close(handle)
        suite.check((vault.read_bytes() == b"a vault of nothing") != removed, f"{case}: the vault")
        shutil.rmtree(left, ignore_errors=True)
        vault.unlink()
    suite.check(out.is_dir(), "the release is there")


def digest(path):
    return "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()


def choices(suite):
    """`gauze choice` against a dictionary."""
    rng = suite.random
    for number in range(suite.flags.count):
        folder = suite.folder / f"choice{number}"
        folder.mkdir()
        table = personal_world.make_table(rng, 100, 40)
        names = [name for name in table[0] if name not in ("c1", "c2")]
        lib.write_csv(folder / "table.csv", names, table)
        stated = {(f"person {rng.randrange(50)}", rng.choice(["illness", "secret"])): str(rng.randint(1, 3))
                  for _ in range(40)}
        rows = [{"entity": who, "attribute": what, "choice": choice} for (who, what), choice in stated.items()]
        rows += rng.sample(rows, 3)  # said twice, the same
        lib.write_csv(folder / "choices.csv", ["entity", "attribute", "choice"], rows)
        policy = lib.write_policy(folder / "policy.json", folder / "chosen.csv", personal_world.attributes_of(folder, True), [], {},
                                  {"directory": str(folder / "out")}, personal=personal_world.personal_of(folder, "literal"))
        form = rng.choice(["csv", "parquet"])
        out = folder / f"chosen.{form}"
        arguments = ["choice", policy, "--source", folder / "table.csv", "--choices", folder / "choices.csv", "-o", out, "-q"]
        report = json.loads(suite.expect(0, "choice", *arguments, "--json").stdout)
        people = {row["person"] for row in table}
        suite.check(report["strangers"] == len({who for who, _ in stated} - people), "choice: strangers")
        suite.check(report["stated"] == sum(who in people for who, _ in stated), "choice: stated")
        suite.check(out.stat().st_mode & 0o777 == 0o600, "choice: only its owner may read it")
        columns, made = (lib.read_csv if form == "csv" else lib.read_parquet)(out)
        suite.check(columns == [*names, "c1", "c2"], f"choice: columns {columns}")
        wanted = [{**{name: row[name] for name in names}, "c1": stated.get((row["person"], "illness"), "3"),
                   "c2": stated.get((row["person"], "secret"), "3")} for row in table]
        suite.check(made == wanted, "choice: everybody gets what they said, or missing_choice")
        suite.expect(2, "choice: the file exists", *arguments)
        suite.expect(0, "choice: run", "run", policy, "--source", out, "-q")


def main():
    suite = lib.Suite(__doc__, count=12, values=30_000, kills=4)
    suite.expect(0, "keys", "vault", "keys", suite.folder / "server")
    releases(suite)
    many_values(suite)
    refusals(suite)
    broken_files(suite)
    vault_is_never_lost(suite)
    choices(suite)
    suite.finish()


if __name__ == "__main__":
    main()
