"""What the administrator of the database can do to it, while gauzed is stopped: whatever it is, the next start refuses to serve, and
`audit verify` finds it. They may write every table and turn off every trigger; they have neither the master key nor the state folder.
"""
import hashlib
import json

import pytest

QUESTIONS = ["sex = sex-0 -> salary", "sex = sex-1 -> salary", "sex = sex-0 -> salary"]


def furnished(fresh):
    """Two projects, a revoked one, answers, a repeat and a refusal."""
    world = fresh()
    world.start()
    world.furnish(questions=40)
    world.add_project("lung", 40, 40, ["researcher-2"])
    officer = world.client(world.officer)
    assert officer.ask("POST", "/v1/projects", {"id": "old", "title": "Old", "questions": 1, "questions_per_value": 1})[0] == 201
    assert officer.ask("POST", "/v1/projects/old/revoke")[0] == 200
    client = world.client(world.researcher)
    for question in QUESTIONS:
        assert client.ask("POST", "/v1/interpretations", world.body(question))[0] == 200
    assert client.ask("POST", "/v1/interpretations", world.body("nonsense"))[0] == 400
    return world


def chain_hash(entry):
    """As src/gauze/audit/audit.cc has it: anybody can make a chain that fits."""
    names = ["time", "who", "project", "kind", "decision", "reason", "detail", "body_digest", "record", "previous"]
    text = f"gauze audit 2\n{entry['number']}\n" + "".join(f"{len(entry[name].encode())}:{entry[name]}" for name in names)
    return hashlib.sha256(text.encode()).hexdigest()


def rewrite_log(world):
    """Makes an answer a refusal, its question goes, and all that follows is made to fit: entries, hashes, and the head in the seal."""
    entries = [json.loads(line) for line in world.sql("SELECT row_to_json(audit_log) FROM audit_log ORDER BY number").splitlines()]
    previous, statements = "0" * 64, []
    forged = next(entry["number"] for entry in entries if entry["decision"] == "answered")
    for entry in entries:
        if entry["number"] == forged:
            entry["decision"], entry["reason"], entry["record"] = "refused", "support", "0" * 64
        entry["previous"] = previous
        previous = chain_hash(entry)
        statements.append(f"UPDATE audit_log SET decision = '{entry['decision']}', reason = '{entry['reason']}', record = '{entry['record']}', "
                          f"previous = '{entry['previous']}', hash = '{previous}' WHERE number = {entry['number']}")
    return "; ".join([f"DELETE FROM answered WHERE audit_number = {forged}", *statements, f"UPDATE seal SET hash = '{previous}'"])


FIRST, SECOND = (f"(SELECT audit_number FROM answered ORDER BY audit_number LIMIT 1 OFFSET {i})" for i in range(2))
LAST = "(SELECT max(number) FROM audit_log)"

CHANGES = {
    "blank a question": "UPDATE answered SET question = ''",
    "blank it as an older version would have": "UPDATE answered SET question = '', answer = ''",
    "move an answer to another project": f"UPDATE answered SET project = 'lung' WHERE audit_number = {FIRST}",
    "swap two questions": f"UPDATE answered a SET question = b.question FROM answered b WHERE a.audit_number <> b.audit_number "
                          f"AND a.audit_number IN ({FIRST}, {SECOND}) AND b.audit_number IN ({FIRST}, {SECOND})",
    "delete an answer": f"DELETE FROM answered WHERE audit_number = {FIRST}",
    "delete an answer and its entry's end of the log": f"DELETE FROM answered WHERE audit_number >= {SECOND}; "
                                                       "DELETE FROM audit_log WHERE number > (SELECT max(audit_number) FROM answered)",
    "replay an answer": f"INSERT INTO answered SELECT {LAST}, project, release, kind, question, answer FROM answered WHERE audit_number = {FIRST}",
    "make an answer a repeat": f"UPDATE answered SET question = (SELECT question FROM answered ORDER BY audit_number DESC LIMIT 1) "
                               f"WHERE audit_number = {FIRST}",
    "raise a budget": "UPDATE projects SET questions = 1000000 WHERE id = 'heart'",
    "lower a budget": "UPDATE projects SET questions_per_value = 1 WHERE id = 'heart'",
    "raise k": "UPDATE releases SET k = 6",
    "lower k": "UPDATE releases SET k = 2",
    "add a member": "INSERT INTO members VALUES ('heart', 'intruder')",
    "take a right away": "DELETE FROM grants WHERE attribute = 'salary'",
    "bring a revoked project back": "UPDATE projects SET revoked = false",
    "rewrite the log": rewrite_log,
    "take the seal away": "DELETE FROM seal",
    "empty everything": "TRUNCATE audit_log, answered, withdrawals, replies, members, grants, projects, releases, vault_pieces, data_keys, seal",
}


def refuses(world):
    """Both say so, by a promise that does not hold, with what to do, and without a value."""
    said = []
    for arguments in (("serve", "--config", world.config), ("audit", "verify", "--config", world.config)):
        done = world.run_any(*arguments)
        assert done.returncode == 1, (arguments, done.returncode, done.stdout, done.stderr)
        assert "serving" not in done.stderr and "sex-" not in done.stderr
        assert "docs/server-deployment.md" in done.stderr or "gauzed adopt" in done.stderr or "backup" in done.stderr, done.stderr
        said.append(done.stderr)
    return said


@pytest.mark.parametrize("change", CHANGES)
def test_change_is_found(fresh, change):
    world = furnished(fresh)
    world.verify()
    world.stop()
    world.verify()
    sql = CHANGES[change]
    world.sql(f"SET session_replication_role = replica; {sql(world) if callable(sql) else sql}")
    refuses(world)


def copy_of(world):
    name = world.database + "_old"
    world.cluster.sql(f"CREATE DATABASE {name} TEMPLATE {world.database}", "postgres")
    return name


def test_older_database_is_found(fresh):
    """A whole backup in the place of the database: nothing in it is wrong, but the server knows that it went on."""
    world = furnished(fresh)
    world.stop()
    old = copy_of(world)
    world.start()
    assert world.client(world.researcher).ask("POST", "/v1/interpretations", world.body("-> salary"))[0] == 200
    head = world.client(world.auditor).ask("GET", "/v1/audit/head")[1]["text"]
    world.stop()
    world.cluster.sql(f"DROP DATABASE {world.database}", "postgres")
    world.cluster.sql(f"ALTER DATABASE {old} RENAME TO {world.database}", "postgres")
    assert all("older" in said for said in refuses(world))
    # Who holds the keys can vouch for it, and the log says so.
    world.run("adopt", "--config", world.config)
    world.start()
    entry = world.audit()[-1]
    assert entry["kind"] == "adopt" and entry["detail"] == f"noted before: {head}"
    world.verify()


def test_older_tables_are_found(fresh):
    """Tables and their seal of before an officer took a budget down, under the log of after."""
    world = furnished(fresh)
    world.stop()
    seal = world.sql("SELECT number || ', ''' || hash || ''', ''' || digest || '''' FROM seal")
    world.start()
    assert world.client(world.officer).ask("PUT", "/v1/projects/heart/budget", {"questions": 1, "questions_per_value": 1})[0] == 200
    world.stop()
    world.sql(f"UPDATE projects SET questions = 40, questions_per_value = 1000000 WHERE id = 'heart'; "
              f"UPDATE seal SET (number, hash, digest) = ROW({seal})")
    refuses(world)


def test_head_file_is_needed_and_is_ours(fresh):
    world = furnished(fresh)
    world.stop()
    head = world.folder / "state/head"
    kept = head.read_bytes()
    head.write_bytes(kept.replace(b"0", b"1"))
    refuses(world)
    head.unlink()
    refuses(world)
    head.unlink(missing_ok=True)
    # One whole line is enough: a write may have stopped halfway.
    newest = max(range(2), key=lambda line: kept.splitlines()[line])
    lines = kept.splitlines(keepends=True)
    lines[1 - newest] = b"x" * 10 + lines[1 - newest][10:]
    head.write_bytes(b"".join(lines))
    world.verify()
    world.start()


def test_log_says_what_officers_did(fresh):
    world = furnished(fresh)
    release = world.seen["release"]
    details = [entry["detail"] for entry in world.audit() if entry["decision"] == "done"]
    assert details[0] == f"POST /v1/releases?k=5 {release}"
    assert json.loads(details[1].removeprefix("POST /v1/projects ")) == {"id": "heart", "title": "A study", "questions": 40,
                                                                        "questions_per_value": 1000000}
    assert "PUT /v1/projects/heart/members/researcher-1" in details
    assert any(detail.startswith(f"PUT /v1/projects/heart/grants/{release} ") and "salary" in detail for detail in details)
    assert "POST /v1/projects/old/revoke" in details
    asked = [entry for entry in world.audit() if entry["kind"] == "interpretation"]
    assert all(entry["detail"] == "" for entry in asked)
    # Digests are under a key: the same body has the same, and nobody can guess it.
    assert asked[0]["body_digest"] == asked[2]["body_digest"] != asked[1]["body_digest"]
    assert asked[0]["body_digest"] != hashlib.sha256(json.dumps(world.body(QUESTIONS[0])).encode()).hexdigest()


def test_database_of_an_older_version_is_taken_over(fresh):
    """Its rows have no records and no seal. What it says is taken over as it is, and can't be changed from then on."""
    world = furnished(fresh)
    world.stop()
    (world.folder / "state/head").unlink()
    first_form(world)
    assert all("gauzed adopt" in said for said in refuses(world))
    world.run("adopt", "--config", world.config)
    world.verify()
    world.start()
    again = world.client(world.researcher).ask("POST", "/v1/interpretations", world.body(QUESTIONS[2]))
    assert again[0] == 200
    world.stop()
    world.sql(f"SET session_replication_role = replica; DELETE FROM answered WHERE audit_number = {FIRST}; "
              f"UPDATE audit_log SET decision = 'refused' WHERE number = {FIRST}")
    refuses(world)


def first_form(world):
    """Brings the log to the form that it had before seals; answers become blanks, as those of repeats were."""
    names = ["time", "who", "project", "kind", "decision", "reason", "body_digest", "previous"]
    previous, statements = "0" * 64, []
    for line in world.sql("SELECT row_to_json(audit_log) FROM audit_log ORDER BY number").splitlines():
        entry = json.loads(line) | {"previous": previous}
        text = f"gauze audit 1\n{entry['number']}\n" + "".join(f"{len(entry[name].encode())}:{entry[name]}" for name in names)
        old, previous = previous, hashlib.sha256(text.encode()).hexdigest()
        statements.append(f"UPDATE audit_log SET detail = '', record = '', previous = '{old}', hash = '{previous}' WHERE number = {entry['number']}")
    world.sql("SET session_replication_role = replica; " + "; ".join(statements) + "; UPDATE answered SET question = '', answer = ''; DELETE FROM seal")
