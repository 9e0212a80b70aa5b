"""People with browsers, for the tests: each has cookies of their own and clicks what the page offers."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

from httpx import Response
from litestar.testing import TestClient

import mezani
from mezani.tables.hall import Hall
from mezani.tables.table import Table
from mezani.web.app import make_app
from mezani.web.settings import Settings
from tests.migrated import lay_down
from tests.playing import OUR_GAMES

GAME = next(game for game in map(mezani.game, OUR_GAMES) if len(game.new(seed=1).open_seats()) > 1)
NO_LIMITS = {  # everybody in a test has the same address, and what is odd comes to the pages
    "requests_per_minute": 0,
    "tables_per_hour": 0,
    "chat_per_minute": 0,
    "hints_per_minute": 0,
    "sign_ins_per_hour": 0,
    "connections_per_address": 0,
    "url_characters": 60_000,
}
ACTION = re.compile(r'name="action" value="(\d+)"(?![^>]*aria-disabled)')


class Person:
    """Somebody with a browser."""

    def __init__(self, client: TestClient[Any], **headers: str) -> None:
        self.client = client
        self.headers = headers
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **details: Any) -> Response:
        """A request with this person's cookies; redirections are followed."""
        self.client.cookies.clear()
        headers = {**self.headers, **details.pop("headers", {})}
        if self.cookies:
            headers["cookie"] = self.cookie_header()
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **details)
        self.cookies |= dict(answer.cookies)
        return self.get(answer.headers["location"]) if answer.is_redirect else answer

    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> Response:
        return self.ask("GET", path)

    def post(self, path: str, **form: object) -> Response:
        return self.ask("POST", path, data={name.replace("_", "-"): str(value) for name, value in form.items()})

    def new_table(self, chairs: list[str], names: list[str] | None = None, game: str = GAME.name) -> str:
        """Set up a table; returns its id. Chairs are "me", "free" or "bot:level"."""
        form: dict[str, object] = {"players": len(chairs)}
        for number, chair in enumerate(chairs):
            form |= {f"chair-{number}": chair, f"name-{number}": (names or ["Ann", "Ben", "Cat", "Dan", "Eve"])[number]}
        answer = self.ask("POST", f"/new/{game}", data=form)
        assert answer.status_code == 200, answer.text
        return answer.url.path.rpartition("/")[2]


def without_keys(html: bytes) -> bytes:
    """A page without the keys of its forms, which are drawn for each page anew."""
    return re.sub(rb'(name="key" value=")[^"]*', rb"\1", html)


def moves(html: str) -> list[int]:
    """The actions that a page offers."""
    return [int(action) for action in ACTION.findall(html)]


def hidden(html: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'type="hidden" name="{name}" value="([^"]*)"', html)
    assert found, f"the page has no hidden field {name}"
    return unescape(found[1])


@contextmanager
def server(folder: Path, **settings: Any) -> Iterator[TestClient[Any]]:
    """A server over a database in a folder; bots do not pause."""
    chosen: dict[str, Any] = {
        "database": f"sqlite:///{folder}/mezani.db",
        "bot_pause": 0.0,
        "answer_pause": 0.0,
        "bot_processes": 1,
        **NO_LIMITS,
        **settings,
    }
    lay_down(chosen["database"])
    with TestClient(make_app(Settings(**chosen)), raise_server_exceptions=False) as client:
        yield client


def table_of(client: TestClient[Any], id: str) -> Table:
    """The table as the server has it in memory."""
    hall: Hall = client.app.state.hall
    return hall.tables[id]
