"""A studio that runs, and a client that behaves as a browser does; for studio.py and studio_hostile.py."""
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time

import lib


class Answer:
    def __init__(self, response):
        self.code, self.headers, self.bytes = response.status, response.headers, response.read()

    @property
    def text(self):
        return self.bytes.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.bytes)


class Studio:
    """The program, started in a folder. What it prints is kept."""

    def __init__(self, suite, folder, *arguments, browser=None, user=None, temporary=None):
        """`browser`: a folder with a program xdg-open; otherwise none is started. `user`: whose program it is. `temporary`: where its temporary files go."""
        self.printed, self.errors = [], []
        more = ["--no-browser"] if browser is None else []
        path = os.environ["PATH"] if browser is None else f"{browser}:{os.environ['PATH']}"
        self.process = subprocess.Popen(suite.command("studio", *arguments, *more, "--json"), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, "PATH": path, **({"TMPDIR": str(temporary)} if temporary else {})},
                                        user=user, group=user, extra_groups=None if user is None else [])
        self.readers = [threading.Thread(target=self.read, args=pair, daemon=True) for pair in
                        ((self.process.stdout, self.printed), (self.process.stderr, self.errors))]
        for reader in self.readers:
            reader.start()
        self.address = self.next_address(0)
        self.port, self.token = int(re.search(r":(\d+)/", self.address).group(1)), self.address.split("token=")[1]
        self.cookie = None

    def read(self, stream, lines):
        for line in stream:
            lines.append(line)

    def next_address(self, index):
        """The address of this number; ends with what was printed instead."""
        for _ in range(3000):
            found = re.findall(r'"address": "([^"]+)"', "".join(self.printed))
            if len(found) > index:
                return found[index]
            if self.process.poll() is not None:
                raise RuntimeError(f"no studio: {''.join(self.printed)}{''.join(self.errors)}")
            time.sleep(0.02)
        raise RuntimeError("no address")

    def ask(self, method, target, headers=None, body=None, host=None):
        """A request with these headers alone, and those that HTTP needs."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in [("Host", host if host is not None else f"127.0.0.1:{self.port}"), *(headers or {}).items()]:
                if value is not None:
                    connection.putheader(name, value)
            data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def visit(self, token=None):
        """Opens the address as a browser does, and keeps the cookie."""
        answer = self.ask("GET", f"/?token={token or self.token}", {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"})
        if answer.headers.get("Set-Cookie"):
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return answer

    def browser_headers(self, posting):
        headers = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Cookie": self.cookie}
        if posting:
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        return headers

    def get(self, target):
        return self.ask("GET", target, self.browser_headers(False))

    def post(self, target, body):
        return self.ask("POST", target, self.browser_headers(True), body)

    def opened(self):
        """The state, once a table that is being opened has its policy, or none."""
        while True:
            state = self.get("/api/state").json()
            running = [job for job in state["jobs"] if job["action"] == "open" and job["state"] == "running"]
            if state["open"] is None or state["open"]["kind"] != "table" or not running:
                return self.get("/api/state").json()
            time.sleep(0.05)

    def job(self, action, options=None, wait=True):
        """Starts it, and gives back the job when it has ended."""
        answer = self.post("/api/jobs", {"action": action, "options": options or {}})
        if answer.code != 201:
            return {"state": f"refused {answer.code}", "error": answer.json()}
        job = answer.json()["job"]
        while wait and job["state"] == "running":
            time.sleep(0.05)
            job = self.get(f"/api/jobs/{job['id']}").json()
        return self.get(f"/api/jobs/{job['id']}").json() if wait else job

    def end(self):
        """As Ctrl-C does; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=30)
        for reader in self.readers:
            reader.join(timeout=10)
        return code


def clinic(suite, name):
    folder = suite.folder / name
    folder.mkdir()
    shutil.copy(lib.ROOT / "examples" / "clinic" / "patients.csv", folder)
    return folder


def edit(studio, state, label, change):
    """The policy after `change` of its document, by form."""
    document = state["policy"]["document"]
    change(document)
    answer = studio.post("/api/policy", {"revision": state["policy"]["revision"], "label": label, "document": document})
    return answer.json() if answer.code == 200 else {"problem": answer.json()}
