"""Positions as text: what they set up, what is left to chance, and what does not fit."""

import re
from io import StringIO

import pytest
from rich.console import Console

from mezani import record
from mezani.engine.bits import count
from mezani.engine.rng import Rng
from mezani.game import BadOption
from mezani.games.anne import GAME
from mezani.games.anne.actions import HEAP, PREDICTING, TRICKS
from mezani.games.anne.rules import Anne
from mezani.games.anne.view import view
from mezani.language import LANGUAGES, language
from mezani.snapshot import snapshot
from mezani.testing.playing import NAMES
from tests.games.anne.check import check
from tests.games.anne.positions import cards, play, taken

MADE = 'predictions = ["+C-G", "+D-M", "+M-G", "+G-C"]'
DEAL = """
trumps = "M10 D9 C2 G1"
dealer = 3
hands = ["C4 G7 G6 M1 M2 M3 D1 D2 D3", "D4", "C11", "C2"]
heap = { C = 2, G = 3, M = 1, D = 2 }
"""
IN_THE_TRICK = f'{DEAL}\n{MADE}\ntrick = "C9 D8"'
LATE = f"""
scores = [[5, 3, 0, 14], [0, 6, 22, 3]]
dealer = 1
trumps = "M10 D9 C2 G1"
hands = ["C9", "C8", "C7", "C6"]
{MADE}
taken = [{{ M = 10 }}, {{ D = 12, G = 3 }}, {{ G = 5, C = 4, M = 1 }}, {{ G = 4, C = 4, M = 1 }}]
"""
THREE = """
dealer = 2
hands = ["", "G12", ""]
predictions = ["+C-G", "+D-M", "+M-G"]
taken = [{ C = 3, G = 1 }, {}, { M = 4 }]
leader = 2
trick = "G1 C5"
"""
POSITIONS = [("", 3), ("", 4), (DEAL, 4), (IN_THE_TRICK, 4), (LATE, 4), (THREE, 3)]


def position(text: str, players: int = 4, seed: int = 1) -> Anne:
    return GAME.new(players, seed, {"position": text})


def test_nothing_given_is_the_start_of_a_game() -> None:
    state = position("")
    assert state.phase == PREDICTING
    assert state.hand_number == 0
    assert state.seat == (state.dealer + 1) % 4
    assert [count(hand) for hand in state.hands] == [10] * 4
    assert count(state.heap) == 8


def test_a_deal_has_the_cards_that_are_given_and_others_by_chance() -> None:
    state, other = position(DEAL), position(DEAL, seed=2)
    given = cards("C4 G7 G6 M1 M2 M3 D1 D2 D3")
    assert state.hands[0] & given == given
    assert count(state.hands[0]) == 10
    assert state.hands[1] & cards("D4")
    assert view(state, 0).heap == [2, 3, 1, 2]
    assert state.hands[2] != other.hands[2]
    assert snapshot(state) == snapshot(position(DEAL))


def test_trumps_are_as_they_are_given() -> None:
    state = play(position(IN_THE_TRICK), "C11 C2")
    assert view(state, 0).trumps == ["M10", "D9", "C2", "G1"]
    assert state.last_winner == 3
    assert state.phase == HEAP


def test_the_trick_lies_there_and_the_next_one_plays() -> None:
    state = position(IN_THE_TRICK)
    seen = view(state, 2)
    assert seen.trick == ["C9", "D8", None, None]
    assert (seen.leader, seen.to_move, seen.winning, seen.trick_number) == (0, 2, 1, 1)
    assert state.shown == cards("C9 D8")
    assert not state.hands[1] & cards(" ".join(f"C{number}" for number in range(1, 13)))


def test_once_all_have_predicted_tricks_are_played() -> None:
    assert position(MADE).phase == TRICKS
    some = position('dealer = 3\npredictions = ["+C-G", "+D-M", "", ""]')
    assert some.phase == PREDICTING
    assert some.seat == 2
    assert some.open_seats() == [2, 3]


def test_a_late_position_has_scores_and_cards_taken() -> None:
    state = position(LATE)
    seen = view(state, 0)
    assert seen.sheet == [[5, 3, 0, 14], [0, 6, 22, 3]]
    assert seen.scores == [5, 9, 22, 17]
    assert (seen.hand_number, seen.trick_number, seen.tricks, seen.heap) == (3, 10, [2, 3, 2, 2], [0, 0, 0, 0])
    assert seen.leader == 3, "the ninth trick came without a card of the heap"
    assert taken(state, 1) == {"D": 12, "G": 3}
    assert count(state.shown) == 36, "eight cards came from the heap, and nobody has seen them"
    assert play(state, "C6 C9 C8 C7").hand_number == 3


def test_with_three_players() -> None:
    state = position(THREE, 3)
    assert state.seat == 1
    assert state.tricks[:3] == [1, 0, 1]
    assert [count(hand) for hand in state.hands] == [9, 10, 9, 0]
    assert count(state.heap) == 10
    play(state, "G12")
    assert state.phase == HEAP


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_games_are_played_on_from_a_position(text: str, players: int) -> None:
    for seed in range(20):
        state, rng = position(text, players, seed), Rng(seed)
        while not state.is_over:
            check(state)
            state.play(state.random_action(rng))


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_hidden_things_can_be_dealt_anew(text: str, players: int) -> None:
    for seed in range(10):
        state, rng = position(text, players, seed), Rng(seed)
        assert snapshot(state.clone()) == snapshot(state)
        while not state.is_over:
            for seat in (*range(players), None):
                world = state.clone()
                world.resample(seat, rng)
                check(world)
                assert view(world, seat) == view(state, seat)
            state.play(state.random_action(rng))


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_a_record_keeps_the_position(text: str, players: int) -> None:
    written = record.Record(GAME, players, 5, {"position": text})
    state, rng = written.start(), Rng(3)
    while not state.is_over:
        written.actions.append(state.random_action(rng))
        state.play(written.actions[-1])
    read = record.read(str(written))
    assert snapshot(read.state()) == snapshot(state)


@pytest.mark.parametrize(("text", "players"), POSITIONS)
def test_a_position_is_told_and_drawn(text: str, players: int) -> None:
    state = position(text, players)
    terminal = GAME.load_terminal()  # type: ignore[misc]
    for lang in map(language, LANGUAGES):
        assert GAME.prompt(state, 0, lang, NAMES)
        picture = terminal.picture(view(state, 0), [], GAME.language(lang), NAMES[:players])
        Console(file=StringIO(), width=120).print(picture)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hnads = []", "unknown field `hnads`"),
        ("hands = ", "Invalid"),
        ("dealer = 4", "dealer: there is no seat 4: the seats are 0 to 3"),
        ('hands = ["C9", "", ""]', "hands: there are 3, but 4 players: one for each seat"),
        ('hands = ["X9", "", "", ""]', "hands[0]: “X9” is not a card"),
        ('hands = ["C9", "G1 C9", "", ""]', "hands[1]: C9 is there twice: each card is in one hand or in the trick"),
        (
            'hands = ["C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11", "", "", ""]',
            "hands[0]: there are 11 cards, but after 0 tricks and with 0 in the trick there are at most 10",
        ),
        ('trumps = "C9 C8 G7 M6"', "trumps: 'C9 C8 G7 M6' is not one card of each suit: write four"),
        ('trumps = "C9 G9 M8 D7"', "trumps: two of 'C9 G9 M8 D7' have the same number"),
        ('trumps = "G1 C9 M8 D7"', "trumps: they lie from the greatest number to the least: C9 M8 D7 G1"),
        ("heap = { C = 9 }", "heap: there are 9 cards, but after 0 tricks 8 are left"),
        ("heap = { C = 13 }", "Expected `int` <= 12"),
        (
            'hands = ["C1 C2 C3 C4 C5 C6 C7 C8 C9 C10", "", "", ""]\nheap = { C = 3, G = 5 }',
            "C: 10 in hands and trick, 3 in the heap and 0 taken are more than the 12 cards of a suit",
        ),
        ('dealer = 3\npredictions = ["", "+C-G", "", ""]', "seat 1 comes after seat 0, which has made none yet"),
        ('predictions = ["C9", "", "", ""]\ndealer = 3', "predictions: 'C9' is none: write most and fewest"),
        ('predictions = ["+C-C", "", "", ""]\ndealer = 3', "predictions: “+C-C” predicts one suit twice"),
        ('trick = "C9"', "predictions: cards are played once all are made"),
        ("taken = [{ C = 5 }, {}, {}, {}]", "predictions: cards are played once all are made"),
        (f"{MADE}\ntaken = [{{ C = 6 }}, {{}}, {{}}, {{}}]", "taken[0]: there are 6 cards, but a trick brings 5"),
        (f"{MADE}\ntaken = [{{ C = 4 }}, {{}}, {{}}, {{}}]", "taken: only the trick after all 8 cards of the heap"),
        (
            f"{MADE}\ntaken = [{{ C = 12, G = 12 }}, {{ M = 12, D = 12 }}, {{}}, {{}}]",
            "taken: only the trick after all 8 cards of the heap",
        ),
        (
            f"{MADE}\ntaken = [{{ C = 5 }}, {{ C = 5 }}, {{}}, {{}}]",
            "leader: say which of the seats 0, 1 took the last",
        ),
        (f"{MADE}\nleader = 1\ntaken = [{{ C = 5 }}, {{}}, {{}}, {{}}]", "leader: seat 1 has taken no trick"),
        (f"{MADE}\ndealer = 3\nleader = 1", "leader: to the first trick the seat after the dealer leads, which is 0"),
        (LATE + "leader = 0", "leader: seat 3 took the trick that came without a card of the heap"),
        (f'{MADE}\ndealer = 3\ntrick = "C1 C2 C3 C4"', "trick: 4 cards are a whole trick"),
        (
            f'{MADE}\ndealer = 3\nhands = ["", "C3", "", ""]\ntrick = "C1 D2"',
            "trick: seat 1 plays D2, but holds C3 and must follow (5.2)",
        ),
        ("scores = [[1, 0, 0, 0]]", "scores[0]: a hand can't bring 1 points: it brings 0, 3, 5 or 6 to 22"),
        ("scores = [[0, 0, 0]]", "scores[0]: there are 3, but 4 players"),
        ("scores = [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", "scores: 4 hands are over, but a game of 4 players"),
    ],
)
def test_what_does_not_fit_is_said(text: str, says: str) -> None:
    with pytest.raises(BadOption, match=re.escape(says)) as problem:
        position(text)
    assert str(problem.value).startswith("option position: ")


def test_a_hand_that_is_over_is_no_position() -> None:
    over = "{ C = 12, G = 12 }, { M = 12, D = 12 }, {}"
    with pytest.raises(BadOption, match="all 12 tricks are taken"):
        position(f'predictions = ["+C-G", "+D-M", "+M-G"]\ntaken = [{over}]', 3)


def test_a_position_is_a_text() -> None:
    with pytest.raises(BadOption, match="a position is a text, not 7"):
        GAME.new(4, 1, {"position": 7})


def test_positions_tell_what_is_hidden_and_are_not_for_tables() -> None:
    assert [option.name for option in GAME.options] == ["position"]
    assert GAME.table_options == ()
