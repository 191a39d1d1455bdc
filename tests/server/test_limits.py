"""Idempotency, limits, pages, metrics: the small print of the API."""
import http.client
import json
import socket
import time

from setting import in_threads
from world import Client, World


def test_idempotency_key(shared):
    client = shared.client(shared.researcher)
    body = shared.body("sex = sex-1 -> salary")
    first = client.ask("POST", "/v1/interpretations", body, headers={"Idempotency-Key": "one"})
    again = client.ask("POST", "/v1/interpretations", body, headers={"Idempotency-Key": "one"})
    assert first[0] == again[0] == 200 and first[1] == again[1], "word for word, its number included"
    code, problem, _ = client.ask("POST", "/v1/interpretations", shared.body("sex = sex-0 ->"), headers={"Idempotency-Key": "one"})
    assert (code, problem["reason"]) == (422, "idempotency_key")
    # Keys are a person's own.
    other = shared.client(shared.issuer.token("researcher-2", "researcher"))
    assert other.ask("POST", "/v1/interpretations", body, headers={"Idempotency-Key": "one"})[0] == 403


def test_same_key_at_the_same_time(shared):
    """Many at once: one is decided, the others get the same."""
    body, answers = shared.body("ward = ward-3 -> salary"), []

    def ask(_):
        answers.append(shared.client(shared.researcher).ask("POST", "/v1/interpretations", body, headers={"Idempotency-Key": "at-once"})[1])

    in_threads(16, ask)
    assert len({json.dumps(answer) for answer in answers}) == 1


def test_replay_after_rights_were_taken(fresh):
    world = fresh()
    world.start()
    world.furnish()
    client, officer = world.client(world.researcher), world.client(world.officer)
    headers = {"Idempotency-Key": "k"}
    assert client.ask("POST", "/v1/interpretations", world.body("sex = sex-1 ->"), headers=headers)[0] == 200
    assert officer.ask("DELETE", "/v1/projects/heart/members/researcher-1")[0] == 200
    assert client.ask("POST", "/v1/interpretations", world.body("sex = sex-1 ->"), headers=headers)[0] == 403


def test_budgets_hold_when_many_ask_at_once(fresh):
    world = fresh()
    world.start()
    world.furnish(questions=7)
    codes = []

    def ask(i):
        client = world.client(world.researcher)
        for j in range(10):
            codes.append(client.ask("POST", "/v1/interpretations", world.body(f"age > {1 + (10 * i + j) / 100} -> salary"))[0])

    in_threads(8, ask)
    assert codes.count(200) == 7
    officer = world.client(world.officer)
    assert officer.ask("PUT", "/v1/projects/heart/budget", {"questions": 8, "questions_per_value": 100})[0] == 200
    world.stop()
    world.start()
    client = world.client(world.researcher)
    answers = [client.ask("POST", "/v1/interpretations", world.body(f"age > 1.0000{i} ->"))[0] for i in range(1, 5)]
    assert answers.count(200) == 1, "what was spent is known after a restart"


def test_value_budget(fresh):
    world = fresh()
    world.start()
    world.furnish(per_value=2)
    client = world.client(world.researcher)
    alias = next(text for text in world.seen["columns"]["education"] if text.startswith("~"))
    codes = [client.ask("POST", "/v1/interpretations", world.body(f"education = {alias} & sex = {sex} ->")) for sex in ("sex-0", "sex-1")]
    assert [code for code, _, _ in codes] == [200, 200]
    code, problem, _ = client.ask("POST", "/v1/interpretations", world.body(f"education = {alias} ->"))
    assert (code, problem["reason"]) == (403, "budget_value")


def test_rate_limit(fresh):
    world = fresh(requests_per_second=5, burst=20)
    world.start()
    client = world.client(world.auditor)
    answers = [client.ask("GET", "/v1/audit/head") for _ in range(40)]
    assert [code for code, _, _ in answers[:20]] == [200] * 20
    _, problem, headers = next(answer for answer in answers if answer[0] == 429)
    assert problem["reason"] == "rate" and headers["Retry-After"] == "1"
    assert world.client(world.officer).ask("GET", "/v1/projects")[0] == 200, "others are not concerned"
    assert world.client().ask("GET", "/healthz")[0] == 200


def test_too_large(shared):
    for token, path in ((shared.researcher, "/v1/interpretations"), (shared.researcher, "/v1/releases?k=5"), ("", "/v1/releases?k=5")):
        client = Client(shared.port, token)
        code, problem, _ = client.ask("POST", path, b"x" * (1 << 20) + b"y", headers={"Content-Type": "application/json"})
        assert (code, problem["reason"]) == (413, "too_large")


def test_slow_and_broken_clients(fresh):
    """Who does not finish a request is let go; who sends no HTTP is told so; neither keeps others waiting."""
    world = fresh(request_seconds=1, idle_seconds=2)
    world.start()
    with socket.create_connection(("127.0.0.1", world.port), timeout=20) as stream:
        stream.sendall(b"POST /v1/interpretations HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
        begin = time.monotonic()
        assert stream.recv(100) == b"" and time.monotonic() - begin < 5
    with socket.create_connection(("127.0.0.1", world.port), timeout=20) as stream:
        stream.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is TLS\r\n\r\n")
        assert stream.recv(1000).startswith(b"HTTP/1.1 400 ")
    with socket.create_connection(("127.0.0.1", world.port), timeout=20) as stream:
        stream.sendall(b"GET /healthz HTTP/1.1\r\n" + b"A: " + b"a" * 20000 + b"\r\n\r\n")
        assert stream.recv(1000).startswith(b"HTTP/1.1 431 ")
    with socket.create_connection(("127.0.0.1", world.port), timeout=20) as stream:
        stream.sendall(b"POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert stream.recv(1000).startswith(b"HTTP/1.1 400 ")
    idle = [socket.create_connection(("127.0.0.1", world.port)) for _ in range(200)]
    assert world.client().ask("GET", "/healthz")[0] == 200
    for stream in idle:
        stream.close()


def test_connections_are_bounded(fresh):
    world = fresh(connections=10)
    world.start()
    streams = [socket.create_connection(("127.0.0.1", world.port)) for _ in range(10)]
    time.sleep(0.5)
    try:
        Client(world.port, timeout=5).ask("GET", "/healthz")
        raise AssertionError("an eleventh connection was served")
    except (OSError, http.client.HTTPException):
        pass
    for stream in streams:
        stream.close()
    time.sleep(0.5)
    assert world.ready()


def test_pages(shared):
    entries = shared.audit()
    client = shared.client(shared.auditor)
    paged, after = [], 0
    while after is not None and len(paged) < 60:
        _, page, _ = client.ask("GET", f"/v1/audit?after={after}&limit=7")
        paged += page["entries"]
        after = page["next"]
    assert paged == entries[:len(paged)]
    assert client.ask("GET", "/v1/audit?after=9007199254740991")[1] == {"entries": [], "next": None}


def test_metrics(shared):
    code, text, headers = shared.client().ask("GET", "/metrics")
    assert code == 200 and headers["Content-Type"].startswith("text/plain")
    for name in ("gauzed_build_info", "gauzed_database_up 1", "gauzed_requests_total{", "gauzed_decisions_total{", "gauzed_request_seconds_bucket{"):
        assert name in text, name


def test_secrets_stay_inside(shared):
    """No core file, no token and no cell in the journal; keys are for their owner only."""
    with open(f"/proc/{shared.process.pid}/limits", encoding="ascii") as file:
        core = next(line for line in file if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"]
    journal = shared.log.read_text()
    assert shared.researcher not in journal and "education-" not in journal
    for name in ("master.key", "vault.key"):
        assert (shared.folder / name).stat().st_mode & 0o077 == 0
    # Nothing of the private table is in the database in plain.
    World.run(shared, "audit", "verify", "--config", shared.config)
    shared.sql("CHECKPOINT")
    for file in shared.cluster.data.rglob("*"):
        if file.is_file():
            assert b"education-1" not in file.read_bytes(), file


def test_tree_that_cant_be_paid_for(fresh):
    """It is given up, costs nothing, and is not held against who can pay for it."""
    world = fresh()
    world.start()
    world.furnish(questions=1)
    world.add_project("rich", 100, 100, ["researcher-1"])
    world.add_project("poor", 0, 100, ["researcher-1"])
    salary = world.seen["columns"]["salary"][0]
    tree = {"target": "salary", "root": {"column": "age", "threshold": 2.5, "yes": {"predicts": salary}, "no": {"predicts": salary}}}
    client = world.client(world.researcher)

    def ask(project):
        code, answer, _ = client.ask("POST", "/v1/trees", {"project": project, "release": world.seen["release"], "tree": tree})
        return code, answer.get("reason")

    assert ask("poor") == ask("heart") == (403, "budget_project")
    spent = world.client(world.officer).ask("GET", "/v1/projects/heart")[1]["releases"]
    assert all(release["questions_spent"] == 0 for release in spent.values())
    assert ask("rich") == (200, None) == ask("rich")
    assert ask("heart") == (403, "budget_project")
    world.verify()
