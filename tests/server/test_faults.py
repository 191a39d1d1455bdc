"""The database is restarted, killed, out of connections, out of disk: requests are refused with 503 meanwhile, nothing that was answered
is lost, and the service is back by itself within five seconds.
"""
import os
import signal
import subprocess
import time

import pytest
from load import Crowd, check_ledger
from postgres import POSTGRES, Cluster
from setting import size, wait_until
from world import Client

BACK = 5.0


def answers(world):
    """Whether a question is answered now."""
    client = Client(world.port, world.researcher, timeout=20)
    code, answer, headers = client.ask("POST", "/v1/interpretations", world.body("sex = sex-0 ->"))
    client.close()
    assert code == 200 or (code == 503 and headers["Retry-After"]), (code, answer)
    return code == 200


def under_load(world, trouble, rounds):
    """Runs trouble(), which returns when the database should be there again, and measures how long it takes to be served."""
    # Answered once, it is answered always; asked after the crowd's questions, it might be refused for its difference from one of those.
    assert answers(world)
    crowd = Crowd(world, 4, pause=0.005)
    try:
        times = []
        for _ in range(rounds):
            time.sleep(0.3)
            trouble()
            times.append(wait_until(lambda: answers(world), 30, "answers again"))
        time.sleep(0.3)
    finally:
        crowd.stop()
    assert max(times) <= BACK, times
    check_ledger(world, crowd)
    assert crowd.codes.get(200) and not set(crowd.codes) - {200, 400, 403, 503}, crowd.codes
    return crowd


def furnished(fresh, **options):
    world = fresh(**options)
    world.start()
    world.furnish()
    return world


def test_restarted(fresh, doomed):
    world = furnished(fresh, cluster=doomed)

    def restart():
        world.cluster.stop()
        time.sleep(0.5)
        assert not answers(world)
        assert Client(world.port).ask("GET", "/healthz")[0] == 200
        assert Client(world.port).ask("GET", "/readyz")[0] == 503
        world.cluster.start()

    crowd = under_load(world, restart, size(2, 20))
    assert crowd.codes.get(503)


def test_killed(fresh, doomed):
    world = furnished(fresh, cluster=doomed)

    def crash():
        world.cluster.kill()
        assert not answers(world)
        world.cluster.start()

    under_load(world, crash, size(2, 20))


def test_restarted_while_nobody_asked(fresh, doomed):
    """The first who asks afterwards is served."""
    world = furnished(fresh, cluster=doomed)
    world.cluster.stop()
    world.cluster.start()
    wait_until(world.ready, BACK, "ready again")
    assert answers(world)


def test_connection_cut(fresh):
    """A connection that is taken away between two questions costs nobody an answer."""
    world = furnished(fresh)
    for _ in range(5):
        world.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()")
        assert answers(world)


def test_out_of_connections(fresh, doomed):
    """As a role with no more rights than it needs."""
    world = fresh(cluster=doomed)
    world.sql("CREATE ROLE service LOGIN")
    world.run("migrate", "--config", world.config, "--grant", "service")
    world.write_config(database=world.dsn("service"))
    world.start()
    world.furnish()

    def exhaust():
        # The role's own limit gives the same refusal (53300) as that of the whole cluster, and leaves us a way in.
        world.sql("ALTER ROLE service CONNECTION LIMIT 0")
        world.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'")
        assert not answers(world)
        time.sleep(0.5)
        assert not answers(world)
        world.sql("ALTER ROLE service CONNECTION LIMIT -1")

    under_load(world, exhaust, size(2, 20))


def test_service_role_cannot_change_the_log(fresh):
    world = fresh()
    world.sql("CREATE ROLE service LOGIN")
    world.run("migrate", "--config", world.config, "--grant", "service")
    for table in ("audit_log", "answered"):
        for change in (f"DELETE FROM {table}", f"UPDATE {table} SET project = ''", f"TRUNCATE {table} CASCADE",
                       f"DROP TRIGGER append_only ON {table}"):
            done = subprocess.run([POSTGRES / "psql", "-X", "-h", world.cluster.folder, "-U", "service", "-d", world.database, "-c", change],
                                  capture_output=True, text=True, check=False)
            assert done.returncode != 0 and ("permission denied" in done.stderr or "must be owner" in done.stderr), done.stderr
        with pytest.raises(AssertionError, match="only ever appended"):
            world.sql(f"DELETE FROM {table}")


@pytest.mark.skipif(os.getuid() != 0, reason="a small disk can be mounted by root only")
def test_disk_full(fresh, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    tmp_path.parent.parent.chmod(0o755)
    tmp_path.parent.chmod(0o755)
    tmp_path.chmod(0o755)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m,mode=0777", "gauzed-test", disk], check=True)
    clusters = []
    try:
        clusters.append(Cluster(data=disk / "data", max_wal_size="64MB", min_wal_size="32MB"))
        world = furnished(fresh, cluster=clusters[0])
        filler = disk / "filler"

        def fill():
            with open(filler, "wb") as file, pytest.raises(OSError):
                while True:
                    file.write(b"x" * (1 << 16))
                    file.flush()
            begin = time.monotonic()
            while answers(world) and time.monotonic() < begin + 60:
                # Every request writes to the log, so sooner or later there is no room left.
                client = world.client("nobody")
                for _ in range(200):
                    client.ask("GET", "/v1/audit")
            assert not answers(world)
            filler.unlink()
            if world.cluster.process.poll() is not None:  # it gives up when it can't even write its log
                (world.cluster.data / "postmaster.pid").unlink(missing_ok=True)
                world.cluster.start()
            wait_until(world.cluster.up, 60, "PostgreSQL is up")

        under_load(world, fill, size(1, 3))
        world.stop(signal.SIGKILL)
    finally:
        for cluster in clusters:
            cluster.close()
        subprocess.run(["umount", "-l", disk], check=False)


def test_only_one_server_writes(fresh):
    """A second gauzed on the same database waits, and takes over when the first is gone."""
    world = furnished(fresh)
    first = world.process
    port, world.port = world.port, world.port + 1
    world.write_config()
    world.start(wait=0)
    second = world.process
    time.sleep(1)
    assert not world.ready() and second.poll() is None
    first.send_signal(signal.SIGKILL)
    first.wait()
    wait_until(world.ready, BACK, "the second one took over")
    assert port != world.port and answers(world)
