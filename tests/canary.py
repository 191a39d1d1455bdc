"""No value of the data leaves Gauze except in the release itself.

Every cell of a table, and every label of its hierarchies, is a canary: a random word or number that
occurs nowhere else. The whole command line is run in success and in many kinds of failure, with
home, working and temporary directory inside one folder. Then no canary, nor eight characters of one,
may be in anything printed, in a manifest, or in any file of that folder, except: the inputs, the
data file of a release (without dropped columns), the tree of a sensitive column in a manifest (only
above values that were released), and what `hierarchy build`, `show` and `suggest --show` print because they are asked.
"""
import resource
import shutil
import signal
import subprocess

import lib
from canary_cases import broken_policies, broken_tables, broken_trees
from canary_world import ROWS, World, check_release


def successes(world):
    good = world.policy("good")
    world.run("init", world.table)
    world.run("init", world.table, "-o", world.suite.folder / "cwd" / "first.yaml")
    for purpose in ("internal", "share", "publish"):
        world.run("init", world.table, "--for", purpose, "--accept", "-o", world.suite.folder / "cwd" / f"{purpose}.yaml")
    for form in ([], ["--json"], ["--no-sets"], ["--memory", "400MiB"]):
        world.run("profile", world.table, *form)
    world.run("profile", world.table, "--page", world.suite.folder / "cwd" / "profile.html")
    world.run("check", good)
    world.run("check", good, "--json")
    world.run("run", good, "--internal", world.suite.folder / "cwd" / "internal.json")
    for name, transform in (("sets", {"labels": "set"}), ("fewer", {"boxes": "cells", "suppress_rows": 0.3})):
        policy = world.policy(name, transform=transform)
        world.run("run", policy)
        check_release(world, world.out / policy.stem)
    target = world.out / "good"
    check_release(world, target)
    world.run("verify", target)
    world.run("verify", target, "--json")
    world.run("verify", target / "data.csv", "--policy", good)
    world.run("verify", target / "data.csv", "--qi", "city,age,weight", "--claim", "k_anonymity(k=5)")
    world.run("measure", target)
    world.run("measure", target, "--all")
    for attack in ("linkage", "known_set", "proximity", "divergence"):
        world.run("attack", attack, target, "--policy", good)
        world.run("attack", attack, target, "--policy", good, "--all")
    for attack in ("downcoding", "singling_out", "linkability", "inference", "definetti", "minimality", "row_order"):
        world.run("attack", attack, target, "--policy", good, "--all")
    world.run("attack", "refinement", target, "--policy", good, codes=(2,))  # Gauze's own releases are refused
    world.run("attack", "refinement", target / "data.csv", "--sensitive", "illness", codes=(2,))
    world.run("attack", "downcoding", target, "--sensitive", "illness", "--all")
    world.run("attack", "all", target, "--policy", good)
    world.run("attack", "all", target, "--sensitive", "illness", "--source", world.table, "--json")
    world.run("attack", "composition", target, target, "--policy", good, "--all")
    world.run("measure", world.table, "--qi", "age", "--json")
    for row in (1, ROWS):
        world.run("explain", good, "--row", row, asked=True)  # labels of the release
    world.run("hierarchy", "check", world.trees["city"], "--data", world.table, "--column", "city")
    world.run("hierarchy", "build", good, "city", asked=True)
    world.run("hierarchy", "show", world.trees["city"], asked=True)
    suggestions(world)
    check_evidence(world, target, good)
    for words in (["models"], ["schema"], ["schema", "--manifest"], ["version"], ["completion", "bash"]):
        world.run(*words)
    text = good.read_text().replace('"release": {', '"release": {"format": "parquet",')
    parquet = good.with_name("parquet.json")
    parquet.write_text(text.replace("out/good", "out/parquet"))
    world.run("run", parquet)
    check_release(world, world.out / "parquet")


def suggestions(world):
    """What is suggested shows no value, unless asked; files that list values can be read by nobody else."""
    taken, uncovered = world.inputs / "taken.csv", world.inputs / "uncovered.txt"
    for column in world.names:
        world.run("hierarchy", "suggest", world.table, column)
        world.run("hierarchy", "suggest", world.table, column, "--json")
        world.run("hierarchy", "suggest", world.table, column, "--show", asked=True)
    world.run("hierarchy", "suggest", world.table, "age", "--take", 1, "--out", taken)
    for tree in ([world.trees["illness"]], ["--library", "icd10"]):
        world.run("hierarchy", "check", *tree, "--data", world.table, "--column", "city", "--missing", uncovered, codes=(2,))
        world.suite.check(len(uncovered.read_text().splitlines()) == ROWS, "not every value that is not covered is listed")
    for path in (taken, uncovered):
        world.suite.check(path.stat().st_mode & 0o777 == 0o600, f"others can read {path.name}")


def check_evidence(world, target, policy):
    """The public form is searched like any file. The internal one shows values, but none of a dropped column."""
    world.run("report", target, "--public", "--out", world.suite.folder / "cwd" / "public")
    world.run("report", target, "--policy", policy, "--public", "--out", world.suite.folder / "cwd" / "public")
    private = world.inputs / "evidence"  # where values may be
    world.run("report", target, "--policy", policy, "--out", private)
    text = (private / "evidence.json").read_text() + (private / "report.html").read_text()
    for row in world.rows:
        world.suite.check(row["name"] not in text and row["person"] not in text, "evidence shows a dropped column")
    world.run("report", target, "--policy", policy, "--out", target, codes=(2,))
    world.suite.check(not (target / "evidence.json").exists(), "internal evidence lies in a release")


def failures(world):
    wrong = [world.policy(name, source=path) for name, path in broken_tables(world)]
    wrong += [world.policy(name, city={"hierarchy": str(path)}) for name, path in broken_trees(world)]
    wrong += list(broken_policies(world))
    for policy in wrong:
        world.run("run", policy, codes=(1, 2, 3))
        world.run("run", policy, "--json", codes=(1, 2, 3))
        world.run("check", policy, codes=(1, 2, 3))
        world.run("explain", policy, "--row", 1, codes=(1, 2, 3))
        world.suite.check(not (world.out / policy.stem).exists(), f"{policy.stem}: something was released")
    for name, path in broken_trees(world):
        world.run("hierarchy", "check", path, "--data", world.table, "--column", "city", codes=(2, 3))
        world.run("hierarchy", "show", path, codes=(0, 2, 3), asked=name in ("tree-lacks",))
    for name, path in broken_tables(world):
        world.run("init", path, codes=(0, 2, 3))
        world.run("profile", path, codes=(0, 2, 3))
        world.run("profile", path, "--json", codes=(0, 2, 3))
        world.run("measure", path, "--qi", "city,age", codes=(0, 2, 3))
        world.run("verify", path, "--qi", "city,age", "--claim", "k_anonymity(k=5)", codes=(1, 2, 3))
        world.run("hierarchy", "check", world.trees["city"], "--data", path, "--column", "city", codes=(0, 2, 3))
    return len(wrong)


def broken_releases(world):
    """A release that somebody changed: broken data, broken manifests."""
    good = world.out / "good"
    data, manifest = (good / "data.csv").read_bytes(), (good / "manifest.json").read_text()
    target = world.out / "changed"
    word = world.canaries.word()
    swaps = [(data[:-300], manifest), (data.replace(b"\n", b"\n" + word.encode() + b"\xff,", 2), manifest),
             (data + b'"' + word.encode(), manifest), (data.replace(b"city", b"town", 1), manifest), (b"", manifest),
             (data, manifest[:200]), (data, "[]"), (data, manifest.replace('"rows"', '"rowz"')),
             (data, manifest.replace('"parent": 0', '"parent": 999999')),
             (data, manifest.replace('"k": "5"', '"k": "500"')),
             (data, manifest.replace("data.csv", "../good/data.csv")),
             (data, manifest.replace('"model": "k_', '"model": "l_')), (data, manifest.replace('"model"', '"m"')),
             (data, manifest.replace('"parameters"', '"p"'))]
    for changed, text in swaps:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        (target / "data.csv").write_bytes(changed)
        (target / "manifest.json").write_text(text)
        world.run("verify", target, codes=(1, 2))
        world.run("verify", target, "--policy", world.policy("good"), codes=(0, 1, 2))
        world.run("measure", target, codes=(0, 1, 2))
    shutil.rmtree(target)


def wrong_files(world):
    """Data where something else is expected, and places that cannot be written."""
    good, folder = world.policy("good"), world.suite.folder
    for path in (world.table, world.trees["city"], world.inputs / "whole.parquet"):
        world.run("check", path, codes=(2, 3))
        world.run("verify", world.table, "--policy", path, codes=(2, 3))
    world.run("explain", good, "--row", 1000, codes=(2,))
    world.run("run", good, "--out", world.table, codes=(2, 3))
    world.run("run", good, "--out", world.table / "below", codes=(2, 3))
    world.run("run", good, "--out", world.inputs, codes=(2, 3))
    world.run("run", good, "--out", "/proc/gauze", codes=(2, 3))
    world.run("run", good, "--out", world.out / "never", "--internal", "/proc/gauze.json", codes=(2, 3))
    world.suite.check(not (world.out / "never").exists(), "released although its internal manifest failed")
    (folder / "cwd" / "taken").mkdir()
    (folder / "cwd" / "taken" / "file").write_text("mine")
    world.run("run", good, "--out", folder / "cwd" / "taken", codes=(2,))


def short_of(world):
    """Too little disk and too little memory: an error of its own, and nothing left."""
    good = world.policy("good")

    def limit(what, amount):
        return lambda: resource.setrlimit(what, (amount, amount))

    for amount in (0, 1000, 4000):  # the write fails, as on a full disk
        world.run("run", good, "--out", world.out / "small", codes=(3,), restore_signals=False,
                  preexec_fn=limit(resource.RLIMIT_FSIZE, amount))
    world.suite.check(not (world.out / "small").exists(), "a release on a full disk")
    world.run("run", good, "--out", world.out / "small", codes=(0, 2, 3),
              preexec_fn=limit(resource.RLIMIT_NOFILE, 8))
    shutil.rmtree(world.out / "small", ignore_errors=True)


def stopped(world):
    """A run that is killed leaves a folder that only its owner can read, and the next removes it."""
    lib.write_csv(world.inputs / "many.csv", world.names, [
        {**row, "age": str(int(row["age"]) + i), "person": f"{row['person']}{i}"}
        for i in range(500) for row in world.rows])
    policy = world.policy("many", source=world.inputs / "many.csv", transform={"choose": "span"})
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen(world.suite.command("run", policy), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        while process.poll() is None and not list(world.out.glob(".many.gauze-*/release/data.csv")):
            pass
        process.send_signal(number)
        printed = process.communicate()[0]
        world.suite.check(not world.canaries.found_in(printed), f"a run stopped by {number} prints a value")
        for left in world.out.glob(".many.gauze-*"):
            world.suite.check(left.stat().st_mode & 0o777 == 0o700, "others can read what a killed run left")
    world.run("run", policy)
    check_release(world, world.out / "many")


def main():
    suite = lib.Suite(__doc__)
    world = World(suite)
    successes(world)
    print(f"{failures(world)} kinds of wrong tables, hierarchies and policies")
    broken_releases(world)
    wrong_files(world)
    short_of(world)
    stopped(world)
    suite.finish()


if __name__ == "__main__":
    main()
