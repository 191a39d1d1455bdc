"""The example of docs/server.md, the tutorial on personal choice and the README of its example, run as they are written; and settings that the page has are those that there are."""
import json
import os
import re
import shutil
import subprocess
import sys

from setting import BUILD, ROOT

PAGE = (ROOT / "docs/server.md").read_text()
README = (ROOT / "examples/personal/README.md").read_text()
TUTORIAL = (ROOT / "docs/tutorials/people-who-choose.md").read_text()


def test_example(fresh):
    world = fresh()
    world.start()
    script = re.search(r"```sh\n(.*?)```", PAGE, re.S).group(1)
    environment = os.environ | {"SERVER": f"http://127.0.0.1:{world.port}", "OFFICER": world.officer, "RESEARCHER": world.researcher,
                                "RELEASE": world.seen["release"]}
    done = subprocess.run(["bash", "-euc", script], cwd=world.folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(done.stdout.strip().splitlines()[-1])["answer"]
    assert answer["support"] >= 5 and answer["means"].startswith("age in [30, 4"), answer["means"]
    world.verify()


def shell(world, **more):
    """Runs scripts with the programs and tokens that pages speak of."""
    (world.folder / "bin").mkdir()
    (world.folder / "bin" / "gauze").symlink_to(BUILD / "gauze")
    (world.folder / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (world.folder / "bin" / "python").chmod(0o755)
    environment = os.environ | {"SERVER": f"http://127.0.0.1:{world.port}", "OFFICER": world.officer, "RESEARCHER": world.researcher,
                                "PATH": f"{world.folder / 'bin'}:{os.environ['PATH']}", **more}

    def run(script, folder):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_tutorial(fresh):
    """The blocks that tests/run_docs.py leaves out need a server; it opens the vault with the key that the blocks before make."""
    world = fresh()
    shutil.copytree(ROOT / "examples", world.folder / "examples")
    run = shell(world)
    run("".join(re.findall(r"<!-- run -->\n```sh\n(.*?)```", TUTORIAL, re.S)), world.folder)
    world.write_config(vault_key="examples/personal/server.key")
    world.start()
    said = run("".join(re.findall(r"(?<!-->)\n```sh\n(.*?)```", TUTORIAL, re.S)), world.folder / "examples" / "personal")
    shown, = re.findall(r"(?<!-->)\n```text\n(.*?)```", TUTORIAL, re.S)
    assert said == shown + "exit 1\n", said
    world.verify()


def test_readme_of_the_example(fresh):
    """People choose, the release is made, mined and asked about: the whole of examples/personal/README.md, in order."""
    world = fresh()
    shutil.copytree(ROOT / "examples" / "personal", world.folder / "examples" / "personal")
    # The package as its sources are, without the extension module.
    source = world.folder / "package" / "gauze"
    source.mkdir(parents=True)
    (source / "__init__.py").write_text(f"__path__ = [{str(ROOT / 'python' / 'gauze')!r}]\nfrom gauze import mining, server\nServer = server.Server\n")
    run = shell(world, PYTHONPATH=str(world.folder / "package"))
    blocks = re.findall(r"```(sh|bash|text)\n(.*?)```", README, re.S)
    run("".join(text for kind, text in blocks if kind == "sh"), world.folder)
    world.write_config(vault_key="examples/personal/server.key")
    world.start()
    said = run("".join(text for kind, text in blocks if kind == "bash"), world.folder / "examples" / "personal")
    shown, = (text for kind, text in blocks if kind == "text")
    assert said.strip() == shown.strip(), said
    world.verify()


def test_reasons_and_settings_are_all_on_the_page():
    sources = "".join(path.read_text() for path in (ROOT / "src/gauze/server").rglob("*.cc"))
    for reason in set(re.findall(r'(?:Refused|Problem|ProblemLater|Away)\((?:\d+, )?"(\w+)"', sources)):
        assert f"`{reason}`" in PAGE, reason
    config = (ROOT / "src/gauze/server/config.cc").read_text()
    for setting in re.findall(r'(?:Text|TextOr|Number(?:<[\w:]+>)?)\("(\w+)"', config):
        assert f"{setting}`" in PAGE, setting
