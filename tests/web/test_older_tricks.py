"""Tricks before the last lie face down while a game runs: in page, log, stream, replay and API alike."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar.testing import TestClient

import mezani
from mezani.engine.bits import bit
from mezani.game import Game
from mezani.language import language
from mezani.tables.entries import Kind
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import OPEN, Terms
from mezani.web.log_lines import all_lines, new_html, turned_html
from tests.web.people import Person, without_keys
from tests.web.test_live import heard, screen
from tests.web.test_nothing_hidden_leaves import people, play, running_table
from tests.web.test_replay import table_from

pytestmark = pytest.mark.slow
ONE_SERVER = True

__all__ = ["people"]  # a fixture

WITH_PAST = [name for name in mezani.game_names() if mezani.game(name).past]
PLAYED_CARDS = ("trick", "last_trick", "winning")
TRICKS = 5


class Twins(NamedTuple):
    """Two games that differ in nothing but cards of tricks before the last."""

    starts: tuple[Any, Any]
    actions: tuple[list[int], list[int]]


def first_tricks(game: Game[Any], players: int, seed: int) -> list[int]:
    """The moves of a random game until some tricks are taken and a card of the next one lies there."""
    state, rng, actions = game.new(players, seed), mezani.Rng(seed), []
    while game.place(state).line < TRICKS or not any(state.trick[seat] >= 0 for seat in range(players)):
        actions.append(state.random_action(rng))
        state.play(actions[-1])
    return actions


def around_the_tricks(game: Game[Any], state: Any) -> Any:
    """What everybody sees but the cards that were played."""
    seen = msgspec.to_builtins(game.view(state, None))
    return seen | dict.fromkeys(PLAYED_CARDS) | {"suits": suits_seen(game, seen)}


def suits_seen(game: Game[Any], seen: dict[str, Any]) -> Any:
    """In ANNE! the backs of played cards show their suits."""
    return [card and card[0] for card in seen["last_trick"]] if game.name == "anne" else None


def swapped(game: Game[Any], start: Any, actions: list[int], one: int, other: int) -> Twins | None:
    """The same game with two cards in each other's place, if nobody could see a difference but in older tricks."""
    twin, names = start.clone(), {one: other, other: one}
    twin.hands = [exchanged(hand, one, other) for hand in start.hands]
    renamed = [names.get(action, action) for action in actions]
    here, there = start.clone(), twin.clone()
    for action, like in zip(actions, renamed, strict=True):
        if not there.allows(like):
            return None
        here.play(action)
        there.play(like)
        if around_the_tricks(game, here) != around_the_tricks(game, there):
            return None
    alike = all(game.view(here, seat) == game.view(there, seat) for seat in (*range(start.players), None))
    return Twins((start, twin), (actions, renamed)) if alike else None


def exchanged(hand: int, one: int, other: int) -> int:
    """A set of cards with two of them in each other's place."""
    if bool(hand & bit(one)) == bool(hand & bit(other)):
        return hand
    return hand ^ bit(one) ^ bit(other)


def twins(game: Game[Any], players: int) -> Iterator[Twins]:
    for seed in range(50):
        start, actions = game.new(players, seed), first_tricks(game, players, seed)
        cards = [action for action in actions if action < 42]
        for one in cards:
            for other in cards[: cards.index(one)]:
                if (found := swapped(game, start, actions, one, other)) and actions != found.actions[1]:
                    yield found
                    break


def everything(person: Person, table: Table, token: str | None) -> list[bytes]:
    """All that a person gets who comes to a table now, and looks back as far as they can."""
    person.client.app.state.hall.tables.keep(table)
    got = [without_keys(person.get(f"/table/{table.id}").content)]
    with screen(person, table.id) as line:
        got.append(heard(line).encode())
    got += [
        without_keys(person.get(f"/table/{table.id}/replay/{step}").content) for step in range(len(table.actions) + 1)
    ]
    headers = {"authorization": f"Bearer {token}"} if token else {}
    got.append(person.client.get(f"/api/tables/{table.id}", headers=headers).content)
    return [*got, person.get(f"/table/{table.id}/record").content]


@pytest.mark.parametrize("name", WITH_PAST)
def test_games_that_differ_in_older_tricks_look_alike(client: TestClient[Any], people: list[Person], name: str) -> None:
    game = mezani.game(name)
    found = twins(game, game.seats[0])
    for seat in (None, 0, 1):
        pair = next(found)
        person = people[-1] if seat is None else people[seat]
        token = None if seat is None else f"secret-{seat}"
        tables = [table_from(start, name, game.seats[0], actions) for start, actions in zip(*pair, strict=True)]
        covered = [everything(person, table, token) for table in tables]
        assert covered[0] == covered[1]
        for table in tables:
            table.terms, table._covered = Terms(past_tricks=OPEN), None
        opened = [everything(person, table, token) for table in tables]
        assert sum(here != there for here, there in zip(*opened, strict=True)) > 5


@pytest.mark.parametrize("name", WITH_PAST)
def test_each_seat_forgets_its_own_cards_too(client: TestClient[Any], people: list[Person], name: str) -> None:
    """Who played what is not shown again to the player who did."""
    game = mezani.game(name)
    pair = next(pair for pair in twins(game, game.seats[0]) if pair.starts[0].hands == pair.starts[1].hands)
    tables = [table_from(start, name, game.seats[0], actions) for start, actions in zip(*pair, strict=True)]
    for seat in range(game.seats[0]):
        got = [everything(people[seat], table, f"secret-{seat}") for table in tables]
        assert got[0] == got[1]


def by_id(html: str) -> dict[str, str]:
    """The lines that have an id."""
    return {
        line.split('"')[3]: line for line in html.splitlines(keepends=True) if line.startswith('<li class="move" id=')
    }


@pytest.mark.parametrize("name", WITH_PAST)
def test_the_log_on_a_screen_becomes_the_log_of_a_fresh_page(client: TestClient[Any], name: str) -> None:
    """Lines are covered as tricks are taken and open again when they may be: after each move the same is shown."""
    lang, game = language("en"), mezani.game(name)
    table = running_table(client, name, game.seats[0], 4)
    rng, turned = mezani.Rng(4), 0
    shown = {line.id: line.__html__() for line in all_lines(table, 1, lang) if line.id}
    while not table.is_over:
        known, number = table.covered, table.last_number
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
        again = by_id(turned_html(table, number, known, 1, lang))
        assert set(again) <= set(shown)
        turned += len(again)
        shown |= again | by_id(new_html(table, number, 1, lang) or "")
        assert list(shown.values()) == [line.__html__() for line in all_lines(table, 1, lang) if line.id]
    assert turned > 2 * 8 * table.players
    assert not table.covered


@pytest.mark.parametrize("name", WITH_PAST)
def test_only_the_lines_of_one_trick_are_sent_again(client: TestClient[Any], ann: Person, name: str) -> None:
    """A table sends few bytes: the log is not drawn anew for each move."""
    game = mezani.game(name)
    table = running_table(client, name, game.seats[0], 4)
    rng, hall = mezani.Rng(4), client.app.state.hall
    with screen(ann, table.id, after=table.last_number) as line, client.portal() as portal:
        heard(line)
        sent = []
        while game.place(table.state).line < TRICKS:
            table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
            portal.call(hall.screens.wake, table.id)
            sent.append(heard(line))
    again = [html.count('<li class="move" id=') for html in sent if "data-turned" in html]
    assert len(again) == TRICKS - 1
    assert max(again) <= game.seats[0] + 3
    assert all("data-fresh" not in html for html in sent)


@pytest.mark.parametrize("name", WITH_PAST)
def test_open_tricks_stay_as_they_were_told(client: TestClient[Any], name: str) -> None:
    table, rng, lang = running_table(client, name, 3, 4), mezani.Rng(4), language("en")
    table.terms = Terms(past_tricks=OPEN)
    for _ in range(40):
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
    assert not table.covered
    told = [words for _, step in table.steps() if step for words in table.game.tell(*step, 1, lang, ["A"] * 3)]
    assert len([line for line in all_lines(table, 1, lang) if line.kind == "move"]) == len(told)
    assert not any(line.id for line in all_lines(table, 1, lang))


def test_no_face_of_the_heap_is_ever_shown(client: TestClient[Any], ann: Person) -> None:
    """Two finished games of ANNE! that differ in nothing but numbers in the heap look alike from every seat."""
    game, rng = mezani.game("anne"), mezani.Rng(2)
    start, actions, state = game.new(3, 2), [], game.new(3, 2)
    while state.hand_number == 0:
        actions.append(state.random_action(rng))
        state.play(actions[-1])
    pages = []
    for heap in (start.heap, mirrored(start)):
        begun = start.clone()
        begun.heap = heap
        table = table_from(begun, "anne", 3, actions)
        table.result = {"scores": [0, 0, 0], "winners": [0]}
        client.app.state.hall.tables.keep(table)
        steps = range(0, len(actions), 7)
        pages.append(
            [without_keys(ann.get(f"/table/abc/replay/{n}?seat={s}").content) for n in steps for s in (0, 1, 2, "all")]
        )
    assert pages[0] == pages[1]


def mirrored(start: Any) -> int:
    """A heap of the same suits that holds other cards: as if some of them had not been in the deck."""
    heap = 0
    for suit in range(4):
        number = (start.heap >> 12 * suit & 0xFFF).bit_count()
        heap |= ((1 << number) - 1) << 12 * suit
    assert heap != start.heap
    return heap


# What was agreed


def test_who_is_alone_among_bots_may_look_back_and_others_may_not(client: TestClient[Any], ann: Person) -> None:
    hall = client.app.state.hall
    for chairs, past_tricks in (
        (["me", "bot:novice", "bot:novice"], "open"),
        (["me", "free", "bot:novice"], "covered"),
        (["me", "me", "bot:novice"], "covered"),
    ):
        id = ann.new_table(chairs, game="anansi")
        assert hall.tables[id].terms.past_tricks == past_tricks
        hall.tables.forget_all()
        page = ann.get(f"/table/{id}").text
        assert f"Past tricks are {past_tricks}" in page
        assert hall.tables[id].terms.past_tricks == past_tricks
        assert ann.client.get(f"/api/tables/{id}").json()["terms"]["past_tricks"] == past_tricks


def test_the_terms_can_be_chosen_where_a_table_is_set_up(client: TestClient[Any], ann: Person) -> None:
    assert 'name="past-tricks"' in ann.get("/new/anansi").text
    assert 'name="past-tricks"' not in ann.get("/new/asante").text
    form = {"players": 3, "chair-0": "me", "chair-1": "bot:novice", "chair-2": "bot:novice"}
    for chosen in ("covered", "open"):
        page = ann.ask("POST", "/new/anne", data=form | {"past-tricks": chosen})
        assert f"Past tricks are {chosen}" in page.text
    wrong = ann.ask("POST", "/new/anne", data=form | {"past-tricks": "torn"})
    assert (wrong.status_code, "terms" in wrong.text) == (422, True)


def test_a_program_chooses_terms_too(client: TestClient[Any]) -> None:
    chairs = [{"who": "me"}, {"who": "bot"}, {"who": "bot"}]
    ask = {"game": "anne", "chairs": chairs}
    for terms, answer in (({"past_tricks": "covered"}, 201), ({"past_tricks": "torn"}, 400), ({"clock": 5}, 400)):
        given = client.post("/api/tables", json=ask | {"terms": terms})
        assert given.status_code == answer
    id = client.post("/api/tables", json=ask | {"terms": {"past_tricks": "covered"}}).json()["table"]
    assert client.get(f"/api/tables/{id}").json()["terms"]["past_tricks"] == "covered"


def test_in_a_covered_practice_game_nobody_plays_on_from_an_older_trick(client: TestClient[Any], ann: Person) -> None:
    ann.cookies = {"mezani": "secret-0"}
    table = running_table(client, "anansi", 3, 1)
    table.seats = [table.seats[0], Seat(None, "B", "novice"), Seat(None, "C", "novice")]
    rng = mezani.Rng(1)
    while table.state.seat != 0 or len(table.actions) < 9:
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
    last = len(table.actions)
    assert ann.post(f"/table/{table.id}/replay/3", seat=0).status_code == 403
    page = ann.post(f"/table/{table.id}/replay/{last}", seat=0)
    assert "Past tricks are covered" in page.text


def test_what_a_page_missed_is_covered_when_it_comes_back(client: TestClient[Any], ann: Person) -> None:
    """A page that was away holds open lines of tricks that are older by now."""
    table, rng = running_table(client, "anansi", 3, 4), mezani.Rng(4)
    for _ in range(4):
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
    shown = table.entries_known(None)
    for _ in range(5):
        table.accept(table.decide(table.state.seat, table.state.random_action(rng), table.turn, 0.0))
    with screen(ann, table.id, after=shown) as line:
        html = heard(line)
    assert "data-fresh" not in html
    turned = html.partition('data-turned="log"')[2].partition("</ol>")[0]
    added = [entry.number for entry in table.log if entry.kind == Kind.PLAY and (entry.action or 0) < 42]
    assert [number for number in added if f'id="line-{number}-0"' in turned] == [2, 4, 5]  # one has gained followers
    assert table.covered == {2, 3, 4, 5, 6, 7}
    assert "a card." in turned


@pytest.mark.parametrize("name", WITH_PAST)
def test_what_lay_face_down_is_known_after_the_game_too(client: TestClient[Any], name: str) -> None:
    """A screen that comes back after the end shows all cards: so it must be known which lay face down on it."""
    table, rng, lay = running_table(client, name, mezani.game(name).seats[0], 1), mezani.Rng(1), {}
    while not table.is_over:
        lay[table.last_number] = table.covered
        play(table, table.state.random_action(rng))
    assert table.covered == frozenset()
    assert max(map(len, lay.values())) > 5
    for number in list(lay)[::9]:
        assert table.covered_after(number) == lay[number]
