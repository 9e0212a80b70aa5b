"""Round robins and knock-outs in which people come late, go and come back: all who are left still meet."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from mezani.engine.rng import Rng
from mezani.house.tournaments.by_twos import fewest_rounds, in_few_rounds
from mezani.house.tournaments.next_round import can_begin, is_played_out, pair_next
from mezani.house.tournaments.round_robin import meetings_again, never_met, rounds_needed
from mezani.house.tournaments.tournament import Entrant, Outcome, Pairing, Plan, System, Tournament
from mezani.tables.terms import Terms

Changes = Mapping[int, Sequence[int]]  # after a round, who
FIELDS = range(5, 13)
LATE, LATER = 98, 99


def tournament(people: int, game: str = "asante", system: System = "round-robin", players: int = 2) -> Tournament:
    entrants = [Entrant(number, f"player {number}", f"Player {number}") for number in range(1, people + 1)]
    return Tournament(
        *("cup", "Cup", game, system, players, {}, Terms(), Plan(), 5, "host", "open", 0, 0.0, None, None),
        entrants=entrants,
    )


def over(pairing: Pairing) -> Pairing:
    places = list(range(1, len(pairing.seats) + 1))
    return replace(pairing, outcome=Outcome(places=places, scores=places)) if pairing.is_table else pairing


def changed(now: Tournament, goes: Sequence[int], comes: Sequence[int], returns: Sequence[int]) -> Tournament:
    entrants = [replace(one, last_round=now.round) if one.number in goes else one for one in now.entrants]
    entrants = [replace(one, last_round=None) if one.number in returns else one for one in entrants]
    entrants += [Entrant(number, f"player {number}", f"Player {number}", now.round + 1) for number in comes]
    return replace(now, entrants=entrants)


def played(
    now: Tournament, goes: Changes | None = None, comes: Changes | None = None, returns: Changes | None = None
) -> Tournament:
    """All rounds; after some of them people go, come late, or come back."""
    counts = [now.rounds]
    while not is_played_out(now) and can_begin(now):
        pairings = [*now.pairings, *map(over, pair_next(now, {}))]
        now = replace(now, pairings=pairings, round=now.round + 1, state="running")
        assert all(one.seats for one in now.pairings if one.round == now.round and now.system != "knock-out")
        before = now.rounds
        now = changed(now, *((changes or {}).get(now.round, ()) for changes in (goes, comes, returns)))
        counts += [before, now.rounds]
    told = list(zip(counts[::2], counts[1::2], strict=False))
    assert all(a >= b for a, b in told), f"rounds come out of nothing: {counts}"
    assert now.players != 2 or all(a == b for a, b in told), f"rounds that were told are not played: {counts}"
    return now


def left(now: Tournament) -> list[int]:
    return [one.number for one in now.entrants if one.last_round is None]


def check_all_meet_once(now: Tournament) -> None:
    assert never_met(left(now), now.draws()) == 0
    assert meetings_again(now.draws()) == 0


CASES = [(people, after) for people in FIELDS for after in range(1, people - 1 + people % 2)]


@pytest.mark.parametrize(("people", "after"), CASES)
def test_by_twos_all_who_are_left_meet_in_as_many_rounds_as_were_planned(people: int, after: int) -> None:
    planned = tournament(people).rounds
    assert planned == people - 1 + people % 2
    now = played(tournament(people), goes={after: [1]})
    check_all_meet_once(now)
    assert now.round == planned
    check_all_meet_once(played(tournament(people), goes={after: [2, people]}))
    check_all_meet_once(played(tournament(people), goes={1: [3], after: [people]}))


@pytest.mark.parametrize(("people", "after"), CASES)
def test_by_twos_who_comes_late_meets_all_with_as_few_more_rounds_as_can_be(people: int, after: int) -> None:
    now = played(tournament(people), comes={after: [LATE]})
    check_all_meet_once(now)
    assert now.round == after + people + (people % 2 == 0 and after == 0)
    check_all_meet_once(played(tournament(people), comes={after: [LATE, LATER]}))
    check_all_meet_once(played(tournament(people), goes={after: [1]}, comes={after: [LATE]}))
    check_all_meet_once(played(tournament(people), comes={1: [LATE]}, goes={after: [LATE]}))


@pytest.mark.parametrize("people", FIELDS)
def test_by_twos_who_comes_back_meets_those_whom_they_have_missed(people: int) -> None:
    check_all_meet_once(played(tournament(people), goes={1: [1]}, returns={3: [1]}))


def test_whoever_would_have_met_somebody_who_has_gone_sits_out() -> None:
    undisturbed, now = played(tournament(8)), played(tournament(8), goes={2: [1]})
    for with_all, without in zip(undisturbed.draws(), now.draws(), strict=True):
        assert {frozenset(pair) for pair in without.tables} <= {frozenset(pair) for pair in with_all.tables}
    assert now.draws()[2].byes == tuple(
        one for pair in undisturbed.draws()[2].tables if 1 in pair for one in pair if one != 1
    )


def test_a_round_in_which_nobody_would_meet_is_left_out() -> None:
    now = played(tournament(4), goes={1: [1, 2]})
    check_all_meet_once(now)
    assert all(draw.tables for draw in now.draws())


def test_sixty_by_twos_are_planned_anew_when_somebody_comes() -> None:
    now = replace(tournament(60), round=0)
    for _ in range(3):
        now = replace(now, pairings=[*now.pairings, *map(over, pair_next(now, {}))], round=now.round + 1)
    assert changed(now, [], [LATE], []).rounds == 3 + 60


@pytest.mark.parametrize("people", FIELDS)
def test_pairs_are_fitted_into_the_fewest_rounds(people: int) -> None:
    pairs = [(a, b) for a in range(people) for b in range(a + 1, people) if (a + b) % 5]
    found = in_few_rounds(pairs, people, Rng(1))
    assert sorted(pair for day in found for pair in day) == pairs
    assert all(len({one for pair in day for one in pair}) == 2 * len(day) for day in found)
    assert len(found) <= fewest_rounds(pairs, people) + 1  # as Vizing has proved that it can be done


@pytest.mark.parametrize("after", [1, 2, 3])
@pytest.mark.parametrize("people", FIELDS)
def test_at_larger_tables_no_round_is_lost_while_some_of_those_who_are_left_have_not_met(
    people: int, after: int
) -> None:
    start = tournament(people, "anne", players=4)
    now = played(start, goes={after: [1]})
    assert now.round >= start.rounds or never_met(left(now), now.draws()) == 0
    late = played(start, comes={after: [LATE]})
    assert late.round >= min(after + rounds_needed(people + 1, 4, (3, 4)), after + (people + 2) // 3)


# Knock-out


def test_no_state_of_the_entrants_stops_a_knock_out() -> None:
    start = tournament(4, system="knock-out")
    ghost = Entrant(5, "player 5", "Player 5", last_round=0)
    now = replace(start, entrants=[*start.entrants, ghost])
    now = replace(now, pairings=list(map(over, pair_next(now, {}))), round=1, state="between")
    now = replace(now, entrants=[*start.entrants, replace(ghost, last_round=None)])
    assert now.rounds == 2, "whoever comes in later makes no round more"
    now = played(now)
    assert now.round == 2
    pair_next(now, {})
    pair_next(replace(now, entrants=[], round=1), {})
