"""A cluster for all tests: `make test-spark`. GAUZE_SOAK=1 makes them long."""

import os
import pathlib
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "tests"))  # its policies
sys.path.append(str(ROOT / "bench"))  # where the real tables are

from cluster import running  # noqa: E402

SOAK = bool(os.environ.get("GAUZE_SOAK"))
#: Small regions and small samples, so that small tables have many, and the sample does not tell everything; the same on the driver, which makes
#: the release to compare with.
REGION = {"GAUZE_REGION_ROWS": "4000", "GAUZE_SAMPLE_TUPLES": "3000"}


@pytest.fixture(scope="session", autouse=True)
def surroundings(tmp_path_factory):
    """Small regions, and a place for temporary files where nobody else's are."""
    tempfile.tempdir = str(tmp_path_factory.mktemp("temp"))
    os.environ.update(REGION, TMPDIR=tempfile.tempdir)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    with running(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture(scope="session")
def spark(cluster):
    session = cluster.session(**{f"spark.executorEnv.{name}": value for name, value in REGION.items()})
    yield session
    session.stop()
