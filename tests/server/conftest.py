"""One PostgreSQL for all tests that leave it alone, and for each file of tests a world: what its questions split, no other file can ask about."""
import pytest
from postgres import Cluster
from world import World


@pytest.fixture(scope="session")
def cluster():
    made = Cluster()
    yield made
    made.close()


@pytest.fixture(scope="module")
def shared(cluster):
    world = World(cluster)
    try:
        world.start()
        world.furnish()
        yield world
    finally:
        world.close()


@pytest.fixture
def fresh(cluster):
    """Makes worlds that end with the test."""
    worlds = []

    def make(**options):
        worlds.append(World(options.pop("cluster", cluster), **options))
        return worlds[-1]

    yield make
    for world in worlds:
        world.close()


@pytest.fixture
def doomed():
    """A PostgreSQL to be broken."""
    made = Cluster()
    yield made
    made.close()
