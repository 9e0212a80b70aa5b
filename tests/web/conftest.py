"""A server for the tests of the pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Browser, sync_playwright

from tests.machine import need
from tests.web.browsing import FAULTS, Served, chromium
from tests.web.people import Person, server


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with server(tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A server of its own for a test, or one for all tests of a module that says ONE_SERVER."""
    if getattr(request.module, "ONE_SERVER", False):
        shared: TestClient[Any] = request.getfixturevalue("one_server")
        shared.cookies.clear()
        yield shared
        return
    with server(tmp_path) as client:
        yield client


@pytest.fixture
def ann(client: TestClient[Any]) -> Person:
    return Person(client)


@pytest.fixture
def ben(client: TestClient[Any]) -> Person:
    return Person(client)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served"))
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    need("browser")
    with sync_playwright() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture(autouse=True)
def pages_are_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """The pages that a test opened go with it: they cost time, and go on asking the server."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    kept = browser.contexts
    yield
    for context in browser.contexts:
        if context not in kept:
            context.close()


@pytest.fixture
def no_script_fails() -> Iterator[None]:
    FAULTS.clear()
    yield
    assert FAULTS == []
