"""What each version of an environment is, as a digest: `python -m tests.envs.versions` writes them anew.

A version that has been released keeps its digest for ever.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from mezani.game import Game
from mezani.testing.playing import random_steps
from tests.envs.observed import OURS

KEPT = Path(__file__).with_name("versions.toml")
MOST = 200  # decisions of a game


def name_of(game: Game[Any]) -> str:
    """The name of the present version: "anne-v0"."""
    return f"{game.name}-v{game.environment_version}"


def digest_of(game: Game[Any]) -> str:
    """What programs that learn can notice of a game: rules, actions, observations, and what stands in these."""
    assert game.observation
    made_of = hashlib.sha256(repr((game.rules_version, game.action_count, game.observation.fields)).encode())
    for players in game.seats:
        for number, (state, _) in enumerate(random_steps(game, players, seed=1)):
            if number == MOST:
                break
            mask = bytearray(game.action_count)
            state.mask(mask)
            made_of.update(mask)
            for seat in range(players):
                observation = bytearray(game.observation.size)
                state.observe(seat, observation)
                made_of.update(observation)
    return made_of.hexdigest()[:16]


def kept() -> dict[str, str]:
    """The digests that were written down."""
    found: dict[str, str] = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return found


def main() -> None:
    digests = kept() | {name_of(game): digest_of(game) for game in OURS}
    lines = [f'{name} = "{digest}"\n' for name, digest in sorted(digests.items())]
    KEPT.write_text("# What each version of an environment is: see versions.py\n" + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
