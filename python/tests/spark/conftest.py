import pytest

from .cluster import running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    with running(tmp_path_factory.mktemp("cluster")) as made:
        yield made


@pytest.fixture(scope="session")
def spark(cluster):
    session = cluster.session()
    yield session
    session.stop()
