"""Observations and masks in buffers of others, and the fields that tell what stands where."""

import array

import pytest

import mezani
from mezani.engine.observation import Axis, Observation, flag, number, one_of, seats, set_of
from mezani.engine.state import Observer, State, enter_observer
from tests.engine.test_state import Race

COLOUR = Axis("colour", ("red", "blue"))
FIELDS = Observation(
    number("total", "What has been added up."),
    flag("mine", "Whether it is the observer's turn."),
    one_of("drawn", "What each seat has drawn.", seats(2), COLOUR),
)


class RaceObserver(Observer):
    def put(self, state: State, seat: int, into: memoryview) -> int:
        assert isinstance(state, Race)
        into[0] = state.total
        into[1] = state.seat == seat
        into[2 + 2 * (state.seat != seat)] = 1
        return 6


@pytest.fixture
def race() -> Race:
    enter_observer(Race, RaceObserver(FIELDS))
    return Race()


def test_a_game_in_plain_python_is_observed_too(race: Race) -> None:
    race.play(2)
    seen = bytearray(b"\xff" * 6)
    race.observe(1, seen)
    assert list(seen) == [2, 1, 1, 0, 0, 0]
    race.observe(0, seen)
    assert list(seen) == [2, 0, 0, 0, 1, 0]


def test_an_observer_that_writes_less_than_it_says_is_found_out(race: Race) -> None:
    enter_observer(Race, RaceObserver(Observation(*FIELDS.fields, flag("more", "Nothing."))))
    with pytest.raises(ValueError, match="RaceObserver has written 6 bytes, not 7"):
        race.observe(0, bytearray(7))


def test_a_game_without_observations_says_so() -> None:
    class Unseen(Race):
        pass

    with pytest.raises(NotImplementedError, match="there are no observations of a Unseen"):
        Unseen().observe(0, bytearray(6))
    with pytest.raises(NotImplementedError, match="there are no observations of a Unseen"):
        mezani.Episode(Unseen())


def test_fields_lie_one_behind_the_other_and_are_found_by_name() -> None:
    assert [(one.name, one.first, one.size, one.shape) for one in FIELDS] == [
        ("total", 0, 1, ()),
        ("mine", 1, 1, ()),
        ("drawn", 2, 4, (2, 2)),
    ]
    assert len(FIELDS) == FIELDS.size == 6
    assert FIELDS["drawn"].first == 2
    assert FIELDS.labels[3:] == ["drawn[self, blue]", "drawn[left 1, red]", "drawn[left 1, blue]"]


def test_an_observation_is_read_field_by_field() -> None:
    assert FIELDS.read([7, 1, 0, 1, 0, 0]) == {"total": 7, "mine": 1, "drawn": [[0, 1], [0, 0]]}
    assert FIELDS.set_labels([7, 1, 0, 1, 0, 0]) == ["total=7", "mine", "drawn[self, blue]"]


def test_two_fields_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="two fields"):
        Observation(flag("over", "Once."), set_of("over", "Twice.", COLOUR))


def test_a_mask_is_1_at_the_legal_actions_and_0_elsewhere() -> None:
    buffer = bytearray(b"\x07" * 5)
    Race().mask(buffer)
    assert list(buffer) == [0, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("buffer", "problem"),
    [
        (bytearray(3), "this buffer has 3 bytes, where 677 are needed"),
        (bytes(677), "this buffer can't be written to"),
        (array.array("d", [0.0] * 677), r"holds numbers of 8 bytes each: it must hold bytes \(uint8\)"),
        (memoryview(bytearray(2000))[::2], "does not lie in one piece"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(buffer: bytearray, problem: str) -> None:
    state = mezani.game("anne").new(seed=1)
    with pytest.raises(ValueError, match=problem):
        state.observe(0, buffer)


def test_what_is_no_buffer_or_no_seat_is_refused() -> None:
    state = mezani.game("anne").new(seed=1)
    with pytest.raises(TypeError, match="bytes-like"):
        state.observe(0, 5)
    with pytest.raises(ValueError, match="there is no seat 4: the seats are 0 to 3"):
        state.observe(4, bytearray(677))


def test_a_mask_without_room_for_a_legal_action_is_refused() -> None:
    buffer = bytearray(b"\x07" * 2)
    with pytest.raises(ValueError, match="this buffer has 2 bytes, but action 2 is legal"):
        Race().mask(buffer)
    assert list(buffer) == [7, 7]
