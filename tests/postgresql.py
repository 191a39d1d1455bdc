"""Tables of PostgreSQL as source and target, with a real server of our own.

Proved: a table, a query and a CSV file with the same rows give the same release, byte for byte, in memory and in files; a release that goes to a table has the rows, the types and the manifest of
the files, and verifies when it is copied out; whenever a run is killed (SIGKILL), or the connection is ended by the server, the tables are the old or the new ones, both of them; whatever goes
wrong, no message holds a password or a cell, nothing is left behind, and there is a hint; the program starts without libpq.

--million N: only measures, on N million rows: in and out against COPY alone to and from a file and the run on that file.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import lib
import run_docs

sys.path.append(str(lib.ROOT / "tests" / "server"))
from postgres import POSTGRES, Cluster  # noqa: E402  pylint: disable=wrong-import-position

PASSWORD = "open-sesame"
SECRET = "Morbus Geheim"  # a cell
PROTECT = [{"k_anonymity": {"k": 4}}]
ATTRIBUTES = {"age": {"role": "quasi_identifying", "type": "integer"}, "city": {"role": "quasi_identifying"}, "seen": {"role": "insensitive", "type": "date"},
              "cost": {"role": "insensitive", "type": "decimal"}, "visits": {"role": "insensitive", "type": "integer"}, "illness": {"role": "sensitive"}}


class World:
    """A server with a table of patients, and two users: a clerk with a password, and a guest who may do nothing."""

    def __init__(self, suite):
        self.suite = suite
        self.server = Cluster()
        self.database = self.server.create()
        (self.server.data / "pg_hba.conf").write_text("local all clerk,guest scram-sha-256\nlocal all all trust\n")
        self.sql("SELECT pg_reload_conf()")
        for user in ("clerk", "guest"):
            self.sql(f"CREATE USER {user} PASSWORD '{PASSWORD}'")
        self.sql("CREATE SCHEMA shared AUTHORIZATION clerk")
        self.environment = {**os.environ, "PGPASSWORD": PASSWORD, "PGSERVICEFILE": str(suite.folder / "service.conf"), "TMPDIR": str(suite.folder / "temporary")}
        (suite.folder / "temporary").mkdir()

    def sql(self, text):
        return self.server.sql(text, self.database)

    def address(self, what, user="clerk"):
        return f"postgresql://{user}@{str(self.server.folder).replace('/', '%2F')}/{self.database}?{what}"

    def load(self, path, table, types):
        """The rows of a CSV file into a table that the clerk may read."""
        names = ", ".join(f'"{name}" {kind}' for name, kind in types.items())
        self.sql(f"CREATE TABLE {table} ({names}); GRANT SELECT ON {table} TO clerk")
        self.psql(f"\\copy {table} FROM '{path}' (FORMAT csv, HEADER)")

    def psql(self, command):
        done = subprocess.run([POSTGRES / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.server.folder, "-U", "gauzed", "-d", self.database, "-c", command],
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def tables(self, name):
        """The rows and the manifest that stand there now; None if there are none. In one statement, as a reader has it."""
        if self.sql(f"SELECT to_regclass('{name}') IS NULL") == "t":
            return None
        return self.sql(f"SELECT (SELECT string_agg(t::text, '\n' ORDER BY t::text) FROM {name} t), (SELECT string_agg(m::text, '\n' ORDER BY m::text) FROM {name}_manifest m)")

    def left_over(self):
        return [path.name for path in (self.suite.folder / "temporary").iterdir()]


def make_table(suite, rows):
    rng = suite.random
    path = suite.folder / "patients.csv"
    cities = ["Aachen", "Bad, Ems", 'C"aub', "Döbeln", "", "\\.", "two\nlines"]
    table = [{"age": rng.choice(["", *range(20, 80)]), "city": rng.choice(cities), "seen": f"2025-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
              "cost": rng.choice(["", "0.5", "12.25", "100"]), "visits": rng.randint(0, 9), "illness": rng.choice([SECRET, "flu", "gout"])} for _ in range(rows)]
    lib.write_csv(path, list(ATTRIBUTES), table)
    return path


def same_release(suite, world, path, policy):
    """The same rows, whichever way they come."""
    query = "query=SELECT age, city, seen, cost, visits, illness FROM patients WHERE illness LIKE '%25' ORDER BY visits"
    sources = {"file": path, "table": world.address("table=patients"), "schema": world.address("table=public.patients"), "query": world.address(query)}
    made = {}
    for name, source in sources.items():
        for sizes in ({}, {"spool_bytes": 100}):
            out = suite.folder / f"out-{name}-{len(sizes)}"
            suite.expect(0, f"source {name}", "run", policy, "--source", source, "--out", out, "-q", env={**world.environment, **lib.small_sizes(**sizes), "PGPASSWORD": PASSWORD})
            made[name, len(sizes)] = lib.contents(out)
    suite.check(len(made["file", 0]) > 1 and all(files == made["file", 0] for files in made.values()), "releases from a file, a table and a query differ")
    internal = suite.folder / "internal.json"
    suite.expect(0, "internal", "run", policy, "--source", sources["table"], "--out", suite.folder / "again", "--internal", internal, "-q", env=world.environment)
    recorded = json.loads(internal.read_text())["inputs"]
    suite.check(recorded[0]["digest"].startswith("sha256:") and PASSWORD not in internal.read_text(), f"inputs are recorded as {recorded}")
    # A row of one missing cell is a row.
    world.sql("CREATE TABLE alone (city text); INSERT INTO alone SELECT CASE WHEN i % 3 > 0 THEN 'Bonn' END FROM generate_series(1, 30) i; GRANT SELECT ON alone TO clerk")
    alone = lib.write_policy(suite.folder / "alone.json", world.address("table=alone"), {"city": {"role": "quasi_identifying"}}, PROTECT)
    one = suite.expect(0, "one column", "run", alone, "--out", world.address("table=shared.alone"), "-q", "--json", env=world.environment)
    suite.check('"rows": 30' in one.stdout and world.sql("SELECT count(*), count(city) FROM shared.alone") == "30|20", "rows of one missing cell are lost")
    suite.expect(0, "profile", "profile", sources["table"], "-q", env=world.environment)
    suite.expect(0, "init", "init", sources["table"], "--out", suite.folder / "first.yaml", "-q", env=world.environment)
    suite.check(f"source: {sources['table']}" in (suite.folder / "first.yaml").read_text().replace('"', ""), "init does not write the address")


def target(suite, world, path, policy):
    """The table is the file, and can become one again."""
    out, address = suite.folder / "out-file-0", world.address("table=shared.patients")
    for ranges in ("bounds", "interval"):
        changed = lib.write_policy(suite.folder / f"{ranges}.json", path, ATTRIBUTES, PROTECT, release={"ranges": ranges}, missing="wildcard" if ranges == "interval" else "reject")
        if ranges == "bounds":
            clean = suite.folder / "clean.csv"
            names, rows = lib.read_csv(path)
            lib.write_csv(clean, names, [row for row in rows if all(row.values())])
            suite.expect(0, "bounds to a table", "run", changed, "--source", clean, "--out", address, "-q", env=world.environment)
            kinds = world.sql("SELECT string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position) FROM information_schema.columns WHERE table_schema = 'shared' AND table_name = 'patients'")
            suite.check(kinds == "age_from bigint, age_to bigint, city text, seen date, cost double precision, visits bigint, illness text", f"columns are {kinds}")
    policy_text = json.loads(policy.read_text())
    policy_text["release"] = {"table": address}
    to_table = suite.folder / "to-table.json"
    to_table.write_text(json.dumps(policy_text))
    made = suite.expect(0, "to a table", "run", to_table, "--source", world.address("table=patients"), env=world.environment)
    suite.check(address in made.stdout, "the run does not say where the release is")
    copy = suite.folder / "copy"
    copy.mkdir()
    (copy / "data.csv").write_bytes(world.psql("COPY shared.patients TO STDOUT (FORMAT csv, HEADER)"))
    suite.check(lib.read_csv(copy / "data.csv") == lib.read_csv(out / "data.csv"), "the table has other rows than the file")
    names = world.sql("SELECT string_agg(file, ' ' ORDER BY file) FROM shared.patients_manifest").split()
    suite.check(names == sorted(name for name in lib.contents(out) if name != "data.csv"), f"beside the table are {names}")
    (copy / "manifest.json").write_bytes(world.psql("SELECT content FROM shared.patients_manifest WHERE file = 'manifest.json'"))
    suite.expect(0, "the copy verifies", "verify", copy, "-q")
    for reader in ("fast", "sql"):
        suite.expect(0, f"the table verifies, {reader}", "verify", address, "--qi", "age,city", "--claim", "k_anonymity(k=4)", "--reader", reader, "-q", env=world.environment)
    suite.check(not world.left_over(), f"left behind: {world.left_over()}")


def mistakes(suite, world, policy):
    world.sql("CREATE TABLE shared.mine (x text); INSERT INTO shared.mine VALUES ('kept')")
    world.sql("CREATE VIEW watching AS SELECT count(*) FROM shared.alone")
    (suite.folder / "service.conf").write_text(f"[wrong]\nhost={world.server.folder}\ndbname={world.database}\nuser=clerk\npassword=not-{PASSWORD}\n")
    source, out = world.address("table=patients"), world.address("table=shared.new")
    cases = [  # source, target, exit code, what the message says
        (world.address("query=SELECT agee FROM patients"), out, 2, 'no such column, at character 8 of the query ("agee")'),
        (world.address("query=SELEC 1"), out, 2, "the query is wrong"),
        (world.address("query=SELECT 1; DROP TABLE patients"), out, 2, "the query is wrong"),
        (world.address("query=SELECT 1) TO PROGRAM 'true' --"), out, 2, "the query is wrong"),
        (world.address("query=WITH gone AS (DELETE FROM shared.alone RETURNING city) SELECT city, 1 AS x FROM gone"), out, 2, "the query changes something"),
        (world.address("query=SELECT illness::integer AS age FROM patients"), out, 2, "cannot compute a cell"),
        (world.address("query=SELECT age, age FROM patients"), out, 2, "the same name as an earlier one"),
        (world.address("table=missing"), out, 2, "no such table"),
        (world.address("table=patients", "guest"), out, 2, "no permission"),
        (world.address("table=patients").replace("clerk@", f"clerk:{PASSWORD}@"), out, 2, "holds a password"),
        (world.address(f"password={PASSWORD}&table=patients"), out, 2, "holds a password"),
        ("postgresql:///?service=wrong&table=patients", out, 3, "password authentication failed"),
        (f"postgresql://clerk@127.0.0.1:1/{world.database}?table=patients", out, 3, "refused"),
        (world.address("sslmod=x&table=patients"), out, 3, "sslmod"),
        (world.address(""), out, 2, "names no table"),
        (source, world.address("table=shared.mine"), 2, "is not a release of Gauze"),
        (source, world.address("table=shared.alone"), 2, "depends on the table"),
        (source, world.address("table=nowhere.new"), 2, "no such schema"),
        (source, world.address("table=public.new", "guest"), 2, "no permission"),
        (source, world.address("query=SELECT 1"), 2, "needs the address of a table"),
        (source, out.replace("clerk@", f"clerk:{PASSWORD}@"), 2, "holds a password"),
    ]
    for number, (where, to, code, says) in enumerate(cases):
        flags = ["--json"] if number % 3 == 1 else []
        done = suite.expect(code, says, "run", policy, "--source", where, "--out", to, "-q", *flags, env=world.environment)
        text = done.stdout + done.stderr
        suite.check(says in text and "hint" in text, f"{says}: {text}")
        suite.check(PASSWORD not in text and SECRET not in text and "proc/self" not in text, f"a secret is shown: {text}")
    suite.check(world.sql("SELECT x FROM shared.mine") == "kept" and world.sql("SELECT count(*) FROM shared.alone") == "30", "somebody's table was changed")
    suite.check(world.sql("SELECT to_regclass('shared.new') IS NULL") == "t" and not world.left_over(), f"something is left: {world.left_over()}")
    for release in ({"table": out, "directory": "x"}, {"table": out, "format": "parquet"}, {"table": "out.csv"}, {"table": out.replace("clerk@", f"clerk:{PASSWORD}@")}):
        text = json.loads(policy.read_text())
        text["release"] = release
        wrong = suite.folder / "wrong.json"
        wrong.write_text(json.dumps(text))
        done = suite.expect(2, f"release {list(release)}", "run", wrong, "-q", env=world.environment)
        suite.check("wrong.json" in done.stderr and "hint" in done.stderr and PASSWORD not in done.stderr, done.stderr)
    if os.getuid() == 0:  # who can hide a library
        library = subprocess.run("ldconfig -p | grep -o '/.*libpq.so.5$'", shell=True, capture_output=True, text=True, check=False).stdout.strip()
        hidden = ["unshare", "-m", "sh", "-c", 'mount --bind /dev/null "$0" && exec "$@"', library]
        without = subprocess.run([*hidden, *suite.command("run", policy, "--source", source, "--out", suite.folder / "no", "-q")], capture_output=True, text=True, env=world.environment, check=False)
        suite.check(without.returncode == 3 and "install it" in without.stderr, f"without libpq: {without.stderr}")
        suite.check(subprocess.run([*hidden, *suite.command("--version")], check=False, capture_output=True).returncode == 0, "does not start without libpq")


def documented(suite, world):
    """What docs/postgresql.md shows, in its order."""
    folder = suite.folder / "documented"
    folder.mkdir()
    script = []
    for _, mark, language, lines in run_docs.blocks((lib.ROOT / "docs" / "postgresql.md").read_text()):
        if mark and mark.group("file"):
            (folder / mark.group("file")).write_text("\n".join(lines) + "\n")
        elif language == "sh":
            script += lines
    environment = {**os.environ, "PGHOST": str(world.server.folder), "PGUSER": "gauzed", "PATH": f"{suite.flags.gauze.resolve().parent}:{POSTGRES}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-euc", "\n".join(script)], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    suite.check(done.returncode == 0 and done.stdout.count("the smallest of") == 3 and "holds   l_diversity" in done.stdout, f"the page: {done.stdout}{done.stderr}")


def kills(suite, world, path):
    """Two policies replace each other's tables; runs are killed, or their connections are."""
    policies = [lib.write_policy(suite.folder / f"k{k}.json", path, ATTRIBUTES, [{"k_anonymity": {"k": k}}]) for k in (4, 9)]
    name, address, wanted = "shared.killed", world.address("table=shared.killed"), []
    for policy in policies:
        begin = time.monotonic()
        suite.expect(0, "a run that nobody kills", "run", policy, "--source", world.address("table=patients"), "--out", address, "-q", env=world.environment)
        seconds = time.monotonic() - begin
        wanted.append(world.tables(name))
    suite.check(wanted[0] != wanted[1], "the two releases are the same")
    now, tally = 1, {"old": 0, "new": 0, "ended by the server": 0}
    for number in range(suite.flags.count):
        other = 1 - now
        process = subprocess.Popen(suite.command("run", policies[other], "--source", world.address("table=patients"), "--out", address, "-q"), env=world.environment, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        # Every second time in the last fifth of the run, where the tables are written.
        delay = suite.random.uniform(0.8 if number % 2 else 0, 1.05) * seconds
        time.sleep(delay)
        if number % 4 == 3:
            world.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gauze'")
            tally["ended by the server"] += process.wait() != 0
        else:
            process.kill()
            process.wait()
        there = world.tables(name)
        if suite.check(there in wanted, f"kill {number} after {delay:.3f} s: neither the old nor the new tables"):
            now = wanted.index(there)
        tally["new" if now == other else "old"] += 1
    suite.expect(0, "a run after the kills", "run", policies[1 - now], "--source", world.address("table=patients"), "--out", address, "-q", env=world.environment)
    suite.check(world.tables(name) == wanted[1 - now] and not world.left_over(), f"after the kills: {world.left_over()}")
    suite.check(world.sql("SELECT count(*) FROM pg_class WHERE relname LIKE '%(gauze%'") == "0", "half a table is left")
    print(f"a run takes {seconds:.2f} s; {', '.join(f'{count} {what}' for what, count in tally.items())}")


def measure(suite, world):
    """In seconds: COPY to a file, the run on it, COPY from its release; against one run from table to table."""
    rows = suite.flags.million * 1_000_000
    world.sql(f"CREATE TABLE big AS SELECT 18 + (random() * 70)::int AS age, 'city ' || (random() * 200)::int AS city, date '2025-01-01' + (random() * 364)::int AS seen, "
              f"round((random() * 1000)::numeric, 2) AS cost, (random() * 9)::int AS visits, 'illness ' || (random() * 40)::int AS illness FROM generate_series(1, {rows}); GRANT SELECT ON big TO clerk")
    table, out = suite.folder / "big.csv", suite.folder / "big"
    policy = lib.write_policy(suite.folder / "big.json", table, ATTRIBUTES, PROTECT)
    kinds = "age text, city text, seen date, cost double precision, visits bigint, illness text"

    def seconds(what, work):
        begin = time.monotonic()
        work()
        taken = time.monotonic() - begin
        print(f"{what}: {taken:.1f} s", flush=True)
        return taken
    apart = seconds("COPY to a file", lambda: world.psql(f"\\copy big TO '{table}' (FORMAT csv, HEADER)"))
    apart += seconds("the run on the file", lambda: suite.expect(0, "file", "run", policy, "--out", out, "-q"))
    world.sql(f"CREATE TABLE shared.copied ({kinds})")
    apart += seconds("COPY from its release", lambda: world.psql(f"\\copy shared.copied FROM '{out}/data.csv' (FORMAT csv, HEADER)"))
    words = ["run", policy, "--source", world.address("table=big"), "--out", world.address("table=shared.big"), "-q"]
    together = seconds("from table to table", lambda: suite.expect(0, "table", *words, env=world.environment))
    seconds("from table to table with --memory 1GiB", lambda: suite.expect(0, "memory", *words, "--memory", "1GiB", env=world.environment))
    print(f"{rows:,} rows: {together / apart:.2f} of the parts", flush=True)
    suite.check(together <= 1.5 * apart, f"{together / apart:.2f} times the parts")
    suite.check(world.sql("SELECT count(*) FROM shared.big") == str(rows), "rows are lost")


def main():
    suite = lib.Suite(__doc__, count=4, rows=3000, million=0)
    if not (pathlib.Path(POSTGRES) / "postgres").exists():
        sys.exit(lib.SKIPPED)
    world = World(suite)
    try:
        if suite.flags.million:
            measure(suite, world)
        else:
            path = make_table(suite, suite.flags.rows)
            world.load(path, "patients", {"age": "integer", "city": "text", "seen": "date", "cost": "numeric", "visits": "smallint", "illness": "text"})
            policy = lib.write_policy(suite.folder / "policy.json", path, ATTRIBUTES, PROTECT)
            same_release(suite, world, path, policy)
            target(suite, world, path, policy)
            mistakes(suite, world, policy)
            documented(suite, world)
            kills(suite, world, path)
    finally:
        world.server.close()
    suite.finish()


if __name__ == "__main__":
    main()
