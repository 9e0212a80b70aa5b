"""Mezani: a table for modern games, and the same engine as a library.

>>> import mezani
>>> anne = mezani.game("anne")
>>> state = anne.new(players=4, seed=7)
>>> while not state.is_over:
...     state.play(state.legal_actions()[0])
>>> sum(state.returns())
0.0
"""

from mezani import interpreted

interpreted.choose()

from mezani.engine import state as states  # noqa: E402 (the build is chosen first)
from mezani.engine.episode import Episode  # noqa: E402
from mezani.engine.judge import Judge  # noqa: E402
from mezani.engine.knowledge import Knowledge  # noqa: E402
from mezani.engine.rng import Rng  # noqa: E402
from mezani.engine.search import Search  # noqa: E402
from mezani.engine.state import COMPILED, IllegalAction, State, playout  # noqa: E402
from mezani.game import Game, Reason  # noqa: E402
from mezani.games import UnknownGame, game, game_names  # noqa: E402
from mezani.pictures import Picture, html_of, picture, text_of  # noqa: E402
from mezani.version import __version__  # noqa: E402

__all__ = [
    "Episode",
    "Game",
    "IllegalAction",
    "Judge",
    "Knowledge",
    "Picture",
    "Reason",
    "Rng",
    "Search",
    "State",
    "UnknownGame",
    "__version__",
    "game",
    "game_names",
    "is_compiled",
    "picture",
    "playout",
]

states.as_text, states.as_html = text_of, html_of


def is_compiled() -> bool:
    """Whether the rules run compiled."""
    return COMPILED
