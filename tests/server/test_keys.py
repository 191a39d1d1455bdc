"""Keys: the master key changed, keys of the issuer changed or fetched, a wrong key, a changed database."""
import functools
import http.server
import json
import shutil
import ssl
import subprocess
import threading
import time

import pytest
from setting import wait_until


def ask(world, token=None):
    return world.client(token or world.researcher).ask("POST", "/v1/interpretations", world.body("sex = sex-1 -> salary"))


def test_master_key_is_rotated(fresh, tmp_path):
    world = fresh()
    world.start()
    world.furnish()
    first = ask(world)
    assert first[0] == 200
    world.run("keys", "--out", tmp_path)
    assert "another gauzed" in world.run("rotate-key", "--config", world.config, "--new", tmp_path / "master.key", code=3)
    world.stop()
    assert "sealed under the new master key" in world.run("rotate-key", "--config", world.config, "--new", tmp_path / "master.key")
    assert "cannot be opened" in world.run("serve", "--config", world.config, code=2)
    shutil.copy(tmp_path / "master.key", world.folder / "master.key")
    world.start()
    again = ask(world)
    assert again[0] == 200 and again[1]["answer"] == first[1]["answer"] and again[1]["repeat"]


def test_keys_are_never_overwritten(fresh):
    world = fresh()
    before = (world.folder / "master.key").read_bytes()
    assert "never overwritten" in world.run("keys", "--out", world.folder, code=2)
    assert (world.folder / "master.key").read_bytes() == before


@pytest.mark.parametrize("change", ["UPDATE vault_pieces SET sealed = set_byte(sealed, 100, get_byte(sealed, 100) # 1) WHERE number = 0",
                                    "DELETE FROM vault_pieces", "UPDATE releases SET k = 2",
                                    "UPDATE data_keys SET sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)"])
def test_changed_vault_is_found(fresh, change):
    world = fresh()
    world.start()
    world.furnish()
    assert ask(world)[0] == 200
    world.stop()
    world.sql(change)
    assert world.run_any("serve", "--config", world.config).returncode in (1, 2)


def test_issuer_changes_its_keys(fresh):
    world = fresh()
    world.start()
    world.furnish()
    old, new = world.issuer.token("researcher-1", "researcher", algorithm="RS256"), world.researcher
    assert ask(world, old)[0] == ask(world, new)[0] == 200
    world.issuer.publish(["ed-1"])
    wait_until(lambda: ask(world, old)[0] == 401, 10, "a key that was taken out counts no more")
    assert ask(world, new)[0] == 200
    world.issuer.publish(["rsa-1", "ed-1"])
    wait_until(lambda: ask(world, old)[0] == 200, 10, "a key that was put in counts")


def test_empty_set_revokes_and_a_bad_key_keeps_nobody_in(fresh):
    world = fresh()
    world.start()
    world.furnish()
    assert ask(world)[0] == 200
    good = json.loads(world.issuer.file.read_text())
    world.issuer.file.write_text(json.dumps({"keys": []}))
    wait_until(lambda: ask(world)[0] == 401, 10, "an empty set revokes")
    world.issuer.file.write_text(json.dumps(good))
    wait_until(lambda: ask(world)[0] == 200, 10, "the keys are back")
    bad = {"kid": "ed-1", "kty": "OKP", "crv": "Ed25519", "x": "AAAA"}
    world.issuer.file.write_text(json.dumps({"keys": [bad] + [key for key in good["keys"] if key["kid"] != "ed-1"]}))
    wait_until(lambda: ask(world)[0] == 401, 10, "its key was replaced by a bad one")
    assert ask(world, world.issuer.token("researcher-1", "researcher", algorithm="RS256"))[0] == 200
    world.stop()
    world.issuer.file.write_text(json.dumps({"keys": []}))
    assert "no key" in world.run("serve", "--config", world.config, code=2)


def test_keys_grow_too_old(fresh):
    world = fresh()
    world.identity["jwks_longest_seconds"] = 3
    world.write_config()
    world.start()
    world.furnish()
    assert ask(world)[0] == 200
    text = world.issuer.file.read_text()
    world.issuer.file.write_text("nonsense")
    time.sleep(1.5)
    assert ask(world)[0] == 200, "for a while the last ones stay"
    wait_until(lambda: ask(world)[0] == 401, 10, "then they are too old")
    world.issuer.file.write_text(text)
    wait_until(lambda: ask(world)[0] == 200, 10, "they can be read again")
    assert "token_old_keys" in {entry["reason"] for entry in world.audit()}


class Provider(http.server.BaseHTTPRequestHandler):
    """Shows the issuer's keys over HTTP."""

    def do_GET(self):
        text = self.server.file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("secure", [False, True])
def test_keys_over_http(fresh, tmp_path, secure):
    """http from loopback; https only with a certificate that is trusted."""
    world = fresh()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    server.file = world.issuer.file
    if secure:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        world.identity["jwks"] = f"http{'s' if secure else ''}://localhost:{server.server_address[1]}/jwks"
        world.write_config()
        if secure:
            assert "cannot be fetched" in world.run("serve", "--config", world.config, code=3), "a certificate that nobody vouches for"
            world.identity["jwks_authority"] = str(tmp_path / "cert.pem")
            world.write_config()
        world.start()
        world.furnish()
        assert ask(world)[0] == 200
        world.issuer.publish(["rsa-1"])
        wait_until(lambda: ask(world)[0] == 401, 10, "keys are fetched again")
    finally:
        server.shutdown()
        server.server_close()
    time.sleep(1.5)
    assert ask(world, world.issuer.token("researcher-1", "researcher", algorithm="RS256"))[0] == 200, "the last keys stay"


def test_http_keys_from_elsewhere_are_refused(fresh):
    world = fresh()
    world.identity["jwks"] = "http://id.hospital.example/jwks"
    world.write_config()
    assert "loopback only" in world.run("serve", "--config", world.config, code=2)


def test_vault_for_another_server_is_refused(fresh, tmp_path):
    world = fresh()
    world.start()
    world.run("keys", "--out", tmp_path)
    shutil.copy(tmp_path / "vault.pub", world.folder / "vault.pub")
    world.make_vault(world.vault, 100)
    send = functools.partial(world.client(world.officer).ask, "POST", headers={"Content-Type": "application/octet-stream"})
    code, problem, _ = send("/v1/releases?k=5", world.vault.read_bytes())
    assert (code, problem["reason"]) == (422, "vault")
    for path in ("/v1/releases", "/v1/releases?k=1", "/v1/releases?k=x", "/v1/releases?k=5&more=1"):
        assert send(path, world.vault.read_bytes())[0] == 400, path
    assert json.dumps(world.audit()).count('"vault"') == 1
