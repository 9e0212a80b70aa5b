"""States as bytes, and compared."""

import pickle

import pytest

import mezani
from mezani.engine.packing import BadBytes
from tests.playing import OUR_GAMES


@pytest.fixture
def state() -> mezani.State:
    state: mezani.State = mezani.game("anne").new(players=3, seed=7)
    for _ in range(20):
        state.play(state.legal_actions()[0])
    return state


def test_a_state_comes_back_from_its_bytes_with_its_hidden_cards_and_its_future(state: mezani.State) -> None:
    again = mezani.game("anne").from_bytes(state.to_bytes())
    assert again == state
    assert hash(again) == hash(state)
    for one in (again, state):
        mezani.playout(one, mezani.Rng(1))
    assert again == state
    assert again.scores() == state.scores()


def test_states_are_equal_if_all_fields_are(state: mezani.State) -> None:
    other = state.clone()
    assert other == state
    assert other is not state
    other.play(other.legal_actions()[0])
    assert other != state
    assert state != "something else"
    assert mezani.game("anne").new(seed=1) != mezani.game("anansi").new(seed=1)


def test_a_state_with_another_future_is_another_one(state: mezani.State) -> None:
    other = state.clone()
    other.rng.word()
    assert other != state


def test_a_state_can_be_found_in_a_set(state: mezani.State) -> None:
    assert state.clone() in {state}
    assert len({state, state.clone(), mezani.game("anne").new(seed=1)}) == 2


def test_a_pickled_state_is_equal(state: mezani.State) -> None:
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("bad", [b"", b"something else", None, "text"])
def test_bytes_that_were_never_a_state_are_refused(bad: bytes) -> None:
    with pytest.raises(BadBytes, match="were not made by `to_bytes`"):
        mezani.game("anne").from_bytes(bad)


def test_each_changed_or_missing_byte_is_found(state: mezani.State) -> None:
    kept = state.to_bytes()
    for at in range(7, len(kept), 5):
        changed = bytearray(kept)
        changed[at] ^= 1
        with pytest.raises(BadBytes, match="damaged"):
            mezani.game("anne").from_bytes(bytes(changed))
    with pytest.raises(BadBytes, match="damaged"):
        mezani.game("anne").from_bytes(kept[:-1])


def test_the_state_of_another_game_is_refused(state: mezani.State) -> None:
    with pytest.raises(BadBytes, match="these bytes are a state of Anne, not of Anansi"):
        mezani.game("anansi").from_bytes(state.to_bytes())


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_state_is_a_few_kilobytes(name: str) -> None:
    assert len(mezani.game(name).new(seed=1).to_bytes()) < 4096
