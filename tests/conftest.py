"""What all tests share: every game of ours with each of its numbers of players, and how much to play on this build."""

from collections.abc import Iterator

import pytest

import mezani
from tests.machine import need
from tests.playing import OUR_GAMES
from tests.postgres import cluster

EVERY_GAME = [(name, players) for name in OUR_GAMES for players in mezani.game(name).seats]
MARKED_BY_FIXTURE = {"browser", "postgres"}
IDS = [f"{name}-{players}" for name, players in EVERY_GAME]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if {"name", "players"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("name", "players"), EVERY_GAME, ids=IDS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in MARKED_BY_FIXTURE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(fixture)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    need("postgres")
    with cluster() as address:
        yield address
