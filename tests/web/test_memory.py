"""Memory: what is not there leaves nothing behind, however often it is asked for."""

import gc
from functools import _lru_cache_wrapper
from importlib.resources import files
from typing import Any

from litestar.testing import TestClient

import mezani
from tests.web.people import GAME, Person

EACH = 500


def endless_caches() -> dict[str, int]:
    """How much is kept by each cache of ours that forgets nothing."""
    caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    ours = [cache for cache in caches if cache.__module__.startswith("mezani") and cache.cache_info().maxsize is None]
    return {f"{cache.__module__}.{cache.__qualname__}": cache.cache_info().currsize for cache in ours}


def ask_for_nothing(person: Person, number: int) -> None:
    for path in (f"/static/no{number}.css", f"/table/no{number}", f"/rules/no{number}", f"/games/no{number}/board.css"):
        assert person.get(path).status_code == 404


def test_what_is_not_there_is_not_kept(client: TestClient[Any], ann: Person) -> None:
    ann.get("/")
    ask_for_nothing(ann, 0)
    hall, before = client.app.state.hall, endless_caches()
    assert len(before) > 5
    for number in range(1, EACH):
        ask_for_nothing(ann, number)
    assert endless_caches() == before
    assert (len(hall.tables), len(hall.tables._locks), len(hall.screens._watchers)) == (0, 0, 0)


def test_rooms_of_the_house_that_are_not_there_are_not_kept(client: TestClient[Any], ann: Person) -> None:
    ann.get("/")
    token = {"authorization": "Bearer nobody-at-all"}

    def ask(number: int) -> None:
        for path in (
            "people/1234-{}",
            "tournaments/no{}",
            "device/no{}",
            "notifications/end/no{}",
            "ranking?game=no{}",
        ):
            assert ann.get("/" + path.format(number)).status_code in (404, 410)
        assert client.get(f"/api/people/no{number}/ratings", headers=token).status_code == 404
        assert ann.post("/sign-in/code", code=f"no{number}").status_code == 403

    ask(0)
    hall, before, keys = client.app.state.hall, endless_caches(), len(client.app.state.hall.key_ring)
    for number in range(1, EACH // 10):
        ask(number)
    assert endless_caches() == before
    assert len(hall.key_ring) == keys
    assert (hall.tables._locks, hall.flags._due, hall.flags._under_way, hall.lost_connections._noting) == (
        {},
        {},
        {},
        set(),
    )


def test_clocks_of_games_that_are_over_or_gone_are_forgotten(client: TestClient[Any]) -> None:
    terms = {"clock": {"pace": "live", "minutes": 1}}
    body = {"game": GAME.name, "chairs": [{"who": "me"}] * GAME.seats[0], "terms": terms}
    seated = client.post("/api/tables", json=body).json()
    hall, id = client.app.state.hall, seated["table"]
    assert set(hall.flags._due) == {id}
    client.post(
        f"/api/tables/{id}/pause?what=ask&seat=0", headers={"authorization": f"Bearer {seated['token']}"}
    ).raise_for_status()
    assert hall.flags._due == {}, "in a pause nothing is due"


def test_decks_names_and_notations_are_forgotten_again(client: TestClient[Any]) -> None:
    text = files("mezani.games.asante").joinpath("deck.toml").read_text("utf-8")
    asante, before = mezani.game("asante"), endless_caches()
    for number in range(100):
        deck = text.replace('name = "Asante"', f'name = "Deck {number}"')
        asante.new(2, 1, {"deck": deck})
    after = endless_caches()
    assert {name: after[name] for name in before} == before
    assert not [name for name in after if name.endswith((".deck_of", ".all_cards", ".spoken", ".thing", ".word"))]
