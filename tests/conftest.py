"""What all tests share: every game of ours with each of its numbers of players, and how much to play on this build."""

import asyncio
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


@pytest.fixture(autouse=True)
def loop_of_the_browser_rests(request: pytest.FixtureRequest) -> Iterator[None]:
    """The loop of a browser counts as running for as long as it is open; tests without it may need one of their own."""
    running = None if "browser" in request.fixturenames else asyncio._get_running_loop()
    if running is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    need("postgres")
    with cluster() as address:
        yield address
