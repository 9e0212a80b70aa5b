"""The rules of ANNE!, paragraph by paragraph."""

import re

import pytest

import mezani
from mezani.engine.bits import count
from mezani.engine.state import IllegalAction
from mezani.game import Place
from mezani.games.anne import GAME, past
from mezani.games.anne.actions import HEAP, PREDICT, PREDICTING, TAKE, TRICKS, card_text, parse_card
from mezani.games.anne.rules import Anne, cards_of
from mezani.games.anne.view import view
from mezani.language import ENGLISH
from mezani.testing.playing import NAMES, random_positions, random_steps
from tests.games.anne.positions import cards, play, scored, taken, trick_position


def legal_texts(state: Anne) -> list[str]:
    return [GAME.action_text(state, action) for action in state.legal_actions()]


def ranking(state: Anne) -> list[str]:
    strengths = state.strengths()
    return [card_text(card) for card in sorted(range(48), key=lambda card: strengths[card], reverse=True)]


# 1 The game


@pytest.mark.rule("anne 1.1")
def test_there_are_48_cards_in_four_suits_of_twelve() -> None:
    assert len({card_text(card) for card in range(48)}) == 48
    assert GAME.seats == (3, 4)


@pytest.mark.rule("anne 1.2", "anne 7.1", "anne 7.2")
@pytest.mark.parametrize("players", [3, 4])
def test_everybody_deals_once_and_then_the_game_is_over(players: int) -> None:
    state = Anne(players, seed=5)
    first, dealers = state.dealer, [state.dealer]
    rng = mezani.Rng(5)
    while not state.is_over:
        state.play(state.random_action(rng))
        if state.dealer != dealers[-1]:
            dealers.append(state.dealer)
    assert dealers == [(first + hand) % players for hand in range(players)]
    assert state.hand_number == players


@pytest.mark.rule("anne 1.2")
def test_the_first_dealer_is_drawn_by_lot() -> None:
    assert {Anne(4, seed).dealer for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.rule("anne 1.3")
def test_all_suits_are_open_and_the_numbers_of_others_are_not() -> None:
    state = Anne(4, seed=3)
    seen = view(state, 1)
    for seat in range(4):
        assert seen.hands[seat] == [count(state.hands[seat] & cards_of(suit)) for suit in range(4)]
    assert sorted(map(parse_card, seen.hand)) == [card for card in range(48) if state.hands[1] >> card & 1]
    watching = view(state, None)
    assert watching.hand == []
    assert watching.hands == seen.hands


# 2 Deal


@pytest.mark.rule("anne 2.1", "anne 2.2")
@pytest.mark.parametrize(("players", "each", "heap"), [(3, 12, 12), (4, 10, 8)])
def test_the_deal(players: int, each: int, heap: int) -> None:
    state = Anne(players, seed=3)
    assert [count(hand) for hand in state.hands[:players]] == [each] * players
    assert count(state.heap) == heap
    assert sum(state.hands) + state.heap == 2**48 - 1


@pytest.mark.rule("anne 2.2", "anne 5.6")
def test_nobody_sees_the_number_of_a_heap_card() -> None:
    state = play(trick_position("C9 G2", "D8 G3", "C11 G4", "C12 G5", heap="D3 D5 M7"), "C9 D8 C11 C12")
    other = state.clone()
    other.heap = cards("D6 D1 M12")
    for after in (state, other):
        play(after, "xD")
    for seat in (0, 1, 2, 3, None):
        assert view(state, seat) == view(other, seat)


# 3 Trumps


@pytest.mark.rule("anne 3.1")
def test_the_display_has_four_different_numbers_one_for_each_suit_greatest_first() -> None:
    for seed in range(200):
        state = Anne(4, seed)
        numbers = [card % 12 for card in state.trumps]
        assert sorted(card // 12 for card in state.trumps) == [0, 1, 2, 3]
        assert numbers == sorted(set(numbers), reverse=True)


@pytest.mark.rule("anne 3.1")
def test_a_new_display_is_drawn_for_every_hand() -> None:
    displays = {tuple(state.trumps) for state, _ in random_steps(GAME, 4, 8)}
    assert len(displays) == 4


@pytest.mark.rule("anne 3.2", "anne 3.3", "anne 3.4")
def test_the_display_ranks_all_48_cards() -> None:
    """The rulebook's display: mushrooms 10, dragon eggs 9, crystals 2, gold 1."""
    order = ranking(trick_position("C1", "C3", "C4", "C5"))
    mushrooms = [f"M{n}" for n in range(12, 0, -1) if n != 10]
    eggs = [f"D{n}" for n in range(12, 0, -1) if n != 9]
    crystals = [f"C{n}" for n in range(12, 0, -1) if n != 2]
    gold = [f"G{n}" for n in range(12, 1, -1)]
    assert order == ["M10", "D9", "C2", "G1", *mushrooms, *eggs, *crystals, *gold]


@pytest.mark.rule("anne 3.3")
def test_mushroom_1_beats_dragon_eggs_12() -> None:
    order = ranking(trick_position("C1", "C3", "C4", "C5"))
    assert order.index("M1") < order.index("D12")


@pytest.mark.rule("anne 3.4")
def test_gold_1_as_a_super_trump_beats_gold_2() -> None:
    order = ranking(trick_position("C1", "C3", "C4", "C5"))
    assert order.index("G1") < order.index("G2")


# 4 Predictions


@pytest.mark.rule("anne 4.1")
def test_most_and_fewest_are_two_different_suits() -> None:
    state = Anne(4, seed=1)
    assert len(state.legal_actions()) == 12
    with pytest.raises(ValueError, match="different suits"):
        GAME.parse_action(state, "+C-C")


@pytest.mark.rule("anne 4.2")
def test_predictions_are_hidden_until_all_are_made() -> None:
    state = Anne(3, seed=1)
    first = state.seat
    play(state, "+C-G +D-M")
    assert view(state, first).predictions[first] == ("C", "G")
    assert view(state, (first + 1) % 3).predictions[first] is None
    assert view(state, None).predictions == [None] * 3
    assert sum(view(state, None).predicted) == 2
    play(state, "+M-C")
    assert None not in view(state, None).predictions


@pytest.mark.rule("anne 4.2")
def test_everybody_may_predict_at_the_same_time() -> None:
    state = Anne(4, seed=1)
    first = state.seat
    assert state.open_seats() == [0, 1, 2, 3]
    play(state, "+C-G")
    assert first not in state.open_seats()
    assert len(state.open_seats()) == 3
    assert all(state.open_actions(seat) == state.legal_actions() for seat in state.open_seats())
    assert state.open_actions(first) == []


@pytest.mark.rule("anne 4.2")
def test_the_predictions_of_others_are_drawn_anew_in_a_resampled_world() -> None:
    state = play(Anne(4, seed=1), "+C-G +D-M")
    second = (state.dealer + 2) % 4
    seen = set()
    for seed in range(300):
        world = state.clone()
        world.resample(state.seat, mezani.Rng(seed))
        assert world.most[second] != world.fewest[second]
        seen.add((world.most[second], world.fewest[second]))
    assert len(seen) == 12


# 5 Tricks


@pytest.mark.rule("anne 5.1")
def test_left_of_the_dealer_leads_and_then_whoever_took_the_trick() -> None:
    state = play(Anne(4, seed=2), "+C-G +C-G +C-G +C-G")
    assert state.seat == state.leader == (state.dealer + 1) % 4
    state = play(trick_position("C9 G2", "D8 G3", "C11 G4", "C5 G5"), "C9 D8 C11 C5")
    assert (state.seat, state.leader) == (1, 1)


@pytest.mark.rule("anne 5.2")
def test_who_has_the_led_suit_must_follow() -> None:
    state = play(trick_position("C9", "C3 D8 M10", "C11", "C5"), "C9")
    assert legal_texts(state) == ["C3"]
    assert str(GAME.why_not(state, 1, parse_card("D8"))) == "You must follow suit: you hold crystals. (5.2)"
    with pytest.raises(IllegalAction, match="follow suit"):
        GAME.play_text(state, "D8")


@pytest.mark.rule("anne 5.3")
def test_super_trump_must_still_follow_suit() -> None:
    state = play(trick_position("M3", "M10 C9", "C11", "C5"), "M3")
    assert legal_texts(state) == ["M10"]


@pytest.mark.rule("anne 5.3")
def test_a_super_trump_may_stay_in_hand_while_another_card_of_its_suit_is_there() -> None:
    state = play(trick_position("M3", "M10 M1 C9", "C11", "C5"), "M3")
    assert legal_texts(state) == ["M1", "M10"]


@pytest.mark.rule("anne 5.4")
def test_who_has_none_of_the_led_suit_may_play_anything() -> None:
    state = play(trick_position("C9", "D8 G1 M3", "C11", "C5"), "C9")
    assert legal_texts(state) == ["G1", "M3", "D8"]


@pytest.mark.rule("anne 5.5")
def test_the_strongest_card_takes_the_trick_though_it_is_not_of_the_led_suit() -> None:
    state = play(trick_position("G12 C1", "G3 C3", "M1 C4", "D12 C5"), "G12 G3 M1 D12")
    assert state.last_winner == 2


@pytest.mark.rule("anne 5.5", "anne 5.6")
def test_the_trick_of_arve_brittany_clay_and_deepal() -> None:
    """The rulebook's trick: Deepal's crystals 2 is a super-trump and wins."""
    arve, brittany, clay, deepal = range(4)
    state = trick_position("C9 G2", "D8 G3", "C11 G4", "C2 C5", heap="D3 M7", leader=arve)
    play(state, "C9 D8")
    assert state.winning == brittany
    assert legal_texts(state) == ["C11"]
    play(state, "C11")
    assert state.winning == brittany
    play(state, "C2")
    assert state.last_winner == deepal
    assert (state.phase, state.seat) == (HEAP, deepal)
    play(state, "xD")
    assert taken(state, deepal) == {"D": 2, "C": 3}
    assert taken(state, clay) == {}
    assert state.leader == deepal


@pytest.mark.rule("anne 3.2", "anne 5.5")
def test_if_brittany_had_played_dragon_eggs_9_she_would_have_taken_the_trick() -> None:
    state = play(trick_position("C9 G2", "D9 G3", "C11 G4", "C2 C5", heap="D3"), "C9 D9 C11 C2")
    assert state.last_winner == 1


@pytest.mark.rule("anne 5.6")
def test_the_winner_chooses_among_the_suits_that_lie_in_the_heap() -> None:
    state = play(trick_position("C9 G2", "D8 G3", "C11 G4", "C5 G5", heap="D3 D4 M7"), "C9 D8 C11 C5")
    assert legal_texts(state) == ["xM", "xD"]
    assert str(GAME.why_not(state, 1, GAME.parse_action(state, "xG"))) == "The heap has no gold left. (5.6)"


@pytest.mark.rule("anne 5.7")
def test_an_empty_heap_gives_nothing() -> None:
    state = play(trick_position("C9 G2", "D8 G3", "C11 G4", "C5 G5", heap=""), "C9 D8 C11 C5")
    assert (state.phase, state.seat) == (TRICKS, 1)
    assert taken(state, 1) == {"C": 3, "D": 1}


@pytest.mark.rule("anne 5.7")
@pytest.mark.parametrize(("players", "without"), [(3, 0), (4, 2)])
def test_how_many_tricks_bring_no_heap_card(players: int, without: int) -> None:
    takes = sum(TAKE <= action < PREDICT for _, action in random_steps(GAME, players, 4))
    tricks = 12 if players == 3 else 10
    assert takes == players * (tricks - without)


@pytest.mark.rule("anne 5.8")
def test_only_the_last_trick_can_be_looked_at() -> None:
    state = trick_position("C9 G2 G6", "D8 G3 G7", "C11 G4 G8", "C5 G5 G9")
    play(state, "C9 D8 C11 C5")
    assert view(state, 0).last_trick == ["C9", "D8", "C11", "C5"]
    play(state, "G3 G4 G5 G2")
    assert view(state, 0).last_trick == ["G2", "G3", "G4", "G5"]
    assert "C9" not in str(view(state, 0))


@pytest.mark.rule("anne 5.8")
def test_the_last_trick_of_a_hand_can_be_looked_at_in_the_next_one() -> None:
    state = play(trick_position("C9", "D8", "C11", "C5"), "C9 D8 C11 C5")
    assert view(state, 0).hand_number == 2
    assert view(state, 0).last_trick == ["C9", "D8", "C11", "C5"]
    assert view(state, 0).last_winner == 1


@pytest.mark.rule("anne 5.8")
def test_the_numbers_of_older_tricks_are_hidden() -> None:
    state = trick_position("C9 G2 G6 M1", "D8 G3 G7 M2", "C11 G4 G8 M3", "C5 G5 G9 M4")
    first = play(state.clone(), "C9 D8")
    second = play(state.clone(), "C9 D8 C11 C5")
    last = play(second.clone(), "G3 G4 G5 G2")
    now = play(last.clone(), "G9 G6 G7 G8")
    assert [past.is_covered(Place("hand 1", trick), now) for trick in range(-1, 4)] == [False, True, True, False, False]
    assert past.view(first, now, 0).trick == ["C", "D", None, None]
    assert past.view(first, now, 0).winning is None
    assert past.view(first, now, 0).hand == ["M1", "G6", "G"]
    assert past.view(second, now, 2).last_trick == ["C", "D", "C", "C"]
    assert past.view(second, now, 2).won == view(second, 2).won
    assert past.view(now, now, 2) == view(now, 2)
    told = past.tell(state, parse_card("C9"), play(state.clone(), "C9"), 1, ENGLISH, NAMES)
    assert told == ["Arve leads [C]."]
    trump = past.tell(first, parse_card("C2"), first, 2, ENGLISH, NAMES)
    assert trump == ["You play [C]."]  # that it is a super-trump would tell its number


@pytest.mark.rule("anne 5.8")
def test_tricks_of_earlier_hands_stay_hidden_until_the_game_is_over() -> None:
    state = GAME.new(3, 5)
    rng = mezani.Rng(5)
    while state.hand_number == 0 or sum(state.tricks) == 0:
        hidden = past.is_covered(Place("hand 1", 11), state)
        assert not hidden
        state.play(state.random_action(rng))
    assert past.is_covered(Place("hand 1", 11), state)
    assert past.is_covered(Place("hand 1", 0), state)
    mezani.playout(state, rng)
    assert not past.is_covered(Place("hand 1", 0), state)


@pytest.mark.rule("anne 5.7")
def test_who_takes_a_trick_without_the_heap_is_told() -> None:
    state = play(trick_position("C9 G2", "D8 G3", "C11 G4", "C5 G5"), "C9 D8 C11")
    after = play(state.clone(), "C5")
    assert GAME.tell(state, parse_card("C5"), after, 1, ENGLISH, NAMES) == [
        "Deepal plays [C5].",
        "You take the trick.",
    ]


# 6 Score


@pytest.mark.rule("anne 6.1", "anne 6.3")
def test_scoring_example_1_perfect_and_wrong() -> None:
    assert scored("D", "M", D=5, M=2, C=1, G=3) == 5 + 0


@pytest.mark.rule("anne 6.2", "anne 6.3")
def test_scoring_example_2_wrong_and_imperfect() -> None:
    assert scored("C", "G", C=3, G=1, M=4, D=1) == 0 + 3


@pytest.mark.rule("anne 6.4")
def test_scoring_example_3_perfect_and_imperfect_with_bonus() -> None:
    assert scored("C", "G", C=7, G=1, M=1, D=4) == 5 + 3 + 6


@pytest.mark.rule("anne 6.2", "anne 6.4")
def test_scoring_example_4_both_imperfect_without_a_difference() -> None:
    assert scored("M", "D", M=3, D=3, C=3, G=3) == 3 + 3 + 0


@pytest.mark.rule("anne 6.1", "anne 6.4")
def test_two_perfect_predictions_bring_the_difference_too() -> None:
    assert scored("C", "G", C=9, G=0, M=2, D=4) == 5 + 5 + 9


@pytest.mark.rule("anne 6.5")
def test_no_cards_at_all_are_four_way_ties() -> None:
    assert scored("C", "G") == 3 + 3


@pytest.mark.rule("anne 6.5")
def test_a_suit_never_taken_is_the_fewest() -> None:
    assert scored("C", "G", C=2, M=1, D=2) == 3 + 5 + 2


@pytest.mark.rule("anne 6.1")
def test_the_points_of_a_hand_go_on_the_sheet() -> None:
    state, rng = Anne(4, seed=9), mezani.Rng(9)
    while state.hand_number == 0:
        before = view(state, 0)
        state.play(state.random_action(rng))
    after = view(state, 0)
    assert before.sheet == []
    assert after.sheet == [after.scores]
    assert max(after.scores) > 0


# 7 End of the game


@pytest.mark.rule("anne 7.2", "anne 7.3")
def test_the_highest_total_wins_and_equals_share() -> None:
    state = Anne(4, seed=1)
    mezani.playout(state, mezani.Rng(1))
    state.points = [0, 5, 3, 8, 14, 5, 0, 6, 0, 0, 0, 0, 0, 4, 0, 0]
    assert state.scores() == [14, 14, 3, 14]
    assert state.winners() == [0, 1, 3]
    assert state.places() == [1, 1, 4, 1]
    assert state.returns() == pytest.approx([1 / 3 - 1 / 4] * 2 + [-1 / 4] + [1 / 3 - 1 / 4])
    assert [str(reason) for reason in GAME.why_won(state, names=NAMES)] == [
        "Arve, Brittany and Deepal are tied with 14 points. (7.2)",
        "Arve, Brittany and Deepal share the victory. (7.3)",
    ]
    state.points = [0, 5, 3, 8, 14, 5, 0, 6, 0, 0, 0, 0, 0, 5, 0, 0]
    assert state.winners() == [1]


def test_there_are_no_winners_before_the_end() -> None:
    state = Anne(4, seed=1)
    assert state.winners() == []
    assert state.returns() == [0.0] * 4


def test_a_card_played_cannot_be_taken_back_but_a_heap_suit_can() -> None:
    for state in random_positions(GAME, 4, 6):
        after = state.clone()
        after.play(state.legal_actions()[0])
        if after.hand_number == state.hand_number:
            assert (after.reveals == state.reveals) == (state.phase == HEAP or after.phase == PREDICTING)


@pytest.mark.rule("anne 6.1")
@pytest.mark.rule("anne 6.4")
@pytest.mark.parametrize("players", GAME.seats)
def test_the_log_says_how_each_prediction_scored(players: int) -> None:
    said = re.compile(r"(\w+): (\d+) points: most \[\w\] (\d), fewest \[\w\] (\d)(?:, both (\d+))?\.")
    told = 0
    for before, action in random_steps(GAME, players, 2):
        after = before.clone()
        after.play(action)
        if after.hand_number > before.hand_number:
            lines = GAME.tell(before, action, after, None, ENGLISH, NAMES[:players])[-players:]
            for seat, line in enumerate(lines):
                match = said.fullmatch(line)
                assert match
                name, points, *parts = match.groups(default="0")
                assert name == NAMES[seat]
                assert int(points) == sum(map(int, parts)) == after.points[before.hand_number * 4 + seat]
                told += 1
    assert told == players * players
