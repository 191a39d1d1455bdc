"""Bodies that nest as deeply as a request may be long, to every endpoint that takes one: refused and logged, and the server lives.

What writes or compares a document goes down level by level on the stack: half a million levels would end the process. The whole (GAUZE_SOAK=1)
is 1,000 bodies to each.
"""
import pytest
from setting import dice, size

COUNT = size(20, 1000)
DEEPEST = 200
ENDPOINTS = {
    "interpretation": ("POST", "/v1/interpretations", "researcher", '{"project":"heart","release":"r","question":%s}'),
    "tree": ("POST", "/v1/trees", "researcher", '{"project":"heart","release":"r","tree":%s}'),
    "project": ("POST", "/v1/projects", "officer", '{"id":%s,"title":"x","questions":1,"questions_per_value":1}'),
    "budget": ("PUT", "/v1/projects/heart/budget", "officer", '{"questions":%s,"questions_per_value":1}'),
    "grant": ("PUT", "/v1/projects/heart/grants/{release}", "officer", '{"attributes":%s}'),
}


def nested(rng, depth):
    """Lists, objects, or both in turn; closed, or cut off in the middle."""
    kind = rng.choice(["lists", "objects", "both"])
    opening, closing = {"lists": ("[", "]"), "objects": ('{"a":', "}"), "both": ('[{"a":', "}]")}[kind]
    levels = depth if kind != "both" else depth // 2
    return opening * levels + "1" + (closing * levels if rng.random() < 0.8 else "")


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_deep_bodies(shared, endpoint):
    method, path, who, form = ENDPOINTS[endpoint]
    rng, client = dice(endpoint), shared.client(getattr(shared, who))
    for number in range(COUNT):
        # As long as a body may be, as deep as is just allowed, and everything between.
        depth = {0: 170_000, 1: DEEPEST - 1, 2: DEEPEST + 2, 3: 10}.get(number, int(10 ** rng.uniform(1, 5.2)))
        before = shared.head()
        code, problem, _ = client.ask(method, path.format(release=shared.seen["release"]), form % nested(rng, depth), headers={"Content-Type": "application/json"})
        assert 400 <= code < 500, (depth, code)
        if depth > DEEPEST + 1:
            assert (code, problem["reason"]) == (400, "malformed"), (depth, problem)
        assert shared.head() == before + 1, "each is logged"
    assert shared.process.poll() is None and shared.ready()
    shared.verify()


def test_the_longest_body(shared):
    """What ended the process once: 900 KB of brackets, by anybody with a token."""
    body = '{"project":"p","release":"r","question":' + "[" * 450_000 + "]" * 450_000 + "}"
    code, problem, _ = shared.client(shared.researcher).ask("POST", "/v1/interpretations", body, headers={"Content-Type": "application/json"})
    assert (code, problem["reason"]) == (400, "malformed")
    assert shared.process.poll() is None and shared.ready()
