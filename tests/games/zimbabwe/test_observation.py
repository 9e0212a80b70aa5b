"""Observations of The Great Zimbabwe: they say what the view says, from the observer's chair, and leave nothing out."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import mezani
from mezani.engine.packing import field_names
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import SIDE, square_text
from mezani.games.zimbabwe.components import CRAFTSMEN, GODS, RESOURCES, SPECIALISTS
from mezani.games.zimbabwe.observation import OBSERVATION
from mezani.games.zimbabwe.view import DECISIONS, ZimbabweView, view
from mezani.testing.playing import amount
from tests.games.zimbabwe.positions import PLAIN, play, position, sensible

# What is not written, because it follows from the rest, or because it is nobody's affair
FOLLOWS = {"empty", "wet_row", "wet_next", "supply", "ways", "giving", "places_left", "turn", "rng", "reveals"}
FOLLOWS |= {"resources"}
LABELS = OBSERVATION.labels


def observed(state: Zimbabwe, seat: int = 0) -> bytes:
    buffer = bytearray(OBSERVATION.size)
    state.observe(seat, buffer)
    return bytes(buffer)


def fields(state: Zimbabwe, seat: int = 0) -> dict[str, Any]:
    return OBSERVATION.read(list(observed(state, seat)))


@cache
def game_positions(players: int) -> list[Zimbabwe]:
    """Every position of a game in which people now play sensibly and now by chance."""
    state, rng = GAME.new(players, players), mezani.Rng(players)
    found: list[Zimbabwe] = []
    while not state.is_over and len(found) < amount(1500, 300):
        found.append(state.clone())
        state.play(state.random_action(rng) if rng.below(4) == 0 else sensible(state, rng))
    return [*found, state]


def some_positions(players: int) -> list[Zimbabwe]:
    found = game_positions(players)
    return found[:: max(1, len(found) // amount(120, 20))]


seats_of_games = pytest.mark.parametrize("players", GAME.seats)


# What is told


def names_of(places: list[int], names: tuple[str, ...] | list[str]) -> list[str]:
    return [names[place] for place, there in enumerate(places) if there]


def one(places: list[int]) -> int | None:
    """The place of the only 1."""
    return places.index(1) if any(places) else None


def squares(plane: list[list[int]]) -> set[str]:
    return set(numbers(plane))


def numbers(plane: list[list[int]]) -> dict[str, int]:
    """What is not 0, by square."""
    return {
        square_text(row * SIDE + column): number
        for row, line in enumerate(plane)
        for column, number in enumerate(line)
        if number
    }


def told_by_observation(found: dict[str, Any]) -> dict[str, Any]:
    """What an observation says about the game, seats counted from the observer on."""
    players = found["players"]
    seats = range(players)
    queue = [one(places) for places in found["plaques"] if any(places)]
    return {
        "over": found["over"],
        "round": found["round"],
        "decision": names_of(found["decision"], DECISIONS),
        "to move": one(found["to_move"]),
        "range": found["range"],
        "ground": squares(found["ground"]),
        "water": squares(found["water"]),
        "starts": squares(found["starts"]),
        "resources": [squares(plane) for plane in found["resources"]],
        "used": numbers(found["used"]),
        "levels": numbers(found["levels"]),
        "monuments": [squares(plane) for plane in found["monuments"]][:players],
        "raised": squares(found["raised"]),
        "raising": squares(found["raising"]),
        "craftsmen": [squares(plane) for plane in found["craftsmen"]],
        "craftsmen of": [squares(plane) for plane in found["craftsmen_of"]][:players],
        "first squares": numbers(found["first_squares"]),
        "upright": squares(found["upright"]),
        "goods": [told_of_good(found, good) for good in range(4) if any(found["good_craftsman"][good])],
        "cattle": found["cattle"][:players],
        "vr": found["vr"][:players],
        "vp": found["vp"][:players],
        "markers": [one(places) for places in found["markers"][:players]],
        "gods": names_of(found["gods"], GODS),
        "god": [names_of(places, GODS) for places in found["god"]][:players],
        "cattle on god": found["cattle_on_god"],
        "specialists": names_of(found["specialists"], SPECIALISTS),
        "specialist owners": [one(places) for places in found["specialist_owner"]],
        "cattle on specialists": found["cattle_on_specialist"],
        "cards left": found["cards_left"],
        "tiles left": found["tiles_left"],
        "cards": [
            {
                CRAFTSMEN[kind]: (card[1], found["price"][seat][kind], found["cattle_on_card"][seat][kind])
                for kind, card in enumerate(found["cards"][seat])
                if any(card)
            }
            for seat in seats
        ],
        "resource tiles": found["resource_tiles"],
        "water tiles": found["water_tiles"],
        "plaques": [(place if place != 5 else None, found["cattle_on_plaque"][place]) for place in queue],
        "next plaque": one(found["next_plaque"]),
        "gave": found["gave"][:players],
        "passed": found["passed"][:players],
        "order": [one(places) for places in found["order"][:players]],
        "has chosen": found["has_chosen"],
        "used specialists": names_of(found["specialists_used"], SPECIALISTS),
        "action": names_of(found["action"], ("build", "place", "raise")),
        "placing": names_of(found["craftsman_placed"], CRAFTSMEN) + names_of(found["resource_placed"], RESOURCES),
        "winner": one(found["winner"]),
    }


def told_of_good(found: dict[str, Any], good: int) -> tuple[str | None, str | None, list[str]]:
    """The craftsman and the primary by their first squares, and the resources that they have used up."""
    first = {
        (kind, number): square
        for square, number in numbers(found["first_squares"]).items()
        for kind in range(len(CRAFTSMEN))
        if square in squares(found["craftsmen"][kind])
    }
    tiles = [one(found["good_craftsman"][good]), one(found["good_primary"][good])]
    places = [first[tile // 3, tile % 3 + 1] if tile is not None else None for tile in tiles]
    used = zip(found["good_row"][good], found["good_column"][good], strict=True)
    return places[0], places[1], [square_text(one_square(*place)) for place in used if any(place[0])]


def one_square(rows: list[int], columns: list[int]) -> int:
    return rows.index(1) * SIDE + columns.index(1)


def told_by_view(seen: ZimbabweView, observer: int) -> dict[str, Any]:
    """The same, as people are shown it."""
    players = seen.players

    def place(seat: int | None) -> int | None:
        return (seat - observer) % players if seat is not None else None

    empires = seen.empires[observer:] + seen.empires[:observer]
    land = {
        square_text(row * SIDE + column): letter
        for row, line in enumerate(seen.rows)
        for column, letter in enumerate(line)
    }
    plaques = {place(plaque.seat): plaque for plaque in seen.plaques}
    of_specialists = {one.name: one for one in seen.specialists}
    tiles_of = {name: [tile for tile in seen.craftsmen if tile.type == name] for name in CRAFTSMEN}
    return {
        "over": int(seen.is_over),
        "round": seen.round,
        "decision": [seen.decision],
        "to move": place(seen.to_move),
        "range": seen.range,
        "ground": {square for square, letter in land.items() if letter != "-"},
        "water": {square for square, letter in land.items() if letter == "~"},
        "starts": set(seen.starts),
        "resources": [{one.square for one in seen.resources if one.kind == kind} for kind in RESOURCES],
        "used": {one.square: one.used for one in seen.resources if one.used},
        "levels": {one.square: one.level for one in seen.monuments},
        "monuments": [{one.square for one in seen.monuments if place(one.owner) == n} for n in range(players)],
        "raised": {one.square for one in seen.monuments if one.raised},
        "raising": {seen.raising.square} if seen.raising else set(),
        "craftsmen": [{square for tile in tiles for square in tile.squares} for tiles in tiles_of.values()],
        "craftsmen of": [
            {square for tile in seen.craftsmen if place(tile.owner) == n for square in tile.squares}
            for n in range(players)
        ],
        "first squares": {
            tile.square: number for tiles in tiles_of.values() for number, tile in enumerate(tiles, start=1)
        },
        "upright": {
            tile.square
            for tile in seen.craftsmen
            if len(tile.squares) == 2 and tile.squares[0][0] == tile.squares[1][0]
        },
        "goods": [(good.craftsman, good.primary, good.resources) for good in seen.bought],
        "cattle": [min(empire.cattle, 255) for empire in empires],
        "vr": [empire.vr for empire in empires],
        "vp": [empire.vp for empire in empires],
        "markers": [place(seat) for seat in seen.markers],
        "gods": [god.name for god in seen.gods if god.owner is None],
        "god": [[empire.god] if empire.god else [] for empire in empires],
        "cattle on god": sum(god.cattle for god in seen.gods),
        "specialists": [one.name for one in seen.specialists if one.owner is None],
        "specialist owners": [
            place(of_specialists[name].owner) if name in of_specialists else None for name in SPECIALISTS
        ],
        "cattle on specialists": [of_specialists[name].cattle if name in of_specialists else 0 for name in SPECIALISTS],
        "cards left": [technology.cards_left for technology in seen.technologies],
        "tiles left": [technology.tiles_left for technology in seen.technologies],
        "cards": [{card.type: (card.second, card.price, card.cattle) for card in empire.cards} for empire in empires],
        "resource tiles": [seen.resource_tiles[kind] for kind in RESOURCES],
        "water tiles": seen.water_tiles,
        "plaques": [(place(plaque.seat), plaque.cattle) for plaque in seen.plaques],
        "next plaque": seen.next_plaque,
        "gave": [plaques[n].gave if n in plaques else 0 for n in range(players)],
        "passed": [plaques[n].passed if n in plaques else 0 for n in range(players)],
        "order": [place(seat) for seat in seen.order],
        "has chosen": int(seen.has_chosen),
        "used specialists": [one.name for one in seen.specialists if one.used],
        "action": [seen.action] if seen.action else [],
        "placing": [seen.placing] if seen.placing else [],
        "winner": place(seen.winners[0]) if seen.winners else None,
    }


@seats_of_games
def test_an_observation_says_what_the_view_says(players: int) -> None:
    for number, state in enumerate(some_positions(players)):
        seat = number % players
        assert told_by_observation(fields(state, seat)) == told_by_view(view(state, seat), seat)


def test_the_positions_of_these_tests_show_every_decision() -> None:
    shown = {DECISIONS[state.step] for players in GAME.seats for state in game_positions(players)}
    assert shown == set(DECISIONS)


# Every position has its own observation


@seats_of_games
def test_positions_that_look_different_are_observed_differently(players: int) -> None:
    shown: dict[bytes, ZimbabweView] = {}
    for state in some_positions(players):
        seen = view(state, 0)
        assert shown.setdefault(observed(state), seen) == seen
    assert len(shown) == len(some_positions(players))
    assert all(observed(one) != observed(other) for one, other in pairwise(game_positions(players)))


@pytest.mark.parametrize(
    ("god", "one_order", "other_order"),
    [
        ("Obatala", "build a9 build i1", "build i1 build a9"),
        ("Dziva", "potter=1 wood-carver=3", "wood-carver=3 potter=1"),
        ("Gu", "builder nomads", "nomads builder"),
    ],
)
def test_what_was_done_in_either_order_is_observed_alike_and_goes_on_alike(
    god: str, one_order: str, other_order: str
) -> None:
    mine = "cattle = 9; monuments = { d8 = 1 }; technologies = { potter = 2, wood-carver = 1 }"
    mine += f'; specialists = ["builder", "nomads"]; god = "{god}"'
    one = play(position(PLAIN, mine, ""), one_order)
    other = play(position(PLAIN, mine, ""), other_order)
    assert observed(one) == observed(other)
    assert view(one, 0) == view(other, 0)
    assert one.legal_actions() == other.legal_actions()
    assert observed(play(one, "end")) == observed(play(other, "end"))


def test_every_field_is_observed_but_those_that_follow_from_others() -> None:
    """A field is changed to what it is in another position: somewhere the observation shows it."""
    elsewhere: Zimbabwe = GAME.new(2, 99)
    dziva = position(PLAIN, "god = 'Dziva'; technologies = { potter = 2 }", "")
    eshu = position(
        PLAIN, "god = 'Eshu'", "god = 'Qamata'; on_cards = { Qamata = 3 }", used='["a1", "a1"]', supply="{ clay = 1 }"
    )
    pairs = [(play(dziva.clone(), "potter=3"), dziva), (eshu, dziva)]
    pairs += [(elsewhere, game_positions(players)[0]) for players in (2, 3)]
    early, late = game_positions(2)[0], game_positions(2)[-1]
    for decision in range(len(DECISIONS)):
        asked = [state for state in game_positions(2) if state.step == decision]
        pairs += pairwise(asked[:: max(1, len(asked) // 8)])
        pairs += [(state, other) for state in asked[:1] for other in (late, early)]
        pairs += [(late, state) for state in asked[:1]]
    unseen = {name for name in field_names(elsewhere) if not any(shows(name, *pair) for pair in pairs)}
    assert unseen == FOLLOWS


def shows(name: str, state: Zimbabwe, other: Zimbabwe) -> bool:
    """Whether the observation of a state changes with a field that is as in another one."""
    changed = state.clone()
    if name != "ways":
        setattr(changed, name, getattr(other, name))
    return observed(changed) != observed(state)


# The form


@seats_of_games
def test_each_field_has_the_numbers_of_its_kind(players: int) -> None:
    for state in some_positions(players):
        numbers = observed(state, players - 1)
        for field in OBSERVATION:
            part = numbers[field.first : field.first + field.size]
            assert field.kind == "number" or max(part) <= 1, field.name
            if field.kind == "one of":
                row = field.shape[-1]
                assert all(sum(part[at : at + row]) <= 1 for at in range(0, field.size, row)), field.name


@seats_of_games
def test_every_seat_is_told_the_same_and_counts_the_seats_from_itself(players: int) -> None:
    for state in some_positions(players)[::4]:
        of_first = by_seat(state, 0)
        assert not [label for label in of_first if "nobody" in label]
        for seat in range(players):
            assert by_seat(state, seat) == of_first
            assert fields(state, seat)["cattle"][0] == min(state.cattle[seat], 255)


def by_seat(state: Zimbabwe, observer: int) -> dict[str, int]:
    """What is not 0 in an observation, with the seats' own numbers in the labels."""
    named = {}
    for label, number in zip(LABELS, observed(state, observer), strict=True):
        if number:
            for place, name in enumerate(("self", "left 1", "left 2", "left 3", "left 4")):
                seat = (observer + place) % state.players if place < state.players else "nobody"
                label = label.replace(name, f"seat {seat}")
            named[label] = number
    return named


def test_labels_name_squares_craftsmen_and_empires() -> None:
    state = position(PLAIN, "cattle = 300; technologies = { potter = 2 }; craftsmen = { potter = ['a2-'] }", "")
    said = OBSERVATION.set_labels(observed(state))
    assert {
        "decision[turn]",
        "to_move[self]",
        "resources[clay, 1, a]",
        "craftsmen[potter, 2, a]",
        "craftsmen_of[self, 2, b]",
        "first_squares[2, a]",
        "price[self, potter]=2",
        "cards[self, potter, first]",
        "cattle[self]=255",
    } <= set(said)
    assert "cattle[left 1]=255" in OBSERVATION.set_labels(observed(state, 1))


def test_two_potters_side_by_side_are_told_apart() -> None:
    lying = "technologies = { potter = 1 }; craftsmen = { potter = ['a2-', 'a3-'] }"
    standing = "technologies = { potter = 1 }; craftsmen = { potter = ['a2|', 'b2|'] }"
    one, other = fields(position(PLAIN, lying, "")), fields(position(PLAIN, standing, ""))
    assert one["craftsmen"] == other["craftsmen"]
    assert numbers(one["first_squares"]) == {"a2": 1, "a3": 2}
    assert numbers(other["first_squares"]) == {"a2": 1, "b2": 2}
    assert squares(other["upright"]) == {"a2", "b2"}


def test_what_was_done_in_a_turn_is_forgotten_with_it() -> None:
    state = position(PLAIN, "cattle = 9; monuments = { g7 = 1 }", "monuments = { j2 = 1 }", gods='["Eshu"]')
    before = fields(state)
    assert fields(play(state, "Eshu"))["has_chosen"]
    build = play(state, "build a9")
    assert names_of(fields(build)["action"], ("build", "place", "raise")) == ["build"]
    turn = ("has_chosen", "specialists_used", "action", "monuments_built", "first_of_type", "new_cards", "repriced")
    after = fields(play(build, "end"))
    assert {name: after[name] for name in turn} == {name: before[name] for name in turn}


def test_a_raise_shows_its_hubs_and_its_goods() -> None:
    land = "technologies = { potter = 1 }; craftsmen = { potter = ['b1-'] }"
    state = position(PLAIN, f"cattle = 9; monuments = {{ d1 = 1 }}; {land}", "")
    play(state, "raise d1")
    found = fields(state)
    assert squares(found["raising"]) == {"d1"}
    assert found["hubs"][0] == 1, "no hub is needed"
    play(state, "b1")
    found = fields(state)
    assert squares(found["raised"]) == {"d1"}
    assert told_of_good(found, 0) == ("b1", None, ["a1"])
    assert numbers(found["used"]) == {"a1": 1}


def test_a_buffer_that_is_too_small_is_left_alone() -> None:
    buffer = bytearray(OBSERVATION.size - 1)
    with pytest.raises(ValueError, match=f"{OBSERVATION.size} are needed"):
        GAME.new(2, 1).observe(0, buffer)
    assert not any(buffer)
