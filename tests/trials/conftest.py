"""What the trials share: a PostgreSQL of their own, a browser, and counts."""

from collections.abc import Callable, Iterator

import pytest

from tests.machine import need
from tests.postgres import Cluster, own_cluster
from tests.web.conftest import browser, no_script_fails, pages_are_closed

__all__ = ["browser", "no_script_fails", "pages_are_closed"]

Count = Callable[[str, object], None]


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that can be crashed; what it has stored outlasts that."""
    need("postgres")
    with own_cluster(is_safe=True) as cluster:
        yield cluster


@pytest.fixture
def count_fault(record_property: Count) -> None:
    record_property("faults", 1)
