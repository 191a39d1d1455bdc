"""Somebody else on the same machine takes the names that a run would use in a folder that both can write to: as a folder open to
all, a link to a folder of ours, a pipe, a file. Nothing is written there, nothing of ours is removed through them, and the run
does its work. Needs root, to be two users. And at --swaps moments of a run its owner puts something else in the place of the
release directory.
"""
import collections
import os
import shutil
import subprocess
import time

import ledger_world
import lib

OWNER, NEIGHBOUR = 61_001, 61_002
COLUMNS = {"age": {"role": "quasi_identifying", "type": "integer"}, "city": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"},
           "id": {"role": "identifying"}, "seen": {"role": "identifying"}, "note": {"role": "insensitive"}}


class Place:
    """A folder for everybody, with what the neighbour put there; `home` is the owner's alone."""

    def __init__(self, suite, name):
        self.suite, self.name = suite, name
        self.home, self.shared = suite.folder / f"{name}-home", suite.folder / f"{name}-shared"
        self.home.mkdir()
        self.shared.mkdir()
        self.shared.chmod(0o1777)
        self.precious = self.home / "precious"
        self.precious.mkdir()
        (self.precious / "run").write_text("")
        (self.precious / "thesis.txt").write_text("years of work")

    def plant(self, *prefixes):
        for prefix in prefixes:
            folder = self.shared / f"{prefix}folder"
            folder.mkdir()
            (folder / "run").write_text("")
            (self.shared / f"{prefix}link").symlink_to(self.precious)
            os.mkfifo(self.shared / f"{prefix}pipe")
            (self.shared / f"{prefix}file").write_text("")
        for path in [*self.shared.rglob("*")]:
            os.chown(path, NEIGHBOUR, NEIGHBOUR, follow_symlinks=False)
        for prefix in prefixes:
            (self.shared / f"{prefix}folder").chmod(0o777)
        for path in [self.home, self.precious, *self.home.rglob("*")]:
            os.chown(path, OWNER, OWNER)
        self.planted = self.look()

    def look(self):
        """What the neighbour sees of their own: names, and when something was last put in or taken out."""
        found = {}
        for path in self.shared.rglob("*"):
            status = path.lstat()
            if status.st_uid == NEIGHBOUR or "folder" in str(path):
                found[str(path)] = (status.st_mode, status.st_mtime_ns, status.st_size)
        return found

    def check(self):
        self.suite.check(self.look() == self.planted, f"{self.name}: something happened to what the neighbour had put there")
        self.suite.check((self.precious / "thesis.txt").is_file(), f"{self.name}: a link led to a folder of the owner's, which is gone")
        left = [path.name for path in self.shared.iterdir() if path.lstat().st_uid == OWNER and path.name.startswith(".")]
        self.suite.check(not left, f"{self.name}: left behind: {left}")

    def gauze(self, code, *arguments):
        def become_owner():
            os.setgid(OWNER)
            os.setuid(OWNER)
        self.suite.expect(code, self.name, *arguments, preexec_fn=become_owner, env={**os.environ, "TMPDIR": str(self.shared), "HOME": str(self.home)})


def table(place, rows=300):
    lib.write_csv(place.home / "table.csv", list(COLUMNS), ledger_world.patients(place.suite.random, 0, rows))
    return lib.write_policy(place.home / "policy.json", place.home / "table.csv", COLUMNS, [{"k_anonymity": {"k": 4}}], {})


def swaps(suite):
    """While a run publishes, its owner puts something else in the place of the release directory: it is never lost."""
    folder = suite.folder / "swaps"
    folder.mkdir()
    lib.write_csv(folder / "table.csv", list(COLUMNS), ledger_world.patients(suite.random, 0, 300))
    policy = lib.write_policy(folder / "policy.json", folder / "table.csv", COLUMNS, [{"k_anonymity": {"k": 4}}], {})
    met = collections.Counter()
    for number in range(suite.flags.swaps):
        place = folder / str(number)
        target, mine = place / "rel", place / "mine"
        place.mkdir()
        if number % 3:
            suite.expect(0, "swaps", "run", policy, "--out", target, "-q", "--no-report")
        kind = ("folder", "file", "link")[number % 3] if number % 2 else "folder"
        if kind == "folder":
            mine.mkdir()
            (mine / "thesis.txt").write_text("years of work")
        elif kind == "file":
            mine.write_text("years of work")
        else:
            mine.symlink_to("nowhere")
        process = subprocess.Popen(suite.command("run", policy, "--out", target, "-q", "--no-report"), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        delay, begin = suite.random.uniform(0, 0.004), time.monotonic()
        while process.poll() is None and time.monotonic() - begin < 20 and not any(place.glob(".rel.gauze-*/release/manifest.json")):
            pass
        time.sleep(delay)
        try:
            os.rename(target, place / "older")
        except FileNotFoundError:
            pass
        try:
            os.rename(mine, target)
        except OSError:
            pass  # the new release has come meanwhile: mine is where it was
        met[process.wait()] += 1
        kept = [path for path in [*place.rglob("*")] if path.name == "thesis.txt" or (path.is_symlink() and os.readlink(path) == "nowhere")
                or (path.is_file() and path.read_bytes() == b"years of work")]
        suite.check(kept, f"swap {number}: what the owner had put there ({kind}) is gone, exit {process.returncode}")
        left = [path.name for path in place.iterdir() if path.name.startswith(".")]
        suite.check(not left, f"swap {number}: left behind: {left}")
        shutil.rmtree(place)
    print(f"{suite.flags.swaps} swaps, exit codes {dict(met)}")


def main():
    suite = lib.Suite(__doc__, swaps=12)
    swaps(suite)
    if os.geteuid() != 0:
        print("skipped: needs root")
        suite.finish()
    os.chmod(suite.folder, 0o755)
    program = suite.folder / "gauze"  # where both may read it
    shutil.copy(suite.flags.gauze, program)
    suite.flags.gauze = program

    place = Place(suite, "run")
    policy = table(place)
    place.plant(".gauze-scratch-", ".rel.gauze-", ".gauze-trial-")
    place.gauze(0, "run", policy, "--out", place.shared / "rel", "--temp", place.shared, "-q")
    place.check()
    place.gauze(0, "plan", policy, "-q")
    place.check()

    place = Place(suite, "sweep")
    policy = table(place)
    place.plant(".gauze-scratch-")
    place.gauze(0, "run", policy, "--sweep", "k=2,4")
    place.check()

    place = Place(suite, "ledger")
    policy = ledger_world.write_policy(place.home / "policy.json")
    batch = ledger_world.write_batch(place.home / "batch.csv", ledger_world.patients(suite.random, 0, 60))
    place.plant(".gauze-scratch-", "encoded")
    place.gauze(0, "ledger", "init", policy, place.home / "ledger")
    place.gauze(0, "append", place.home / "ledger", batch, "-q")
    place.gauze(0, "ledger", "status", place.home / "ledger")
    place.check()
    suite.finish()


if __name__ == "__main__":
    main()
