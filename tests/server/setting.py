"""Where things are, how much of everything, and how to wait for it."""
import os
import pathlib
import random
import socket
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("GAUZE_BUILD", ROOT / "build"))
SOAK = os.environ.get("GAUZE_SOAK") == "1"


def size(usual, soak):
    """A count for CI, and the one that a promise names (GAUZE_SOAK=1)."""
    return soak if SOAK else usual


def dice(seed):
    return random.Random(seed)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, seconds, what):
    """Seconds until it held."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        if true():
            return time.monotonic() - begin
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what}")


def processor_seconds(process):
    """What a process has used; 0 if it has just ended."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_threads(count, work):
    """Runs work(i) in as many threads; an assertion of any is one of ours."""
    faults = []

    def guarded(i):
        try:
            work(i)
        except BaseException as fault:  # pylint: disable=broad-except
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
