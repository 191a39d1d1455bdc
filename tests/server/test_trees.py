"""The trees of docs/experiments/personal through a running server: learned from what was released, they come back as the trees of the private
table wherever k allows, word for word as the experiment has them. CI takes few rows of Adult and one tree; GAUZE_SOAK=1 all of them.
"""
import sys

import pytest
from setting import BUILD, ROOT, size

sys.path.insert(0, str(ROOT / "bench"))
import real_data  # noqa: E402  pylint: disable=wrong-import-position
from experiments.personal import interpretation, people, trees  # noqa: E402  pylint: disable=wrong-import-position

pytestmark = pytest.mark.skipif(real_data.lacking() is not None, reason=str(real_data.lacking()))


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    rows = people.read()
    rows = people.sample(rows, size(3000, len(rows)))
    return people.Release(BUILD / "gauze", tmp_path_factory.mktemp("personal") / "fixed", rows, "fixed", "literal")


@pytest.mark.parametrize("k", interpretation.LIMITS)
@pytest.mark.parametrize("target", trees.TARGETS[:size(1, None)])
def test_tree_comes_back_as_that_of_the_private_table(fresh, release, target, k):
    world = fresh()
    world.take_over(release.folder / "out.vault", release.folder / "server.key", release.manifest["personal"]["release"], people.COLUMNS)
    world.start()
    world.furnish(k=k)
    own, shown = release.pairs()
    truth, learned = (interpretation.as_json(table.learn(max_leaf_nodes=interpretation.LEAVES), table)
                      for table in (trees.Table(rows, target) for rows in (own, shown)))
    body = {"project": "heart", "release": world.seen["release"], "tree": {"target": target, "root": learned}}
    code, answer, _ = world.client(world.researcher).ask("POST", "/v1/trees", body)
    assert code == 200, answer
    told = answer["answer"]["root"]
    gate, = interpretation.ask(release, k, [body["tree"]])
    assert told == gate["root"]
    nodes, count, wrong, alike = interpretation.check(told, truth, own)
    print(f"\n{target}, k = {k}: {count} of {nodes} nodes told, {wrong} wrongly; the tree of T: {alike}")
    assert count > 0 and wrong == 0
    assert alike or size(True, False)  # few rows leave ties, which names decide
    spent = world.client(world.officer).ask("GET", "/v1/projects/heart")[1]["releases"][world.seen["release"]]["questions_spent"]
    assert 0 < spent <= nodes
    world.verify()
