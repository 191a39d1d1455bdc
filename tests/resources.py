"""What a run lacks, it says: a full disk (under the release and under --temp), a folder for temporary files that is
not there, too little memory. Exit code 3, a message that names the thing and what to do, no cell, nothing left behind
and an older release untouched.

Full disks are small tmpfs mounts, which take the right to mount; without it that part is skipped.
"""
import re
import subprocess
import time

import lib
import tables

ROWS = 20_000
SIZES = lib.small_sizes(spool_bytes=5000, region_rows=ROWS // 20, part_rows=ROWS // 10)


class Disk:
    """A tmpfs of some size; None in place of it where mounting is not allowed."""

    def __init__(self, folder, kib):
        folder.mkdir()
        self.folder = folder
        command = ["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder)]
        try:
            self.mounted = subprocess.run(command, capture_output=True).returncode == 0
        except FileNotFoundError:
            self.mounted = False

    def __enter__(self):
        return self.folder if self.mounted else None

    def __exit__(self, *_):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)


def cells(rows):
    """Texts that can only come from the data."""
    return {row[name] for row in rows for name in ("measurement", "birth", "diagnosis") if len(row[name]) > 2}


def fails(suite, what, arguments, says, secret, env=None):
    judge(suite, what, suite.gauze(*arguments, "-q", env=env), says, secret)


def judge(suite, what, result, says, secret):
    """Exit 3, and a message with each of these words."""
    suite.check(result.returncode == 3, f"{what}: exit {result.returncode}: {result.stderr[-500:]}")
    for word in says:
        suite.check(word in result.stderr, f"{what}: the message does not say \"{word}\": {result.stderr}")
    shown = [word for word in result.stderr.replace(",", " ").split() if word in secret]
    suite.check(not shown, f"{what}: the message holds a cell")


def full_disk(suite, kib, policies, secret, release_there):
    """A disk of this size under the release or under --temp: for how many policies it was too small."""
    name = f"disk of {kib} KiB under {'the release' if release_there else '--temp'}"
    failed = 0
    with Disk(suite.folder / name.replace(" ", "-"), kib) as disk:
        if disk is None:
            return None
        other = suite.folder / f"beside {name}"
        other.mkdir()
        target, temp = (disk / "out", other) if release_there else (other / "out", disk)
        for policy in policies:
            result = suite.gauze("run", policy, "--out", target, "--temp", temp, "-q", env=SIZES)
            if result.returncode == 0:
                for path in sorted(target.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                target.rmdir()
                continue
            failed += 1
            what = f"{name}, {policy.stem}"
            judge(suite, what, result, ["disk"], secret)
            for folder in (disk, other):
                suite.check(not [*folder.iterdir()], f"{what}: {[*folder.iterdir()]} is left")
    return failed


def full_disks(suite, policies, secret):
    for release_there in (True, False):
        failures = 0
        for kib in (16, 48, 128, 300, 600, 1000, 1600):
            failed = full_disk(suite, kib, policies, secret, release_there)
            if failed is None:
                print("skipped: no right to mount a tmpfs")
                return
            failures += failed
        print(f"{failures} runs met a full disk under {'the release' if release_there else '--temp'}")
        suite.check(failures > 3, "hardly any disk was full: nothing was tested")


def older_release_stays(suite, policies, secret):
    with Disk(suite.folder / "older", 4000) as disk:
        if disk is None:
            return
        target = disk / "out"
        suite.expect(0, "older release", "run", policies[0], "--out", target, "-q", env=SIZES)
        before = lib.contents(target)
        (disk / "filler").write_bytes(b"")
        with open(disk / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(65536))
            except OSError:
                pass  # full
        fails(suite, "older release on a full disk", ["run", policies[1], "--out", target], ["disk"], secret, env=SIZES)
        suite.check(lib.contents(target) == before, "older release: changed by a run that failed")
        suite.check({path.name for path in disk.iterdir()} == {"out", "filler"}, "older release: something is left")


def wrong_folders(suite, policy, secret):
    missing, file = suite.folder / "nowhere", suite.folder / "a-file"
    file.write_text("")
    parent = suite.folder / "wrong"
    for temp in (missing, file):
        arguments = ["run", policy, "--out", parent / "out", "--temp", temp]
        fails(suite, f"--temp {temp.name}", arguments, [str(temp), "--temp"], secret)
        suite.check(not [*parent.iterdir()], f"--temp {temp.name}: {[*parent.iterdir()]} is left")
    suite.check(not missing.exists(), "--temp: the folder was made")


def little_memory(suite, policy, secret):
    parent = suite.folder / "memory"
    parent.mkdir()
    for size in ("1KiB", "100MiB", "300MiB"):
        arguments = ["run", policy, "--out", parent / "out", "--memory", size]
        fails(suite, f"--memory {size}", arguments, ["--memory", "more is needed", "give at least"], secret)
        suite.check(not [*parent.iterdir()], f"--memory {size}: {[*parent.iterdir()]} is left")
    suite.expect(2, "--memory nonsense", "run", policy, "--out", parent / "out", "--memory", "much", "-q")


def enough_memory(suite):
    """A region that does not fit: with as much more as the message says, it does."""
    folder = suite.folder / "region"
    folder.mkdir()
    names = [f"q{i}" for i in range(20)]
    with open(folder / "table.csv", "w", encoding="ascii") as file:
        file.write(",".join(names) + "\n")
        for _ in range(330_000):
            file.write(",".join(str(suite.random.getrandbits(3 * len(names))).zfill(len(names))[-len(names):]) + "\n")
    attributes = {name: {"role": "quasi_identifying", "type": "integer"} for name in names}
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", attributes, [{"k_anonymity": {"k": 1000}}],
                              {"choose": "span"})
    little = suite.expect(3, "a region that does not fit", "run", policy, "--memory", "320MiB", "-q")
    more = re.search(r"give (\d+) MiB more", little.stderr)
    if suite.check(more, f"no amount of memory in {little.stderr}"):
        planned = suite.expect(0, "the plan of it", "plan", policy, "--memory", "320MiB", "-q")
        told = re.search(r"give --memory (\d+) MiB more", planned.stdout)
        suite.check(told and abs(int(told[1]) - int(more[1])) <= 0.2 * int(more[1]), f"the run lacks {more[1]} MiB, the plan says {planned.stdout}")
        suite.expect(3, "not quite enough", "run", policy, "--memory", f"{320 + int(more[1]) - 2}MiB", "-q")
        suite.expect(0, "as much as it said", "run", policy, "--memory", f"{320 + int(more[1])}MiB", "-q")


def main():
    suite = lib.Suite(__doc__, rows=ROWS)
    names, rows, attributes = tables.patients(suite.random, suite.flags.rows)
    lib.write_csv(suite.folder / "table.csv", names, rows)
    policies = [lib.write_policy(suite.folder / f"{file_format}.json", suite.folder / "table.csv", attributes,
                                 [{"k_anonymity": {"k": 5}}], {"choose": "span"}, {"format": file_format})
                for file_format in ("csv", "parquet")]
    secret = cells(rows)
    begin = time.monotonic()
    wrong_folders(suite, policies[0], secret)
    little_memory(suite, policies[0], secret)
    enough_memory(suite)
    full_disks(suite, policies, secret)
    older_release_stays(suite, policies, secret)
    print(f"{time.monotonic() - begin:.0f} s")
    suite.finish()


if __name__ == "__main__":
    main()
