"""Behind a proxy: whose address counts, and how a proxy may change Host and Origin."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.web.app import passed_first
from mezani.web.limits import Limits
from mezani.web.settings import Settings
from tests.web.people import GAME, Person, server
from tests.web.test_live import heard, screen

PUBLIC = "https://games.example.org"
LEAST = GAME.seats[0]


def asked_from(peer: str, trusted: tuple[str, ...], log_addresses: str = "none", **headers: str) -> tuple[str, str]:
    """What a page takes for the address and the scheme of a request that a peer sends with these headers."""
    found: list[tuple[str, str]] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        found.append((scope["client"][0], scope["scheme"]))

    settings = Settings(trusted_proxies=trusted, log_addresses=log_addresses)
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {
        "type": "http",
        "client": (peer, 1),
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": sent,
        "method": "GET",
    }
    nothing: Any = None
    asyncio.run(passed_first(page, settings, Limits(settings))(scope, nothing, nothing))  # type: ignore[arg-type]
    return found[0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", "203.0.113.9"),  # the first is what somebody claims
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),  # no proxy of ours
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_the_address_comes_from_trusted_proxies_only(peer: str, forwarded: str, address: str) -> None:
    headers = {"x_forwarded_for": forwarded, "x_forwarded_proto": "https"}
    found = asked_from(peer, ("10.0.0.5/8",), **headers)
    assert found == (address, "https" if peer.startswith("10.") else "http")


@pytest.fixture
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server behind a proxy that asks for another host than browsers do."""
    with server(tmp_path_factory.mktemp("public"), public_address=PUBLIC) as client:
        yield client


def test_a_proxy_may_change_the_host(public: TestClient[Any]) -> None:
    ann = Person(public, host="backend:8484", origin=PUBLIC)
    id = ann.new_table(["me", *["free"] * (LEAST - 1)])
    assert f"{PUBLIC}/table/{id}" in ann.get(f"/table/{id}").text
    assert f"{PUBLIC}/seat/{id}/0/" in ann.get(f"/table/{id}/device").text
    with screen(ann, id, 0, host="backend:8484", origin=PUBLIC) as line:
        assert 'id="people"' in heard(line)


def test_a_proxy_may_change_the_origin_where_the_browser_says_that_it_is_the_same(public: TestClient[Any]) -> None:
    form = {"game": GAME.name}
    changed = {"host": "games.example.org", "origin": "http://backend:8484"}
    assert public.post("/play-now", data=form, headers=changed, follow_redirects=False).status_code == 403
    changed["sec-fetch-site"] = "same-origin"
    assert public.post("/play-now", data=form, headers=changed, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("origin", ["https://evil.example", "http://games.example.org", "null"])
def test_other_sites_stay_other_sites(public: TestClient[Any], origin: str) -> None:
    headers = {"host": "backend:8484", "origin": origin, "sec-fetch-site": "cross-site"}
    assert public.post("/play-now", data={"game": GAME.name}, headers=headers).status_code == 403


def test_cookies_go_over_https_only_where_the_public_address_is_https(
    public: TestClient[Any], client: TestClient[Any]
) -> None:
    form = {"game": GAME.name}
    assert "secure" in public.post("/play-now", data=form, follow_redirects=False).headers["set-cookie"].lower()
    assert "secure" not in client.post("/play-now", data=form, follow_redirects=False).headers["set-cookie"].lower()
