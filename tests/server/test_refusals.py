"""Requests that must be refused, of every kind: none is answered, each is in the log.

The whole (GAUZE_SOAK=1) is 10,000 of them.
"""
import base64
import collections
import hashlib
import hmac
import json
import socket
import time

import pytest
from cryptography.hazmat.primitives import serialization
from setting import dice, size

K = 5
COUNT = size(1300, 10_000)
INJECTIONS = ["' OR 1=1 --", "'; DROP TABLE audit_log; --", "$1", "%27%20OR%201=1", "\\'; SELECT pg_sleep(9)--", "\u0000", "\ud800",
              '"}, {"question": "x', "{{7*7}}", "${jndi:ldap://x}", "<script>", "a\nb", "NaN", "\u202e", "x" * 5000]
PATHS = ["/v1/../v1/audit", "/v1/audit/", "//v1/audit", "/v1/%2e%2e/audit", "/v1/audit%00", "/v1/audit%2fhead", "/v1/./audit", "/V1/audit",
         "/v1/audit;x=1", "/v1/projects/%", "/v1/projects/heart/../../audit", "/../../etc/passwd", "/v1/releases/%ff%fe", "/v1\\audit",
         "/v1/audit#x", "/v1/audit?limit=1&limit=2", "/v1/projects/heart%2fbudget", "/v1/interpretations/", "/metrics/", "/readyz/../v1/audit"]


class Kinds:
    """One method for each kind of refusal; each sends one request and gives its code."""

    def __init__(self, world):
        self.world = world
        self.dice = dice(10)
        self.client = world.client(world.researcher)
        self.auditor = world.client(world.auditor)
        self.officer = world.client(world.officer)
        self.alias = next(text for text in world.seen["columns"]["education"] if text.startswith("~"))
        self.good = world.body(f"education = {self.alias} -> salary")
        self.serial = 0
        self.rows = world.release()
        # A project without anything left, one that is not ours, one that was revoked.
        for name, questions in (("spent", 0), ("others", 10), ("revoked", 10)):
            members = ("somebody-else",) if name == "others" else ("researcher-1",)
            world.add_project(name, questions, questions, members)
        assert self.officer.ask("POST", "/v1/projects/revoked/revoke")[0] == 200
        world.add_project("narrow", 1000, 1000, ("researcher-1",))
        grant = {"attributes": ["sex"]}
        assert self.officer.ask("PUT", f"/v1/projects/narrow/grants/{world.seen['release']}", grant)[0] == 200

    def ask(self, body=None, token=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.ask("POST", "/v1/interpretations", self.good if body is None else body, token=token, headers=headers)[0]

    def token(self, *roles, **options):
        return self.world.issuer.token("researcher-1", *(roles or ("researcher",)), **options)

    def no_token(self):
        return self.ask(token="", Authorization=self.dice.choice(["", "Basic cmVzZWFyY2hlcjpwdw==", "Bearer", "Bearer ", "bearer null"]))

    def expired(self):
        return self.ask(token=self.token(exp=int(time.time()) - self.dice.randint(31, 10**6)))

    def not_yet(self):
        return self.ask(token=self.token(nbf=int(time.time()) + self.dice.randint(60, 10**6)))

    def without_expiry(self):
        return self.ask(token=self.token(exp=None))

    def wrong_audience(self):
        return self.ask(token=self.token(aud=self.dice.choice(["other", ["a", "b"], "", None, 7])))

    def wrong_issuer(self):
        return self.ask(token=self.token(iss=self.dice.choice(["https://evil.example", "", None])))

    def algorithm_none(self):
        head = base64.urlsafe_b64encode(b'{"alg":"none","kid":"rsa-1"}').rstrip(b"=").decode()
        body = self.token().split(".")[1]
        return self.ask(token=f"{head}.{body}.")

    def public_key_as_secret(self):
        """Signed by HMAC with the public key, which everybody has."""
        pem = self.world.issuer.rsa.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        head = base64.urlsafe_b64encode(json.dumps({"alg": "HS256", "kid": "rsa-1"}).encode()).rstrip(b"=").decode()
        body = self.token().split(".")[1]
        signature = hmac.new(pem, f"{head}.{body}".encode(), hashlib.sha256).digest()
        return self.ask(token=f"{head}.{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}")

    def key_of_other_kind(self):
        return self.ask(token=self.token(algorithm="EdDSA", headers={"kid": "rsa-1"}))

    def unknown_key(self):
        return self.ask(token=self.token(headers={"kid": self.dice.choice(["", "old", "../rsa-1", "rsa-2"])}))

    def tampered_token(self):
        parts = self.token("auditor").split(".")
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=="))
        claims["gauze_roles"] = ["researcher"]
        parts[1] = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
        return self.ask(token=".".join(parts))

    def no_subject(self):
        return self.ask(token=self.world.issuer.token(self.dice.choice(["", None, "a\nb", "x" * 300]), "researcher"))

    def wrong_project(self):
        return self.ask(self.world.body(self.good["question"], self.dice.choice(["others", "nothing", "heart2"])))

    def revoked_project(self):
        return self.ask(self.world.body(self.good["question"], "revoked"))

    def other_role(self):
        token = self.dice.choice([self.world.officer, self.world.auditor, self.token("admin"), self.token("Researcher")])
        return self.ask(token=token)

    def researcher_as_officer(self):
        method, path, body = self.dice.choice([
            ("POST", "/v1/projects", {"id": "mine", "title": "x", "questions": 9, "questions_per_value": 9}),
            ("PUT", "/v1/projects/heart/budget", {"questions": 10**9, "questions_per_value": 10**9}),
            ("PUT", "/v1/projects/others/members/researcher-1", None), ("POST", "/v1/projects/others/revoke", None),
            ("GET", "/v1/audit", None), ("GET", "/v1/audit/head", None)])
        return self.client.ask(method, path, body)[0]

    def attribute_not_granted(self):
        return self.ask(self.world.body(self.good["question"], "narrow"))

    def tampered_body(self):
        body = json.dumps(self.good)
        digest = base64.b64encode(hashlib.sha256((body + " ").encode()).digest()).decode()
        return self.ask(body, Content_Type="application/json", Content_Digest=f"sha-256=:{digest}:")

    def replayed_key(self):
        """A key that was used for another body; the first use is a refusal of its own."""
        self.serial += 1
        key = f"key-{self.serial}"
        first = self.ask(self.world.body("nothing = 1", "spent"), Idempotency_Key=key)
        return first, self.ask(Idempotency_Key=key)

    def over_budget(self):
        return self.ask(self.world.body(self.good["question"], "spent"))

    def below_k(self):
        """What one row shows, in all columns: fewer than k have it."""
        row = self.dice.choice(self.rows)
        while sum(other == row for other in self.rows) >= K:
            row = self.dice.choice(self.rows)
        return self.ask(self.world.body(" & ".join(f"{name} = {value}" for name, value in row.items()) + " -> salary"))

    def differencing(self):
        """A question that is answered, and the same without a value that fewer than k of them show."""
        wide = {"ward": self.dice.choice(self.world.seen["columns"]["ward"]), "sex": self.dice.choice(self.world.seen["columns"]["sex"])}
        inside = [row for row in self.rows if all(row[name] == value for name, value in wide.items())]
        column = self.dice.choice(["education", "age"])
        counts = collections.Counter(row[column] for row in inside)
        few = self.dice.choice(sorted(value for value, count in counts.items() if count < K))
        rest = ", ".join(sorted(value for value in counts if value != few))
        text = " & ".join(f"{name} = {value}" for name, value in wide.items())
        assert self.ask(self.world.body(f"{text} ->")) == 200
        return 200, self.ask(self.world.body(f"{text} & {column} in {{{rest}}} ->"))

    def injection(self):
        text = self.dice.choice(INJECTIONS)
        name = self.dice.choice(["project", "release", "question", "more"])
        return self.ask(self.good | {name: text})

    def json_tricks(self):
        text = self.dice.choice(['{"project":"heart"', "[]", "null", "{}", "[" * 20000, '{"question":{"when":[]}}', '"x"', "\xff\xfe",
                                 json.dumps(self.good)[:-1] + ', "role": "data_officer"}', "", '{"a":1e999}',
                                 json.dumps({**self.good, "question": {"when": [{"column": "sex", "values": [1]}]}})])
        return self.ask(text.encode("latin-1"), Content_Type="application/json")

    def media_type(self):
        return self.ask(json.dumps(self.good), Content_Type=self.dice.choice(["text/plain", "application/xml", "", "application/jsonx"]))

    def path_trick(self):
        return self.raw(self.dice.choice(PATHS))

    def method(self):
        method = self.dice.choice(["DELETE", "PUT", "PATCH", "TRACE", "GET", "OPTIONS"])
        return self.client.ask(method, "/v1/interpretations")[0]

    def raw(self, target):
        """A target that http.client would not send as it is."""
        with socket.create_connection(("127.0.0.1", self.world.port), timeout=20) as stream:
            head = f"GET {target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.world.researcher}\r\nConnection: close\r\n\r\n"
            stream.sendall(head.encode("latin-1"))
            answer = b""
            while chunk := stream.recv(65536):
                answer += chunk
        return int(answer.split(b" ", 2)[1])


KINDS = [name for name, kind in vars(Kinds).items() if callable(kind) and name not in ("__init__", "ask", "token", "raw")]


@pytest.fixture(scope="module")
def kinds(shared):
    return Kinds(shared)


@pytest.mark.parametrize("kind", KINDS)
def test_refused_and_logged(shared, kinds, kind):
    for _ in range(COUNT // len(KINDS) + 1):
        before = shared.head()
        codes = getattr(kinds, kind)()
        codes = codes if isinstance(codes, tuple) else (codes,)
        assert 400 <= codes[-1] < 500, codes
        assert shared.head() - before == len(codes), "each is logged"


def test_the_log_says_why_and_no_value(shared, kinds):
    """Every reason that these requests have, and nothing of what they said."""
    entries = shared.audit()
    reasons = {entry["reason"] for entry in entries}
    assert {"token_none", "token_malformed", "token_algorithm", "token_key", "token_signature", "token_issuer", "token_audience",
            "token_expired", "token_not_yet", "token_subject", "role", "right", "support", "difference", "budget_project", "malformed",
            "idempotency_key", "content_digest", "media_type", "not_found", "method"} <= reasons
    text = json.dumps(entries) + shared.log.read_text()
    for column in ("education", "salary", "sex", "ward"):
        assert not any(value in text for value in shared.seen["columns"][column])
    assert "DROP TABLE" not in text and shared.researcher not in text
    shared.verify()
