"""A server for the tests of the pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.web.people import Person, server


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with server(tmp_path) as client:
        yield client


@pytest.fixture
def ann(client: TestClient[Any]) -> Person:
    return Person(client)


@pytest.fixture
def ben(client: TestClient[Any]) -> Person:
    return Person(client)
