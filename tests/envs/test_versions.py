"""An environment that has changed has a new version."""

from typing import Any

import pytest

from mezani.game import Game
from tests.envs.observed import OURS
from tests.envs.versions import digest_of, kept, name_of


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_what_has_changed_has_a_new_version(game: Game[Any]) -> None:
    name = name_of(game)
    assert name in kept(), f"{name} is new: write down what it is with `python -m tests.envs.versions`"
    assert kept()[name] == digest_of(game), (
        f"{name} is no longer what it was: the rules, the actions or the observations have changed. Raise "
        f"`environment_version` in the game's __init__.py, then `python -m tests.envs.versions`"
    )


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_present_version_is_the_last_one(game: Game[Any]) -> None:
    versions = [int(name.removeprefix(f"{game.name}-v")) for name in kept() if name.startswith(f"{game.name}-v")]
    assert sorted(versions) == list(range(game.environment_version + 1))
