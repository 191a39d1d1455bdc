"""The package beside others in one process: DuckDB in both orders, other threads, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import pyarrow as pa
import pytest
from conftest import PEOPLE, ROOT, people, python

import gauze

HERE = os.path.dirname(__file__)
BESIDE = """
import sys
sys.path.insert(0, {here!r})
{imports}
from conftest import PEOPLE, people
gauze.show_progress(False)
policy = gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=5)])
for turn in range(2):
    relation = duckdb.sql("SELECT (i * 7919) % 60 AS age, ['f', 'm'][1 + i % 2] AS sex, (i % 50)::VARCHAR AS zip, "
                          "chr(97 + (i % 8)::INT) AS illness FROM range(20000) t(i)")
    release = gauze.run(policy, relation)
    out = release.table.to_arrow()
    print(duckdb.sql("SELECT count(*), min(n) >= 5 FROM (SELECT count(*) n FROM out GROUP BY age, sex, zip)").fetchall())
    try:
        gauze.run(policy, "nowhere.parquet")
    except gauze.PolicyError:
        pass
    try:
        duckdb.sql("FROM 'nowhere.parquet'")
    except duckdb.IOException as error:
        print(type(error).__module__)
print(duckdb.sql("SELECT sum(i) FROM range(100000) t(i)").fetchall()[0][0])
"""


@pytest.mark.parametrize("imports", ["import duckdb\nimport gauze", "import gauze\nimport duckdb"])
def test_duckdb_in_both_orders(imports):
    out = python(BESIDE.format(here=HERE, imports=imports)).splitlines()
    assert out[0] == out[2] and out[0].endswith("True)]")
    assert out[-1] == str(sum(range(100000)))


def test_only_the_entry_is_exported():
    import gauze._gauze

    names = subprocess.run(["nm", "-D", "--defined-only", gauze._gauze.__file__], capture_output=True, text=True).stdout
    assert [line.split()[-1] for line in names.splitlines()] == ["PyInit__gauze"]


def big_policy(**more):
    return gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=5)], **more)


def big_table(rows=400_000):
    import random

    rng = random.Random(3)
    return pa.table(
        {
            "age": pa.array(rng.choices(range(18, 90), k=rows), pa.int32()),
            "sex": pa.array(rng.choices(["f", "m"], k=rows)),
            "zip": pa.array(rng.choices([str(z) for z in range(10_000, 12_000)], k=rows)),
            "illness": pa.array(rng.choices("abcdefgh", k=rows)),
        }
    )


def test_other_threads_go_on():
    table = big_table()
    steps = 0
    running = threading.Event()

    def count():
        nonlocal steps
        while not running.is_set():
            steps += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    begin = time.monotonic()
    gauze.run(big_policy(), table)
    seconds = time.monotonic() - begin
    running.set()
    other.join()
    assert steps > 20 * seconds, (steps, seconds)


def test_two_runs_at_once():
    table = people(20_000)
    expected = gauze.run(big_policy(), table).table.to_arrow()
    made = []
    threads = [threading.Thread(target=lambda: made.append(gauze.run(big_policy(), table).table.to_arrow())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3 and all(one.equals(expected) for one in made)


STOP = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it
sys.path.insert(0, {here!r})
import gauze
import test_beside
gauze.show_progress(False)
table = test_beside.big_table()
policy = test_beside.big_policy(transform=gauze.transform.{transform})
folder, after = sys.argv[1], float(sys.argv[2])
sent = []
def send():
    time.sleep(after)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    gauze.run(policy, table, out=folder + "/out", temp=folder)
    print("finished")
    time.sleep(60)  # until it comes
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
print(sorted(os.listdir(folder)))
print(gauze.run(test_beside.big_policy(), test_beside.people(200)).manifest["rows"])
"""


@pytest.mark.parametrize("transform", ["mondrian()", "cluster()"])
@pytest.mark.parametrize("after", [0.05, 0.4, 1.0, 2.0])
def test_ctrl_c_stops_and_leaves_nothing(transform, after, tmp_path):
    out = python(STOP.format(here=HERE, transform=transform), tmp_path, after).splitlines()
    if out[0] == "finished":  # too quick to be stopped
        return
    assert float(out[0]) < 1, out
    assert out[1] == "[]", out
    assert out[2] == "200", "the package works after Ctrl-C"


def test_progress_is_told():
    from gauze import _call

    seen = []

    class Shown:
        def __call__(self, stage, done, total):
            seen.append((stage, done, total))

        def close(self):
            pass

    original = _call.bar
    _call.bar = Shown
    try:
        gauze.run(big_policy(), big_table())
    finally:
        _call.bar = original
    assert seen and all(isinstance(stage, str) and done >= 0 and total >= 0 for stage, done, total in seen)


def test_an_error_of_the_progress_stops_the_work(tmp_path):
    from gauze import _call

    class Broken:
        def __call__(self, stage, done, total):
            raise RuntimeError("no more")

        def close(self):
            pass

    original = _call.bar
    _call.bar = Broken
    try:
        with pytest.raises(RuntimeError, match="no more"):
            gauze.run(big_policy(transform=gauze.transform.cluster()), big_table(), out=tmp_path / "out", temp=tmp_path)
    finally:
        _call.bar = original
    assert os.listdir(tmp_path) == []
