"""Positions of The Great Zimbabwe in a few lines."""

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.components import EMPIRES
from mezani.language import ENGLISH
from mezani.testing.playing import NAMES

# Open land with a lake in the middle, which the words of a test can point at:
#   a  b  c  d  e  f  g  h  i  j  k  l
PLAIN = """
    c...........
    .......w....
    ............
    ....~~......
    ....~~...i..
    ............
    ............
    .d........c.
    ............
"""


def position(land: str, *empires: str, **settings: str) -> Zimbabwe:
    """A position of phase II, the first empire to move; each empire and setting is TOML, `;` between its lines."""
    names = EMPIRES[: len(empires)]
    lines = [f"map = '''{land}'''"]
    defaults = {"phase": '"culture"', "order": "[" + ", ".join(f'"{name}"' for name in names) + "]"}
    lines += [f"{name} = {value}" for name, value in {**defaults, **settings}.items()]
    for name, empire in zip(names, empires, strict=True):
        lines += [f"[{name}]", *(line.strip() for line in empire.split(";"))]
    state: Zimbabwe = GAME.new(len(empires), 1, {"position": "\n".join(lines)})
    return state


def play(state: Zimbabwe, moves: str) -> Zimbabwe:
    """Play moves in their notation."""
    for move in moves.split():
        GAME.play_text(state, move)
    return state


def legal(state: Zimbabwe) -> list[str]:
    """The legal moves in their notation."""
    return [GAME.action_text(state, action) for action in state.legal_actions()]


def may(state: Zimbabwe, move: str) -> bool:
    return state.allows(GAME.parse_action(state, move))


def why_not(state: Zimbabwe, move: str) -> str:
    """The sentence and paragraph that forbid a move."""
    return str(GAME.why_not(state, state.seat, GAME.parse_action(state, move)))


def told(state: Zimbabwe, move: str, seat: int | None = None) -> list[str]:
    """Play a move; what a spectator, or a seat, reads of it."""
    before, action = state.clone(), GAME.parse_action(state, move)
    state.play(action)
    return GAME.tell(before, action, state, seat, ENGLISH, NAMES)


def sensible(state: Zimbabwe, rng: mezani.Rng) -> int:
    """What a quick sensible player would do."""
    knowledge = GAME.knowledge()
    knowledge.begin(state)
    return knowledge.choose(state, rng)


def random_turn(state: Zimbabwe, seed: int) -> Zimbabwe:
    """Play at random until the turn is over."""
    rng, turn = mezani.Rng(seed), (state.round, state.turn)
    while not state.is_over and (state.round, state.turn) == turn:
        state.play(state.random_action(rng))
    return state
