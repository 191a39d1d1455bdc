"""What people chose: k3 behind an alias of choice 3, and people who choose more strictly after the release was made."""
import pytest
from world import World


@pytest.fixture(scope="module")
def world(cluster):
    made = World(cluster, rows=60, people="people")
    try:
        made.start()
        yield made
    finally:
        made.close()


def upload(world, limits):
    officer = world.client(world.officer)
    return officer.ask("POST", f"/v1/releases?{limits}", world.vault.read_bytes(), headers={"Content-Type": "application/octet-stream"})


def withdraw(world, person, attribute="illness", choice=3, token=None):
    body = {"person": person, "attribute": attribute, "choice": choice}
    return world.client(token or world.officer).ask("POST", f"/v1/releases/{world.seen['release']}/withdrawals", body)


def ask(world, question, project="heart", key=None):
    headers = {"Idempotency-Key": key} if key else None
    code, said, _ = world.client(world.researcher).ask("POST", "/v1/interpretations", world.body(question, project), headers=headers)
    return said["answer"] if code == 200 else said["reason"]


def test_k3_is_at_least_k(world):
    for limits in ("k=5&k3=4", "k=5&k3=x", "k=5&k3="):
        assert upload(world, limits)[0] == 400
    code, release, _ = upload(world, "k=5&k3=9")
    assert code == 201 and (release["k"], release["k3"]) == (5, 9)
    assert release["attributes"]["illness"] == "safe_aliases"
    world.add_project("heart", 1000, 1000, ["researcher-1"])
    world.add_project("lung", 1000, 1000, ["researcher-1"])


def test_an_alias_needs_k3_people(world):
    """Ten people show each alias."""
    alias = world.seen["columns"]["illness"][2]
    answer = ask(world, f"illness = {alias}")
    assert answer["means"] == "illness = lungs" and answer["support"] == 10
    assert "ulcer" not in str(answer)


def test_who_may_withdraw_and_what_is_refused(world):
    assert withdraw(world, "person-1", token=world.researcher)[0] == 403
    assert withdraw(world, "person-1", token=world.auditor)[0] == 403
    for person, attribute, choice, code, reason in (
            ("nobody", "illness", 3, 404, "not_found"), ("person-1", "sex", 3, 422, "unknown_column"),
            ("person-2", "illness", 3, 422, "not_stricter"), ("person-1", "illness", 2, 422, "not_stricter"),
            ("person-1", "illness", 1, 400, "malformed"), ("person-1", "illness", 4, 400, "malformed")):
        found, problem, _ = withdraw(world, person, attribute, choice)
        assert (found, problem["reason"]) == (code, reason), (person, attribute, choice)


def test_a_stricter_choice_counts_at_once_and_after_a_restart(world):
    """Nobody who withdrew stands behind an answer: of ten people who show "belly", four are left."""
    belly = [row for row in range(60) if row % 6 == 4]
    assert ask(world, "illness = belly")["support"] == 10
    for row in belly[:6]:
        code, done, _ = withdraw(world, f"person-{row}")
        assert code == 201, done
    assert withdraw(world, f"person-{belly[0]}")[1]["reason"] == "not_stricter"
    assert ask(world, "illness = belly") == "support", "what was told is not told again"
    assert ask(world, "illness = belly", "lung") == "support"
    assert ask(world, "illness = lungs")["support"] == 10
    entries = [entry for entry in world.audit() if entry["kind"] == "withdrawal.add"]
    assert sum(entry["decision"] == "done" for entry in entries) == 6
    assert not any("person-" in str(entry) for entry in entries), "the log names nobody"
    assert all("person" not in line for line in world.sql("SELECT sealed FROM withdrawals").splitlines())
    world.stop()
    world.verify()
    world.start()
    assert ask(world, "illness = belly") == "support"
    assert withdraw(world, f"person-{belly[1]}")[1]["reason"] == "not_stricter"


def test_a_request_that_is_sent_again_is_decided_anew(fresh):
    """The answer was stored under the request's key, and the own value of who withdraws is part of it."""
    world = fresh(rows=200, people="people")
    world.start()
    world.furnish()
    before = ask(world, "-> salary", key="salaries")["target"]
    assert ask(world, "-> salary", key="salaries")["target"] == before
    assert withdraw(world, "person-1")[0] == 201
    after = ask(world, "-> salary", key="salaries")["target"]
    assert after["other"] > before["other"], (before, after)
    assert ask(world, "-> salary", key="salaries")["target"] == after


def test_a_removed_withdrawal_is_found(world):
    world.stop()
    world.sql("SET session_replication_role = replica; DELETE FROM withdrawals WHERE number = (SELECT max(number) FROM withdrawals)")
    assert world.run_any("serve", "--config", world.config).returncode != 0
