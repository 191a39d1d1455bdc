"""What the tests of gauzed stand on: a real PostgreSQL of their own, an issuer of tokens, vaults, the server, a client.

Everything lives in one temporary folder and on loopback, and is ended by its process id.
"""
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("GAUZE_BUILD", ROOT / "build"))
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
SOAK = os.environ.get("GAUZE_SOAK") == "1"


def size(usual, soak):
    """A count for CI, and the one that a promise names (GAUZE_SOAK=1)."""
    return soak if SOAK else usual


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, seconds, what):
    """Seconds until it held."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        if true():
            return time.monotonic() - begin
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what}")


class Cluster:
    """A PostgreSQL of our own. As root it runs as the user postgres, who must reach its folder."""

    def __init__(self, folder, data=None, **settings):
        self.folder = pathlib.Path(folder)
        self.data = pathlib.Path(data) if data else self.folder / "data"
        self.settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "shared_buffers": "64MB",
                         "max_wal_size": "256MB", "log_min_messages": "fatal", **settings}
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.process = None
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "gauzed", "--no-instructions")
        self.start()
        self.sql("CREATE DATABASE gauzed", database="postgres")

    @property
    def dsn(self):
        return f"host={self.folder} dbname=gauzed user=gauzed"

    def run(self, program, *arguments):
        done = subprocess.run([*self.prefix, POSTGRES / program, *map(str, arguments)], capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self):
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "postgres.log", "ab") as log:
            self.process = subprocess.Popen([*self.prefix, POSTGRES / "postgres", "-D", self.data, *settings], stdout=log, stderr=log,
                                            cwd="/")
        wait_until(self.up, 60, "PostgreSQL is up")

    def up(self):
        return subprocess.run([POSTGRES / "pg_isready", "-q", "-h", self.folder], check=False).returncode == 0

    def postmaster(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast shutdown. SIGKILL: as a crash."""
        if self.process is None:
            return
        if how == signal.SIGKILL:
            self.kill()
            return
        os.kill(self.postmaster(), how)
        self.process.wait(60)
        self.process = None

    def kill(self):
        postmaster = self.postmaster()
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True, check=False).stdout.split()
        for process in [postmaster, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait(60)
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def sql(self, text, database="gauzed"):
        done = subprocess.run([POSTGRES / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "gauzed", "-d",
                               database, "-c", text], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


class Issuer:
    """Who gives tokens: two keys, as a provider has while it changes from one to the next."""

    name = "https://id.hospital.example"

    def __init__(self, folder):
        self.file = pathlib.Path(folder) / "jwks.json"
        self.rsa = rsa.generate_private_key(65537, 2048)
        self.ed = ed25519.Ed25519PrivateKey.generate()
        self.publish(["rsa-1", "ed-1"])

    def publish(self, ids):
        keys = {"rsa-1": json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.rsa.public_key())) | {"kid": "rsa-1", "use": "sig"},
                "ed-1": json.loads(jwt.algorithms.OKPAlgorithm.to_jwk(self.ed.public_key())) | {"kid": "ed-1", "alg": "EdDSA"}}
        self.file.write_text(json.dumps({"keys": [keys[name] for name in ids]}))

    def token(self, subject, *roles, key=None, algorithm="EdDSA", headers=None, **claims):
        now = int(time.time())
        body = {"iss": self.name, "aud": "gauzed", "sub": subject, "iat": now, "exp": now + 36000, "gauze_roles": list(roles)} | claims
        body = {name: value for name, value in body.items() if value is not None}
        if key is None:
            key = self.ed if algorithm == "EdDSA" else self.rsa
        kid = {"kid": "ed-1" if algorithm == "EdDSA" else "rsa-1"}
        return jwt.encode(body, key, algorithm=algorithm, headers=kid | (headers or {}))


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

    def __init__(self, folder=None, rows=5000, cluster=None, **limits):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="gauzed-test-"))
        self.folder.chmod(0o755)
        database = self.folder / "pg"
        database.mkdir()
        self.cluster = cluster(database) if cluster else Cluster(database)
        self.issuer = Issuer(self.folder)
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
        self.seen = self.make_vault(self.vault, rows)
        self.process = None
        self.log = self.folder / "gauzed.log"
        self.officer = self.issuer.token("officer-1", "data_officer")
        self.auditor = self.issuer.token("auditor-1", "auditor")
        self.researcher = self.issuer.token("researcher-1", "researcher")

    def write_config(self, **more):
        self.config.write_text(json.dumps({"listen": f"127.0.0.1:{self.port}", "database": self.cluster.dsn, "master_key": "master.key",
                                           "vault_key": "vault.key", "identity": self.identity, "limits": self.limits, **more}))

    def make_vault(self, file, rows, seed=1):
        done = subprocess.run([BUILD / "make_vault", str(rows), str(seed), self.folder / "vault.pub", file], capture_output=True, text=True,
                              check=True)
        return json.loads(done.stdout)

    def run(self, *arguments, code=0):
        done = subprocess.run([BUILD / "gauzed", *map(str, arguments)], capture_output=True, text=True, check=False)
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
        self.stop(signal.SIGKILL)
        self.cluster.stop()
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

    def audit_count(self):
        return int(self.cluster.sql("SELECT coalesce(max(number), 0) FROM audit_log"))

    def verify(self, code=0, *more):
        return self.run("audit", "verify", "--config", self.config, *more, code=code)


def in_threads(count, work):
    """Runs work(i) in as many threads; an assertion of any is one of ours."""
    faults = []

    def guarded(i):
        try:
            work(i)
        except BaseException as fault:  # pylint: disable=broad-except
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def dice(seed):
    return random.Random(seed)
