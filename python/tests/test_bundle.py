"""A signed bundle from Python: made, verified, changed, and the same bytes as the command line's."""

import pathlib
import subprocess

import pytest
from conftest import PEOPLE, PROGRAM, needs_program, people

import gauze


@pytest.fixture
def release(tmp_path):
    gauze.bundle_keys(tmp_path / "signing")
    policy = gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=5)])
    return gauze.run(policy, people(300))


def test_a_bundle_is_verified(release, tmp_path):
    packed = gauze.bundle(release, tmp_path / "b.tar", key=tmp_path / "signing.key")
    assert [file["name"] for file in packed["files"]] == [
        "READ-ME-FIRST.html", "release/data.parquet", "release/manifest.json", "release/report/evidence.json", "release/report/report.html"]
    verdict = gauze.verify_bundle(tmp_path / "b.tar", key=tmp_path / "signing.pub")
    assert verdict["holds"] and verdict["signature"] == packed["signature"]


def test_a_changed_bundle_raises(release, tmp_path):
    gauze.bundle(release, tmp_path / "b.tar", key=tmp_path / "signing.key")
    data = bytearray((tmp_path / "b.tar").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "c.tar").write_bytes(data)
    with pytest.raises(gauze.PromiseError):
        gauze.verify_bundle(tmp_path / "c.tar", key=tmp_path / "signing.pub")


@needs_program
def test_the_command_line_makes_the_same(release, tmp_path):
    gauze.bundle(release, tmp_path / "b.tar", key=tmp_path / "signing.key")
    command = [PROGRAM, "bundle", release.directory, "--key", tmp_path / "signing.key", "--out", tmp_path / "c.tar", "-q"]
    subprocess.run(command, check=True)
    assert pathlib.Path(tmp_path, "b.tar").read_bytes() == pathlib.Path(tmp_path, "c.tar").read_bytes()
