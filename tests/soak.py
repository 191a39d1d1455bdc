"""Tests that are too long for every change; results go to docs/evidence/.

`--plan soak`: the sizes that a promise about Gauze names. Takes hours; index.md.
`--plan nightly`: what CI leaves out, or does for a short while or for changed files only. Takes two hours; nightly.md.

The same code as in CI; only counts differ. Each line of the table is a command that anybody can run again.
"""
import argparse
import datetime
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What each reads, and executions: those that seal, sign or make a page are slow.
FUZZERS = {"policy": ("Policy and claim", 10_000_000), "encode": ("Encoder", 10_000_000), "value": ("Cell", 10_000_000),
           "taxonomy_csv": ("CSV hierarchy", 10_000_000), "taxonomy_json": ("JSON hierarchy", 10_000_000),
           "knowledge": ("Knowledge table", 10_000_000), "query": ("Question", 10_000_000),
           "query_json": ("Question and tree in JSON", 10_000_000), "audit_line": ("Audit line", 1_000_000), "vault": ("Vault", 1_000_000),
           "report_page": ("Report page", 1_000_000), "bundle": ("Bundle", 1_000_000), "target": ("Target of a request", 10_000_000),
           "fields": ("Body of a request", 10_000_000), "token": ("Token", 10_000_000), "key_set": ("Key set", 10_000_000)}


def script_of(gauze, name, *flags):
    return [sys.executable, f"tests/{name}.py", "--gauze", gauze, *flags]


def nightly(gauze, build):
    """What CI leaves out or only tries, and the command that runs it."""
    return [
        ("Quick forms of all experiments: figures in the order that their pages claim", script_of(gauze, "experiments")),
        ("Evidence of a table of which a report takes a sample: every figure counted again by SQL", script_of(gauze, "report", "--count", "3", "--sampled", "1", "--changes", "3", "--formats", "2")),
        ("Ledgers in every form", script_of(gauze, "ledger_forms", "--every", "1")),
        ("Every file of a ledger cut and with bits flipped", script_of(gauze, "ledger_damage", "--every", "1")),
        ("Everything that a policy may name, two by two", script_of(gauze, "combinations", "--every", "1")),
        ("Every example on the real tables, whole: run, verified twice, recounted by SQL", script_of(gauze, "examples", "--large", "1")),
        ("Every benchmark at a tiny size, every answer checked", script_of(gauze, "benchmarks", "--every", "1")),
        ("Files of a release hold what rows show and nothing else", script_of(gauze, "bytes", "--count", "30")),
        ("Who can be singled out, counted again by SQL", script_of(gauze, "singling_out", "--count", "24")),
        ("Promise-breaking corruptions caught, harmless ones pass", script_of(gauze, "corruptions", "--count", "32")),
        ("The bar of a run moves at least once in every tenth of it, but where docs/scale.md says so: 41 shapes of runs", script_of(gauze, "progress")),
        ("10,000 hostile requests to the studio: none answered with data, and it lives", script_of(gauze, "studio_hostile", "--count", "10000")),
        ("The studio in a browser, with a million patients: every journey", ["make", "test-studio", "GAUZE_SOAK=1"]),
        ("Reports of all examples in a browser: three widths, light and dark, paper; axe-core; lengths", ["make", "report-gallery"]),
        ("What pages show of real tables, the whole of them", script_of(gauze, "coming_from", "--whole", "1")),
        ("Proposed policies for 20 random tables, run as they are; decisions taken otherwise lose what is told",
         script_of(gauze, "proposals", "--count", "20")),
        ("Debian packages and the tarball in fresh minimal systems: installed, used as the README says, removed, with nothing left", ["make", "test-packages"]),
        ("Images of the packages: run without root, with a read-only root file system", ["make", "test-images"]),
        ("Dagster, Airflow and dbt, the real ones, as the page shows them", ["make", "test-orchestrators"]),
        ("100 changed bytes of packages, list and signature: each refused by the documented commands", script_of(gauze, "downloads", "--dist", "dist", "--count", "100")),
        ("kill -9 at moments of a run", script_of(gauze, "kill", "--count", "16")),
        ("kill -9 at moments of a run in files, each taken up again", script_of(gauze, "resume", "--count", "16")),
        ("kill -9 at moments of appends to ledgers", script_of(gauze, "ledger", "--count", "12")),
        ("Adult under every model and transform, adult_full and diabetes: run, verify, recount", script_of(gauze, "adult", "--every", "1")),
        ("Random tests of all rooms, ten times as many as in CI, drawn anew",
         ["env", "RC_PARAMS=max_success=1000", "make", "test", "CTEST_FLAGS=-L quick -R _test"]),
        ("Every source file alone by the compiler; clang-tidy over programs and tests", ["make", "lint"]),
        ("Unit tests of all rooms, all text cases and examples of the docs, address and undefined-behaviour sanitizers",
         ["make", "test-asan"]),
        ("Every fuzzer for a minute, address and undefined-behaviour sanitizers", ["make", "fuzz", "FUZZ_SECONDS=60"]),
        ("Spark: the release of one machine, faults, skew, Connect, the docs' example", ["make", "test-spark"]),
    ]


def plan(gauze, build):
    """What is shown, and the command that shows it."""
    def script(name, *flags):
        return script_of(gauze, name, *flags)

    def rounds(times, test, *flags):
        return ["env", f"GAUZE_ROUNDS={times}", f"{build}/{test}", *flags]

    def package(tests, chosen):
        return ["env", "GAUZE_SOAK=1", "tools/test_wheel", "dist", gauze, f"python/{tests}", "-s", "-k", chosen]

    return [
        ("Every model against brute force on 20,000 random tables each", [f"{build}/model_test"]),
        ("Record risk on 20,000 random tables, against all known sets one by one", rounds(4, "measure_test")),
        ("Mondrian on 20,000 + 20,000 random tables, every class and every split decision; suppression of terms in 40,000 random "
         "classes against the true optimum; suppression of cells", rounds(4, "transform_test")),
        ("Continuing releases: 20,000 random histories of every method against an adversary who tries all values",
         rounds(5, "ledger_test")),
        ("Every model where persons have several rows, against brute force on 20,000 random tables each; what unions of classes keep",
         rounds(10, "transform_test", "--gtest_filter=Persons.*")),
        ("Every model: SQL and C++ say the same", rounds(3, "release_test")),
        ("Every model: SQL and C++ say the same where persons have several rows, on 20,000 classes of 170 tables",
         rounds(57, "release_test", "--gtest_filter=*Conformance*SeveralRows*")),
        ("Adult, adult_full and diabetes: run, verify, recount", script("adult", "--every", "1")),
        ("100 comparisons of random policies, in memory and in files: the figures of single runs, domination by all pairs",
         script("compare", "--count", "100")),
        ("500 promise-breaking corruptions caught, 500 harmless ones pass", script("corruptions", "--count", "500")),
        ("kill -9 at 200 moments of a run", script("kill", "--count", "200")),
        ("No cell in any message, manifest or left-over file", script("canary")),
        ("Same bytes: threads, shuffled rows, CSV and Parquet", script("determinism", "--count", "3")),
        ("Same release in memory and in files, on one thread and two: 50 policies", script("sharded", "--count", "50")),
        ("Tables of PostgreSQL as source and target: kill -9 at 200 moments, the old tables or the new ones", script("postgresql", "--count", "200")),
        ("10,000,000 rows from table to table of PostgreSQL, against COPY and the run on a file", script("postgresql", "--million", "10")),
        ("kill -9 at 200 moments of a run in files, each taken up again", script("resume", "--count", "200")),
        ("Linkage attack on Adult and 200 small tables, against a count by hand", script("attack", "--count", "200")),
        ("Downcoding of 5,000 tiny releases, against all tables that are consistent with them", script("downcoding", "--count", "5000")),
        ("Composition of 5,000 groups of tiny releases, against a count by hand", script("composition", "--count", "5000")),
        ("Singling out, linkability and inference on 5,000 tiny releases, against all descriptions and a count by hand", script("file_attacks", "--count", "5000")),
        ("Classes that were not cut: 5,000, against all ways to give values to people", rounds(20, "attack_test", "--gtest_filter=UncutClass.*")),
        ("Refinement of 5,000 tiny releases that were recoded in passes, against all ways to spread rows and all tables that this tool would have released so", script("refinement", "--count", "5000")),
        ("Minimality of 5,000 tiny releases, against all tables that could have been released so", script("minimality", "--count", "5000")),
        ("Knowledge linking attack on 200 random tables and their releases, against a count by hand",
         script("linking", "--count", "200")),
        ("Sets of terms in 300 random tables: promises counted by hand, nothing gained, same in memory and files",
         script("sets", "--count", "300")),
        ("The same of 200 random ledgers that remove terms, by everybody who has all releases", script("ledger_terms", "--count", "200")),
        ("Terms that are removed by a list: 500 random tables, each with another that differs in hidden terms alone and has the same release; nothing gained by knowing how",
         script("safe_terms", "--count", "500")),
        ("Flags of 200 random tables give the releases of sets", script("flags", "--count", "200")),
        ("Record risk of 500 random tables and their releases, against all known sets counted by hand",
         script("risk", "--count", "500")),
        ("Classes widened until nobody is above delta, on 5,000 tiny tables against everything that could be printed", rounds(10, "transform_test", "--gtest_filter=Widen.*")),
        ("Nobody is above delta after widening, whatever labels classes print: 360,000 tiny tables", rounds(60, "transform_test", "--gtest_filter=Widen.Nobody*")),
        ("Classes and risk in one policy: 500 random tables counted by hand; a million school records and all of covid, verified by SQL and 1,000 records counted literally",
         script("widen", "--count", "500", "--rows", "0")),
        ("Known-set attack on 200 random tables and their releases, against the risk counted by hand",
         script("known_set", "--count", "200")),
        ("Freeform attacks on 2,000 random tables, their releases and changed files, against every attack counted by hand",
         script("freeform", "--count", "2000")),
        ("Personal releases made again in Python, their vaults read by libsodium alone; a million grades and back, exactly; kill -9 at 60 moments",
         script("personal", "--values", "1000000", "--kills", "60")),
        ("kill -9 at 1,002 moments of appends to ledgers; full disks, two writers, readers beside them",
         script("ledger", "--count", "334")),
        ("Every file of a ledger cut and with bits flipped", script("ledger_damage", "--count", "50", "--every", "1")),
        ("Ledgers in every form, ten times", script("ledger_forms", "--rounds", "10", "--every", "1")),
        ("Signed bundles: bits flipped at 1,000 random positions, signed lies refused, the same bytes twice and by a second implementation",
         script("bundle", "--count", "1000")),
        ("Evidence: every figure counted again by SQL, for 60 random policies and 4 sampled tables",
         script("report", "--count", "60", "--rows", "1000", "--sampled", "4", "--changes", "20", "--formats", "2")),
        ("Files of 500 random releases, their bundles and public reports hold what rows show and nothing else", script("bytes", "--count", "500")),
        ("What is published of 200 pairs of tables that differ only in what is hidden is the same", script("twins", "--count", "200")),
        ("Who can be singled out: figures of 200 random tables counted again by SQL", script("singling_out", "--count", "200")),
        ("Sets of columns that make most rows unique, against trying all of them on 2,000 random tables",
         rounds(10, "engine_test", "--gtest_filter=UniqueSets*")),
        ("Profiles of 200 random tables counted again in Python", script("profiles", "--count", "200")),
        ("Names taken by a neighbour; the release directory swapped at 200 moments", script("neighbour", "--swaps", "200", "--kinds", "4")),
        ("The trusted server's ends of ranges: an adversary who asks everything, on 2,000 vaults",
         rounds(250, "interpret_test", "--gtest_filter=GateEnds*")),
        ("Stricter choices tell nobody more: 5,000 vaults, every sequence of two questions, every choice of one person",
         rounds(250, "interpret_test", "--gtest_filter=Choices.AStricter*")),
        ("Full disks, missing folders, too little memory", script("resources")),
        ("Arrow boundary: 100,000 random schemas and batches under the address sanitizer", ["make", "fuzz-arrow", "ARROW_CASES=100000"]),
        ("Python: a stream of 5 GB in 2 GiB of memory", package("tests", "memory")),
        *((f"Spark: {shown}", package("tests_spark", chosen)) for shown, chosen in (
            ("the release of one machine for every policy on Adult, made on the driver", "test_adult and driver"),
            ("the release of one machine for every policy on Adult, made by regions", "test_adult and regions"),
            ("the release of one machine on covid, diabetes, sets of terms, a million patients, skewed rows, by both routes",
             "test_same_release and not test_adult"),
            ("workers killed at 20 moments, drivers at 10: the same release, or none", "test_faults"),
            ("a million tuples in one region", "test_skew"),
            ("files hold what rows show and nothing else, by both routes", "test_bytes"),
            ("Spark Connect, and the docs' example", "test_connect or test_docs"))),
        *((f"Server: {shown}", ["make", "test-server", "GAUZE_SOAK=1", f"PYTEST_FLAGS={name}"]) for shown, name in (
            ("10,000 requests that must be refused, none answered, each logged", "test_refusals.py"),
            ("gauzed killed at 200 moments under load; no answer missing from the log, budgets hold, back within 5 s", "test_kills.py"),
            ("PostgreSQL restarted, killed, out of connections, out of disk, under load; back within 5 s", "test_faults.py"),
            ("schemathesis over openapi.yaml: no 5xx, no undocumented answer", "test_openapi.py"),
            ("2,000 changed logs found", "test_audit.py"),
            ("trees learned from a release of Adult come back as those of the private table where k allows", "test_trees.py"),
            ("nginx, backup and restore, keys, limits", "test_deploy.py test_keys.py test_limits.py test_answers.py test_docs.py"),
            ("1,000 rules about a million rows in one batch, a forest of 100 trees, 120 dry runs against what is then charged", "-s test_mining.py"),
            ("load at a million rows, of questions that were asked before", "-s test_load.py::test_load"),
            ("load at a million rows, of new questions", "-s test_load.py::test_new_questions"),
            ("ten minutes of load at a million rows with flat memory", "-s test_load.py::test_memory_stays"))),
        ("Server: no race under the thread sanitizer, in answers, load, kills, limits, keys and faults", ["make", "test-server-tsan"]),
        ("Server: nothing found by the address and undefined-behaviour sanitizers in the same", ["make", "test-server-asan"]),
        *((f"{shown} fuzzer, undefined-behaviour sanitizer", ["make", "fuzz-long", f"FUZZ_RUNS={runs}", f"FUZZERS={name}_fuzz"])
          for name, (shown, runs) in FUZZERS.items()),
    ]


PLANS = {
    "soak": (plan, "index.md", "Evidence", "Long runs of the tests, by `make soak`. CI runs the same code with smaller counts on every change."),
    "nightly": (nightly, "nightly.md", "Nightly",
                "What is too slow for every change, by `make nightly`. CI runs the same code with smaller counts, or on what changed. "
                "A line that is not here has not been run to its end yet."),
}


def closing_lines(output):
    """What a test says at its end, and what it measured."""
    keep = [line for line in output.splitlines()
            if re.search(r"passed, \d+ (tests )?failed|^\[  (PASSED|FAILED)|^fuzz: |^lint: (every|clang)|^\d+ (passed|failed)", line)]
    return "; ".join(keep + re.findall(r"measured: (.*)", output)) or "no closing line"


def lines_of(path):
    """Lines that a page has, by what they show. Old ones have no day of their own: then it is the page's."""
    if not path.exists():
        return {}
    text = path.read_text()
    day = re.search(r"\d{4}-\d\d-\d\d\.$", text, re.MULTILINE)
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {cells[0]: cells if len(cells) > 4 else [*cells, day.group().rstrip(".")] for cells in rows if cells[0] not in ("what is shown", "---")}


def write_page(path, title, about, gauze, rows):
    """The page with these lines first; others that it had stay, so that a run can be cut short or be of a few lines."""
    lines = {row[0]: row for row in rows}
    lines.update({shown: row for shown, row in lines_of(path).items() if shown not in lines})
    version = subprocess.run([gauze, "version"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([f"# {title}", "", about, "", f"{version}, {os.cpu_count()} cores, {platform.machine()}.", "",
                               "| what is shown | command | outcome | time | day |", "| --- | --- | --- | --- | --- |",
                               *(f"| {' | '.join(row)} |" for row in lines.values()), ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gauze", default="build/gauze")
    parser.add_argument("--out", default="docs/evidence")
    parser.add_argument("--plan", choices=PLANS, default="soak")
    parser.add_argument("--without", default="no line", help="leave out lines that contain this")
    parser.add_argument("--only", default="", help="run lines that contain one of these, separated by semicolons")
    options = parser.parse_args()
    rows = []
    failed = 0
    make_plan, name, title, about = PLANS[options.plan]
    for shown, command in make_plan(options.gauze, str(pathlib.Path(options.gauze).parent)):
        if options.without in shown or not any(word in shown for word in options.only.split(";")):
            continue
        print(f"== {shown}", flush=True)
        begin = time.monotonic()
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if result.returncode != 0:
            failed += 1
            print(result.stdout[-5000:], result.stderr[-5000:], sep="\n")
        text = shlex.join(command).replace(sys.executable, "python3")
        outcome = ("" if result.returncode == 0 else "**FAILED** ") + closing_lines(result.stdout)
        print(outcome, flush=True)
        rows.append([shown, f"`{text}`", outcome, f"{time.monotonic() - begin:.0f} s", str(datetime.date.today())])
        write_page(ROOT / options.out / name, title, about, options.gauze, rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
