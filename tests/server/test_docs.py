"""The example of docs/server.md and the tutorial on personal choice, run as they are written; and settings that the page has are those that there are."""
import json
import os
import re
import shutil
import subprocess

from setting import BUILD, ROOT

PAGE = (ROOT / "docs/server.md").read_text()
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


def test_tutorial(fresh):
    """The blocks that tests/run_docs.py leaves out need a server; it opens the vault with the key that the blocks before make."""
    world = fresh()
    shutil.copytree(ROOT / "examples", world.folder / "examples")
    (world.folder / "bin").mkdir()
    (world.folder / "bin" / "gauze").symlink_to(BUILD / "gauze")
    environment = os.environ | {"SERVER": f"http://127.0.0.1:{world.port}", "OFFICER": world.officer, "RESEARCHER": world.researcher,
                                "PATH": f"{world.folder / 'bin'}:{os.environ['PATH']}"}

    def run(script, folder):
        done = subprocess.run(["bash", "-euc", script], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("".join(re.findall(r"<!-- run -->\n```sh\n(.*?)```", TUTORIAL, re.S)), world.folder)
    world.write_config(vault_key="examples/personal/server.key")
    world.start()
    said = run("".join(re.findall(r"(?<!-->)\n```sh\n(.*?)```", TUTORIAL, re.S)), world.folder / "examples" / "personal")
    shown, = re.findall(r"(?<!-->)\n```text\n(.*?)```", TUTORIAL, re.S)
    assert said == shown + "exit 1\n", said
    world.verify()


def test_reasons_and_settings_are_all_on_the_page():
    sources = "".join(path.read_text() for path in (ROOT / "src/gauze/server").rglob("*.cc"))
    for reason in set(re.findall(r'(?:Refused|Problem|ProblemLater|Away)\((?:\d+, )?"(\w+)"', sources)):
        assert f"`{reason}`" in PAGE, reason
    config = (ROOT / "src/gauze/server/config.cc").read_text()
    for setting in re.findall(r'(?:Text|TextOr|Number(?:<[\w:]+>)?)\("(\w+)"', config):
        assert f"{setting}`" in PAGE, setting
