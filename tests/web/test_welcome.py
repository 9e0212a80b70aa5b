"""What meets somebody who comes to the table: names, "Play now", links, shared screens, a page without JavaScript."""

import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.language import LANGUAGES, language
from mezani.web import addresses
from tests.web.people import GAME, Person, moves, server, table_of
from tests.web.test_live import heard, screen

pytestmark = pytest.mark.slow

LEAST = GAME.seats[0]
REFRESH = '<noscript><meta http-equiv="refresh"'


def opened(client: TestClient[Any], person: Person, game: str, **form: object) -> Any:
    """The table that "Play now" opens."""
    return table_of(client, person.post("/play-now", game=game, level="novice", **form).url.path.rpartition("/")[2])


@pytest.mark.parametrize("name", mezani.game_names())
def test_play_now_sets_up_the_first_game_of_each_game(client: TestClient[Any], ann: Person, name: str) -> None:
    first, table = mezani.game(name).first_game, opened(client, ann, name)
    assert first
    assert (table.players, table.options) == (first.players, first.options)


def test_the_first_game_of_the_great_zimbabwe_is_the_recommended_one(
    client: TestClient[Any], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(client, ann, "zimbabwe")
    gods = {god.name for god in table.game.view(table.state, None).gods}
    assert gods == {"Xango", "Tsui-Goab", "Elegua", "Gu", "Engai", "Obatala"}
    assert table.game.view(table.state, None).specialists == []

    async def has_finished(player: str, game: str) -> bool:
        return game == "zimbabwe"

    monkeypatch.setattr(client.app.state.hall.store.lists, "has_finished", has_finished)
    assert opened(client, ann, "zimbabwe").options == {}


def test_play_now_takes_the_name_that_is_given_and_keeps_it(client: TestClient[Any], ann: Person) -> None:
    assert opened(client, ann, GAME.name, name=" Ann ").seats[0].name == "Ann"
    assert opened(client, ann, GAME.name).seats[0].name == "Ann"
    assert 'name="name" form="play-now" value="Ann"' in ann.get("/").text


def test_newcomers_without_a_name_are_told_apart(client: TestClient[Any]) -> None:
    names = {opened(client, Person(client), GAME.name).seats[0].name for _ in range(6)}
    assert len(names) > 1


def test_name_and_pace_are_set_without_a_table(client: TestClient[Any], ann: Person) -> None:
    ann.post("/settings", all=1, name="Ann", pace="turn", pause=1500)
    page = ann.get("/settings").text
    assert 'name="name" value="Ann"' in page
    assert '<option value="turn" selected>' in page
    table = opened(client, ann, GAME.name)
    assert table.seats[0].name == "Ann"
    shown = ann.get(f"/table/{table.id}").text
    assert 'data-pace="turn" data-pause="0"' in shown


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_start_page_says_how_each_game_plays_and_leads_to_its_rules(client: TestClient[Any], code: str) -> None:
    page = Person(client, **{"accept-language": code}).get("/").text
    for name in mezani.game_names():
        assert mezani.game(name).gist(language(code)) in page
        assert re.search(rf'<a class="cover" href="/rules/{name}" aria-label="[^"]+">', page)


def test_rules_lead_back_to_the_table(ann: Person) -> None:
    id = ann.new_table(["me", *["bot:novice"] * (LEAST - 1)])
    link = re.search(r'href="(/rules/[^"]+)"', ann.get(f"/table/{id}").text)
    assert link
    assert f'href="/table/{id}?seat=0"' in ann.get(link[1].replace("%3F", "?")).text
    assert "evil" not in ann.get(f"/rules/{GAME.name}?back=//evil.example/").text.partition('<main class="reading">')[2]


def test_a_link_that_works_on_this_computer_only_says_so(
    ann: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.5")
    here = {"host": "127.0.0.1:8484"}
    lobby = f"/table/{ann.new_table(['me', *['free'] * (LEAST - 1)])}"
    for path in (lobby, f"{lobby}/device"):
        page = ann.ask("GET", path, headers=here).text
        assert f'value="http://127.0.0.1:8484/{"table" if path == lobby else "seat"}/' in page
        assert "This link only works on this computer." in page
        assert "mezani serve --address 0.0.0.0" in page
        assert "http://192.168.1.5:8484/" in page
        assert 'data-copies="link"' in page
        assert "only works" not in ann.ask("GET", path, headers={"host": "table.example"}).text
    with server(tmp_path / "open", address="0.0.0.0", database=f"sqlite:///{tmp_path}/open.db") as client:
        ben = Person(client)
        page = ben.ask("GET", f"/table/{ben.new_table(['me', *['free'] * (LEAST - 1)])}", headers=here).text
        assert 'value="http://192.168.1.5:8484/table/' in page
        assert "only works" not in page


def test_nobody_is_away_where_people_share_a_screen(ann: Person, ben: Person) -> None:
    id = ann.new_table(["me"] * LEAST)
    with screen(ann, id, 0) as line:
        assert 'id="people"' in (shown := heard(line))
        assert 'class="away"' not in shown
        assert 'class="away"' not in ben.get(f"/table/{id}").text
    with screen(ann, id) as line:  # behind the curtain
        assert "spectator" not in heard(line)


def test_the_curtain_falls_only_where_something_is_hidden(client: TestClient[Any], ann: Person) -> None:
    for name in mezani.game_names():
        game = mezani.game(name)
        id = ann.new_table(["me"] * game.seats[0], game=name)
        table = table_of(client, id)
        page = ann.get(f"/table/{id}").text
        assert ('class="curtain"' in page) == (not game.is_open)
        if game.is_open:
            assert set(moves(page)) >= set(table.state.legal_actions())
            first, seat = moves(page)[0], table.state.seat
            after = ann.post(f"/table/{id}/play", seat=seat, after=table.turn, action=first).text
            assert table.state.seat != seat
            assert set(moves(after)) >= set(table.state.legal_actions())
            told = re.findall(r'<li class="move".*?</li>', after.partition('id="log"')[2])
            assert told
            assert all("<b>You</b>" not in line for line in told)


def test_without_javascript_a_page_that_waits_looks_again_unless_one_writes(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    id = ann.new_table(["me", "free"], game="asante")
    assert REFRESH not in ben.get(f"/table/{id}").text, "whoever types a name keeps it"
    ben.post(f"/table/{id}/sit", name="Ben")
    to_move = table_of(client, id).to_move
    acting, waiting = (ann, ben) if to_move == 0 else (ben, ann)
    page = waiting.get(f"/table/{id}").text
    assert REFRESH in page
    assert ">Refresh</a>" in page
    assert REFRESH not in acting.get(f"/table/{id}").text, "whoever chooses keeps what is chosen"
    writing = re.search(r'href="([^"]+say=1)#talk"', page)
    assert writing
    page = waiting.get(writing[1].replace("&amp;", "&")).text
    assert REFRESH not in page
    assert ">Refresh</a>" in page
    assert "required autofocus>" in page


def test_starting_areas_stand_out_until_all_have_a_first_monument(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me"] * 2, game="zimbabwe")
    table = table_of(client, id)
    for _ in range(2):
        page = ann.get(f"/table/{id}").text
        assert " of-starts" in page
        ann.post(f"/table/{id}/play", seat=table.state.seat, after=table.turn, action=moves(page)[0])
    assert " of-starts" not in ann.get(f"/table/{id}").text
