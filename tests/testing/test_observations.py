"""The checks of observations, keys, masks and bytes find the faults that they are there for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani.engine import packing
from mezani.engine.observation import Observation, number, numbered
from mezani.engine.state import Observer, enter_observer, observer_of
from mezani.game import Game
from mezani.testing import ContractBroken, checks_of
from mezani.testing.trial import Trial
from tests.games.outside import Fault, installed
from tests.playing import OUR_GAMES

OBSERVER = """
from mezani.engine.observation import Observation, flag, number, numbered, one_of
from mezani.engine.state import Observer, enter_observer


class RaceObserver(Observer):
    def put(self, state, seat, into):
        into[0] = state.seat
        into[1] = state.seat == seat
        into[2 + min(state.total, 11)] = 1
        return 14


SEEN = Observation(
    number("to_move", "Whose turn it is."),
    flag("own", "Whether that is the observer."),
    one_of("total", "How far the race is.", numbered("total", 12, 0)),
)
enter_observer(Race, RaceObserver(SEEN))

GAME = Game(
    observation=SEEN,"""
TO_MOVE = "into[0] = state.seat"
DONE = "return 14"
BY_CHANCE = "into[0] = state.rng.a & 255"
FAULTS_OF_OBSERVERS = [
    ("observations", "has written 13 bytes, not 14", DONE, "return 13"),
    ("observations", "is another one than that of the observer", "observation=SEEN", "observation=Observation()"),
    ("observations", "seat 0: 'own' is a 'flag', but own is 3", "state.seat == seat", "3"),
    ("observations", "is a 'one of', but total[0] and total[1] are 1", DONE, "into[2] = into[3] = 1; return 14"),
    ("observations", "observing has changed the state: total is", DONE, "state.total += 1; return 14"),
    ("observations", "seat 0 observes something else in a clone", TO_MOVE, "into[0] = id(state) >> 4 & 255"),
    ("observations_in_other_worlds", "tells seat 0 what it can't know: to_move is", TO_MOVE, BY_CHANCE),
    ("keys", "has seen the same, but its keys differ", TO_MOVE, BY_CHANCE),
    ("keys", "has not seen the same, but its keys are equal", "2 + min(state.total, 11)", "2"),
]
FAULTS_OF_STATES = [
    (
        "masks",
        "the mask is not 1 exactly at the legal actions: see [2]",
        "mask(self, buffer)",
        "buffer[:] = b'\\0\\1\\0'",
    ),
    ("states_as_bytes", "otherwise from its bytes: total is 1, not 0", "work_out(self)", "self.total += 1"),
    ("states_as_bytes", "is not equal to it", "__eq__(self, other)", "return self is other"),
    ("states_as_bytes", "equal states have different hashes", "__hash__(self)", "return id(self)"),
    ("states_as_bytes", "before and after a decision the states are equal", "__eq__(self, other)", "return True"),
]
KEPT_HASH = "    __hash__ = State.__hash__\n\n"
ONLY_OF_OBSERVED = ("observations", "observations_in_other_worlds", "keys")


def run_check(game: Game[Any], name: str) -> Trial:
    """Run a check on a game, with its smallest number of players."""
    return next(check for check in checks_of(game) if check.run.__name__ == name)(game)


def observed_race(old: str = "", new: str = "") -> Fault:
    """The race with an observer, sound or with a fault."""
    assert old in OBSERVER
    return Fault("race", "", "\nGAME = Game(", OBSERVER.replace(old, new) if old else OBSERVER)


@pytest.mark.parametrize(("name", "says", "old", "new"), FAULTS_OF_OBSERVERS)
def test_a_fault_of_an_observer_is_found(name: str, says: str, old: str, new: str, tmp_path: Path) -> None:
    with installed(tmp_path, observed_race(old, new)), pytest.raises(ContractBroken) as found:
        run_check(mezani.game("race"), name)
    assert says in str(found.value)


@pytest.mark.parametrize(("name", "says", "signature", "body"), FAULTS_OF_STATES)
def test_a_fault_of_a_state_is_found(name: str, says: str, signature: str, body: str, tmp_path: Path) -> None:
    method = f"    def {signature}:\n        {body}\n\n{KEPT_HASH if '__eq__' in signature else ''}    def scores("
    with installed(tmp_path, Fault("race", "", "    def scores(", method)), pytest.raises(ContractBroken) as found:
        run_check(mezani.game("race"), name)
    assert says in str(found.value)


def test_bytes_without_a_checksum_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoChecksum:
        def __init__(self, contents: bytes, digest_size: int) -> None:
            self.digest = lambda: bytes(digest_size)

    monkeypatch.setattr(packing, "blake2b", NoChecksum)
    with pytest.raises(ContractBroken, match="bytes that are damaged should be refused with BadBytes"):
        run_check(mezani.game(OUR_GAMES[0]), "states_as_bytes")


def test_a_sound_observer_passes(tmp_path: Path) -> None:
    with installed(tmp_path, observed_race()):
        race = mezani.game("race")
        assert run_check(race, "observations").looked_at["observations"] == 14
        assert run_check(race, "observations_in_other_worlds").looked_at["worlds"] == 14
        keys = run_check(race, "keys").looked_at
    assert min(keys["keys alike"], keys["keys apart"]) >= 4


def test_of_a_game_without_observations_there_is_nothing_to_look_at() -> None:
    unobserved = replace(mezani.game(OUR_GAMES[0]), observation=None)
    for name in ONLY_OF_OBSERVED:
        assert run_check(unobserved, name).looked_at == {}


# Observers of a game with hidden hands


class OneHand(Observer):
    """Sees nothing but the cards in one hand: its own, or that of its neighbour."""

    def __init__(self, neighbour: int) -> None:
        super().__init__(Observation(number("card", "The cards.", numbered("byte", 8))))
        self.neighbour = neighbour

    def put(self, state: Any, seat: int, into: memoryview) -> int:
        into[:8] = state.hands[(seat + self.neighbour) % state.players].to_bytes(8, "little")
        return 8


@contextmanager
def observed_by(neighbour: int) -> Iterator[Game[Any]]:
    """A game with hands in which a seat observes nothing but one of them."""
    game = mezani.game("anne")
    start = game.new(seed=1)
    usual, observer = observer_of(start), OneHand(neighbour)
    enter_observer(type(start), observer)
    try:
        yield replace(game, observation=observer.observation)
    finally:
        enter_observer(type(start), usual)


def test_an_observer_that_sees_the_hand_of_another_is_found() -> None:
    with observed_by(neighbour=1) as peeping:
        with pytest.raises(ContractBroken, match="tells seat 0 what it can't know: card"):
            run_check(peeping, "observations_in_other_worlds")
        with pytest.raises(ContractBroken, match="has seen the same, but its keys differ"):
            run_check(peeping, "keys")


def test_an_observer_that_misses_what_lies_open_is_found() -> None:
    with observed_by(neighbour=0) as blind:
        run_check(blind, "observations_in_other_worlds")
        with pytest.raises(ContractBroken, match="has not seen the same, but its keys are equal"):
            run_check(blind, "keys")
