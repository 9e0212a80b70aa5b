"""The next round of a tournament: who meets whom, by the system that was agreed."""

from collections.abc import Mapping

from mezani.engine.rng import Rng
from mezani.house.tournaments.draw import Draw, past_of, table_sizes
from mezani.house.tournaments.knock_out import first_round, next_round
from mezani.house.tournaments.pairing import pair_swiss, seat_all, shuffled
from mezani.house.tournaments.round_robin import pair_round_robin
from mezani.house.tournaments.tournament import Pairing, Tournament

STEP = 7919  # between the seeds of two rounds


def can_begin(tournament: Tournament) -> bool:
    """Whether there are enough people for a table."""
    return bool(table_sizes(len(tournament.field(tournament.round + 1)), tournament.players, tournament.allowed))


def is_played_out(tournament: Tournament) -> bool:
    """Whether all rounds have begun: those who are left may need fewer than it was thought."""
    return 0 < tournament.round >= tournament.rounds


def pair_next(tournament: Tournament, strengths: Mapping[str, float]) -> list[Pairing]:
    """The tables of the next round and who sits out; `strengths` by player seed a knock-out."""
    number = tournament.round + 1
    people = [one.number for one in tournament.field(number)]
    seed = (tournament.seed + STEP * number) % 2**63
    if tournament.system == "knock-out":
        groups = _knock_out(tournament, strengths, seed)
    elif tournament.system == "round-robin":
        facts = (tournament.players, tournament.allowed, tournament.seed, tournament.rounds)
        groups = _groups(pair_round_robin(people, tournament.draws(), *facts))
    else:
        ranked = [one.entrant for one in tournament.standings if one.entrant in people]
        points = {one.entrant: one.points for one in tournament.standings}
        draws, size = tournament.draws(), tournament.players
        after = max(0, tournament.rounds - number)
        groups = _groups(pair_swiss(ranked, points, draws, size, tournament.allowed, seed, after))
    return [Pairing(number, at, seats) for at, seats in enumerate(groups, 1)]


def _groups(draw: Draw) -> list[tuple[int, ...]]:
    return [*draw.tables, *((one,) for one in draw.byes)]


def _knock_out(tournament: Tournament, strengths: Mapping[str, float], seed: int) -> list[tuple[int, ...]]:
    rng, field = Rng(seed), {one.number: one for one in tournament.field(tournament.round + 1)}
    if not tournament.round:
        by_lot = shuffled(list(field), rng)
        pairs = first_round(sorted(by_lot, key=lambda one: -strengths.get(field[one].player, 0.0)))
    else:
        last = [one for one in tournament.pairings if one.round == tournament.round]
        places = {entrant: place for one in last for entrant, place in one.places.items()}
        gone = [one.number for one in tournament.entrants if one.number not in field]
        pairs = next_round([one.seats for one in last], places, gone)
    return list(seat_all(pairs, past_of(tournament.draws()), rng))
