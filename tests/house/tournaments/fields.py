"""Simulated fields: people of different strength who play through a tournament."""

import random
from collections.abc import Callable, Sequence

from mezani.house.tournaments.draw import Draw
from mezani.house.tournaments.standings import Played, Round, standings

Pairing = Callable[[Sequence[int], dict[int, float], Sequence[Draw], int], Draw]


def played_through(people: int, rounds: int, wanted: int, pairing: Pairing, seed: int = 1) -> list[Draw]:
    """All rounds for people whose strength is their number, each table decided with much luck."""
    luck, draws, results = random.Random(seed), list[Draw](), list[Round]()
    everybody = list(range(1, people + 1))
    for number in range(rounds):
        ranked = standings(everybody, results, wanted)
        points = {one.entrant: one.points for one in ranked}
        draw = pairing([one.entrant for one in ranked], points, draws, number)
        draws.append(draw)
        results.append(Round([played(table, luck) for table in draw.tables], draw.byes))
    return draws


def played(table: Sequence[int], luck: random.Random) -> Played:
    """A table: the stronger is ahead more often."""
    scores = [round(20 - one / 4 + luck.gauss(0, 6)) for one in table]
    places = [1 + sum(other > score for other in scores) for score in scores]
    return Played(tuple(table), tuple(places), tuple(scores))
