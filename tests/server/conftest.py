"""One world for all tests that leave it as it was; tests that break things make their own."""
import pytest
from world import World


@pytest.fixture(scope="session")
def shared():
    world = World()
    try:
        world.start()
        world.furnish()
        yield world
    finally:
        world.close()


@pytest.fixture
def fresh():
    """Makes worlds that end with the test."""
    worlds = []

    def make(**options):
        worlds.append(World(**options))
        return worlds[-1]

    yield make
    for world in worlds:
        world.close()
