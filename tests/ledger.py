"""A ledger's promises when things go wrong: killed, full disks, two writers, readers beside a writer.

Appends are killed (SIGKILL) at random moments of their duration; every third kill comes within milliseconds of the
commit. The same batch is then appended again: it succeeds, or it is refused because it is in the ledger already. In the
end every record came exactly once, the ledger verifies, nothing half-made is left, and no file that was ever published
has changed. What an append said was done stays done.
"""
import subprocess
import time

import lib
import ledger_world as world
from resources import Disk

BEFORE = "were appended before"
KILLS = 50  # of the appends to one ledger; the next ones go to a new one, for every verification reads all that a ledger published


def killed_append(suite, ledger, batch, delay, near_commit):
    """Appends and kills after `delay` seconds, or so long after the manifest is there: its exit code, and what it said."""
    process = subprocess.Popen(suite.command("append", ledger.folder, batch), stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    while near_commit and process.poll() is None and not any((ledger.folder / "staged").glob("0*/manifest.json")):
        time.sleep(0.0005)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
    said = process.stdout.read()
    return process.wait(), said


def append_until_done(suite, ledger, batch, seconds, tally):
    """Kills appends of one batch until it is in the ledger."""
    acknowledged = False
    for attempt in range(50):
        if tally["kills"] >= tally["most"]:
            break
        near_commit = suite.random.random() < 0.4
        delay = suite.random.uniform(0, 0.03 if near_commit else 1.1 * seconds)
        before = ledger.releases()
        code, said = killed_append(suite, ledger, batch, delay, near_commit)
        what = f"{batch.stem}, attempt {attempt}, killed after {delay:.4f} s"
        tally["kills"] += code != 0
        tally["left something"] += bool(ledger.staged())
        suite.check(world.kept(before, ledger.releases()), f"{what}: something published has changed")
        acknowledged = acknowledged or "arrived" in said
        if tally["kills"] % 7 == 0:
            suite.check(ledger.verify().returncode == 0, f"{what}: does not verify: {ledger.verify().stdout}")
        if code == 0 or suite.random.random() < 0.3:
            break
    before = ledger.releases()
    result = ledger.append(batch)
    again = result.returncode == 2 and BEFORE in result.stderr
    suite.check(result.returncode == 0 or again, f"{batch.stem}: {result.stderr}")
    suite.check(again or not acknowledged, f"{batch.stem}: was acknowledged, and is lost")
    tally["was committed"] += again and not acknowledged
    suite.check(world.kept(before, ledger.releases()), f"{batch.stem}: something published has changed")
    suite.check(not ledger.staged(), f"{batch.stem}: {ledger.staged()} is left")


def kills(suite, release, section=None):
    for number, start in enumerate(range(0, suite.flags.count, KILLS)):
        name = f"kills-{release['format']}-{'-'.join(section['method'] if section else ['pool'])}-{number}"
        kill_appends(suite, name, min(KILLS, suite.flags.count - start), release, section)


def kill_appends(suite, name, most, release, section):
    folder = suite.folder / name
    folder.mkdir()
    drop = ["note"] if section else []
    ledger = world.Ledger(suite, folder / "ledger").init(
        world.write_policy(folder / "policy.json", release=release, section=section, drop=drop))
    first = world.write_batch(folder / "first.csv", world.patients(suite.random, 0, 60), drop)
    begin = time.monotonic()
    suite.check(ledger.append(first).returncode == 0, "the first batch")
    seconds = time.monotonic() - begin
    tally, came, batches = {"most": most, "kills": 0, "left something": 0, "was committed": 0}, 60, 1
    while tally["kills"] < most:
        batch = world.write_batch(folder / f"b{batches}.csv", world.patients(suite.random, came, 30), drop)
        append_until_done(suite, ledger, batch, seconds, tally)
        came, batches = came + 30, batches + 1
    status, log = ledger.json("status"), ledger.json("log")
    suite.check(status["came"] == came == status["released"] + status["waiting"],
                f"{name}: {came} records came, the ledger says {status}")
    suite.check(len(log) == batches and sum(line["batch"] for line in log) == came, f"{name}: {log}")
    released = ledger.rows(batches - 1)
    suite.check(len(released) == status["released"], f"{name}: {len(released)} rows are published")
    notes = [row["note"] for row in released if "note" in row]
    suite.check(len(set(notes)) == len(notes), f"{name}: a record was published twice")
    suite.check(ledger.verify().returncode == 0, f"{name}: {ledger.verify().stdout}")
    result = ledger.append(first)
    suite.check(result.returncode == 2 and BEFORE in result.stderr, f"{name}: a record came twice: {result.stderr}")
    tally.pop("most")
    print(f"{name}: an append takes {seconds:.2f} s; {batches} batches, "
          + ", ".join(f"{count} {what}" for what, count in tally.items()), flush=True)
    suite.check(tally["left something"] > 0 or most < 10, "no kill left anything behind: nothing was tested")


def everything(ledger):
    """What must be as before after an append that failed. Who waited for an earlier release than the last is kept for readers that are
    under way, and removed by any append."""
    log = ledger.json("log")
    private = {name: bytes for name, bytes in lib.contents(ledger.folder / "private").items()
               if "-records/" in str(name) or str(name).startswith(f"{len(log) - 1:06}")}
    return ledger.json("status"), log, ledger.releases(), private


def full_disks(suite, folder):
    failures = 0
    batches = [world.write_batch(folder / f"disk{i}.csv", world.patients(suite.random, 3000 * i, 3000)) for i in range(2)]
    for kib in (700, 800, 900, 1000, 1150, 1300, 1500, 1800, 2200):
        with Disk(folder / f"disk of {kib}", kib) as disk:
            if disk is None:
                print("skipped: no right to mount a tmpfs")
                return
            ledger = world.Ledger(suite, disk / "ledger").init(
                world.write_policy(folder / "disk.json", release={"format": suite.random.choice(["csv", "parquet"])}))
            if ledger.append(batches[0]).returncode != 0:
                suite.check(ledger.json("status")["releases"] == 0 and not ledger.staged(), f"{kib} KiB: half a release")
                failures += 1
                continue
            ledger.append(batches[1]).returncode
            failures += full_disk(suite, disk, ledger, folder, kib)
    print(f"{failures} appends met a full disk")
    suite.check(failures > 3, "hardly any disk was full: nothing was tested")


def full_disk(suite, disk, ledger, folder, kib):
    """Fills the disk but for some room, appends, makes room, appends again: whether the first one failed."""
    number = len(ledger.json("log"))
    batch = world.write_batch(folder / "more.csv", world.patients(suite.random, 100000, 400))
    filler = disk / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass  # full
        file.truncate(max(0, file.tell() - suite.random.choice([0, 8192, 20000, 50000, 90000])))
    before = everything(ledger)
    result = ledger.append(batch)
    failed = result.returncode != 0
    if failed:
        suite.check(result.returncode == 3 and "disk" in result.stderr,
                    f"{kib} KiB: exit {result.returncode}: {result.stderr}")
        suite.check(everything(ledger) == before and not ledger.staged(), f"{kib} KiB: a failed append left traces")
        filler.unlink()
        again = ledger.append(batch)
        if again.returncode == 3:
            return failed  # too small even so
        suite.check(again.returncode == 0, f"{kib} KiB: with room again: {again.stderr}")
    suite.check(len(ledger.json("log")) == number + 1, f"{kib} KiB: not one release more")
    suite.check(ledger.verify().returncode == 0, f"{kib} KiB: {ledger.verify().stdout}")
    return failed


def two_writers(suite, folder):
    ledger = world.Ledger(suite, folder / "writers").init(world.write_policy(folder / "writers.json"))
    refused, came = 0, 0
    for number in range(max(4, suite.flags.count // 8)):
        batches = [world.write_batch(folder / f"w{number}-{i}.csv", world.patients(suite.random, came + 500 * i, 500))
                   for i in range(2)]
        writers = [subprocess.Popen(suite.command("append", ledger.folder, batch, "-q"), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True) for batch in batches]
        while any(writer.poll() is None for writer in writers):
            for command in ("status", "log", "verify"):
                suite.expect(0, f"{command} beside writers", "ledger", command, ledger.folder, "-q")
        for writer, batch in zip(writers, batches):
            error = writer.communicate()[1]
            if writer.returncode == 0:
                continue
            refused += 1
            suite.check(writer.returncode == 3 and "another process is writing" in error, f"second writer: {error}")
            suite.check(ledger.append(batch).returncode == 0, "the second writer again")
        came += 1000
    suite.check(ledger.json("status")["came"] == came, f"writers: {came} came, {ledger.json('status')}")
    suite.check(ledger.verify().returncode == 0, "writers: does not verify")
    suite.check(refused > 0, "no writer met another: nothing was tested")


def main():
    suite = lib.Suite(__doc__, count=3)
    begin = time.monotonic()
    kills(suite, {"format": "csv"})
    kills(suite, {"format": "parquet"})
    kills(suite, {"format": "csv"}, {"method": {"atoms": {}}})
    full_disks(suite, suite.folder)
    two_writers(suite, suite.folder)
    print(f"{time.monotonic() - begin:.0f} s")
    suite.finish()


if __name__ == "__main__":
    main()
