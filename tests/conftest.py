"""What all tests share: every game with each of its numbers of players, and how much to play on this build."""

import pytest

import mezani

EVERY_GAME = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in mezani.games()
    for players in mezani.game(name).seats
]


def pytest_report_header() -> str:
    return f"mezani: {'compiled' if mezani.is_compiled() else 'interpreted'}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if {"name", "players"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("name", "players"), EVERY_GAME)
