"""Somebody else on the machine takes the names that calls from Python would use; what tests/neighbour.py asks of the program."""

import os
import sys
import types

import pytest
from conftest import ROOT, python

sys.path.insert(0, str(ROOT / "tests"))
import ledger_world  # noqa: E402
import neighbour  # noqa: E402

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be two users")
# What is imported may be in a folder of root's.
BEGIN = f"""
import os, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
import pyarrow.parquet
import gauze
from conftest import PEOPLE, people
os.setgid({neighbour.OWNER})
os.setuid({neighbour.OWNER})
gauze.show_progress(False)
home, shared = sys.argv[1:3]
policy = gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=3)])
table = people(200)
"""
CALLS = """
release = gauze.run(policy, table)
assert release.table.to_arrow().num_rows == 200
gauze.run(policy, table, out=shared + "/rel")
release.save(shared + "/copy")
gauze.sweep(policy, table, k=[2, 4])
risky = gauze.Policy(attributes=PEOPLE, protect=[gauze.k_anonymity(k=3)], risk=dict(alpha=0.1, known=dict(age=0.1, sex=0.5, zip=0), weights=dict(illness=1)))
assert gauze.risk(risky, table, deltas=[0.1]).table.to_arrow().num_rows == 200
gauze.bundle_keys(home + "/signing")
gauze.bundle(release, shared + "/b.tar", key=home + "/signing.key")
gauze.verify_bundle(shared + "/b.tar", key=home + "/signing.pub")
"""
TAKEN = """
release = gauze.run(policy, table)
gauze.bundle_keys(home + "/signing")
calls = {
    "rel": lambda name: gauze.run(policy, table, out=name),
    "internal": lambda name: gauze.run(policy, table, internal=name),
    "copy": release.save,
    "b.tar": lambda name: gauze.bundle(release, name, key=home + "/signing.key"),
    "ledger": lambda name: gauze.Ledger.init(home + "/policy.json", name),
}
for name, call in calls.items():
    call(f"{home}/{name}")
    for kind in sys.argv[3:]:
        try:
            call(f"{shared}/{name}-{kind}")
        except (gauze.GauzeError, OSError):
            continue
        raise AssertionError(f"{name} was taken: {kind}")
"""


@pytest.fixture
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("neighbour")
    for path in (folder, *folder.parents[:2]):
        path.chmod(0o755)

    def check(good, text):
        assert good, text

    return neighbour.Place(types.SimpleNamespace(folder=folder, check=check), "python")


def call(place, code, *arguments, public=(), **variables):
    with place.watching(public) as options:
        options["env"].update(variables)
        options["env"].pop("GAUZE_BOTH_READERS", None)  # a file of root's
        python(BEGIN + code, place.home, place.shared, *arguments, cwd="/", **options)
    place.check()


def test_temporary_names(place):
    place.plant(".gauze-scratch-", ".rel.gauze-", ".copy.", "gauze-")
    call(place, CALLS, public=("rel", "copy", ".copy.", "b.tar"), GAUZE_TABLE_BYTES="1000")


def test_names_of_outputs(place):
    ledger_world.write_policy(place.home / "policy.json")
    place.plant("rel-", "internal-", "copy-", "b.tar-", "ledger-")
    for file in place.shared.glob("*-folder/run"):
        file.unlink()  # an empty folder looks more like one to be used
    place.planted = place.look()
    call(place, TAKEN, *neighbour.KINDS, public=(".copy-",))
