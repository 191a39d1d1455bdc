"""A release is replaced in one step: whenever a run is killed, the release directory holds the old or
the new release, byte for byte, and it verifies. The next run removes what the killed one left. Two
runs at the same time on one target both succeed and leave a complete release.

Runs of two policies replace each other's release and are killed (SIGKILL) after a random part of
the time such a run takes; every third kill comes within milliseconds of the step itself.
"""
import json
import subprocess
import time

import lib

NAME = "release"


def make_source(suite, path, rows):
    """Adult-like rows: many distinct values make a run take its time."""
    rng = suite.random
    table = [{"age": str(rng.randint(17, 90)), "weight": str(rng.randint(40000, 150000)),
              "hours": str(rng.randint(1, 99)), "city": f"city {rng.randint(1, 60)}",
              "work": f"work {rng.randint(1, 15)}", "illness": f"illness {rng.randint(1, 14)}"}
             for _ in range(rows)]
    lib.write_csv(path, list(table[0]), table)
    attributes = {name: {"role": "quasi_identifying", "type": "integer"} for name in ("age", "weight", "hours")}
    attributes["city"] = {"role": "quasi_identifying", "hierarchy": {"order": {"fanout": 3}}}
    attributes["work"] = {"role": "quasi_identifying"}
    attributes["illness"] = {"role": "sensitive"}
    return attributes


def leftovers(target):
    return [path.name for path in target.parent.iterdir() if path.name.startswith(f".{NAME}.gauze-")]


def wait_for_manifest(process, target):
    """Until the new release is complete and about to be moved, or the run has ended."""
    while process.poll() is None and not any(target.parent.glob(f".{NAME}.gauze-*/release/manifest.json")):
        time.sleep(0.0005)


def killed_run(suite, policy, target, delay, from_manifest=False):
    """Starts a run and kills it after `delay` seconds, or so long after its manifest is written. True
    if it was still at it."""
    process = subprocess.Popen(suite.command("run", policy, "--out", target, "-q"),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if from_manifest:
        wait_for_manifest(process, target)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() != 0


def kills(suite, policies, wanted, target, seconds):
    """wanted[i] is the release that policies[i] makes."""
    tally = {"killed": 0, "old kept": 0, "new there": 0, "left something": 0}
    now = 1
    for number in range(suite.flags.count):
        at_step = number % 3 == 2 and not leftovers(target)
        delay = suite.random.uniform(0, 0.01 if at_step else 1.1 * seconds)
        other = 1 - now
        was_killed = killed_run(suite, policies[other], target, delay, at_step)
        there = lib.contents(target)
        suite.check(there in wanted, f"kill {number} after {delay:.3f} s: neither the old nor the new release")
        if there in wanted:
            now = wanted.index(there)
        suite.check(was_killed or now == other, f"kill {number}: a run that ended well did not publish")
        suite.expect(0, f"kill {number} after {delay:.3f} s", "verify", target, "-q")
        tally["killed"] += was_killed
        tally["new there" if now == other else "old kept"] += 1
        tally["left something"] += bool(leftovers(target))
        if number % 3 == 1 or number == suite.flags.count - 1:
            suite.expect(0, f"run after kill {number}", "run", policies[now], "--out", target, "-q")
            suite.check(not leftovers(target), f"after kill {number} and a run: {leftovers(target)} is left")
            suite.check(lib.contents(target) == wanted[now], f"run after kill {number}: another release")
    print(", ".join(f"{count} {what}" for what, count in tally.items()))
    suite.check(tally["left something"] > 0, "no kill left anything behind: nothing was tested")


def first_release(suite, policy, wanted, folder, seconds):
    """Killed before there is an old release: there is none, or the new one."""
    target = folder / "first" / NAME
    target.parent.mkdir()
    for number in range(max(4, suite.flags.count // 8)):
        killed_run(suite, policy, target, suite.random.uniform(0.3, 1.05) * seconds)
        suite.check(lib.contents(target) in (None, wanted), f"first release {number}: half a release")
    suite.expect(0, "first release", "run", policy, "--out", target, "-q")
    suite.check(lib.contents(target) == wanted and not leftovers(target), "first release: not as it should be")


def races(suite, policies, wanted, folder):
    """Two runs at once on a target that exists, and on one that does not."""
    for number in range(max(4, suite.flags.count // 8)):
        target = folder / f"race{number // 2}" / NAME
        target.parent.mkdir(exist_ok=True)
        runs = [subprocess.Popen(suite.command("run", policy, "--out", target, "-q"),
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for policy in policies]
        errors = [run.communicate()[1] for run in runs]
        suite.check(all(run.returncode == 0 for run in runs), f"race {number}: a run failed: {errors}")
        suite.check(lib.contents(target) in wanted, f"race {number}: the release is neither run's")
        suite.check(not leftovers(target), f"race {number}: {leftovers(target)} is left")
        suite.expect(0, f"race {number}", "verify", target, "-q")


def main():
    suite = lib.Suite(__doc__, count=4, rows=20000)
    folder = suite.folder
    attributes = make_source(suite, folder / "table.csv", suite.flags.rows)
    policies = [lib.write_policy(folder / f"k{k}.json", folder / "table.csv", attributes,
                                 [{"k_anonymity": {"k": k}},
                                  {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 3}}])
                for k in (4, 9)]
    target, wanted = folder / "kills" / NAME, []
    target.parent.mkdir()
    for policy in policies:
        begin = time.monotonic()
        suite.expect(0, "a run that nobody kills", "run", policy, "--out", target, "-q")
        seconds = time.monotonic() - begin
        wanted.append(lib.contents(target))
    suite.check(wanted[0] != wanted[1], "the two releases are the same")
    print(f"a run takes {seconds:.2f} s and makes {json.loads(wanted[1]['manifest.json'])['classes']} classes")
    kills(suite, policies, wanted, target, seconds)
    first_release(suite, policies[0], wanted[0], folder, seconds)
    races(suite, policies, wanted, folder)
    suite.finish()


if __name__ == "__main__":
    main()
