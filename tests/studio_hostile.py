"""Requests to the studio from those who should get nothing: other sites, other programs of the machine, names that lead to it, paths that lead out of its folder.

Each is one of the kinds below, at random. None is answered with data: a word that stands in every file of the folder, in a file beside the folder and in the policy is in no answer. After each
hundred the studio still serves its own page. --count says how many.
"""
import json
import os
import socket
import time

import lib
from studio_world import Studio

SECRET = "qjxvkzwpbmtr"
GETS = ["/api/state", "/api/catalog", "/api/files", "/api/files?under=sub", "/api/history", "/api/jobs/1", "/api/jobs/1/events", "/api/rows?of=source&from=0&count=5",
        "/api/report/report.html", "/api/manifests", "/api/approvals", "/docs/", "/docs/policy/", "/", "/index.html", "/data"]
POSTS = ["/api/open", "/api/policy", "/api/undo", "/api/redo", "/api/jobs", "/api/approvals", "/api/hierarchy"]
OUT = ["../secret.csv", "out/secret.csv", "link.csv", "far.csv", "/etc/passwd", "sub/../../secret.csv", "..", "out", "%2e%2e/secret.csv", "..%2fsecret.csv", "....//secret.csv",
       "\\..\\secret.csv", "sub/../out/secret.csv", "/proc/self/environ", "/proc/self/root/etc/passwd", "~/x", "file:///etc/passwd", "secret.csv\u0000", "out/../../secret.csv",
       ".gauze-studio/../../secret.csv", "./../secret.csv", "\u2025/secret.csv", "nowhere", "x" * 5000, "a/" * 3000 + "b"]

# Of these, those that would be another place if they were written to; the others are names, however odd.
WRITTEN = [path for path in OUT if path.startswith(("../", "out/", "/", "sub/../", "./..", ".gauze-studio/"))]


def make_world(suite):
    folder = suite.folder / "in"
    (folder / "sub").mkdir(parents=True)
    rows = "".join(f"{SECRET},{20 + i % 50},town {i % 4}\n" for i in range(60))
    (folder / "t.csv").write_text("name,age,town\n" + rows)
    (suite.folder / "secret.csv").write_text("name\n" + SECRET + "\n")
    (suite.folder / "release").mkdir()
    (suite.folder / "release" / "manifest.json").write_text(json.dumps({"x": SECRET}))
    (folder / "t.yaml").write_text(f"# {SECRET}\nversion: 1\nsource: t.csv\nattributes:\n  name: {{role: identifying}}\n  age: {{role: quasi_identifying, type: integer}}\n"
                                   "  town: {role: quasi_identifying}\nprotect:\n  - k_anonymity: {k: 3}\nrelease: {directory: release}\n")
    os.symlink("..", folder / "out")
    os.symlink("../secret.csv", folder / "link.csv")
    os.symlink(suite.folder / "secret.csv", folder / "far.csv")
    os.symlink("../new.csv", folder / "nowhere")
    return folder


def good_body(rng):
    return rng.choice([{"path": "t.yaml"}, {"revision": 1, "label": "x", "text": "version: 1\n"}, {"revision": 1}, {"action": "run"}, {"action": "profile"},
                       {"release": "x", "point": "y", "name": "z", "approved": True}, {"column": "town", "tree": [{"depth": 0, "label": "*"}, {"depth": 1, "label": "a"}]}])


class Hostile:
    """Kinds of requests: each returns the answer's code and bytes, and which codes are right."""

    def __init__(self, suite, studio):
        self.suite, self.studio, self.rng = suite, studio, suite.random

    def any_target(self):
        posting = self.rng.random() < 0.4
        return ("POST", self.rng.choice(POSTS), good_body(self.rng)) if posting else ("GET", self.rng.choice(GETS), None)

    def headers(self, posting):
        return dict(self.studio.browser_headers(posting))

    def wrong_host(self):
        method, target, body = self.any_target()
        port = self.studio.port
        host = self.rng.choice([None, "", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}", f"rebound.example:{port}", f"127.0.0.1.nip.io:{port}", f"localtest.me:{port}",
                                f"0.0.0.0:{port}", f"[::1]:{port}", f"127.1:{port}", f"2130706433:{port}", f"LOCALHOST:{port}", f"localhost.:{port}", f"user@127.0.0.1:{port}",
                                f"127.0.0.1:{port}, evil.example", f"127.0.0.1:0{port}", f"evil.example:{port}"])
        headers = self.headers(body is not None)
        if host:
            headers["Origin"] = f"http://{host}"
        return self.studio.ask(method, target, headers, body, host="" if host is None else host), {400, 421}

    def rebound_token(self):
        return self.studio.ask("GET", f"/?token={self.studio.token}", {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"},
                               host=f"rebound.example:{self.studio.port}"), {421}

    def wrong_origin(self):
        method, target, body = self.any_target()
        headers = self.headers(body is not None)
        site = self.rng.choice(["cross-site", "same-site", "none", None, "same-origin, same-origin", "SAME-ORIGIN"])
        origin = self.rng.choice(["http://evil.example", "null", f"https://127.0.0.1:{self.studio.port}", f"http://127.0.0.1:{self.studio.port + 1}", f"http://localhost:{self.studio.port}",
                                  "http://127.0.0.1", None if site != "same-origin" else "null"])
        headers |= {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": self.rng.choice(["cors", "no-cors", "websocket", "same-origin"]), "Origin": origin}
        return self.studio.ask(method, target, headers, body), {403}

    def wrong_cookie(self):
        method, target, body = self.any_target()
        name, secret = self.studio.cookie.split("=")
        cookie = self.rng.choice([None, "", name, f"{name}=", f"{name}={secret[:-1]}", f"{name}={secret}0", f"{name}={secret.upper()}" if secret.upper() != secret else "x",
                                  f"{name}={secret}; {name}={secret}", f"gauze-studio={secret}", f"{name}0={secret}", f"{name}={'0' * 64}", f"{name}=\"{secret}\"", secret])
        headers = self.headers(body is not None) | {"Cookie": cookie}
        return self.studio.ask(method, target, headers, body), {401}

    def old_token(self):
        token = self.rng.choice([self.studio.token, "", "0" * 64, self.studio.token[:-1], self.studio.token + "0", self.studio.token.upper(), "%00", "a" * 9000])
        site = self.rng.choice(["none", "cross-site", None])
        return self.studio.ask(self.rng.choice(["GET", "GET", "POST"]), f"/?token={token}", {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}), {401, 403, 431}

    def path_out(self):
        """From the page itself: even there a path leads nowhere else."""
        path = self.rng.choice(OUT)
        quoted = "".join(c if c.isalnum() or c in "./%" else "".join(f"%{byte:02x}" for byte in c.encode()) for c in path)
        kind = self.rng.randrange(6)
        if kind == 0:
            return self.studio.get(f"/api/files?under={quoted}"), {400, 404, 431}
        if kind == 1:
            return self.studio.get(f"/api/report/{quoted}"), {404, 431}
        if kind == 2:
            return self.studio.get(f"/{self.rng.choice(['assets', 'docs', 'api', 'api/jobs'])}/{quoted}"), {200, 404, 431}
        if kind == 3:
            return self.studio.post("/api/open", {"path": path}), {400, 404, 422}
        action, options = self.rng.choice([("verify", {"target": path}), ("measure", {"target": path}), ("bundle", {"key": path}), ("keys", {"name": self.rng.choice(WRITTEN)}), ("append", {"batch": path}),
                                           ("hierarchy_check", {"column": "town", "hierarchy": path}), ("bundle_verify", {"target": path, "key": path}),
                                           ("hierarchy_suggest", {"column": "town", "take": 1, "out": self.rng.choice([*WRITTEN, "nowhere"])})])
        return self.studio.post("/api/jobs", {"action": action, "options": options}), {400, 422}

    def policy_out(self):
        """A policy whose files lie elsewhere is refused by every job."""
        document = {"version": 1, "source": "t.csv", "attributes": {"name": {"role": "identifying"}, "age": {"role": "quasi_identifying", "type": "integer"},
                                                                    "town": {"role": "quasi_identifying"}}, "protect": [{"k_anonymity": {"k": 3}}], "release": {"directory": "release"}}
        path = self.rng.choice([path for path in OUT if "\u0000" not in path and len(path) < 100])
        kind = self.rng.randrange(3)
        if kind == 0:
            document["source"] = self.rng.choice([path, "*.csv", "**/t.csv", "../*.csv", "out/*.csv", "[l]ink.csv"])
        elif kind == 1:
            document["attributes"]["town"]["hierarchy"] = path
        else:
            document["release"]["directory"] = self.rng.choice(["../out", "out/x", "/tmp/x", "nowhere"])
        return self.studio.post("/api/jobs", {"action": "price", "options": {"document": document}}), {400, 422}

    def bad_body(self):
        target = self.rng.choice(POSTS)
        body = self.rng.choice([b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"revision": -1}', b"[" * 100_000, b'{"a":' * 50_000, b'{"path": 5}', b'{"action": {}}', b'"x"',
                                b'{"revision": 1e400, "label": "x", "text": "y"}', b'{"path": "t.yaml", "x": 1}', b" " * 900_000 + b"{}", b"x" * 2_000_000,
                                json.dumps({"revision": 10 ** 30, "label": "x", "document": {}}).encode(), json.dumps({"action": "run", "options": [1]}).encode()])
        return self.studio.ask("POST", target, self.headers(True), body), {400, 409, 413, 422}

    def wrong_form(self):
        """Another type, another method, a query that is not plain."""
        headers = self.headers(True)
        kind = self.rng.randrange(4)
        if kind == 0:
            headers["Content-Type"] = self.rng.choice(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
            return self.studio.ask("POST", self.rng.choice(POSTS), headers, good_body(self.rng)), {415}
        if kind == 1:
            return self.studio.ask(self.rng.choice(["PUT", "PATCH", "OPTIONS", "TRACE", "X"]), self.rng.choice(GETS[:9]), headers), {400, 404, 405}
        if kind == 2:
            return self.studio.get(self.rng.choice(["/api/files?under=a&under=b", "/api/files?x=1", "/api/rows?of=source", "/api/files?under=%zz", "/api/rows?of=release&from=0&count=1"])), {400, 409}
        return self.studio.get(self.rng.choice(["/api", "/api/none", "/api/state/", "//api/state", "/api/../api/state", "/api/%2e%2e/state", "/api/jobs/../state", "/API/state2"])), {200, 404}

    def not_http(self):
        """Bytes on the socket; closed without an answer is right, too."""
        connection = socket.create_connection(("127.0.0.1", self.studio.port), timeout=10)
        try:
            connection.sendall(self.rng.choice([b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", os.urandom(500) + b"\r\n\r\n",
                                                b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n", b"POST /api/state HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                                                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"]))
            connection.shutdown(socket.SHUT_WR)
            data = b""
            while part := connection.recv(65536):
                data += part
        except OSError:
            data = b""
        finally:
            connection.close()
        return data


def main():
    suite = lib.Suite(__doc__, count=1000)
    folder = make_world(suite)
    studio = Studio(suite, folder, "t.yaml")
    suite.check(studio.ask("GET", f"/?token={studio.token}", {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, host=f"evil.example:{studio.port}").code == 421, "rebound")
    suite.check(studio.visit().code == 303, "the token does not let in")
    hostile = Hostile(suite, studio)
    kinds = [hostile.wrong_host, hostile.rebound_token, hostile.wrong_origin, hostile.wrong_cookie, hostile.old_token, hostile.path_out, hostile.policy_out, hostile.bad_body,
             hostile.wrong_form]
    before = lib.contents(suite.folder)
    began, told = time.time(), 0
    for number in range(suite.flags.count):
        if number % 10 == 9:
            data, fine, what = hostile.not_http(), True, "bytes"
        else:
            kind = kinds[number % len(kinds)]
            what = kind.__name__
            try:
                answer, codes = kind()
                data, fine = answer.bytes, answer.code in codes
                what += f" {answer.code}, not one of {sorted(codes)}: {answer.text[:200]}"
                # The page itself, which holds nothing of the folder, is there for any path of its own.
                fine = fine and (answer.code != 200 or answer.headers.get("Content-Encoding") == "gzip")
            except OSError:  # it hung up
                data, fine = b"", kind in (hostile.bad_body, hostile.old_token)
        suite.check(fine, f"request {number}: {what}")
        suite.check(SECRET.encode() not in data and b"root:" not in data, f"request {number}: answered with data: {what}")
        told += 1
        if number % 100 == 99:
            suite.check(studio.process.poll() is None and studio.get("/api/state").code == 200, f"the studio does not live after {number + 1} requests")
    after = lib.contents(suite.folder)
    suite.check({name: data for name, data in after.items() if ".gauze-studio" not in name} == {name: data for name, data in before.items() if ".gauze-studio" not in name},
                "files have changed")
    suite.check(SECRET in studio.get("/api/state").text, "the studio does not tell its own page")
    suite.check(not [line for line in studio.errors if line.strip()], f"printed: {studio.errors[:20]}")
    suite.check(studio.end() == 130, "the studio does not end as it should: a sanitizer has something to say")
    print(f"{told} hostile requests in {time.time() - began:.0f} s")
    suite.finish()


if __name__ == "__main__":
    main()
