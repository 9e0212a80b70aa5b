"""The observation of a seat holds what its view shows, and nothing else."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import mezani
from mezani.engine.observation import Field
from mezani.games.asante import GAME
from mezani.games.asante.constants import DRAWING
from mezani.games.asante.deck import deck_of, standard_deck
from mezani.games.asante.observation import OBSERVATION
from mezani.games.asante.rules import Asante
from mezani.testing.playing import amount
from tests.games.asante.positions import play, position
from tests.games.asante.test_deck import NEW_DECK

DECKS = pytest.mark.parametrize("deck", [standard_deck().text, NEW_DECK], ids=["standard", "another"])


def observed(state: Asante, seat: int) -> bytes:
    buffer = bytearray(b"\7" * OBSERVATION.size)
    state.observe(seat, buffer)
    return bytes(buffer)


def fields(state: Asante, seat: int) -> dict[str, Any]:
    return OBSERVATION.read(observed(state, seat))


def seen(state: Asante, seat: int) -> dict[str, Any]:
    """What a view shows of a position; the cards of the deck are the same in all."""
    shown = GAME.view(state, seat)
    names = [name for name in shown.__struct_fields__ if name != "cards"]
    return {name: msgspec.to_builtins(getattr(shown, name)) for name in names}


def game(seed: int, deck: str = standard_deck().text) -> Iterator[Asante]:
    """Each position of a random game, the last one too; the state goes on changing."""
    state, rng = GAME.new(seed=seed, options={"deck": deck}), mezani.Rng(seed)
    yield state
    while not state.is_over:
        state.apply(state.random_action(rng))
        yield state


# Reading an observation as the view


def the_one(places: list[int]) -> int | None:
    return places.index(1) if 1 in places else None


def listed(names: tuple[str, ...], counts: list[int]) -> list[str]:
    return [name for name, n in zip(names, counts, strict=False) for _ in range(n)]


def from_top(names: tuple[str, ...], kinds: list[int]) -> list[str]:
    return [names[kind - 1] for kind in kinds if kind][::-1]


def read_view(state: Asante, seat: int) -> dict[str, Any]:
    """The fields of a view, found in an observation alone; of the state only the deck is used."""
    cards, places = state.deck.card_ids(), state.deck.place_ids()
    has = fields(state, seat)
    of_seats = (seat, 1 - seat)  # the place of each seat, for there are two
    hand, known = listed(cards, has["hand"]), listed(cards, has["known"])
    card = {name: the_one(has[name]) for name in ("drawn", "card", "haggled", "cancelled")}
    active, to_move = (the_one(has[name]) for name in ("active", "to_move"))
    assert active is not None
    target = next(
        ((place, slot) for place, row in enumerate(has["target"]) for slot, is_it in enumerate(row) if is_it), None
    )
    gold = [has["gold"][place] for place in of_seats]
    active = of_seats[active]
    return {
        "seat": seat,
        "is_over": bool(has["over"]),
        "to_move": None if to_move is None else of_seats[to_move],
        "turn": has["turn"],
        "active": active,
        "step": OBSERVATION["step"].axes[0].places[the_one(has["step"]) or 0],
        "phase": 1 + has["phase"].index(1),
        "markers": has["markers"],
        "gold": gold,
        "stands": [has["stands"][place] for place in of_seats],
        "supply": has["supply"],
        "hand": hand,
        "hand_sizes": [has["hand_sizes"][place] for place in of_seats],
        "known": [hand, known] if seat == 0 else [known, hand],
        "pile": has["pile"],
        "discards": from_top(cards, has["discards_in_order"]),
        "middle": [None if the_one(row) is None else places[row.index(1)] for row in has["middle"]],
        "place_pile": has["place_pile"],
        "place_discards": from_top(places, has["place_discards_in_order"]),
        "owned": [{places[n]: many for n, many in enumerate(has["owned"][place]) if many} for place in of_seats],
        "artifacts": [artifacts(has, place, cards) for place in of_seats],
        "place_played": bool(has["place_played"]),
        "discount": has["discount"],
        "last_turn": bool(has["last_turn"]),
        "looked": from_top(cards, has["looked_in_order"]),
        "looked_count": has["looked_count"],
        "target": target and (of_seats[target[0]], target[1]),
        "left": has["left"],
        "silent": bool(has["silent"]),
        "scores": gold,
        "winners": [0 if (gold[0], active == 0) > (gold[1], active == 1) else 1] if has["over"] else [],
        **{name: None if kind is None else cards[kind] for name, kind in card.items()},
    }


def artifacts(has: dict[str, Any], place: int, cards: tuple[str, ...]) -> list[Any]:
    """The Artifacts of a seat as its view lists them."""
    return [
        {"id": cards[row.index(1)], "turned": bool(has["turned"][place][slot]), "gold": has["dolls"][place][slot]}
        if 1 in row
        else None
        for slot, row in enumerate(has["artifacts"][place])
    ]


@DECKS
def test_all_that_a_view_shows_can_be_read_in_the_observation(deck: str) -> None:
    for seed in range(amount(8, 4)):
        for number, state in enumerate(game(seed, deck)):
            if number % 3 == 0 or state.is_over:
                for seat in range(2):
                    assert read_view(state, seat) == seen(state, seat)


@DECKS
def test_observations_differ_where_views_differ_and_nowhere_else(deck: str) -> None:
    for seed in range(amount(12, 4)):
        before: list[Any] = [None, None]
        for state in game(100 + seed, deck):
            for seat in range(2):
                now = (seen(state, seat), observed(state, seat))
                if before[seat]:
                    was_seen, was_observed = before[seat]
                    assert (now[0] == was_seen) == (now[1] == was_observed)
                before[seat] = now


def test_positions_of_many_games_have_one_observation_for_each_view() -> None:
    views: dict[bytes, str] = {}
    for seed in range(amount(100, 6)):
        for number, state in enumerate(game(1000 + seed % 50)):  # each game twice
            if number % 7 == 0:
                for seat in range(2):
                    shown = repr(seen(state, seat))
                    assert views.setdefault(observed(state, seat), shown) == shown
    assert len(views) == len(set(views.values()))
    assert len(views) > amount(2000, 200)


# Nothing hidden


@DECKS
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_what_is_hidden(deck: str) -> None:
    for seed in range(amount(12, 4)):
        for number, state in enumerate(game(200 + seed, deck)):
            if number % 2 == seed % 2:
                for seat in range(2):
                    world = state.clone()
                    world.resample(seat, mezani.Rng(number))
                    assert observed(world, seat) == observed(state, seat)


def test_worlds_of_the_other_seat_are_told_apart_as_their_views_are() -> None:
    told = 0
    for seed in range(amount(12, 4)):
        for number, state in enumerate(game(300 + seed)):
            if number % 3 == seed % 3:
                world = state.clone()
                world.resample(1, mezani.Rng(number))
                differ = seen(world, 0) != seen(state, 0)
                assert (observed(world, 0) != observed(state, 0)) == differ
                told += differ
    assert told > 50


def test_the_cards_of_the_other_are_counted_and_those_seen_are_known() -> None:
    state = play(position("weaver-bird JJ", "camel map lion"), "play-weaver-bird let take-camel give-JJ")
    card = state.deck.card_ids().index
    mine, theirs = fields(state, 0), fields(state, 1)
    assert mine["hand_sizes"] == [1, 3]
    assert [kind for kind in range(64) if mine["known"][kind]] == sorted(map(card, ["JJ", "map", "lion"]))
    assert [kind for kind in range(64) if theirs["known"][kind]] == [card("camel")]


def test_a_drawn_card_is_shown_to_the_one_who_drew_it() -> None:
    state = play(position("JJ", pile="lion", step=DRAWING), "draw")
    assert the_one(fields(state, 0)["drawn"]) == state.deck.card_ids().index("lion")
    assert sum(fields(state, 1)["drawn"]) == 0
    assert fields(state, 0)["looked_count"] == fields(state, 1)["looked_count"] == 1


def test_only_who_will_not_answer_knows_of_it() -> None:
    state = play(position("camel camel", "animalist"), "play-camel never")
    assert [fields(state, seat)["silent"] for seat in range(2)] == [0, 1]


# Its form


def rows(field: Field, numbers: bytes) -> Iterator[bytes]:
    """The values of a field, last axis by last axis."""
    length = field.shape[-1] if field.shape else 1
    for first in range(field.first, field.first + field.size, length):
        yield numbers[first : first + length]


def test_every_field_is_met_and_keeps_to_its_kind() -> None:
    met = set()
    for seed in range(amount(30, 12)):
        for number, state in enumerate(game(400 + seed)):
            if number % 2:
                continue
            numbers = observed(state, 0)
            for field in OBSERVATION:
                if any(numbers[field.first : field.first + field.size]):
                    met.add(field.name)
                if field.kind != "number":
                    most = 1 if field.kind == "one of" else field.size
                    assert all(max(row) <= 1 and sum(row) <= most for row in rows(field, numbers)), field.name
    assert met == {field.name for field in OBSERVATION}


def test_counts_and_orders_of_a_pile_agree() -> None:
    for state in game(500):
        for seat in range(2):
            has = fields(state, seat)
            for name in ("discards", "place_discards", "looked"):
                kinds = [kind - 1 for kind in has[f"{name}_in_order"] if kind]
                assert has[name] == [kinds.count(kind) for kind in range(len(has[name]))]


def test_the_top_of_the_discards_comes_first() -> None:
    state = position(discards="PP healer")
    card = state.deck.card_ids().index
    assert fields(state, 1)["discards_in_order"][:3] == [card("healer") + 1, card("PP") + 1, 0]


def test_kinds_are_named_as_in_the_standard_deck() -> None:
    labels = OBSERVATION["hand"].labels()
    assert labels[0] == "hand[JPT]"
    assert labels[: standard_deck().kinds] == [f"hand[{card}]" for card in standard_deck().card_ids()]
    assert labels[63] == "hand[63]"
    assert OBSERVATION["middle"].labels()[0] == "middle[1, rwenzori-mountains]"


def test_a_buffer_that_does_not_fit_is_refused() -> None:
    state = position(deck=deck_of(NEW_DECK))
    with pytest.raises(ValueError, match=rf"has 5 bytes, where {OBSERVATION.size} are needed"):
        state.observe(0, bytearray(5))
    with pytest.raises(ValueError, match="there is no seat 2"):
        state.observe(2, bytearray(OBSERVATION.size))
