"""The example of docs/server.md, run as it is written; and settings that the page has are those that there are."""
import json
import os
import re
import subprocess

from setting import ROOT

PAGE = (ROOT / "docs/server.md").read_text()


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


def test_reasons_and_settings_are_all_on_the_page():
    sources = "".join(path.read_text() for path in (ROOT / "src/gauze/server").rglob("*.cc"))
    for reason in set(re.findall(r'(?:Refused|Problem|ProblemLater|Away)\((?:\d+, )?"(\w+)"', sources)):
        assert f"`{reason}`" in PAGE, reason
    config = (ROOT / "src/gauze/server/config.cc").read_text()
    for setting in re.findall(r'(?:Text|TextOr|Number(?:<[\w:]+>)?)\("(\w+)"', config):
        assert f"{setting}`" in PAGE, setting
