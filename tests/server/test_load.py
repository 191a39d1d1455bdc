"""Load over loopback, PostgreSQL on the same machine: wrk asks a pool of random questions. CI looks only at whether it works, with few rows;
GAUZE_SOAK=1 has a million rows and the bounds that docs/benchmarks names, and ten minutes of it with flat memory.
"""
import json
import os
import subprocess

from world import SOAK, dice, size

ROWS = size(20_000, 1_000_000)
POOL = 1000


def resident(process):
    """Mebibytes that the process holds."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def wrk(world, seconds, connections=32):
    environment = os.environ | {"GAUZE_BODIES": str(world.folder / "bodies"), "GAUZE_TOKEN": world.researcher}
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", "ask.lua", f"http://127.0.0.1:{world.port}"],
                          capture_output=True, text=True, check=True, env=environment, cwd=os.path.dirname(__file__))
    return json.loads(done.stdout.strip().splitlines()[-1])


def furnished(fresh):
    world = fresh(rows=ROWS)
    world.start()
    world.furnish()
    random = dice(3)
    pool = sorted({world.question(random) for _ in range(POOL)})
    client = world.client(world.researcher)
    bodies = [json.dumps(world.body(question)) for question in pool]
    codes = [client.ask("POST", "/v1/interpretations", body, headers={"Content-Type": "application/json"})[0] for body in bodies]
    bodies = [body for body, code in zip(bodies, codes) if code in (200, 403)]
    (world.folder / "bodies").write_text("\n".join(bodies))
    return world


def test_load(fresh):
    world = furnished(fresh)
    before = world.audit_count()
    figures = wrk(world, size(5, 60))
    rate = (figures["answered"] + figures["refused"]) / figures["seconds"]
    print(f"\n{rate:.0f} interpretations/s at {ROWS:,} rows, {figures}")
    assert figures["failed"] == 0 and figures["answered"] > 0
    # wrk leaves without waiting for the last ones.
    assert 0 <= world.audit_count() - before - figures["answered"] - figures["refused"] <= 32
    world.verify()
    if SOAK:
        assert rate >= 1000 and figures["p99_ms"] <= 50, figures


def test_memory_stays(fresh):
    world = furnished(fresh)
    wrk(world, size(2, 30))
    sizes = [resident(world.process)]
    for _ in range(size(2, 10)):
        wrk(world, size(2, 60))
        sizes.append(resident(world.process))
    print(f"\nresident MiB: {[round(mebibytes) for mebibytes in sizes]}")
    assert sizes[-1] <= sizes[0] * 1.02 + 8, sizes
