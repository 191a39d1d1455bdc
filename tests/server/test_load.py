"""Load over loopback, PostgreSQL on the same machine: wrk asks a pool of random questions. CI looks only at whether it works, with few rows;
GAUZE_SOAK=1 has a million rows and the bounds that docs/benchmarks names, and ten minutes of it with flat memory.
"""
import json
import os
import subprocess

from setting import SOAK, dice, processor_seconds, size

ROWS = size(20_000, 1_000_000)
POOL = 1000


def resident(process):
    """Mebibytes that the process holds."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def spent(world):
    """Processor seconds of gauzed, and of all of PostgreSQL."""
    postmaster = world.cluster.postmaster()
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True, check=False).stdout.split()
    return processor_seconds(world.process.pid), sum(processor_seconds(process) for process in [postmaster, *children])


def write_bodies(world, bodies):
    (world.folder / "bodies").write_text("\n".join(bodies))


def wrk(world, seconds, connections=32, once=False):
    """Asks what write_bodies wrote: at random, or one after another."""
    environment = os.environ | {"GAUZE_BODIES": str(world.folder / "bodies"), "GAUZE_TOKEN": world.researcher, "GAUZE_ONCE": str(int(once))}
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", "ask.lua", f"http://127.0.0.1:{world.port}"],
                          capture_output=True, text=True, check=True, env=environment, cwd=os.path.dirname(__file__))
    return json.loads(done.stdout.strip().splitlines()[-1])


def furnished(fresh):
    world = fresh(rows=ROWS, request_seconds=60)
    world.start()
    world.furnish()
    random = dice(3)
    pool = sorted({world.question(random) for _ in range(POOL)})
    client = world.client(world.researcher)
    bodies = [json.dumps(world.body(question)) for question in pool]
    begin = spent(world)
    codes = [client.ask("POST", "/v1/interpretations", body, headers={"Content-Type": "application/json"})[0] for body in bodies]
    cost = 1e6 * (spent(world)[0] - begin[0]) / len(bodies)
    print(f"\n{len(bodies)} new questions at {ROWS:,} rows, {codes.count(200)} answered: {cost:.0f} processor microseconds of gauzed for each")
    write_bodies(world, [body for body, code in zip(bodies, codes) if code in (200, 403)])
    return world


def test_load(fresh):
    world = furnished(fresh)
    before, begin = world.audit_count(), spent(world)
    figures = wrk(world, size(5, 60))
    end = spent(world)
    decided = figures["answered"] + figures["refused"]
    rate = decided / figures["seconds"]
    cost = [1e6 * (after - ahead) / decided for ahead, after in zip(begin, end)]
    print(f"\nmeasured: {rate:,.0f} interpretations/s, 99 % within {figures['p99_ms']} ms")
    print(f"at {ROWS:,} rows; processor microseconds for each: gauzed {cost[0]:.0f}, PostgreSQL {cost[1]:.0f}; {figures}")
    assert figures["failed"] == 0 and figures["answered"] > 0
    # wrk leaves without waiting for the last ones.
    assert 0 <= world.audit_count() - before - figures["answered"] - figures["refused"] <= 32
    world.verify()
    world.stop()
    start = world.start()
    print(f"measured: started again in {start:.1f} s, {spent(world)[0]:.1f} s of the processor")
    if SOAK:
        assert rate >= 1000 and figures["p99_ms"] <= 50 and start <= 5, (figures, start)


def test_new_questions(fresh):
    """Nobody asks anything twice: every request costs a decision. Most are answered at first; then answers have used up the table. With few rows a fast
    machine comes to the end of the questions and begins again, which matters only where the rate does."""
    world = fresh(rows=ROWS, request_seconds=60)
    world.start()
    world.furnish()
    random = dice(4)
    asked = sorted({world.question(random) for _ in range(size(20_000, 400_000))} - {"->"})
    random.shuffle(asked)
    write_bodies(world, [json.dumps(world.body(question)) for question in asked])
    begin = spent(world)
    figures = wrk(world, size(2, 60), connections=16, once=True)
    decided = figures["answered"] + figures["refused"]
    rate = decided / figures["seconds"]
    cost = [1e6 * (after - ahead) / decided for ahead, after in zip(begin, spent(world))]
    print(f"\nmeasured: {rate:,.0f} new questions/s, 99 % within {figures['p99_ms']} ms")
    print(f"at {ROWS:,} rows; processor microseconds for each: gauzed {cost[0]:.0f}, PostgreSQL {cost[1]:.0f}; {figures}")
    assert figures["failed"] == 0 and figures["answered"] > 0
    world.verify()
    if SOAK:
        assert decided < len(asked) and rate >= 1000 and figures["p99_ms"] <= 50, figures


def test_memory_stays(fresh):
    world = furnished(fresh)
    wrk(world, size(2, 30))
    sizes = [resident(world.process)]
    for _ in range(size(2, 10)):
        wrk(world, size(2, 60))
        sizes.append(resident(world.process))
    print(f"\nmeasured: resident MiB {[round(mebibytes) for mebibytes in sizes]}")
    assert sizes[-1] <= sizes[0] * 1.02 + 8, sizes
