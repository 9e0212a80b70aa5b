"""The suite: the same games for every bot."""

import sys
from collections import Counter
from typing import Any

import msgspec
import pytest

import mezani
from mezani.arena.match import play
from mezani.bots.levels import LEVELS, Thinker
from mezani.evaluation import suite
from mezani.evaluation.suite import OPPONENTS, NotInSuite, Trial, opponent_in, part_of, quick_trial, trial
from mezani.game import Game
from tests.playing import OUR_GAMES


def test_what_results_are_compared_by_does_not_change_under_the_same_name() -> None:
    parts = {name: (part_of(mezani.game(name)).players, part_of(mezani.game(name)).deals) for name in OUR_GAMES}
    assert suite.NAME == "mezani-1"
    assert parts == {"anansi": (4, 20), "anne": (4, 32), "asante": (2, 20), "zimbabwe": (4, 6)}
    assert OPPONENTS == ("random", "novice", "trader", "expert")
    assert trial("master", "anne").match().seed_for("deal", 5) == 7952453582778612588


def test_our_games_are_those_of_the_suite_and_others_are_refused() -> None:
    assert suite.game_names() == OUR_GAMES
    with pytest.raises(NotInSuite, match="Ahadi is not among the games of mezani-1: they are anansi, anne"):
        part_of(mezani.game("ahadi"))


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_bot_has_every_seat_of_every_deal_against_one_opponent_at_a_time(name: str) -> None:
    whole = trial("master", name)
    seats = Counter((job.deal, job.lineup.index("master")) for job in whole.jobs())
    assert set(seats.values()) == {1}
    assert len(seats) == whole.games * len(OPPONENTS)
    for job in whole.jobs():
        assert set(job.lineup) == {"master", opponent_in(job.deal)}
        assert job.lineup[whole.seat_in(job.number)] == "master"
    deals = Counter(opponent_in(deal) for deal in {job.deal for job in whole.jobs()})
    assert deals == dict.fromkeys(OPPONENTS, whole.deals)


def test_every_bot_gets_the_same_deals_and_chance() -> None:
    ours, theirs = trial("novice", "anne"), trial("some.package:Bot", "anne")
    for one, other in zip(ours.jobs(), theirs.jobs(), strict=True):
        assert (one.number, one.deal) == (other.number, other.deal)
        for purpose, number in (("deal", one.deal), ("worlds", one.number)):
            assert ours.match().seed_for(purpose, number) == theirs.match().seed_for(purpose, number)


def test_more_games_begin_with_the_same_ones() -> None:
    few, many = (list(trial("novice", "anne", games).jobs()) for games in (8, 20))
    assert many[: len(few)] == few
    assert (len(few), len(many)) == (8 * len(OPPONENTS), 20 * len(OPPONENTS))
    assert trial("novice", "anne", 5).games == 8, "a deal is played from all seats"
    assert quick_trial("novice", "anne") == trial("novice", "anne", 2 * 4)


def test_another_seed_deals_otherwise() -> None:
    one, other = (Trial("novice", "anne", 4, 1, seed).match() for seed in (1, 2))
    assert one.seed_for("deal", 0) != other.seed_for("deal", 0)


def test_our_levels_think_all_their_iterations_however_slow_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = trial("novice", "anne", 4)
    job = next(job for job in asked.jobs() if opponent_in(job.deal) == "expert")
    looking = msgspec.structs.replace(asked.match(), looks_at_clock=True)
    with_time = play(looking, job)
    monkeypatch.setitem(LEVELS, "expert", Hurried)
    monkeypatch.setattr(sys.modules[Thinker.__module__], "SHORTEST", 1e-9)
    assert play(asked.match(), job).scores == with_time.scores
    assert play(looking, job).scores != with_time.scores


class Hurried(Thinker):
    """An expert on a machine on which a turn's time is over at once."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game, is_hasty=True)
        self.knowledge.seconds = 1e-9
