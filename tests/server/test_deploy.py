"""As it is deployed: nginx in front of the socket, the backup put back, the unit of systemd."""
import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from postgres import POSTGRES
from setting import BUILD, ROOT, free_port, in_threads, wait_until


@pytest.fixture
def proxied(fresh, tmp_path):
    """A real nginx with the shipped configuration: only names, ports and paths are others."""
    world = fresh()
    place = world.folder / "gauzed.sock"
    world.write_config(listen=f"unix:{place}")
    with open(world.log, "ab") as log:
        world.process = subprocess.Popen([BUILD / "gauzed", "serve", "--config", world.config], stderr=log, stdout=log)
    wait_until(lambda: place.exists() and place.stat().st_mode & 0o777 == 0o660, 30, "the socket is there, for its group")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", tmp_path / "privkey.pem", "-out",
                    tmp_path / "fullchain.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                   capture_output=True)
    port, plain = free_port(), free_port()
    shipped = (ROOT / "deploy/nginx/gauzed.conf").read_text()
    for old, new in (("/run/gauzed/gauzed.sock", str(place)), ("listen 443", f"listen 127.0.0.1:{port}"), ("listen 80;", f"listen 127.0.0.1:{plain};"),
                     ("gauze.hospital.example", "localhost"), ("/etc/gauzed/tls", str(tmp_path)), ("/var/log/nginx", str(tmp_path))):
        assert old in shipped
        shipped = shipped.replace(old, new)
    (tmp_path / "site.conf").write_text(shipped)
    user = "user root;" if os.getuid() == 0 else ""
    (tmp_path / "nginx.conf").write_text(
        f"{user} daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log; worker_processes 1;\n"
        f"events {{ worker_connections 256; }}\nhttp {{ client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy;\n"
        f"fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\ninclude {tmp_path}/site.conf; }}\n")
    nginx = subprocess.Popen(["nginx", "-c", tmp_path / "nginx.conf", "-p", tmp_path], stderr=subprocess.PIPE)
    context = ssl.create_default_context(cafile=tmp_path / "fullchain.pem")

    def ask(path, body=None, token=world.researcher, method=None, media="application/json"):
        request = urllib.request.Request(f"https://localhost:{port}{path}", data=body, method=method)
        request.add_header("Authorization", f"Bearer {token}")
        request.add_header("Content-Type", media)
        try:
            with urllib.request.urlopen(request, context=context, timeout=30) as response:
                return response.status, response.read(), response.headers
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read(), refused.headers
        except OSError as failure:
            return 0, str(failure).encode(), {}

    try:
        wait_until(lambda: ask("/healthz")[0] == 200, 30, "nginx answers")
        yield world, ask, (port, plain), tmp_path
    finally:
        nginx.send_signal(signal.SIGTERM)
        nginx.wait(20)


def test_behind_nginx(proxied):
    world, ask, (port, plain), folder = proxied
    officer = {"token": world.officer}
    code, _, headers = ask("/v1/releases?k=5", world.vault.read_bytes(), media="application/octet-stream", **officer)
    assert code == 201 and "max-age" in headers["Strict-Transport-Security"]
    assert ask("/v1/projects", b'{"id":"heart","title":"t","questions":9,"questions_per_value":9}', **officer)[0] == 201
    assert ask("/v1/projects/heart/members/researcher-1", method="PUT", **officer)[0] == 200
    grant = b'{"attributes":["sex","salary"]}'
    assert ask(f"/v1/projects/heart/grants/{world.seen['release']}", grant, method="PUT", **officer)[0] == 200
    question = f'{{"project":"heart","release":"{world.seen["release"]}","question":"sex = sex-1 -> salary"}}'.encode()
    assert ask("/v1/interpretations", question)[0] == 200
    assert ask("/v1/interpretations", question, token="x")[0] == 401
    assert ask("/v1/interpretations", b"x" * (2 << 20))[0] == 413
    for path in ("/metrics", "/readyz", "/", "/v1/../metrics", "/v1/%2e%2e/metrics", "//metrics"):
        assert ask(path)[0] in (400, 404), path
    # Plain HTTP is sent to TLS, and old TLS is refused.
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{plain}/v1/projects", headers={"Host": "localhost"}), timeout=5)
    old = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_1"], input="", capture_output=True, text=True, check=False)
    assert "Cipher is (NONE)" in old.stdout or old.returncode != 0
    # nginx's log names no path and no token.
    log = (folder / "gauzed.log").read_text()
    assert "POST" in log and "/v1" not in log and world.researcher[:40] not in log


@pytest.mark.parametrize("path", ["/v1/projects", "/v1/releases", "/healthz", "/nothing", "http"])
def test_nginx_limits_floods(proxied, path):
    """Every location, those that gauzed never sees included, and plain HTTP."""
    _, ask, (_, plain), _ = proxied
    codes = []

    def flood(_):
        for _ in range(60):
            if path != "http":
                codes.append(ask(path, token="x")[0])
                continue
            connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
            connection.request("GET", "/v1/projects", headers={"Host": "localhost"})
            codes.append(connection.getresponse().status)
            connection.close()

    in_threads(8, flood)
    usual = {"/healthz": 200, "/nothing": 404, "http": 301}.get(path, 401)
    assert set(codes) == {usual, 429}, set(codes)


def test_nginx_passes_on_whole_bodies_only(proxied):
    """Who sends half a vault and waits holds nginx; gauzed has not even a connection of it."""
    world, ask, (port, _), folder = proxied
    assert ask("/healthz")[0] == 200

    def connections():
        return int(re.search(r"^gauzed_connections (\d+)", metrics(world), re.M)[1])

    before = connections()
    context = ssl.create_default_context(cafile=folder / "fullchain.pem")
    slow = []
    try:
        for _ in range(3):
            link = context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost")
            link.sendall(f"POST /v1/releases?k=5 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {world.officer}\r\n"
                         "Content-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n".encode() + b"x" * 1000)
            slow.append(link)
        time.sleep(0.5)
        assert connections() <= before
    finally:
        for link in slow:
            link.close()


def metrics(world):
    """From the socket itself, as only the machine can."""
    link = socket.socket(socket.AF_UNIX)
    link.connect(str(world.folder / "gauzed.sock"))
    link.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    text = b""
    while part := link.recv(65536):
        text += part
    link.close()
    return text.decode()


def keys_as_credentials(world):
    """The folder of the keys, which the configuration names as the one that comes with Gauze does."""
    secrets = world.folder / "credentials"
    secrets.mkdir()
    for name in ("master.key", "vault.key"):
        shutil.move(world.folder / name, secrets / name)
    world.write_config(master_key="credential:master.key", vault_key="credential:vault.key")
    return secrets


def test_backup_and_restore(fresh, cluster, tmp_path, monkeypatch):
    """A backup while people ask; put back into another database it answers the same, knows what was spent, and its log is proved."""
    world = fresh()
    world.start()
    world.furnish(questions=40)
    client = world.client(world.researcher)
    first = client.ask("POST", "/v1/interpretations", world.body("sex = sex-1 -> salary"))
    assert first[0] == 200
    environment = os.environ | {"PATH": f"{POSTGRES}:{os.environ['PATH']}", "GAUZED": str(BUILD / "gauzed")}
    done = subprocess.run([ROOT / "deploy/backup", world.dsn(), tmp_path / "backup"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"education-1" not in (tmp_path / "backup/gauzed.dump").read_bytes()
    count = world.audit_count()
    client.ask("POST", "/v1/interpretations", world.body("sex = sex-0 -> salary"))
    world.stop()

    world.database = cluster.create()
    secrets = keys_as_credentials(world)
    restore = [ROOT / "deploy/restore", tmp_path / "backup", world.dsn(), world.config]
    done = subprocess.run(restore, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "CREDENTIALS_DIRECTORY" in done.stderr, done.stderr
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(secrets))
    environment["CREDENTIALS_DIRECTORY"] = str(secrets)
    # Nothing was restored, so the database is still empty.
    done = subprocess.run(restore, env=environment, capture_output=True, text=True, check=False)
    # One more: who restored vouches for it.
    assert done.returncode == 0 and f"{count + 1} entries" in done.stdout, done.stdout + done.stderr
    world.start()
    again = world.client(world.researcher).ask("POST", "/v1/interpretations", world.body("sex = sex-1 -> salary"))
    assert again[0] == 200 and again[1]["answer"] == first[1]["answer"] and again[1]["repeat"]
    world.verify()
    # Not over a database that is in use.
    assert subprocess.run(restore, env=environment, capture_output=True, check=False).returncode == 2


def test_restore_of_a_changed_backup_is_refused(fresh, cluster, tmp_path):
    world = fresh()
    world.start()
    world.furnish()
    world.stop()
    environment = os.environ | {"PATH": f"{POSTGRES}:{os.environ['PATH']}", "GAUZED": str(BUILD / "gauzed")}
    subprocess.run([ROOT / "deploy/backup", world.dsn(), tmp_path / "backup"], env=environment, check=True, capture_output=True)
    number, digest = (tmp_path / "backup/head").read_text().strip().split(":")
    (tmp_path / "backup/head").write_text(f"{int(number) + 1}:{digest}\n")
    world.database = cluster.create()
    world.write_config()
    done = subprocess.run([ROOT / "deploy/restore", tmp_path / "backup", world.dsn(), world.config], env=environment, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 1, done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_unit_of_systemd(tmp_path):
    unit = (ROOT / "deploy/systemd/gauzed.service").read_text().replace("/usr/local/sbin/gauzed", str(BUILD / "gauzed"))
    (tmp_path / "gauzed.service").write_text(unit)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", tmp_path / "gauzed.service"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "gauzed.service" not in done.stderr, done.stderr
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", tmp_path / "gauzed.service"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    print(re.findall(r"Overall exposure level.*", done.stdout))


def test_serve_as_an_ordinary_user_with_credentials(fresh, monkeypatch):
    """Keys come from $CREDENTIALS_DIRECTORY, as systemd has it."""
    world = fresh()
    secrets = keys_as_credentials(world)
    world.run("serve", "--config", world.config, code=2)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(secrets))
    world.start()
    assert world.ready()
    time.sleep(0.1)
