"""A damaged ledger says so. Every file of a ledger is cut and has bits flipped, one at a time, on copies.

`ledger verify` exits with 1 and names the file. In the database and its log, a change is either named or harmless:
status, log and the next release are those of the undamaged ledger. Nobody crashes, nothing is answered wrongly in
silence, and an append to a damaged ledger fails, or gives what the undamaged one gives and leaves the damage named.

--count N flips N bits in each file of each ledger, and four times as many in its database.
"""
import json
import shutil
import sqlite3
import time

import lib
import ledger_world as world

LEDGERS = {
    "csv": {"protect": [{"k_anonymity": {"k": 3}},
                        {"t_closeness": {"attribute": "illness", "distance": "equal", "t": 0.5}}]},
    "parquet": {"release": {"format": "parquet"}},
    "atoms": {"section": {"method": {"atoms": {}}}, "drop": ["note"]},
}


class Answers:
    """What a ledger says and does; `after` is the release of one more batch, None if that was refused."""

    def __init__(self, ledger, batch):
        self.verify = ledger.verify()
        status, log = (ledger.suite.gauze("ledger", name, ledger.folder, "--json") for name in ("status", "log"))
        self.said = [status.stdout, log.stdout]
        self.runs = [self.verify, status, log]
        number = len(list((ledger.folder / "releases").iterdir()))
        appended = ledger.append(batch, "--json")
        self.runs.append(appended)
        self.after = None
        if appended.returncode == 0:
            report = json.loads(appended.stdout)
            figures = {name: value for name, value in report.items() if name not in ("seconds", "directory")}
            folder = ledger.folder / "releases" / f"{number:06}"
            delta = json.loads((folder / "manifest.json").read_text())["ledger"]["delta"]
            self.after = figures, {name: (folder / name).read_bytes() for name in delta}

    def text(self):
        return self.verify.stdout + self.verify.stderr


class Subject:
    """An undamaged ledger with three releases, and what it answers."""

    def __init__(self, suite, name, settings):
        self.suite, self.name = suite, name
        self.folder = suite.folder / name
        self.folder.mkdir()
        drop = settings.get("drop", [])
        self.ledger = world.Ledger(suite, self.folder / "ledger").init(
            world.write_policy(self.folder / "policy.json", **settings))
        batches = [world.write_batch(self.folder / f"b{i}.csv", world.patients(suite.random, 40 * i, 40), drop)
                   for i in range(4)]
        for batch in batches[:2]:
            suite.check(self.ledger.append(batch).returncode == 0, f"{name}: append")
        # As long as somebody reads, the log is not folded into the database.
        reader = sqlite3.connect(self.ledger.folder / "ledger.db")
        reader.execute("SELECT count(*) FROM releases").fetchall()
        suite.check(self.ledger.append(batches[2]).returncode == 0, f"{name}: append beside a reader")
        self.with_log = self.ledger.copy(self.folder / "with-log")
        reader.close()
        suite.check((self.with_log.folder / "ledger.db-wal").stat().st_size > 0, f"{name}: there is no log")
        self.batch = batches[3]
        self.answers = Answers(self.ledger.copy(self.folder / "whole"), self.batch)
        suite.check(self.answers.verify.returncode == 0 and self.answers.after, f"{name}: {self.answers.text()}")

    def damage(self, source, path, what, change, links):
        """Changes one file of a copy, and judges what the copy answers."""
        relative = path.relative_to(source.folder)
        copy = source.copy(self.folder / "copy", links)
        data = bytearray((copy.folder / relative).read_bytes())
        if change(data) is not False:
            with open(copy.folder / relative, "r+b") as file:
                file.write(data)
                file.truncate(len(data))
            self.judge(copy, relative, f"{self.name}, {relative} {what}{'' if links else ', links lost'}")
        shutil.rmtree(copy.folder)

    def judge(self, copy, relative, what):
        answers = Answers(copy, self.batch)
        check = self.suite.check
        for run in answers.runs:
            refused = run.returncode == 2 and "has format" in run.stderr
            check(run.returncode in (0, 1) or refused, f"{what}: exit {run.returncode}: {run.args[1:3]} {run.stderr}")
        named = answers.verify.returncode != 0
        database = relative.name.startswith("ledger.db")
        passing = "-waiting" in str(relative) or "-state" in str(relative)
        spent = passing and not str(relative).startswith("private/000002")
        if named:
            name = "ledger.db" if database else str(relative)
            linked = [path for path in copy.folder.rglob(relative.name)
                      if not database and path.samefile(copy.folder / relative)] if relative.name in what else []
            check(name in answers.text() or any(str(path.relative_to(copy.folder)) in answers.text() for path in linked),
                  f"{what}: the damage is not named: {answers.text()}")
        else:
            check(database or spent, f"{what}: not seen")
            check(answers.said == self.answers.said, f"{what}: another answer, and nobody says why")
            check(answers.after is not None, f"{what}: not seen, and nothing can be appended: {answers.runs[-1].stderr}")
        if answers.after is not None:
            check(answers.after == self.answers.after, f"{what}: another release")
            check(copy.verify().returncode == answers.verify.returncode, f"{what}: an append hides the damage")
        return named


def cut_to(size):
    def change(data):
        if len(data) <= size(len(data)):
            return False
        del data[size(len(data)):]
        return True
    return change


def flip(rng):
    def change(data):
        if not data:
            return False
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return True
    return change


def strange_files(subject):
    """A file too many in a release, and a release too many."""
    for name, says in (("releases/000001/data.txt", "releases/000001/data.txt"), ("releases/000003/x", "release 3")):
        copy = subject.ledger.copy(subject.folder / "copy")
        (copy.folder / name).parent.mkdir(exist_ok=True)
        (copy.folder / name).write_text("x")
        result = copy.verify()
        subject.suite.check(result.returncode == 1 and says in result.stdout + result.stderr,
                            f"{subject.name}, {name} too many: {result.stdout}{result.stderr}")
        shutil.rmtree(copy.folder)


def older_database(subject):
    """The database of an earlier day beside the files of today: nothing is published over what there is."""
    copy = subject.with_log.copy(subject.folder / "copy")
    (copy.folder / "ledger.db-wal").unlink()
    (copy.folder / "ledger.db-shm").unlink()
    before = copy.releases()
    for run in (copy.verify(), copy.append(subject.batch)):
        subject.suite.check(run.returncode == 1 and "release 2 is published" in run.stderr,
                            f"{subject.name}, older database: {run.stdout}{run.stderr}")
    subject.suite.check(copy.releases() == before, f"{subject.name}: older database: a release has changed")
    shutil.rmtree(copy.folder)


def main():
    suite = lib.Suite(__doc__, count=1, every=9)
    begin = time.monotonic()
    for name, settings in LEDGERS.items():
        subject = Subject(suite, name, settings)
        strange_files(subject)
        older_database(subject)
        for source in (subject.ledger, subject.with_log):
            for path in source.files()[suite.random.randrange(suite.flags.every)::suite.flags.every]:
                if source is subject.with_log and not path.name.startswith("ledger.db"):
                    continue
                flips = suite.flags.count * (4 if path.name.startswith("ledger.db") else 1)
                keep = suite.random.choice([0, suite.random.random()])
                subject.damage(source, path, "cut", cut_to(lambda size: int(keep * size)), False)
                for number in range(flips):
                    subject.damage(source, path, f"with a bit flipped ({number})", flip(suite.random), number % 2 == 0)
        print(f"{name}: {suite.report.passed} passed so far, {time.monotonic() - begin:.0f} s", flush=True)
    suite.finish()


if __name__ == "__main__":
    main()
