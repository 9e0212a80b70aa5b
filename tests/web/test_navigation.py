"""The bar of the pages of the house: where it leads, where one is, and how many tables wait."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.web.navigation import DESTINATIONS, YOU, Navigation, navigation_of
from tests.web.people import Person
from tests.web.start_scene import ann_of, busy_house

CURRENT = re.compile(r'<a[^>]*href="([^"]*)"[^>]* aria-current="page">')


@pytest.fixture
def whole_navigation(client: TestClient[Any]) -> Iterator[None]:
    client.app.state.navigation = Navigation(DESTINATIONS, YOU)
    yield
    client.app.state.navigation = navigation_of(client.app)


def bar_of(page: str) -> str:
    return page[page.index('<header class="bar') : page.index("</header>")]


def tabs_of(page: str) -> str:
    return page[page.index('<nav class="tabs site-tabs"') :]


def test_the_bar_leads_only_to_pages_that_there_are(client: TestClient[Any], ann: Person) -> None:
    for page in (*client.app.state.navigation.shown, *filter(None, [client.app.state.navigation.you])):
        assert ann.get(page.path).status_code == 200
    client.app.state.navigation = Navigation(DESTINATIONS[:1], None)
    page = ann.get("/rules").text
    assert 'class="site"' not in page
    assert 'class="tabs site-tabs"' not in page


@pytest.mark.usefixtures("whole_navigation")
@pytest.mark.parametrize(
    ("path", "current"),
    [("/", "/"), ("/tables/open", "/"), ("/new/anne", "/"), ("/rules", "/rules"), ("/settings", "/settings")],
)
def test_the_bar_says_where_one_is(ann: Person, path: str, current: str) -> None:
    page = ann.get(path).text
    assert CURRENT.findall(bar_of(page)) == [current]
    assert CURRENT.findall(tabs_of(page)) == ([current] if current == "/" else [])


@pytest.mark.usefixtures("whole_navigation")
def test_the_bar_tells_who_one_is_and_how_many_tables_wait(client: TestClient[Any], ann: Person) -> None:
    stranger = bar_of(ann.get("/rules").text)
    assert "Sign in" in stranger
    assert "count" not in stranger
    busy_house(client)
    ann_of(client).post("/settings", name="Ann")
    page = ann_of(client).get("/rules").text
    for part in (bar_of(page), tabs_of(page)):
        assert '<b class="count">2<span class="unseen"> wait for you</span></b>' in part
    assert "<span>Ann</span>" in bar_of(page)


@pytest.mark.usefixtures("whole_navigation")
def test_a_page_that_is_not_there_has_the_bar_too(ann: Person) -> None:
    page = ann.get("/nowhere").text
    assert CURRENT.findall(page) == []
    assert 'href="/ranking"' in bar_of(page)
