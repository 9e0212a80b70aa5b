"""Setting up a table: its chairs, the names of its bots, and the position from which it goes on."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mezani.game import Game
from mezani.tables.entries import Kind
from mezani.tables.players import new_table_id
from mezani.tables.refusals import OneChairEach, TooFewForRating, WrongStart
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from mezani.tables.terms import Terms, usual_terms

FEWEST_RATED = 2  # people at a rated table
BOT_NAMES = ("Asha", "Baraka", "Chiku", "Juma", "Nia", "Pendo", "Tumaini", "Zuri")


def new_table(
    game: Game[Any],
    chairs: Sequence[Seat],
    options: Mapping[str, Any] | None,
    public: bool,
    origin: Origin | None,
    id: str,
    terms: Terms | None,
    at: float,
) -> Table:
    """A table that is not stored yet; the game begins at once if no chair is free."""
    agreed = terms or usual_terms(chairs)
    seed = origin.seed if origin else secrets.randbits(63)
    given, seats = dict(options or {}), with_bot_names(chairs)
    if hidden := [option.name for option in game.options if option.tells_hidden and given.get(option.name) is not None]:
        raise WrongStart(f"option {hidden[0]}: it tells what players may not know, so no table is played with it")
    try:
        table = Table(id or new_table_id(), game, len(chairs), seed, given, public, seats, terms=agreed)
    except ValueError as problem:
        raise WrongStart(str(problem)) from problem
    draft = table.draft(at)
    for number, seat in enumerate(seats):
        if not seat.is_free:
            draft.add(Kind.BOT if seat.bot else Kind.JOIN, number, text=seat.name)
    if not table.free_seats():
        draft.add(Kind.BEGIN)
    table.accept(draft)
    if origin:
        _play_to(table, origin, at)
    return table


def check_start(game: Game[Any], players: int, options: Mapping[str, Any], terms: Terms) -> None:
    """Whether a table of so many people could be set up; WrongStart if not."""
    chairs = [Seat(f"player {number}", f"Player {number}") for number in range(players)]
    new_table(game, chairs, options, False, None, "", terms, 0.0)
    if terms.rated:
        check_rated(game, chairs, options, None, terms)


def check_rated(
    game: Game[Any], chairs: Sequence[Seat], options: Mapping[str, Any], origin: Origin | None, terms: Terms
) -> None:
    """A rated game has a clock, begins as all others do, and is played by people who have one chair each."""
    if terms.clock is None:
        raise WrongStart("terms: a rated game needs a clock")
    if origin:
        raise WrongStart("a rated game does not go on from another one")
    if files := [option.name for option in game.options if option.is_file and options.get(option.name) is not None]:
        raise WrongStart(f"option {files[0]}: a rated game begins as all others do")
    people = [seat.player for seat in chairs if seat.player is not None]
    if len(set(people)) < len(people):
        raise OneChairEach
    if sum(seat.bot is None for seat in chairs) < FEWEST_RATED:
        raise TooFewForRating


def _play_to(table: Table, origin: Origin, at: float) -> None:
    """Make the moves of another game, and say from where they are."""
    for action in origin.actions:
        table.accept(table.draft(at).add(Kind.PLAY, table.state.seat, action))
    table.accept(table.draft(at).add(Kind.BRANCH, text=origin.address))


def with_bot_names(seats: Sequence[Seat]) -> list[Seat]:
    """Bots without a name get one that nobody at the table has."""
    free = [name for name in BOT_NAMES if name not in {seat.name for seat in seats}]
    named = []
    for seat in seats:
        if seat.bot and not seat.name:
            seat = replace(seat, name=free.pop(secrets.randbelow(len(free))))
        named.append(seat)
    return named


def seats_of_rematch(table: Table, player: str) -> list[Seat]:
    """The chairs for the people and bots of a game who play again; whoever was away plays themselves.

    Where it is rated, only whoever asks for it sits down: others might lose a game of which they know nothing.
    """
    if table.terms.rated:
        return [Seat() if seat.player and seat.player != player else _own(seat) for seat in table.seats]
    return list(map(_own, table.seats))


def _own(seat: Seat) -> Seat:
    """A chair on which a person plays themselves, if it is a person's."""
    return replace(seat, bot=None) if seat.player else seat
