"""What the tests of gauzed stand on: a vault, a database, the server, a client.

Everything lives in one temporary folder and on loopback, and is ended by its process id.
"""
import csv
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from issuer import Issuer
from setting import BUILD, free_port, wait_until


class Client:
    """One connection. Gives (code, body as JSON or text, headers)."""

    def __init__(self, port, token=None, timeout=30):
        self.port, self.token, self.timeout = port, token, timeout
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def ask(self, method, path, body=None, token=None, headers=None):
        headers = dict(headers or {})
        token = self.token if token is None else token
        if token:
            headers.setdefault("Authorization", f"Bearer {token}")
        if isinstance(body, (dict, list)):
            headers.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        try:
            self.connection.request(method, path, body=body, headers=headers)
            response = self.connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        kind = response.headers.get("Content-Type", "")
        return response.status, json.loads(content) if "json" in kind else content.decode(), response.headers

    def close(self):
        self.connection.close()


class World:
    """A folder with keys, a database, an issuer, and gauzed, stopped."""

    def __init__(self, cluster, rows=5000, people=None, **limits):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gauzed-test-"))
        self.cluster = cluster
        self.database = cluster.create()
        self.issuer = Issuer(self.folder)
        (self.folder / "state").mkdir(mode=0o700)
        self.run("keys", "--out", self.folder)
        self.port = free_port()
        self.limits = {"requests_per_second": 1000000, "burst": 1000000, **limits}
        self.config = self.folder / "gauzed.yaml"
        self.identity = {"issuer": Issuer.name, "audience": "gauzed", "roles_claim": "gauze_roles", "jwks": "jwks.json", "skew_seconds": 30,
                         "jwks_refresh_seconds": 1}
        self.write_config()
        self.run("migrate", "--config", self.config)
        self.rows = rows
        self.vault = self.folder / "release.vault"
        self.seen = self.make_vault(self.vault, rows, people=people)
        self.process = None
        self.reader = None
        self.log = self.folder / "gauzed.log"
        self.officer = self.issuer.token("officer-1", "data_officer")
        self.auditor = self.issuer.token("auditor-1", "auditor")
        self.researcher = self.issuer.token("researcher-1", "researcher")

    def dsn(self, user="gauzed"):
        return f"host={self.cluster.folder} dbname={self.database} user={user}"

    def sql(self, text):
        return self.cluster.sql(text, self.database)

    def write_config(self, **more):
        self.config.write_text(json.dumps({"listen": f"127.0.0.1:{self.port}", "database": self.dsn(), "master_key": "master.key",
                                           "vault_key": "vault.key", "state": "state", "identity": self.identity, "limits": self.limits, **more}))

    def make_vault(self, file, rows, seed=1, people=None):
        done = subprocess.run([BUILD / "make_vault", str(rows), str(seed), self.folder / "vault.pub", file,
                               file.with_suffix(".csv"), *([people] if people else [])], capture_output=True, text=True,
                              check=True)
        return json.loads(done.stdout)

    def take_over(self, vault, key, release, columns):
        """A vault that somebody else made, and the key that it was sealed to, instead of ours."""
        shutil.copy(key, self.folder / "vault.key")
        self.vault, self.seen = vault, {"release": release, "columns": dict.fromkeys(columns)}

    @staticmethod
    def run_any(*arguments):
        """A command that ends; `serve`, too, where it has to refuse."""
        return subprocess.run([BUILD / "gauzed", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120)

    def run(self, *arguments, code=0):
        done = self.run_any(*arguments)
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def start(self, wait=60):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([BUILD / "gauzed", "serve", "--config", self.config], stderr=log, stdout=log)
        return wait_until(self.ready, wait, "gauzed is ready") if wait else None

    def ready(self):
        try:
            client = Client(self.port, timeout=2)
            code = client.ask("GET", "/readyz")[0]
            client.close()
            return code == 200
        except (OSError, http.client.HTTPException):
            return False

    def stop(self, how=signal.SIGTERM):
        if self.process is None:
            return None
        self.process.send_signal(how)
        code = self.process.wait(30)
        self.process = None
        return code

    def close(self):
        # What it reached is written by a process that may end by itself (`make coverage`).
        self.stop(signal.SIGTERM if "LLVM_PROFILE_FILE" in os.environ else signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self, token=None):
        return Client(self.port, token)

    def furnish(self, k=5, questions=1000000, per_value=1000000, project="heart", members=("researcher-1",)):
        """A release, a project with the right to all of it, and its members."""
        officer = self.client(self.officer)
        code, _, _ = officer.ask("POST", f"/v1/releases?k={k}", self.vault.read_bytes(), headers={"Content-Type": "application/octet-stream"})
        assert code in (201, 409), code
        self.add_project(project, questions, per_value, members)
        officer.close()

    def add_project(self, project, questions, per_value, members):
        officer = self.client(self.officer)
        body = {"id": project, "title": "A study", "questions": questions, "questions_per_value": per_value}
        assert officer.ask("POST", "/v1/projects", body)[0] == 201
        for member in members:
            assert officer.ask("PUT", f"/v1/projects/{project}/members/{member}")[0] == 200
        grant = {"attributes": list(self.seen["columns"])}
        assert officer.ask("PUT", f"/v1/projects/{project}/grants/{self.seen['release']}", grant)[0] == 200
        officer.close()

    def body(self, question, project="heart"):
        return {"project": project, "release": self.seen["release"], "question": question}

    def question(self, dice):
        """A random question as a researcher would ask it."""
        columns = self.seen["columns"]
        parts = []
        if dice.random() < 0.6:
            parts.append("education in {" + ", ".join(dice.sample(columns["education"], dice.randint(1, 24))) + "}")
        if dice.random() < 0.6:
            low, high = sorted(round(dice.uniform(1, 5), 2) for _ in range(2))
            parts.append(f"age in [{low}, {high}]")
        if dice.random() < 0.4:
            parts.append(f"sex = {dice.choice(columns['sex'])}")
        if dice.random() < 0.3:
            parts.append(f"ward in {{{', '.join(dice.sample(columns['ward'], 4))}}}")
        target = dice.choice(["", "salary", "education", f"salary = {dice.choice(columns['salary'])}"])
        return f"{' & '.join(parts)} -> {target}".strip()

    def audit(self):
        """The whole log as the auditor reads it."""
        client, entries, after = self.client(self.auditor), [], 0
        while after is not None:
            code, page, _ = client.ask("GET", f"/v1/audit?after={after}&limit=1000")
            assert code == 200, page
            entries += page["entries"]
            after = page["next"]
        client.close()
        return entries

    def release(self):
        """The rows as a researcher has them."""
        with open(self.vault.with_suffix(".csv"), newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def head(self):
        """Entries of the log, by a read that is not logged."""
        if self.reader is None:
            self.reader = self.client(self.auditor)
        return self.reader.ask("GET", "/v1/audit/head")[1]["number"]

    def audit_count(self):
        return int(self.sql("SELECT coalesce(max(number), 0) FROM audit_log"))

    def verify(self, code=0, *more):
        return self.run("audit", "verify", "--config", self.config, *more, code=code)
