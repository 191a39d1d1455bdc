"""Who can be singled out by released columns: what `check`, `run`, `report` and `measure` count is what SQL counts in the
files, on random tables, exactly, and within its interval where a large table is sampled; the best column and the best pair
are what trying all of them finds. A page with somebody to be singled out, or with a warning, is not green. And an officer who
obeys `init` on a real table of patients with several rows each is asked, and warned, about the column that tells them apart.

--count N makes N random tables.
"""
import itertools
import json
import re

import duckdb
import lib
import tables


def quoted(names):
    return ", ".join('"' + name.replace('"', '""') + '"' for name in names)


class Files:
    """A release or a source, asked by DuckDB's own Python package."""

    def __init__(self, path):
        self.database = duckdb.connect()
        reader = f"read_parquet('{path}')" if str(path).endswith(".parquet") else f"read_csv('{path}', all_varchar = true, header = true, delim = ',', quote = '\"')"
        self.database.execute(f"CREATE VIEW rows AS FROM {reader}")
        self.names = [row[0] for row in self.database.execute("DESCRIBE rows").fetchall()]

    def rows(self):
        return self.database.execute("SELECT count(*) FROM rows").fetchone()[0]

    def alone(self, names):
        """Rows that no other equals in these columns."""
        return self.database.execute(f"SELECT count(*) FROM (SELECT 1 FROM rows GROUP BY {quoted(names)} HAVING count(*) = 1)").fetchone()[0]


def random_table(rng, count):
    """Columns with few and with many values, equal rows among them, roles as they come."""
    sizes = [rng.choice([1, 2, 3, 10, 50, count, 10 * count]) for _ in range(rng.randint(2, 7))]
    values = [[rng.choice(["", "a, b", f"value {i}", str(i)]) if rng.random() < 0.1 else f"{i}" for i in range(size)] for size in sizes]
    names = [f"column {i}" for i in range(len(sizes))]
    rows = [{name: rng.choice(cells) for name, cells in zip(names, values)} for _ in range(count)]
    rows += [dict(rng.choice(rows)) for _ in range(rng.choice([0, 0, count // 3]))]
    roles = ["quasi_identifying"] + [rng.choice(["quasi_identifying", "sensitive", "insensitive", "insensitive"]) for _ in names[1:]]
    return names, rows, {name: {"role": role} for name, role in zip(names, roles)}


def same(found, expected, rows):
    return found["unique_rows"] == expected and abs(found["share"] - expected / rows) < 1e-9


def compare(suite, what, found, files, sensitive):
    """A section `uniqueness` against the file that it is about."""
    rows = files.rows()
    suite.check(found["rows"] == rows and found["one_in"] == 1, f"{what}: {found['rows']} of {rows} rows")
    suite.check(found["all"]["columns"] == len(files.names) and same(found["all"], files.alone(files.names), rows),
                f"{what}: by all columns {files.alone(files.names)}, found {found['all']}")
    shown = [name for name in files.names if name not in sensitive]
    if suite.check(("open" in found) is bool(shown), f"{what}: columns that are not sensitive: {shown}") and shown:
        suite.check(found["open"]["columns"] == len(shown) and same(found["open"], files.alone(shown), rows), f"{what}: open {found['open']}")
    for one in found["sets"]:
        suite.check(same(one, files.alone(one["columns"]), rows) and one["unique_rows"] > 0, f"{what}: {one}")
    by_size = {len(one["columns"]): one["unique_rows"] for one in found["sets"]}
    everything, done = files.alone(files.names), False
    for size in (1, 2):
        best = max((files.alone(some) for some in itertools.combinations(files.names, size)), default=0)
        if not done:
            suite.check(by_size.get(size, 0) == best, f"{what}: the best {size} columns single out {best}, found {by_size}")
        done = done or best == everything


def is_green(page):
    page = re.sub("<[^>]*>", "", page)
    return "✓ The promise holds." in page or re.search("✓ All .* promises hold", page) is not None


def one(suite, number, seen):
    rng, folder = suite.random, suite.folder / str(number)
    folder.mkdir()
    names, rows, attributes = random_table(rng, rng.choice([5, 30, 200]))
    source = folder / "table.csv"
    lib.write_csv(source, names, rows)
    policy = lib.write_policy(folder / "policy.json", source, attributes, [{"k_anonymity": {"k": rng.choice([1, 2, 5])}}], {},
                              {"format": rng.choice(["csv", "parquet"])})
    what = f"{number}: {policy}"
    sensitive = [name for name in names if attributes[name]["role"] == "sensitive"]
    sizes = lib.small_sizes(region_rows=rng.choice([10, 60])) if rng.random() < 0.5 else None
    manifest = json.loads(suite.expect(0, what, "run", policy, "--json", "-q", env=sizes).stdout)
    release = folder / "policy"
    files = Files(next(release.glob("data.*")))
    compare(suite, f"{what}, run", manifest["uniqueness"], files, sensitive)
    figures = manifest["measures"]
    suite.check(figures["singling_out.share"] == manifest["uniqueness"]["all"]["share"], f"{what}: measures")
    measured = json.loads(suite.expect(0, what, "measure", release, "--json", "-q").stdout)
    suite.check(str(figures["singling_out.share"])[:8] in json.dumps(measured), f"{what}: gauze measure")
    for form in ("--public", None):
        out = folder / f"report{form}"
        flags = [form] if form else ["--policy", policy, "--no-attacks"]
        suite.expect(0, what, "report", release, *flags, "--out", out, "-q")
        suite.check(json.loads((out / "evidence.json").read_text())["uniqueness"] == manifest["uniqueness"], f"{what}: report {form}")
        alone = files.alone(files.names) > 0
        suite.check(is_green((out / "report.html").read_text()) is not (alone or bool(manifest["warnings"])), f"{what}: colour of {form}")
        seen["green" if not alone else "alone"] += 1
    shown = files.alone([name for name in files.names if name not in sensitive]) > 0
    suite.check(any("unique" in warning for warning in manifest["warnings"]) is shown, f"{what}: warning of the run")
    # Before there is a release: the columns that it will show as they are.
    kept = [name for name in names if attributes[name]["role"] != "quasi_identifying"]
    found = json.loads(suite.expect(0, what, "check", policy, "--json", "-q").stdout).get("uniqueness")
    if suite.check((found is not None) is bool(kept), f"{what}: check") and kept:
        before = Files(source)
        before.names = kept
        compare(suite, f"{what}, check", found, before, sensitive)


def sampled(suite):
    """A large table, by a sample of its combinations: the interval has what SQL counts, nearly always."""
    inside = tried = 0
    for number in range(5):
        folder = suite.folder / f"sampled-{number}"
        folder.mkdir()
        names, rows, attributes = tables.adult_like(suite.random, 4000)
        attributes["job"] = {"role": "insensitive"}
        source = folder / "table.csv"
        lib.write_csv(source, names, rows)
        policy = lib.write_policy(folder / "policy.json", source, attributes, [{"k_anonymity": {"k": 2}}])
        run = suite.expect(0, "sampled", "run", policy, "--json", "-q", env=lib.small_sizes(exact_rows=1000))
        found, files = json.loads(run.stdout)["uniqueness"], Files(folder / "policy" / "data.csv")
        suite.check(found["one_in"] > 1, f"sampled: {found}")
        for part, columns in [(found["all"], files.names)] + [(one, one["columns"]) for one in found["sets"]]:
            tried += 1
            inside += part["low"] <= files.alone(columns) <= part["high"]
            suite.check(part["low"] <= part["unique_rows"] <= part["high"], f"sampled: {part}")
    suite.check(tried >= 5 and inside >= 0.75 * tried, f"sampled: {inside} of {tried} intervals have the number")


def obey(suite):
    """What somebody makes of the first policy who knows no better: numbers of patients are dropped, the rest is kept."""
    packed = lib.DATA / "diabetes" / "diabetic_data.csv.gz"
    folder = suite.folder / "obey"
    folder.mkdir()
    first = suite.expect(0, "init", "init", packed, "-o", folder / "policy.yaml", "-q")
    text = (folder / "policy.yaml").read_text()
    asked = [line for line in text.splitlines() if "suggested: entity" in line]
    suite.check(len(asked) == 1 and asked[0].strip().startswith("patient_nbr:"), f"init asks about {asked}{first.stderr}")
    roles = {"encounter_id": "identifying", "patient_nbr": "identifying", "race": "quasi_identifying", "gender": "quasi_identifying",
             "age": "quasi_identifying"}
    lines = []
    for line in text.splitlines():
        name = line.strip().split(":")[0].strip('"')
        lines.append(line.replace("role: undecided", "role: " + roles.get(name, "insensitive")))
    (folder / "policy.yaml").write_text("\n".join(lines) + "\n")
    checked = suite.expect(0, "check", "check", folder / "policy.yaml", "-q")
    ran = suite.expect(0, "run", "run", folder / "policy.yaml", "-q")
    suite.expect(0, "report", "report", folder / "release", "--policy", folder / "policy.yaml", "--out", folder / "internal", "-q", "--victims", 50)
    pages = [path.read_text() for path in (folder / "release" / "report" / "report.html", folder / "internal" / "report.html")]
    for what, printed in (("check", checked.stdout), ("run", ran.stdout), ("public page", pages[0]), ("internal page", pages[1])):
        suite.check("patient_nbr repeat, as if people had several rows" in printed, f"{what} does not ask for persons")
        suite.check("unique" in printed, f"{what} does not say who is unique")
    suite.check(not any(is_green(page) for page in pages), "a page is green")
    suite.check("Withstood: known" not in pages[1] and "default adversary" in pages[1], "known_set was not tried")
    files = Files(folder / "release" / "data.csv")
    found = json.loads((folder / "release" / "manifest.json").read_text())["uniqueness"]
    suite.check(found["all"]["unique_rows"] == files.alone(files.names) > 90_000, f"diabetes: {found['all']}")
    for part in found["sets"]:
        suite.check(part["unique_rows"] == files.alone(part["columns"]), f"diabetes: {part}")
    # Who answers the question is not asked again.
    entity = (folder / "policy.yaml").read_text().replace("patient_nbr: {role: identifying", "patient_nbr: {role: entity")
    (folder / "entity.yaml").write_text(entity)
    suite.check("as if people had several rows" not in suite.expect(0, "entity", "check", folder / "entity.yaml", "-q").stdout, "asks an answered question")


def main():
    suite = lib.Suite(__doc__, count=6)
    seen = {"green": 0, "alone": 0}
    for number in range(suite.flags.count):
        one(suite, number, seen)
    suite.check(suite.flags.count < 25 or min(seen.values()) > 0, f"tables of one kind only: {seen}")
    sampled(suite)
    if lib.have_data("singling out in diabetes"):
        obey(suite)
    suite.finish()


if __name__ == "__main__":
    main()
