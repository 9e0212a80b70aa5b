"""How a game starts: the options, a map by chance or by text, the gods, and the stack of VR markers."""

from collections.abc import Mapping
from typing import Any

from mezani.engine.rng import Rng
from mezani.game import BadOption, Option
from mezani.games.zimbabwe.components import GODS, PARTS, SPECIALISTS
from mezani.games.zimbabwe.maps import laid_out, put_map, read_map
from mezani.games.zimbabwe.positions import Position, put_position, read_position
from mezani.games.zimbabwe.rules import Zimbabwe


def read_gods(given: Any) -> list[int] | None:
    """The numbers of gods that are given by name, in a list or in a text."""
    if given is None:
        return None
    names = given.replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"give the names of gods, not {given!r}")
    numbers = []
    for name in names:
        known = [number for number, god in enumerate(GODS) if god.lower() == name.lower()]
        if not known:
            raise ValueError(f"there is no god {name!r}: there are {', '.join(GODS)}")
        if known[0] in numbers:
            raise ValueError(f"{name} is named twice")
        numbers += known
    return numbers


def read_map_option(given: Any) -> list[str] | None:
    return None if given is None else read_map(given)


def read_position_option(given: Any) -> Position | None:
    return None if given is None else read_position(given)


OPTIONS = (
    Option("first_game", "Recommended first game: six gods, no specialists", False, choices=(False, True)),
    Option("gods", "Gods that can be chosen", None, read_gods),
    Option("map", "Map as text", None, read_map_option, is_file=True),
    Option("position", "Position as text", None, read_position_option, is_file=True),
)


def start(players: int, seed: int, options: Mapping[str, Any]) -> Zimbabwe:
    state = Zimbabwe(players, seed)
    if options["position"] is not None:
        return from_position(state, options)
    rows = options["map"] or laid_out(players, state.rng)
    check_starts(rows, players)
    put_map(state, rows)
    state.gods = set_of(chosen_gods(options, state.rng))
    state.specialists = 0 if options["first_game"] else (1 << len(SPECIALISTS)) - 1
    state.markers = [*shuffled(list(range(players)), state.rng), *range(players, 5)]  # 4.4
    state.ask_first_monument()
    return state


def from_position(state: Zimbabwe, options: Mapping[str, Any]) -> Zimbabwe:
    if options["first_game"] or options["gods"] is not None or options["map"] is not None:
        raise BadOption("option position: it sets up the whole start, so no other option can go with it")
    try:
        put_position(state, options["position"])
    except ValueError as problem:
        raise BadOption(f"option position: {problem}") from problem
    return state


def check_starts(rows: list[str], players: int) -> None:
    starts = sum(row.count("S") for row in rows)
    if starts < players:
        raise BadOption(f"option map: {players} players need as many starting areas (S), but there are {starts}")


def chosen_gods(options: Mapping[str, Any], rng: Rng) -> list[int]:
    """The gods of a game: those that were asked for, those of the first game, or eight by chance."""
    if options["gods"] is not None:
        if options["first_game"]:
            raise BadOption("option gods: the recommended first game has its own gods; choose one of the two")
        gods: list[int] = options["gods"]
        return gods
    if options["first_game"]:
        return [GODS.index(name) for name in PARTS.first_game.gods]
    return shuffled(list(range(len(GODS))), rng)[: PARTS.start.gods]  # 4.2


def shuffled(things: list[int], rng: Rng) -> list[int]:
    for last in range(len(things) - 1, 0, -1):
        other = rng.below(last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def set_of(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)
