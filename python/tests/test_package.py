"""The package itself: its functions come from descriptors, its stubs are those of its functions, its docs run."""

import ast
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import ROOT

import gauze

PACKAGE = pathlib.Path(gauze.__file__).parent
SOURCES = ROOT / "python" / "gauze"
MODULES = {"models": gauze, "transforms": gauze.transform, "steps": gauze.transform, "hierarchy builders": gauze.hierarchy,
           "methods of ledgers": gauze.ledger, "attacks": gauze.attack}  # fmt: skip


def descriptors():
    return [(module, descriptor) for section, module in MODULES.items() for descriptor in gauze.models()[section]]


def test_every_descriptor_has_a_function():
    for module, descriptor in descriptors():
        function = getattr(module, descriptor["name"])
        assert descriptor["name"] in module.__all__
        assert descriptor["summary"][1:] in function.__doc__
        if module is not gauze.attack:
            names = [parameter["name"] for parameter in descriptor["parameters"]]
            assert sorted(inspect.signature(function).parameters) == sorted(names)


def test_no_name_is_used_twice():
    for module in {module for module, _ in descriptors()}:
        assert len(module.__all__) == len(set(module.__all__)), module


def test_python_names_no_model():
    """What a policy may name is written in descriptors alone; the docstring of the package has one as an example."""
    names = {descriptor["name"] for _, descriptor in descriptors()} - {"order", "date", "mask", "interval", "paper", "library"}
    for path in SOURCES.glob("*.py"):
        tree = ast.parse(path.read_text())
        words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        words |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        words |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        assert not names & words, path


def test_stubs():
    for module in (gauze, gauze.attack, gauze.hierarchy, gauze.ledger, gauze.transform):
        name = "__init__" if module is gauze else module.__name__.split(".")[1]
        path = PACKAGE / f"{name}.pyi"
        if not path.exists():
            path = PACKAGE.parent.parent / "python-stubs" / f"{name}.pyi"  # in a build folder
        tree = ast.parse(path.read_text())
        named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        named |= {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        named |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
        assert set(module.__all__) <= named, set(module.__all__) - named
    assert (PACKAGE / "py.typed").exists()


def test_entries_are_what_a_policy_has():
    entry = gauze.l_diversity(attribute="illness", kind="distinct", l=3)
    assert entry.to_policy() == {"l_diversity": {"attribute": "illness", "kind": "distinct", "l": 3}}
    assert repr(gauze.k_anonymity(k=5)) == "k_anonymity(k=5)"


def snippets(page):
    """All that is not a file of the page: such a one needs others of it, and tests/run_docs.py runs it."""
    return "\n".join(re.findall(r"(?<! -->\n)^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M))


# These need a cluster, which tests_spark has, or an orchestrator: tests/orchestrators.py.
ELSEWHERE = ("spark.md", "spark-lake.md", "orchestrators.md")
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
         if snippets(page) and page.name not in ELSEWHERE]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_snippet_of_the_docs_runs(page, tmp_path):
    """All of a page as one program, in a folder with a copy of examples/."""
    subprocess.run(["cp", "-r", ROOT / "examples", tmp_path / "examples"], check=True)
    (tmp_path / "page.py").write_text(snippets(page))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


def test_there_are_snippets():
    assert {"README.md", "python.md", "python-pipeline.md"} <= {page.name for page in PAGES}
