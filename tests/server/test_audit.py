"""The log, offline: any entry that was removed, changed, added or reordered is found, in an export and in the database."""
import json

import pytest
from setting import dice, size

TRIALS = size(60, 2000)


@pytest.fixture(scope="module")
def exported(shared, tmp_path_factory):
    client = shared.client(shared.researcher)
    for i in range(30):
        client.ask("POST", "/v1/interpretations", shared.body(f"age > {1 + i / 10} -> salary"))
    client.ask("POST", "/v1/interpretations", shared.body("nonsense"))
    file = tmp_path_factory.mktemp("audit") / "log.jsonl"
    shared.run("audit", "export", "--config", shared.config, "--out", file)
    lines = file.read_text().splitlines()
    head = json.loads(lines[-1])
    return lines[-40:], lines, f"{head['number']}:{head['hash']}"


def damage(lines, random):
    """One change to a log, of any kind; the last entry is left alone, as only its noted head could tell."""
    lines = list(lines)
    i = random.randrange(len(lines) - 1)
    kind = random.choice(["remove", "field", "swap", "double", "byte"])
    if kind == "remove":
        del lines[i]
    elif kind == "swap":
        lines[i], lines[i + 1] = lines[i + 1], lines[i]
    elif kind == "double":
        lines.insert(i, lines[i])
    elif kind == "field":
        entry = json.loads(lines[i])
        name = random.choice(list(entry))
        entry[name] = entry[name] + 1 if name == "number" else entry[name] + "x" if entry[name] == "" else entry[name][:-1]
        lines[i] = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
    else:
        at = random.randrange(len(lines[i]))
        changed = chr((ord(lines[i][at]) ^ random.choice([1, 2, 4])) & 0x7f)
        lines[i] = lines[i][:at] + changed + lines[i][at + 1:]
    return kind, lines


def test_export_is_whole(shared, exported, tmp_path):
    _, lines, head = exported
    file = tmp_path / "log"
    file.write_text("\n".join(lines) + "\n")
    assert "the log is complete and unchanged" in shared.run("audit", "verify", "--file", file)
    shared.run("audit", "verify", "--file", file, "--head", head)


def test_damage_is_found(shared, exported, tmp_path):
    _, lines, head = exported
    random, file = dice(5), tmp_path / "log"
    lines = lines[:80]
    for _ in range(TRIALS):
        kind, damaged = damage(lines, random)
        text = "\n".join(damaged) + "\n"
        file.write_text(text)
        done = shared.run_any("audit", "verify", "--file", file)
        assert done.returncode != 0, kind
        assert "DROP" not in done.stderr
    # A cut end is found by a head that was noted.
    file.write_text("\n".join(lines[:-1]) + "\n")
    shared.run("audit", "verify", "--file", file)
    assert "missing" in shared.run("audit", "verify", "--file", file, "--head", head, code=1)


CHANGES = ["UPDATE audit_log SET who = 'nobody' WHERE number = 3", "UPDATE audit_log SET decision = 'refused' WHERE number = 4",
           "DELETE FROM audit_log WHERE number = 2", "UPDATE audit_log SET number = number + 1000 WHERE number = 5",
           "DELETE FROM answered WHERE audit_number = (SELECT max(audit_number) FROM answered)",
           "DELETE FROM answered WHERE audit_number = (SELECT min(audit_number) FROM answered)"]


@pytest.mark.parametrize("change", CHANGES)
def test_changed_database_is_found(fresh, change):
    """By somebody who is master of the database, and turned off what keeps the log from being changed."""
    world = fresh()
    world.start()
    world.furnish()
    client = world.client(world.researcher)
    for sex in ("sex-0", "sex-1"):
        assert client.ask("POST", "/v1/interpretations", world.body(f"sex = {sex} ->"))[0] == 200
    world.verify()
    head = world.client(world.auditor).ask("GET", "/v1/audit/head")[1]["text"]
    world.stop()
    world.sql(f"SET session_replication_role = replica; {change}")
    assert "entry" in world.verify(1)
    assert "entry" in world.verify(1, "--head", head)


def test_cut_end_is_found(fresh):
    world = fresh()
    world.start()
    world.furnish()
    head = world.client(world.auditor).ask("GET", "/v1/audit/head")[1]["text"]
    world.verify(0, "--head", head)
    world.stop()
    world.sql("SET session_replication_role = replica; DELETE FROM audit_log WHERE number = (SELECT max(number) FROM audit_log)")
    world.verify(1)
    world.verify(1, "--head", head)


def test_server_ends_when_somebody_else_wrote_the_log(fresh):
    """An entry that this process did not write: it ends at once rather than go on from a state that is not the database's."""
    world = fresh()
    world.start()
    world.furnish()
    world.sql("SET session_replication_role = replica; INSERT INTO audit_log SELECT number + 1, time, who, project, kind, decision, reason, "
              "body_digest, previous, hash, detail, record FROM audit_log ORDER BY number DESC LIMIT 1")
    with pytest.raises(Exception):
        code = world.client(world.researcher).ask("POST", "/v1/interpretations", world.body("sex = sex-1 ->"))[0]
        assert code != 503
    assert world.process.wait(10) == 3
    world.process = None
