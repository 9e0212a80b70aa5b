"""Batches: many games stepped together are the same games as one by one."""

from collections.abc import Iterator
from typing import Any

import pytest

import mezani

np = pytest.importorskip("numpy")

from mezani.envs.batch import Batch  # noqa: E402 (it needs NumPy)
from mezani.envs.crew import BatchBroken  # noqa: E402


@pytest.fixture
def batch() -> Iterator[Batch]:
    with Batch("anne", players=3, games=5, seed=1) as batch:
        yield batch


def states_of(batch: Batch) -> list[Any]:
    """Copies of the games that this process steps."""
    return [state.clone() for state in batch.lanes.states]


def test_each_row_is_what_the_game_says(name: str, players: int) -> None:
    with Batch(name, players, games=3, seed=5) as batch:
        for _ in range(40):
            for row, state in enumerate(states_of(batch)):
                seen, mask = bytearray(batch.observations.shape[1]), bytearray(batch.masks.shape[1])
                state.observe(state.seat, seen)
                state.mask(mask)
                assert batch.seats[row] == state.seat
                assert batch.observations[row].tobytes() == bytes(seen)
                assert batch.masks[row].tobytes() == bytes(mask)
            batch.step(batch.random_actions())


def test_a_game_that_ends_tells_its_result_once_and_makes_room_for_another(batch: Batch) -> None:
    ended = 0
    for _ in range(400):
        before = states_of(batch)
        actions = batch.random_actions().copy()
        batch.step(actions)
        for row, state in enumerate(before):
            state.play(int(actions[row]))
            assert bool(batch.over[row]) == state.is_over
            assert batch.rewards[row].tolist() == pytest.approx(state.returns())
            assert batch.scores[row].tolist() == (state.scores() if state.is_over else [0, 0, 0])
            if state.is_over:
                ended += 1
                assert not batch.lanes.states[row].is_over
                assert states_of(batch)[row].hand_number == 0
    assert ended >= 10


def test_the_games_of_a_batch_are_different_ones(batch: Batch) -> None:
    assert len({state.to_bytes() for state in states_of(batch)}) == len(batch) == 5


def test_the_same_seed_and_actions_are_the_same_games() -> None:
    one, other = (Batch("anne", games=4, seed=9) for _ in range(2))
    for _ in range(100):
        one.step(one.random_actions())
        other.step(one.actions.copy())
    assert one.observations.tobytes() == other.observations.tobytes()
    assert one.lanes.states == other.lanes.states
    assert one.lanes.states != Batch("anne", games=4, seed=10).lanes.states


def test_what_happens_in_a_game_does_not_depend_on_how_many_others_there_are() -> None:
    few, many = Batch("anne", games=2, seed=9), Batch("anne", games=7, seed=9)
    for _ in range(60):
        few.step(few.random_actions())
        many.step(many.random_actions())
    assert few.observations.tobytes() == many.observations[:2].tobytes()


@pytest.mark.slow
def test_several_processes_play_the_same_games_as_one() -> None:
    with Batch("anne", games=7, seed=9) as alone, Batch("anne", games=7, seed=9, processes=3) as together:
        for _ in range(300):
            alone.step(alone.random_actions())
            together.step(together.random_actions())
            for one, other in zip(alone.rows, together.rows, strict=True):
                assert one.tobytes() == other.tobytes()


@pytest.mark.slow
def test_a_process_that_has_gone_is_missed_and_the_arrays_stay() -> None:
    batch = Batch("anne", games=4, seed=1, processes=2)
    (mate,) = batch.crew.mates
    mate.process.kill()
    with pytest.raises(BatchBroken, match=r"the process of games 2 to 3 has ended"):
        batch.step(batch.random_actions())
    batch.close()
    assert batch.masks.shape == (4, 64)
    assert batch.masks.any()


@pytest.mark.slow
def test_a_closed_batch_says_so_and_leaves_no_process() -> None:
    batch = Batch("anne", games=4, seed=1, processes=2)
    (mate,) = batch.crew.mates
    batch.close()
    assert not mate.process.is_alive()
    with pytest.raises(BatchBroken, match="closed"):
        batch.step(batch.random_actions())
    batch.close()


def test_an_illegal_action_is_refused_and_nothing_is_played(batch: Batch) -> None:
    actions = batch.random_actions().copy()
    before = states_of(batch)
    for wrong in (-1, 0, 64, 2**30):
        bad = actions.copy()
        bad[3] = wrong
        with pytest.raises(mezani.IllegalAction, match=f"action {wrong} is not legal in game 3"):
            batch.step(bad)
    assert batch.lanes.states == before


def test_wrong_shapes_and_sizes_are_refused(batch: Batch) -> None:
    with pytest.raises(ValueError, match="broadcast"):
        batch.step([1, 2])
    with pytest.raises(ValueError, match="at least one game"):
        Batch("anne", games=0)
    with pytest.raises(ValueError, match="ANNE! is for 3 or 4 players, not 7"):
        Batch("anne", players=7)
    with pytest.raises(ValueError, match="processes"):
        Batch("anne", processes=-1)
    with pytest.raises(mezani.UnknownGame):
        Batch("chess")


def test_other_libraries_take_the_arrays_without_a_copy(batch: Batch) -> None:
    taken = np.from_dlpack(batch.observations)
    batch.step(batch.random_actions())
    assert np.shares_memory(taken, batch.observations)
    assert taken.tobytes() == batch.observations.tobytes()
    assert all(array.ctypes.data % 64 == 0 for array in batch.rows)


def test_options_of_the_game_are_taken() -> None:
    with Batch("ahadi", players=2, games=3, seed=1, options={"numbers": 3, "single_hand": True}) as batch:
        assert {(state.numbers, state.hands_in_game) for state in states_of(batch)} == {(3, 1)}
    with pytest.raises(ValueError, match="Ahadi has no option 'number': it has numbers, single_hand"):
        Batch("ahadi", options={"number": 3})
