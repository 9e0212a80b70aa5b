"""One rating for bots and people, and how well it finds out who is stronger."""

import math
import random
from statistics import mean

import pytest

from mezani.arena.match import Played
from mezani.arena.rating import MODEL, UNKNOWN, Rating, ahead, rated
from mezani.arena.result import ratings_of

PEOPLE, GAMES = 60, 30
FIGURES = {  # what the arena has said before people were rated too
    "a": (25.710416981718033, 6.219177114859518),
    "b": (25.13684617919616, 6.324446881082365),
    "c": (23.777577096474776, 6.747454078393222),
}


def test_the_arena_rates_as_it_always_has() -> None:
    games = []
    for number in range(12):
        lineup = (("a", "b", "a", "b"), ("b", "c", "a", "b"), ("c", "a"))[number % 3]
        places = tuple(1 + (seat * 7 + number) % len(lineup) for seat in range(len(lineup)))
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        told = places if number % 2 else ()
        games.append(Played(number, number, lineup, places, winners, (1,) * 4, (0.1,) * 4, told))
    assert ratings_of("abc", games) == FIGURES


def test_a_fixed_seat_stays_as_it_was_and_counts_for_the_others() -> None:
    strong, weak = Rating(40.0, 1.0), Rating(10.0, 1.0)
    over_strong = rated([UNKNOWN, strong], [1, 2], fixed=[1])
    over_weak = rated([UNKNOWN, weak], [1, 2], fixed=[1])
    assert over_strong[1] == strong
    assert over_strong[0].mu > over_weak[0].mu > UNKNOWN.mu


def test_who_is_new_at_several_seats_is_several_people() -> None:
    first, *others = rated([UNKNOWN] * 3, [1, 2, 3])
    assert first.mu > UNKNOWN.mu > others[1].mu
    assert len({first, *others}) == 3


def test_only_the_order_of_places_counts() -> None:
    assert rated([UNKNOWN] * 3, [1, 2, 2]) == rated([UNKNOWN] * 3, [1, 5, 5])


def test_chances_of_ending_ahead_add_up_and_know_less_of_who_is_uncertain() -> None:
    one, other = Rating(30.0, 2.0), Rating(25.0, 3.0)
    assert ahead(one, other) + ahead(other, one) == pytest.approx(1.0)
    assert ahead(one, one) == 0.5
    assert ahead(one, other) > ahead(Rating(30.0, 8.0), other) > 0.5
    assert ahead(one, other, players=2) > ahead(one, other, players=5)


@pytest.mark.parametrize("strength", [15.0, 25.0, 35.0])
def test_whoever_plays_nothing_but_weak_bots_comes_to_their_own_strength(strength: float) -> None:
    """Beating them is what is expected of somebody strong; only who never loses at all goes on rising."""
    novice, rng = Rating(17.0, 1.9), random.Random(1)
    ends = []
    for _ in range(5):
        rating = UNKNOWN
        for _ in range(200):
            places = places_by_luck([strength, novice.mu, novice.mu], rng)
            rating = rated([rating, novice, novice], places, fixed=[1, 2])[0]
        ends.append(rating.mu)
    assert mean(ends) == pytest.approx(strength, abs=3.0)


def places_by_luck(strengths: list[float], rng: random.Random) -> list[int]:
    """The places of a game whose luck is as Plackett and Luce suppose it."""
    scale = MODEL.beta * math.sqrt(len(strengths))
    shown = [strength - scale * math.log(-math.log(rng.random())) for strength in strengths]
    return [1 + sum(other > one for other in shown) for one in shown]


def spearman(one: list[float], other: list[float]) -> float:
    """The rank correlation."""

    def ranks(values: list[float]) -> dict[int, int]:
        return {number: rank for rank, number in enumerate(sorted(range(len(values)), key=values.__getitem__))}

    first, second, count = ranks(one), ranks(other), len(one)
    return 1 - 6 * sum((first[n] - second[n]) ** 2 for n in range(count)) / (count * (count**2 - 1))


def found_order(players: int, luck: str, seed: int) -> float:
    """How well the order of people is found whose strengths spread as the prior, after 30 games of each."""
    rng = random.Random(seed)
    strengths = [rng.gauss(*UNKNOWN) for _ in range(PEOPLE)]
    ratings = [UNKNOWN] * PEOPLE
    for _ in range(GAMES):
        order = rng.sample(range(PEOPLE), PEOPLE)
        for first in range(0, PEOPLE, players):
            table = order[first : first + players]
            if luck == "normal":
                shown = [rng.gauss(strengths[one], MODEL.beta) for one in table]
                places = [1 + sum(other > one for other in shown) for one in shown]
            else:
                places = places_by_luck([strengths[one] for one in table], rng)
            for one, rating in zip(table, rated([ratings[one] for one in table], places), strict=True):
                ratings[one] = rating
    return spearman(strengths, [rating.mu for rating in ratings])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("luck", ["normal", "as the rating supposes"])
def test_after_thirty_games_the_order_of_people_is_found(players: int, luck: str) -> None:
    found = [found_order(players, luck, seed) for seed in range(3)]
    assert min(found) > 0.9, found
    assert mean(found) > 0.93, found
