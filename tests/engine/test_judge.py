"""The judge: chances of winning by quick players who play on, and what moves gain by what their seat can know."""

import pytest

import mezani
from mezani.testing.playing import random_positions

GAMES = ["anansi", "anne", "asante", "zimbabwe"]
HIDDEN = ["anansi", "anne", "asante"]


def judge_of(name: str, seed: int = 1, slip: int | None = None) -> mezani.Judge:
    judge = mezani.Judge(mezani.game(name).knowledge(), mezani.Rng(seed))
    if slip is not None:
        judge.slip = slip
    return judge


def positions(name: str, every: int = 17, most: int = 6) -> list[mezani.State]:
    game = mezani.game(name)
    return list(random_positions(game, game.seats[-1], 3, every=every, most=most))


@pytest.mark.parametrize("name", GAMES)
def test_chances_of_all_seats_add_up_to_one(name: str) -> None:
    judge = judge_of(name)
    for state in positions(name):
        assert sum(judge.chances(state, 3)) == pytest.approx(1.0)
        assert sum(judge.chances_for(state, state.seat, 3)) == pytest.approx(1.0)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_position_is_changed_by_judging_it(name: str) -> None:
    game, judge = mezani.game(name), judge_of(name)
    for state in positions(name, most=3):
        views = [game.view(state, seat) for seat in range(state.players)]
        chance = state.rng.clone().word()
        judge.chances(state, 2)
        judge.gains(state, state.legal_actions()[0], 2)
        assert [game.view(state, seat) for seat in range(state.players)] == views
        assert state.rng.clone().word() == chance


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_can_know_is_judged_alike_in_worlds_that_it_cannot_tell_apart(name: str) -> None:
    for number, state in enumerate(positions(name, every=11, most=4)):
        twin = state.clone()
        twin.resample(state.seat, mezani.Rng(100 + number))
        action = state.legal_actions()[-1]
        here, there = judge_of(name, 5), judge_of(name, 5)
        assert here.chances_for(state, state.seat, 4) == there.chances_for(twin, state.seat, 4)
        assert here.gains(state, action, 4) == there.gains(twin, action, 4)


def test_the_world_itself_is_judged_with_its_cards() -> None:
    state = positions("anansi")[0]
    twin = state.clone()
    twin.resample(state.seat, mezani.Rng(3))
    assert judge_of("anansi", 5).chances(state, 4) != judge_of("anansi", 5).chances(twin, 4)


@pytest.mark.parametrize("name", ["anansi", "anne"])
def test_what_a_quick_player_does_gains_nothing_beside_a_quick_player(name: str) -> None:
    judge = judge_of(name, slip=0)
    for state in positions(name, most=4):
        judge.knowledge.begin(state)
        usual = judge.knowledge.choose(state, mezani.Rng(1))
        assert judge.gains(state, usual, 5) == [0.0] * state.players


def test_what_one_seat_gains_the_others_lose() -> None:
    judge = judge_of("anansi")
    for state in positions("anansi"):
        assert sum(judge.gains(state, state.legal_actions()[-1], 10)) == pytest.approx(0.0)


def test_a_move_that_is_not_legal_is_refused() -> None:
    game = mezani.game("anansi")
    with pytest.raises(ValueError, match="not legal"):
        judge_of("anansi").gains(game.new(4, 1), game.action_count - 1, 1)


def test_both_builds_judge_alike() -> None:
    state = mezani.game("anansi").new(4, 7)
    judge = judge_of("anansi", 9)
    assert [round(chance, 12) for chance in judge.chances(state, 5)] == CHANCES
    assert [round(gain, 12) for gain in judge.gains(state, state.legal_actions()[0], 5)] == GAINS


CHANCES = [0.24530852518, 0.259761398233, 0.259311648608, 0.235618427979]
GAINS = [-0.004329998415, 0.044739084824, 0.021600769236, -0.062009855646]
