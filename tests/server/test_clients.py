"""`gauze interpret` and gauze.Server, asking a real gauzed."""
import json
import pathlib
import socket
import subprocess
import sys
import types

import pytest
from setting import BUILD, ROOT, free_port, wait_until

# The module as the package has it, without the extension module beside it.
package = types.ModuleType("gauze_of_source")
package.__path__ = [str(ROOT / "python" / "gauze")]
sys.modules["gauze_of_source"] = package
from gauze_of_source import _errors, server as gauze_server  # noqa: E402  pylint: disable=wrong-import-position


def tree(world):
    salary = world.seen["columns"]["salary"]
    return {"target": "salary", "root": {"column": "age", "threshold": 2.5, "yes": {"predicts": salary[0]}, "no": {"predicts": salary[-1]}}}


def alias(world, number=0):
    return [text for text in world.seen["columns"]["education"] if text.startswith("~")][number]


@pytest.fixture
def run(shared, tmp_path):
    """The program with what every call needs; gives (exit code, standard output, standard error)."""
    token = tmp_path / "token"
    token.write_text(shared.researcher + "\n")
    token.chmod(0o600)

    def call(*arguments, server=None, project="heart", token_file=token):
        options = [argument for argument in arguments if str(argument).startswith("--")]
        options += ["--server", server or f"http://127.0.0.1:{shared.port}", "--token-file", token_file, "--project", project]
        options += ["--release", shared.seen["release"], "--", *(argument for argument in arguments if argument not in options)]
        done = subprocess.run([BUILD / "gauze", "interpret", *map(str, options)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    return call


def python(world, token=None):
    return gauze_server.Server(f"http://127.0.0.1:{world.port}", token=token or world.researcher)


def test_program_and_python_say_what_the_server_says(shared, run):
    question = f"education = {alias(shared)} -> salary"
    code, body, _ = shared.client(shared.researcher).ask("POST", "/v1/interpretations", shared.body(question))
    assert code == 200
    answer = python(shared).interpret("heart", shared.seen["release"], question)
    assert answer.json == body["answer"] and answer.repeat
    assert answer.support == body["answer"]["support"] and answer.means.startswith("education = ")
    assert sum(answer.distribution.values()) + answer.other == answer.support
    assert answer.means not in repr(answer)
    code, out, _ = run(question, "--json")
    assert code == 0 and json.loads(out)["answer"] == body["answer"]
    code, out, _ = run(question)
    assert code == 0 and out.startswith(answer.means) and f"{answer.support:,} people".replace(",", "") in out.replace(",", "")


def test_a_rule_says_for_how_many_it_holds(shared, run):
    rule = f"-> education = {alias(shared)}"
    answer = python(shared).interpret("heart", shared.seen["release"], rule)
    assert 0 < answer.confidence <= 1
    code, out, _ = run(rule)
    assert code == 0 and "  holds for " in out and f", {100 * answer.confidence:.1f} %" in out, out


def test_question_as_a_dict(shared):
    query = {"when": [{"column": "education", "values": [alias(shared)]}], "target": {"column": "salary"}}
    text = f"education = {alias(shared)} -> salary"
    server = python(shared)
    assert server.interpret("heart", shared.seen["release"], query).json == server.interpret("heart", shared.seen["release"], text).json


def test_tree(shared, run, tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(tree(shared)))
    code, out, error = run(f"--tree={file}", "--json")
    assert code == 0, error
    root = json.loads(out)["answer"]["root"]
    assert root["column"] == "age" and root["threshold"] > 10 and {"yes", "no", "support"} <= root.keys()
    answer = python(shared).interpret_tree("heart", shared.seen["release"], tree(shared))
    assert answer.tree == root and answer.repeat
    code, out, _ = run(f"--tree={file}")
    assert code == 0 and "yes: predicts" in out


def test_refusals_are_exit_code_1_and_name_the_rule(shared, run):
    code, out, error = run("age in [1.00001, 1.00002]")
    assert code == 1 and out == "" and "refused (support)" in error and "hint:" in error
    with pytest.raises(gauze_server.Refused) as refused:
        python(shared).interpret("heart", shared.seen["release"], "age in [1.00001, 1.00002]")
    assert refused.value.reason == "support" and isinstance(refused.value, _errors.PromiseError)
    code, _, error = run("-> salary", project="other")
    assert code == 1 and "refused (right)" in error
    code, out, _ = run("age in [1.00001, 1.00002]", "--json")
    assert code == 1 and "refused (support)" in json.loads(out)["error"]["message"]


def test_wrong_questions_and_tokens_are_exit_code_2(shared, run, tmp_path):
    assert run("education == x")[0] == 2
    assert run("education = ~nothingatall")[0] == 2
    assert run()[0] == 2
    assert run("-> salary", "--tree=x.json")[0] == 2
    assert run("-> salary", server="http://gauze.hospital.example")[0] == 2
    stale = tmp_path / "stale"
    stale.write_text(shared.issuer.token("researcher-1", "researcher", exp=1000))
    stale.chmod(0o600)
    code, _, error = run("-> salary", token_file=stale)
    assert code == 2 and "new token" in error
    with pytest.raises(_errors.PolicyError):
        python(shared, "no token").interpret("heart", shared.seen["release"], "-> salary")
    with pytest.raises(_errors.PolicyError):
        gauze_server.Server("http://gauze.hospital.example", token="t")
    with pytest.raises(_errors.PolicyError):
        python(shared).interpret("heart", shared.seen["release"], "education == x")


def test_no_server_is_exit_code_3(run):
    code, _, error = run("-> salary", server="unix:/nowhere.sock")
    assert code == 3 and "cannot reach the server" in error
    with pytest.raises(_errors.ResourceError):
        gauze_server.Server("unix:/nowhere.sock", token="t").interpret("p", "0" * 32, "-> salary")


@pytest.fixture
def proxy(shared, tmp_path):
    """A real nginx with a certificate of its own for localhost; gives its port and the certificate."""
    port, certificate = free_port(), tmp_path / "localhost.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", tmp_path / "key.pem", "-out", certificate], check=True, capture_output=True)
    (tmp_path / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;
events {{}}
http {{
  access_log off; client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy; fastcgi_temp_path {tmp_path}/fastcgi;
  uwsgi_temp_path {tmp_path}/uwsgi; scgi_temp_path {tmp_path}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl; ssl_certificate {certificate}; ssl_certificate_key {tmp_path}/key.pem;
    location /gauze/ {{ proxy_pass http://127.0.0.1:{shared.port}/; }}
  }}
}}""")
    process = subprocess.Popen(["nginx", "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"])

    def up():
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            return False

    try:
        wait_until(up, 30, "nginx is up")
        yield port, certificate
    finally:
        process.terminate()
        process.wait(30)


def test_over_tls_only_with_a_certificate_that_is_trusted_and_fits(shared, run, proxy):
    port, certificate = proxy
    code, out, error = run("-> salary", "--json", f"--ca={certificate}", server=f"https://localhost:{port}/gauze")
    assert code == 0, error
    server = gauze_server.Server(f"https://localhost:{port}/gauze", token=shared.researcher, ca_file=str(certificate))
    assert server.interpret("heart", shared.seen["release"], "-> salary").json == json.loads(out)["answer"]
    assert run("-> salary", server=f"https://localhost:{port}/gauze")[0] == 3
    assert run("-> salary", f"--ca={certificate}", server=f"https://127.0.0.1:{port}/gauze")[0] == 3
    for name, trusted in (("localhost", None), ("127.0.0.1", str(certificate))):
        with pytest.raises(_errors.ResourceError):
            gauze_server.Server(f"https://{name}:{port}/gauze", token="t", ca_file=trusted).interpret("heart", "0" * 32, "-> salary")


def test_over_a_socket(fresh, tmp_path):
    world = fresh()
    world.start()
    world.furnish()
    world.stop()
    path = pathlib.Path(world.folder) / "gauzed.sock"
    world.write_config(listen=f"unix:{path}")
    world.start(wait=0)
    token = tmp_path / "token"
    token.write_text(world.researcher)
    token.chmod(0o600)
    done = subprocess.run([BUILD / "gauze", "interpret", "--server", f"unix:{path}", "--token-file", token, "--project", "heart",
                           "--release", world.seen["release"], "--json", "--", "-> salary"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer = gauze_server.Server(f"unix:{path}", token=lambda: world.researcher).interpret("heart", world.seen["release"], "-> salary")
    assert answer.json == json.loads(done.stdout)["answer"] and answer.repeat
