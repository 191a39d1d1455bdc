"""Two builds of Gauze make the same: releases with both reports of random policies over every kind of table (sharded.py),
bundles of them, ledgers of every form (ledger_forms.py), byte by byte, and what is printed, word by word but for times.

    same_bytes.py --gauze build/gauze --other OLD/gauze --count 50

For changes that must change nothing: how the program is built, where a function lives. Not a test of its own: it needs an
older program.
"""
import pathlib
import re
import sys

import ledger_forms
import ledger_world
import lib
import sharded
import tables

ROWS = 2000
TIMES = re.compile(r"\d+(\.\d+)? (ms|s|min)\b|\d+ (rows|cells)/s|took .*")


def compare(suite, shown, ours, theirs):
    """Folders with what each program left."""
    ours, theirs = lib.contents(ours), lib.contents(theirs)
    differing = sorted(name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
    suite.check(not differing and ours, f"{shown}: other bytes in {differing}")
    return len(ours)


def each_program(suite, shown, *arguments, **options):
    """The same command by both; `{who}` in an argument is a folder of its own. Both must say the same."""
    said = []
    for who, program in (("ours", suite.flags.gauze), ("theirs", suite.flags.other)):
        command = [str(program.resolve()), *(str(one).replace("{who}", who) for one in arguments)]
        done = lib.subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=600, **options)
        text = TIMES.sub("", done.stdout + done.stderr).replace(f"/{who}", "/who")
        said.append((done.returncode, text))
    suite.check(said[0] == said[1], f"{shown}: {' '.join(map(str, arguments))} says something else:\n{said[0]}\n{said[1]}")
    return said[0][0]


def releases(suite, number, make):
    rng, folder = suite.random, suite.folder / f"policy-{number}"
    (folder / "ours").mkdir(parents=True)
    (folder / "theirs").mkdir()
    names, rows, attributes = make(rng, ROWS)
    lib.write_csv(folder / "table.csv", names, rows)
    method, transform = sharded.random_transform(rng)
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, sharded.random_promises(rng, attributes, rows),
                              transform, {"format": rng.choice(["csv", "parquet"])}, method)
    shown = f"policy {number} ({make.__name__}, {method})"
    sizes = lib.small_sizes(region_rows=ROWS // 10, part_rows=ROWS // 5) if number % 2 else None
    each_program(suite, shown, "run", policy, "--out", folder / "{who}/release", "--report", folder / "{who}/report", env=sizes)
    each_program(suite, shown, "verify", folder / "{who}/release")
    if not each_program(suite, shown, "bundle", folder / "{who}/release", "--key", suite.folder / "signing.key", "--policy", policy, "--out",
                        folder / "{who}/bundle.tar"):
        suite.check((folder / "ours/bundle.tar").exists(), f"{shown}: no bundle")
    return compare(suite, shown, folder / "ours", folder / "theirs")


def ledgers(suite, name, settings):
    rng, folder = suite.random, suite.folder / f"ledger-{name.replace(' ', '-')}"
    folder.mkdir()
    policy = ledger_world.write_policy(folder / "policy.json", **settings)
    for who in ("ours", "theirs"):
        (folder / who).mkdir()
    each_program(suite, name, "ledger", "init", policy, folder / "{who}/ledger")
    first = 0
    for week in range(3):
        batch = ledger_world.write_batch(folder / f"week-{week}.csv",
                                         ledger_world.patients(rng, first, 60, gaps="missing" in settings), settings.get("drop", ()))
        first += 60
        each_program(suite, name, "append", folder / "{who}/ledger", batch)
    each_program(suite, name, "append", folder / "{who}/ledger", "--seal")
    # The database itself tells when it was written.
    for path in folder.rglob("ledger.db*"):
        path.unlink()
    return compare(suite, f"ledger {name}", folder / "ours", folder / "theirs")


def main():
    if "--other" not in sys.argv:
        sys.exit("same_bytes: --other names the program to compare with")
    at = sys.argv.index("--other")
    other = pathlib.Path(sys.argv[at + 1])
    del sys.argv[at:at + 2]
    suite = lib.Suite(__doc__, count=50)
    suite.flags.other = other
    suite.gauze("bundle", "keys", "signing", cwd=suite.folder)
    kinds = tables.kinds()
    files = sum(releases(suite, number, kinds[number % len(kinds)]) for number in range(suite.flags.count))
    forms = ledger_forms.forms(suite.folder)
    files += sum(ledgers(suite, name, settings) for name, settings in forms.items())
    print(f"{suite.flags.count} policies and {len(forms)} ledgers, {files} files")
    suite.finish()


if __name__ == "__main__":
    main()
