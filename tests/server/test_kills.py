"""gauzed is killed at random moments under load: nothing that was answered is missing from the log, budgets are never overspent, and the
next start serves within five seconds. The whole (GAUZE_SOAK=1) is 200 kills.
"""
import signal
import time

from load import Crowd, check_ledger
from setting import dice, size

KILLS = size(12, 200)
BUDGET = 400


def test_killed_under_load(fresh):
    world = fresh()
    world.start()
    world.furnish(questions=BUDGET)
    crowd = Crowd(world, 6)
    random = dice(2)
    starts = []
    try:
        for _ in range(KILLS):
            time.sleep(random.uniform(0.05, 0.8))
            assert world.stop(signal.SIGKILL) == -signal.SIGKILL
            starts.append(world.start(wait=30))
        time.sleep(0.5)
    finally:
        crowd.stop()
    answered = check_ledger(world, crowd, BUDGET)
    assert answered > KILLS and crowd.failures > 0
    assert max(starts) <= 5
    print(f"\n{KILLS} kills, {answered} answers, {sum(crowd.codes.values())} requests, slowest start {max(starts):.2f} s")


def test_asked_to_stop_under_load(fresh):
    """SIGTERM: whoever has been heard gets an answer, the exit code is 0, and it does not take long."""
    world = fresh()
    world.start()
    world.furnish()
    crowd = Crowd(world, 6)
    try:
        for _ in range(size(3, 20)):
            time.sleep(0.3)
            begin = time.monotonic()
            assert world.stop() == 0
            assert time.monotonic() - begin < 5
            world.start()
    finally:
        crowd.stop()
    check_ledger(world, crowd)
