"""The search on games small enough to know the right move."""

import os
import subprocess
import sys
import time
from typing import Any

import pytest

import mezani
from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.engine.state import Choices, State
from mezani.interpreted import VARIABLE
from mezani.snapshot import snapshot
from mezani.testing.playing import amount, random_positions, seeds
from tests.engine.test_state import Race


class Guess(State):
    """Seat 0 guesses a hidden coin (0 or 1) and wins if it is right, or plays safe (2) and wins six times in ten."""

    def __init__(self, seed: int = 0) -> None:
        State.__init__(self, 2, seed)
        self.coin = self.rng.below(2)
        self.winner = -1

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            choices.add_set(0b111, 0)

    def apply(self, action: int) -> None:
        wins = self.rng.below(10) < 6 if action == 2 else action == self.coin
        self.winner = 0 if wins else 1
        self.is_over = True

    def clone(self) -> "Guess":
        other = Guess.__new__(Guess)
        self.copy_common(other)
        other.coin = self.coin
        other.winner = self.winner
        return other

    def redeal(self, seat: int, rng: Any) -> None:
        self.coin = rng.below(2)

    def winners(self) -> list[int]:
        return [self.winner] if self.is_over else []


class Fan(Guess):
    """One choice of a thousand wins."""

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            for action in range(1000):
                choices.add(action)

    def apply(self, action: int) -> None:
        self.winner = 0 if action == 777 else 1
        self.is_over = True

    def clone(self) -> "Fan":
        other = Fan.__new__(Fan)
        self.copy_common(other)
        other.coin = self.coin
        other.winner = self.winner
        return other


class Three(Guess):
    """Seat 0 lets seat 1 (action 0) or seat 2 (action 1) choose the winner among the other two; each likes itself."""

    def __init__(self, seed: int = 0) -> None:
        Guess.__init__(self, seed)
        self.players = 3

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            choices.add_set(0b11, 0)

    def apply(self, action: int) -> None:
        if self.seat == 0:
            self.seat = 1 + action
        else:
            self.winner = (self.seat, 0)[action] if self.seat == 1 else (0, 0)[action]
            self.is_over = True

    def clone(self) -> "Three":
        other = Three.__new__(Three)
        self.copy_common(other)
        other.coin = self.coin
        other.winner = self.winner
        return other


def best(state: State, knowledge: Knowledge | None = None, iterations: int = 500) -> int:
    search = Search(state, knowledge or Knowledge(), Rng(1))
    search.think(iterations)
    return search.best()


@pytest.mark.parametrize("total", [2, 3, 5, 6, 8])
def test_the_winning_move_is_found(total: int) -> None:
    state = Race()
    state.total = total
    assert best(state) == {0: 1, 2: 2}[total % 3]


def test_a_hidden_coin_is_not_peeked_at() -> None:
    for seed in range(4):
        assert best(Guess(seed), iterations=2000) == 2


def test_each_of_three_seats_goes_for_itself() -> None:
    assert best(Three()) == 1


def test_prospects_are_shares_of_the_victory() -> None:
    search = Search(Guess(), Knowledge(), Rng(1))
    search.think(3000)
    prospects = {move.action: move.prospect for move in search.moves()}
    assert prospects[2] == pytest.approx(0.6, abs=0.05)
    assert prospects[0] == pytest.approx(0.5, abs=0.1)


def test_weights_lead_to_the_right_one_of_many_choices() -> None:
    class Knows(Knowledge):
        def __init__(self) -> None:
            Knowledge.__init__(self)
            self.weighs = True

        def weigh(self, state: State, choices: Choices) -> None:
            self.give_weights([float(700 <= action < 800) for action in choices.as_list()])

    search = Search(Fan(), Knows(), Rng(1))
    search.think(600)
    tried = [move.action for move in search.moves()]
    assert set(tried) <= set(range(700, 800))
    assert search.best() == 777


class Reckons(Knowledge):
    """Knows that nothing is hidden, and has no favourites."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.weighs = self.is_open = True


@pytest.mark.parametrize("total", [2, 3, 5, 6])
def test_what_is_proven_needs_no_more_thought(total: int) -> None:
    state = Race()
    state.total = total
    search = Search(state, Reckons(), Rng(1))
    assert search.think(100_000) < 5000
    assert search.best() == {0: 1, 2: 2}[total % 3]


def test_a_lost_game_is_proven_when_every_move_loses() -> None:
    state = Race()
    state.total = 7
    assert Search(state, Reckons(), Rng(1)).think(100_000) < 1000


class Twice(Fan):
    """Seat 0 chooses twice, and wins if it was 7 both times; it is then the turn of seat 1."""

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            choices.add_set(0b1111_1111, 0)

    def apply(self, action: int) -> None:
        if self.coin > 1:
            self.winner, self.is_over = int(self.coin != 16), True
        elif action == 7 and self.winner != 7:
            self.winner = 7
        else:
            self.coin, self.seat = (16 if action == 7 else 8), 1

    def clone(self) -> "Twice":
        other = Twice.__new__(Twice)
        self.copy_common(other)
        other.coin, other.winner = self.coin, self.winner
        return other

    def redeal(self, seat: int, rng: Any) -> None:
        pass


@pytest.mark.parametrize("knowledge", [Knowledge, Reckons])
def test_thoughts_about_a_turn_are_kept_while_it_lasts(knowledge: type[Knowledge]) -> None:
    search = Search(Twice(), knowledge(), Rng(1))
    search.think(2000)
    seen = {move.action: move.visits for move in search.moves()}
    assert search.best() == 7
    assert search.follow(7), "the turn goes on"
    assert seen[7] - 1 <= search.known() <= seen[7]
    assert search.best() == 7
    assert not search.follow(7), "seat 1 is to move"


def test_a_search_that_has_little_room_left_is_not_gone_on_with() -> None:
    search = Search(Twice(), Knowledge(), Rng(1), capacity=12)
    search.think(30)
    assert not search.follow(7), "it would have to choose among the few positions that it can still add"


def test_chances_of_all_seats_add_up_and_are_those_of_the_position() -> None:
    search = Search(Three(), Knowledge(), Rng(1))
    assert search.chances() == [0.0, 0.0, 0.0], "nothing was thought yet"
    search.think(400)
    assert sum(search.chances()) == pytest.approx(1.0)
    assert search.chances()[2] == 0.0, "seat 2 can only give the victory away"
    turn = Search(Twice(), Knowledge(), Rng(1))
    turn.think(400)
    before = turn.chances()[0]
    turn.follow(7)
    assert turn.chances() == [0.0, 0.0], "what else was tried before does not count"
    turn.think(400)
    assert turn.chances()[0] > before
    assert sum(turn.chances()) == pytest.approx(1.0)


def test_a_move_that_was_never_tried_is_followed_too() -> None:
    search = Search(Twice(), Knowledge(), Rng(1))
    assert search.follow(7)
    assert search.known() == 0
    search.think(300)
    assert search.best() == 7


def test_knowledge_in_plain_python_judges_and_chooses() -> None:
    class Contrary(Knowledge):
        """Wants to lose, and thinks that everybody adds 1."""

        def choose(self, state: State, rng: Rng) -> int:
            return 1

        def evaluate(self, state: State) -> None:
            self.give_values([1.0 - share for share in state.scores()])

    state = Race()
    state.total = 8
    assert best(state, Contrary()) == 1


def test_a_whim_takes_each_choice_as_often_as_it_weighs() -> None:
    class Weighs(Knowledge):
        def weigh(self, state: State, choices: Choices) -> None:
            self.give_weights([0.7, 0.3, 0.0])

    state, rng, choices = Guess(), Rng(1), Choices()
    state.legal(choices)
    taken = [Weighs().whim(state, choices, rng) for _ in range(400)]
    assert 240 < taken.count(0) < 320
    assert taken.count(2) == 0


def test_thoughts_go_on_and_the_best_move_is_there_at_any_time() -> None:
    state = mezani.game("anne").new(4, 3)
    search = Search(state, Knowledge(), Rng(1))
    assert search.best() in state.legal_actions()
    assert search.think(30) + search.think(20) == sum(move.visits for move in search.moves()) == 50
    whole = Search(state, Knowledge(), Rng(1))
    whole.best()
    whole.think(50)
    assert whole.moves() == search.moves()


def test_the_same_seed_gives_the_same_thoughts(name: str, players: int) -> None:
    game = mezani.game(name)
    for state in random_positions(game, players, 1, every=23, most=amount(10, 3)):
        first, second = (Search(state, game.knowledge(), Rng(5)) for _ in range(2))
        for search in (first, second):
            search.think(10)
        assert first.moves() == second.moves()


def test_the_state_is_left_alone(name: str, players: int) -> None:
    game = mezani.game(name)
    for state in random_positions(game, players, 2, every=23, most=amount(10, 3)):
        before = snapshot(state)
        Search(state, game.knowledge(), Rng(5)).think(10)
        assert snapshot(state) == before


def test_thinking_stops_by_the_clock() -> None:
    search = Search(mezani.game("anne").new(4, 3), Knowledge(), Rng(1))
    start = time.perf_counter()
    assert search.think(seconds=0.1) > 0
    assert time.perf_counter() - start < 1.0


def test_one_legal_move_needs_no_thought() -> None:
    anne = mezani.game("anne")
    state = next(state for state in random_positions(anne, 4, 1) if len(state.legal_actions()) == 1)
    search = Search(state, Knowledge(), Rng(1))
    assert search.think(1000) == 1
    assert search.best() == state.legal_actions()[0]


def test_thinking_stops_when_no_other_move_can_overtake() -> None:
    state = Race()
    state.total = 8
    done = Search(state, Knowledge(), Rng(1)).think(10_000)
    assert 5000 <= done < 7000


def test_a_full_tree_still_thinks() -> None:
    state = mezani.game("anne").new(4, 3)
    search = Search(state, Knowledge(), Rng(1), capacity=5)
    search.think(100)
    assert search.best() in state.legal_actions()


def test_an_error_in_the_rules_is_not_swallowed() -> None:
    class Broken(Race):
        def clone(self) -> "Broken":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Search(Broken(), Knowledge(), Rng(1))


def test_a_game_that_is_over_is_refused() -> None:
    state = mezani.game("anne").new(4, 3)
    mezani.playout(state, Rng(1))
    with pytest.raises(ValueError, match="over"):
        Search(state, Knowledge(), Rng(1))


MOVES = """
import sys, mezani
from mezani.engine.search import Search
game = mezani.game(sys.argv[1])
state, rng, played = game.new(int(sys.argv[2]), 7), mezani.Rng(7), []
while not state.is_over and len(played) < int(sys.argv[3]):
    search = Search(state, game.knowledge(), rng, 100)
    search.think(8)
    played.append(search.best())
    state.play(played[-1])
print(mezani.is_compiled(), *played)
"""


@pytest.mark.slow
def test_both_builds_think_alike(name: str, players: int) -> None:
    decisions = len(seeds(mezani.game(name), players, 30))  # fewer where playing on takes long

    def moves(interpreted: str) -> list[str]:
        command = [sys.executable, "-c", MOVES, name, str(players), str(decisions)]
        environment = {**os.environ, VARIABLE: interpreted}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()

    if mezani.is_compiled():
        (compiled, *first), (interpreted, *second) = moves("0"), moves("1")
        assert (compiled, interpreted) == ("True", "False")
        assert first == second


# What a move promises, however little another search has looked at it


def test_the_chances_after_a_move_are_those_of_all_iterations_that_begin_with_it() -> None:
    chances = Search(Guess(), Knowledge(), Rng(1)).chances_after(2, 4000)
    assert chances[0] == pytest.approx(0.6, abs=0.03)
    assert sum(chances) == pytest.approx(1.0)
    assert Search(Guess(), Knowledge(), Rng(1)).chances_after(1, 4000)[0] == pytest.approx(0.5, abs=0.03)


def test_a_search_goes_on_with_all_moves_after_it_was_asked_for_one() -> None:
    search = Search(Guess(), Knowledge(), Rng(1))
    search.chances_after(0, 10)
    search.think(iterations=300)
    assert {move.action for move in search.moves()} == {0, 1, 2}


def test_there_are_no_chances_after_a_move_that_is_not_legal() -> None:
    with pytest.raises(ValueError, match="action 7 is not legal here"):
        Search(Guess(), Knowledge(), Rng(1)).chances_after(7, 10)
