"""What an evaluation finds: shares, intervals, the score; and that it is the same wherever it was played."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from mezani.arena.match import Job, Played
from mezani.arena.run import on_processes
from mezani.evaluation.result import Against, Evaluation, Outcome, mean_share, outcome
from mezani.evaluation.suite import OPPONENTS, SEED, Trial, opponent_in, trial
from tests.playing import OUR_GAMES


def ended(job: Job, *winners: int) -> Played:
    """A game as told, in which every seat has decided five times in half a second."""
    seats = len(job.lineup)
    return Played(job.number, job.deal, job.lineup, (0,) * seats, winners, (5,) * seats, (0.5,) * seats)


def won_against(trial: Trial, *weak: str) -> Iterator[Played]:
    """Games that the bot wins against some opponents, and the next seat against the others; the last one first."""
    for job in reversed(list(trial.jobs())):
        seat = trial.seat_in(job.number)
        yield ended(job, seat if opponent_in(job.deal) in weak else (seat + 1) % trial.players)


def test_the_score_is_the_mean_share_against_all_opponents() -> None:
    found = outcome(Trial("master", "anne", 4, 3), won_against(Trial("master", "anne", 4, 3), "random", "novice"))
    assert [it.opponent for it in found.against] == list(OPPONENTS)
    assert [it.share for it in found.against] == [1.0, 1.0, 0.0, 0.0]
    assert [it.shares for it in found.against] == [[1.0] * 3, [1.0] * 3, [0.0] * 3, [0.0] * 3]
    assert (found.score, found.even, found.games) == (0.5, 0.25, 12)
    assert found.low < 0.5 < found.high
    assert (found.decisions, found.seconds) == (5.0, 0.1)


def test_a_shared_victory_counts_in_part() -> None:
    asked = Trial("master", "anne", 4, 1)
    found = outcome(asked, [ended(job, 0, 1) for job in asked.jobs()])
    assert [it.share for it in found.against] == [0.25] * 4


def test_an_opponent_of_the_same_level_is_told_from_the_bot_by_its_seat() -> None:
    asked = Trial("novice", "anne", 4, 3)
    found = outcome(asked, [ended(job, 0) for job in asked.jobs()])
    assert [it.share for it in found.against] == [0.25] * 4


def test_an_interval_is_never_nothing_though_all_games_were_won() -> None:
    asked = Trial("master", "anne", 4, 6)
    found = outcome(asked, won_against(asked, *OPPONENTS))
    assert [it.high for it in found.against] == [1.0] * 4
    assert [round(it.low, 2) for it in found.against] == [0.86] * 4
    assert found.low == pytest.approx((1 + 0.86) / 2, abs=0.005)


def test_games_that_go_together_by_their_deal_make_the_interval_wider() -> None:
    asked = Trial("master", "anne", 4, 10)
    together = outcome(asked, [ended(job, *won(asked, job, job.deal // 4 % 2 == 0)) for job in asked.jobs()])
    apart = outcome(asked, [ended(job, *won(asked, job, sum(divmod(job.number, 4)) % 2 == 0)) for job in asked.jobs()])
    assert [it.share for it in together.against] == [it.share for it in apart.against] == [0.5] * 4
    assert together.high - together.low > 1.3 * (apart.high - apart.low)


def won(trial: Trial, job: Job, is_won: bool) -> tuple[int, ...]:
    seat = trial.seat_in(job.number)
    return (seat,) if is_won else tuple(other for other in range(trial.players) if other != seat)


def test_independent_opponents_narrow_the_score() -> None:
    sure, unsure = (Against("", 100, 0.5, 0.5 - half, 0.5 + half, []) for half in (0.0, 0.2))
    assert mean_share([unsure] * 4) == pytest.approx((0.5, 0.4, 0.6))
    assert mean_share([sure, sure, sure, unsure]) == pytest.approx((0.5, 0.45, 0.55))


@pytest.mark.parametrize(
    ("games", "seed", "title"),
    [
        (None, SEED, "mezani-1"),
        (8, SEED, "mezani-1, but fewer games"),
        (1000, SEED, "mezani-1, but more games"),
        (None, 7, "mezani-1, but seed 7 instead of 1"),
        (8, 7, "mezani-1, but seed 7 instead of 1, fewer games"),
    ],
)
def test_the_title_tells_in_what_it_departs_from_the_suite(games: int | None, seed: int, title: str) -> None:
    asked = trial("master", "asante", games, seed)
    found = Evaluation.of("master", seed, [outcome(asked, won_against(asked))])
    assert found.title == title


def told(found: Outcome) -> Any:
    """All that does not depend on the machine."""
    return msgspec.structs.replace(found, seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_same_bot_gets_the_same_result_on_any_number_of_processes(name: str) -> None:
    asked = msgspec.structs.replace(trial("trader", name), deals=1)
    here, there = (outcome(asked, on_processes(asked.match(), list(asked.jobs()), workers)) for workers in (1, 2))
    assert told(here) == told(there)
    assert here.against[0].share > here.even
