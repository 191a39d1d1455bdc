"""Somebody else on the same machine takes names in a folder that both can write to: as a folder open to all, a link to something
of ours, a pipe, a file. Nothing is written there, and nothing of ours is removed through them or can be read. Where they are names
of temporary files, the command does its work; where they are names of what it shall write, it stops. Needs root, to be two users.
And at --swaps moments of a run its owner puts something else in the place of the release directory. --kinds of the four ways to
take the name of an output are tried on each command.
"""
import collections
import contextlib
import os
import shutil
import subprocess
import threading
import time

import ledger_world
import lib

OWNER, NEIGHBOUR = 61_001, 61_002
COLUMNS = {"age": {"role": "quasi_identifying", "type": "integer"}, "city": {"role": "quasi_identifying"}, "illness": {"role": "sensitive"},
           "id": {"role": "identifying"}, "seen": {"role": "identifying"}, "note": {"role": "insensitive"}}


KINDS = ("folder", "link", "pipe", "file")


class Place:
    """A folder for everybody, with what the neighbour put there; `home` is the owner's alone."""

    def __init__(self, suite, name):
        self.suite, self.name = suite, name
        self.home, self.shared = suite.folder / f"{name}-home", suite.folder / f"{name}-shared"
        self.home.mkdir()
        self.precious = self.home / "precious"
        self.clear()
        self.read_by_neighbour = set()

    def give_to_owner(self):
        for path in [self.home, *self.home.rglob("*")]:
            os.chown(path, OWNER, OWNER, follow_symlinks=False)

    def plant(self, *prefixes):
        """Names that begin like those of temporary files."""
        for prefix in prefixes:
            for kind in KINDS:
                self.put(self.shared / f"{prefix}{kind}", kind, self.precious)
            (self.shared / f"{prefix}folder" / "run").write_text("")
        self.give_to_owner()
        self.planted = self.look()

    def put(self, path, kind, leads_to):
        if kind == "folder":
            path.mkdir()
            path.chmod(0o777)
        elif kind == "link":
            path.symlink_to(leads_to)
        elif kind == "pipe":
            os.mkfifo(path)
            path.chmod(0o666)
        else:
            path.write_text("")
            path.chmod(0o666)
        os.chown(path, NEIGHBOUR, NEIGHBOUR, follow_symlinks=False)

    def clear(self):
        for folder in (self.shared, self.precious):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        self.shared.chmod(0o1777)
        self.precious.chmod(0o700)  # as a temporary folder of the owner's
        (self.precious / "run").write_text("")
        (self.precious / "thesis.txt").write_text("years of work")
        self.give_to_owner()

    def look(self):
        """What the neighbour sees of their own: names, and when something was last put in or taken out."""
        found = {}
        for path in self.shared.rglob("*"):
            status = path.lstat()
            if status.st_uid == NEIGHBOUR or "folder" in str(path):
                found[str(path)] = (status.st_mode, status.st_mtime_ns, status.st_size)
        return found

    def check(self, name=None):
        name = name or self.name
        self.suite.check(self.look() == self.planted, f"{name}: something happened to what the neighbour had put there")
        self.check_owned(name)

    def check_owned(self, name):
        precious = {path.name: path.read_text() for path in self.precious.iterdir()}
        self.suite.check(precious == {"run": "", "thesis.txt": "years of work"}, f"{name}: a link led to what the owner had, which is changed")
        left = [path.name for path in self.shared.iterdir() if path.lstat().st_uid == OWNER and path.name.startswith(".")]
        self.suite.check(not left, f"{name}: left behind: {left}")
        self.suite.check(not self.read_by_neighbour, f"{name}: not private: {self.read_by_neighbour}")
        self.read_by_neighbour.clear()

    @contextlib.contextmanager
    def watching(self, public):
        """What of the owner's, but for what is made for everybody (beginnings of names), can be opened by others meanwhile?"""
        done = threading.Event()

        def watch():
            while not done.wait(0.003):
                for entry in os.scandir(self.shared):
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        if status.st_uid == OWNER and status.st_mode & 0o077 and not entry.name.startswith(tuple(public)):
                            self.read_by_neighbour.add(entry.name)

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield {"timeout": 60, "env": {**os.environ, "TMPDIR": str(self.shared), "HOME": str(self.home)}}
        finally:
            done.set()
            watcher.join()

    def gauze(self, code, *arguments, public=()):
        def become_owner():
            os.setgid(OWNER)
            os.setuid(OWNER)
        with self.watching(public) as options:
            if code is None:
                return self.suite.gauze(*arguments, preexec_fn=become_owner, **options).returncode
            return self.suite.expect(code, self.name, *arguments, preexec_fn=become_owner, **options).returncode


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
    suite = lib.Suite(__doc__, swaps=12, kinds=1)
    swaps(suite)
    if os.geteuid() != 0:
        print("skipped: needs root")
        suite.finish()
    os.chmod(suite.folder, 0o755)
    program = suite.folder / "gauze"  # where both may read it
    shutil.copy(suite.flags.gauze, program)
    suite.flags.gauze = program

    temporary_names(suite)
    names_of_outputs(suite)
    vault(suite)
    suite.finish()


def temporary_names(suite):
    """Taken all at once: there is always another."""
    place = Place(suite, "run")
    policy = table(place)
    place.plant(".gauze-scratch-", ".rel.gauze-")
    place.gauze(0, "run", policy, "--out", place.shared / "rel", "--temp", place.shared, "-q", public=("rel",))
    place.gauze(0, "plan", policy, "-q", public=("rel",))
    place.check()

    place = Place(suite, "sweep")
    policy = table(place)
    place.plant(".gauze-scratch-")
    place.gauze(0, "run", policy, "--sweep", "k=2,4")
    place.check()

    place = Place(suite, "bundle")
    policy = table(place)
    place.plant(".gauze-scratch-", ".rel.gauze-")
    place.gauze(0, "run", policy, "--out", place.home / "rel", "-q")
    place.gauze(0, "bundle", "keys", place.home / "signing")
    place.gauze(0, "bundle", place.home / "rel", "--key", place.home / "signing.key", "--out", place.shared / "rel.tar", "-q", public=("rel.tar",))
    place.gauze(0, "bundle", "verify", place.shared / "rel.tar", "--key", place.home / "signing.pub", "-q", public=("rel.tar",))
    place.check()

    place = Place(suite, "ledger")
    policy = ledger_world.write_policy(place.home / "policy.json")
    batch = ledger_world.write_batch(place.home / "batch.csv", ledger_world.patients(suite.random, 0, 60))
    place.plant(".gauze-scratch-", "encoded")
    place.gauze(0, "ledger", "init", policy, place.home / "ledger")
    place.gauze(0, "append", place.home / "ledger", batch, "-q")
    place.gauze(0, "ledger", "status", place.home / "ledger")
    place.check()


def names_of_outputs(suite):
    """Taken one at a time. Every other time nothing but Gauze keeps what is there: in a folder without the sticky bit, anybody can replace it."""
    place = Place(suite, "outputs")
    policy = table(place, 60)
    ledger_policy = ledger_world.write_policy(place.home / "ledger.json")
    batch = ledger_world.write_batch(place.home / "batch.csv", ledger_world.patients(suite.random, 0, 60))
    risk = lib.write_policy(place.home / "risk.json", place.home / "table.csv", COLUMNS, [{"k_anonymity": {"k": 4}}], {},
                            risk={"alpha": 0.1, "known": {"age": 0.1, "city": 0.5}, "weights": {"illness": 1}})
    place.plant()
    release, ledger, key, shared = place.home / "rel", place.home / "ledger", place.home / "signing", place.shared
    place.gauze(0, "run", policy, "--out", release, "-q")
    place.gauze(0, "bundle", "keys", key)
    place.gauze(0, "ledger", "init", ledger_policy, ledger)
    place.gauze(0, "append", ledger, batch, "-q", "--no-report")
    risk_of = ("risk", risk, "--delta", "0.1", "-q")
    folders = {
        "rel": ("run", policy, "-q", "--out"),
        "internal": ("report", release, "-q", "--out"),
        "public": ("report", release, "--public", "-q", "--out"),
        "attacked": ("attack", "linkage", release, "--policy", policy, "-q", "--report"),
        "risks": (*risk_of, "--report"),
        "told": ("report", ledger, "-q", "--out"),
        "ledger": ("ledger", "init", ledger_policy),
    }
    files = {
        "rel.tar": ("bundle", release, "--key", f"{key}.key", "-q", "--out"),
        "r.csv": (*risk_of, "--records"),
        "r.parquet": (*risk_of, "--records"),
        "r.svg": (*risk_of, "--picture"),
        "sweep.svg": ("run", policy, "--sweep", "k=2,4", "-q", "--chart"),
        "ledger.svg": ("ledger", "status", ledger, "--picture"),
        "all.json": ("run", policy, "--out", place.home / "again", "-q", "--internal"),
        "first.yaml": ("init", place.home / "table.csv", "--out"),
    }
    private = {"r.csv", "r.parquet", "all.json", "keys.key"}
    thesis = place.precious / "thesis.txt"
    for commands, leads_to in ((folders, place.precious), (files, thesis)):
        for turn, (name, command) in enumerate(commands.items()):
            place.clear()
            place.gauze(0, *command, shared / name, public={name} - private)
            for number in range(turn, turn + suite.flags.kinds):
                taken(place, [*command, shared / name], shared / name, KINDS[number % 4], leads_to, sticky=(number + turn // 4) % 2,
                      public={name} - private)
    place.clear()
    place.put(shared / "rel", "folder", None)
    place.put(shared / "rel" / "manifest.json", "pipe", None)
    place.gauze(2, *folders["rel"], shared / "rel")
    for kind in ("link", "folder", "pipe", "file")[:suite.flags.kinds]:
        for what in ("bundle", "vault"):
            for name in ("keys.key", "keys.pub"):
                taken(place, [what, "keys", shared / "keys"], shared / name, kind, thesis, sticky=True, public={"keys.pub"})
        # A name that the engine would take for itself.
        taken(place, [*risk_of, "--records", shared / "r.parquet"], shared / "tmp_r.parquet", kind, thesis, sticky=True, public=(), codes=(0,))


def vault(suite):
    """A vault is replaced only if a run was killed before it published the release that the vault explains. The neighbour says so."""
    place = Place(suite, "vault")
    file = place.home / "rel.vault"
    lib.write_csv(place.home / "table.csv", list(COLUMNS), ledger_world.patients(suite.random, 0, 60))
    policy = lib.write_policy(place.home / "policy.json", place.home / "table.csv", {**COLUMNS, "age": {"role": "sensitive", "type": "integer"}},
                              [{"k_anonymity": {"k": 4}}], {}, release={"directory": str(place.shared / "rel")},
                              personal={"recipient": "somebody", "vault": {"file": str(file), "server": str(place.home / "server.pub")},
                                        "attributes": {"age": {"grades": [0, 40, 100]}}})
    place.plant()
    place.gauze(0, "vault", "keys", place.home / "server")
    place.gauze(0, "run", policy, "-q", public=("rel",))
    made = file.read_bytes()
    said = place.shared / ".rel.gauze-folder" / "release"
    said.mkdir(parents=True)
    shutil.copy(place.shared / "rel" / "manifest.json", said)
    for path in (said.parent, said, said / "manifest.json"):
        path.chmod(0o777)
        os.chown(path, NEIGHBOUR, NEIGHBOUR)
    place.planted = place.look()
    place.gauze(2, "run", policy, "-q", public=("rel",))
    suite.check(file.is_file() and file.read_bytes() == made, "the neighbour had the owner's vault removed")
    place.check()


def taken(place, command, path, kind, leads_to, sticky, public, codes=(2, 3)):
    """A command that would write to a name which is taken. Without the sticky bit it may put its own in the place of the neighbour's."""
    name = f"{path.name} as a {kind}, {' '.join(map(str, command[:2]))}"
    place.clear()
    place.shared.chmod(0o1777 if sticky else 0o777)
    place.put(path, kind, leads_to)
    place.planted = place.look()
    held = None if kind == "link" else os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    code = place.gauze(None, *command, public=public)
    if sticky:
        place.suite.check(code in codes, f"{name}: exit {code}")
        place.check(name)
    else:
        place.suite.check(code in (0, 2, 3), f"{name}: exit {code}")
        place.check_owned(name)
    if held is not None:
        got = os.listdir(held) if kind == "folder" else os.read(held, 1)
        place.suite.check(not got, f"{name}: the neighbour got something")
        os.close(held)


if __name__ == "__main__":
    main()
