"""What all tests share: every game with each of its numbers of players, and how much to play on this build."""

import pytest

import mezani

EVERY_GAME = [(name, players) for name in mezani.game_names() for players in mezani.game(name).seats]
IDS = [f"{name}-{players}" for name, players in EVERY_GAME]


def pytest_report_header() -> str:
    return f"mezani: {'compiled' if mezani.is_compiled() else 'interpreted'}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if {"name", "players"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("name", "players"), EVERY_GAME, ids=IDS)
