"""The moments of each game at which its board has most to show, as the page of whoever is to move."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import mezani
from mezani.engine.state import State
from mezani.games.asante.constants import DRAWING
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.presence import Presence
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from mezani.testing.playing import random_steps
from tests.games.asante.positions import play
from tests.web.test_asante_board import HELD, turn
from tests.web.test_boards import page_of, screen

NAMES = ("Amina", "Tumaini", "Baraka", "Pendo", "Chiku")  # bots are called so; none is longer than Tumaini
MOST_GAMES = 60


def of_anne(phase: str, cards: int) -> Callable[[Any], bool]:
    """In this phase, with so many cards in hand, and where one must follow suit."""
    return lambda view: (
        view.phase == phase and len(view.hand) == cards and (phase != "tricks" or view.winning is not None)
    )


def of_anansi(cards: int, across: int, two_uses: bool) -> Callable[[Any], bool]:
    """With so many cards in hand, so many that lie across, and two uses for a card or one."""
    return lambda view: (
        view.winning is not None
        and len(view.hand) == cards
        and sum(card is not None for card in view.laid) == across
        and (view.gains_left > 0) == two_uses
    )


def of_zimbabwe(decision: str, monuments: int = 0) -> Callable[[Any], bool]:
    """At this decision, with so many monuments on the map."""
    return lambda view: view.decision == decision and len(view.monuments) >= monuments


FOUND: dict[str, tuple[str, int, Callable[[Any], bool]]] = {
    "anne3 predicts": ("anne", 3, of_anne("predictions", 12)),
    "anne3": ("anne", 3, of_anne("tricks", 8)),
    "anne3 takes": ("anne", 3, of_anne("heap", 5)),
    "anne4 predicts": ("anne", 4, of_anne("predictions", 10)),
    "anne4 leads": ("anne", 4, lambda view: view.phase == "tricks" and len(view.hand) == 10 and view.winning is None),
    "anne4": ("anne", 4, of_anne("tricks", 6)),
    "anne4 takes": ("anne", 4, of_anne("heap", 4)),
    "anansi3 chooses": ("anansi", 3, of_anansi(9, 0, two_uses=True)),
    "anansi3": ("anansi", 3, of_anansi(2, 1, two_uses=False)),
    "anansi4 chooses": ("anansi", 4, of_anansi(9, 0, two_uses=True)),
    "anansi4": ("anansi", 4, of_anansi(2, 1, two_uses=False)),
    "anansi5 first": ("anansi", 5, of_anansi(8, 0, two_uses=True)),
    "anansi5 chooses": ("anansi", 5, of_anansi(4, 1, two_uses=True)),
    "anansi5": ("anansi", 5, of_anansi(1, 2, two_uses=False)),
    **{
        f"zimbabwe{players} {word}": ("zimbabwe", players, of_zimbabwe(decision, players * least))
        for players in mezani.game("zimbabwe").seats
        for word, decision, least in (
            ("begins", "first monument", 0),
            ("bids", "gift", 2),
            ("turns", "turn", 2),
            ("raises", "good", 2),
            ("chooses", "primary", 1),
            ("places", "craftsman", 1),
        )
    },
}
MANY = f"{HELD} JPT tracker cape-buffalo elder voodoo-doll animalist haggler"
BUILT: dict[str, Callable[[], State]] = {
    "asante draws": lambda: turn(step=DRAWING),
    "asante keeps": lambda: play(turn(step=DRAWING, pile="map"), "draw"),
    "asante plays": turn,
    "asante plays many": lambda: turn(MANY, stand="JJKKFF", places="RVONK", their_places="RVONK"),
    "asante answers": lambda: play(turn("gorilla"), "play-gorilla"),
    "asante takes": lambda: play(turn("camel KK JJSS"), "play-camel let"),
    "asante returns": lambda: play(turn("dyer KK", stand="JJJPT"), "play-dyer let"),
    "asante places": lambda: play(turn("voodoo-doll KK", artifacts="pottery map calabash"), "play-voodoo-doll"),
    "asante heals": lambda: play(
        turn("healer KK", discards="TT JJ nomad PPP camel camel lion elder TTF KFS SSS"), "play-healer let"
    ),
    "asante imitates": lambda: play(turn(places="KKOV"), "holy-kilimanjaro"),
    "asante sells": lambda: play(turn("lion KK"), "play-lion let"),
}
MOMENTS = (*FOUND, *BUILT)


@cache
def found(moment: str) -> tuple[int, list[int]]:
    """The seed and the moves of a random game that leads there."""
    name, players, is_there = FOUND[moment]
    game = mezani.game(name)
    for seed in range(1, MOST_GAMES):
        actions: list[int] = []
        for state, action in random_steps(game, players, seed):
            if is_there(game.view(state, state.seat)):
                return seed, actions
            actions.append(action)
    raise AssertionError(f"no game leads to {moment}")


@cache
def seed_for(seat: int) -> int:
    """The seed of a game of Asante in which this seat moves first, so that its clock runs."""
    game = mezani.game("asante")
    return next(seed for seed in range(1, MOST_GAMES) if next(random_steps(game, 2, seed))[0].seat == seat)


def table_at(moment: str, clock: Live | Days | None = None, ago: float = 0.0) -> Table:
    """A table at that moment: whoever is to move is a person, the others are bots.

    With a clock all are people, and the last move was so many seconds ago.
    """
    name, players = FOUND[moment][:2] if moment in FOUND else ("asante", 2)
    seed, actions = found(moment) if moment in FOUND else (seed_for(BUILT[moment]().seat), [])
    table = Table("table", mezani.game(name), players, seed, {}, False, [Seat()] * players, terms=Terms(clock=clock))
    at = time.time() - ago
    table.take([Entry(1, Kind.BEGIN, at)])
    table.take(Entry(number, Kind.PLAY, at, None, action) for number, action in enumerate(actions, 2))
    if moment in BUILT:
        table.state = BUILT[moment]()
    me = table.state.seat
    names = [NAMES[(seat - me) % players] for seat in range(players)]
    table.seats = [Seat(player_of(name), name) if clock else Seat(bot="novice", name=name) for name in names]
    table.seats[me] = Seat(player_of("secret"), NAMES[0])
    return table


def page_at(moment: str, code: str = "en", clock: Live | Days | None = None, ago: float = 0.0) -> str:
    """The page of whoever is to move then."""
    table = table_at(moment, clock, ago)
    seat = table.state.seat
    here = range(table.players) if clock else [seat]
    return page_of(screen(table, table.state, seat, code, presence=Presence(frozenset(here))))
