"""The rules of Anansi, paragraph by paragraph."""

import re

import msgspec
import pytest

import mezani
from mezani.engine.bits import count, members
from mezani.engine.state import IllegalAction
from mezani.game import Place
from mezani.games.anansi import GAME, past
from mezani.games.anansi.actions import LETTERS, card_text, parse_card
from mezani.games.anansi.rules import Anansi, icons_of
from mezani.games.anansi.view import RoundScore, view
from mezani.language import ENGLISH
from mezani.testing.playing import NAMES, random_positions, random_steps
from tests.games.anansi.positions import cards, finished, last_trick_of_round, legal, play, position


def trump(state: Anansi) -> str:
    return LETTERS[state.trump]


def why_not(state: Anansi, move: str) -> str:
    return str(GAME.why_not(state, state.seat, GAME.parse_action(state, move)))


# 1 The game


@pytest.mark.rule("anansi 1.1")
def test_there_are_42_cards_in_three_suits_of_fourteen() -> None:
    assert len({card_text(card) for card in range(42)}) == 42
    assert GAME.seats == (3, 4, 5)


@pytest.mark.rule("anansi 1.1", "anansi 2.2", "anansi 7.1")
@pytest.mark.parametrize(("players", "tricks"), [(3, 10), (4, 10), (5, 8)])
def test_a_game_has_three_rounds_of_as_many_tricks_as_cards_in_hand(players: int, tricks: int) -> None:
    state = GAME.new(players, 5)
    assert mezani.playout(state, mezani.Rng(5)) == 3 * tricks * players
    assert [sum(state.stacks[first : first + 5]) for first in (0, 5, 10)] == [tricks] * 3


@pytest.mark.rule("anansi 1.2")
def test_the_trump_cards_are_laid_in_any_order_that_stays_for_the_game() -> None:
    assert len({tuple(Anansi(4, seed).order) for seed in range(60)}) == 6
    assert len({tuple(state.order) for state, _ in random_steps(GAME, 4, 8)}) == 1


@pytest.mark.rule("anansi 1.3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_start_player_is_drawn_by_lot(players: int) -> None:
    assert {Anansi(players, seed).leader for seed in range(60)} == set(range(players))


@pytest.mark.rule("anansi 1.4")
def test_everybody_sees_the_table_and_only_their_own_hand() -> None:
    for state in random_positions(GAME, 3, 4, every=7):
        seen = [view(state, seat) for seat in (0, 1, 2, None)]
        assert len({str((a.display, a.out, a.trick, a.laid, a.followers, a.stacks, a.scores)) for a in seen}) == 1
        assert [sorted(map(parse_card, a.hand)) for a in seen[:3]] == [members(hand) for hand in state.hands[:3]]
        assert seen[3].hand == []
        for seat in range(3):
            others = {card_text(card) for other in range(3) if other != seat for card in members(state.hands[other])}
            in_sight = msgspec.structs.replace(seen[seat], last_trick=[], last_laid=[])  # of the round before, perhaps
            assert not others & set(re.findall(r"[LHS]\d+", str(in_sight)))


# 2 Deal


@pytest.mark.rule("anansi 2.1", "anansi 2.2", "anansi 2.3")
@pytest.mark.parametrize(("players", "each", "out"), [(3, 10, 10), (4, 10, 0), (5, 8, 0)])
def test_the_deal(players: int, each: int, out: int) -> None:
    state = Anansi(players, seed=3)
    assert [count(hand) for hand in state.hands[:players]] == [each] * players
    assert count(state.display) == 2
    assert count(state.out) == out
    assert sum(state.hands) + state.display + state.out == 2**42 - 1


@pytest.mark.rule("anansi 2.1")
def test_every_card_is_dealt_everywhere_equally_often() -> None:
    games = 3000
    shown = [0] * 42
    for seed in range(games):
        for card in members(Anansi(4, seed).display):
            shown[card] += 1
    assert all(abs(number - games * 2 / 42) < 60 for number in shown)


@pytest.mark.rule("anansi 2.1")
def test_all_cards_are_dealt_anew_for_each_round() -> None:
    deals = {state.display for state, _ in random_steps(GAME, 4, 8) if sum(map(count, state.hands)) == 40}
    assert len(deals) == 3


@pytest.mark.rule("anansi 2.3")
def test_the_cards_left_over_lie_open_and_are_never_played() -> None:
    state = Anansi(3, seed=3)
    assert sorted(map(parse_card, view(state, None).out)) == members(state.out)
    out = state.out
    while state.round_number == 0:
        assert not out & sum(state.hands)
        state.play(state.legal_actions()[-1])


# 3 Trump


@pytest.mark.rule("anansi 3.1")
def test_the_suit_with_the_most_cards_is_trump_whatever_their_numbers() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3", display="L13 L14", order="LSH"), "H5 H9 H3^ H4")
    assert trump(state) == "L"
    state = play(position("H5 L2", "H9 S3", "H3 L4", "H4 L3", display="L13 S1", order="LSH"), "H5 S3^ H3 H4")
    assert trump(state) == "S"


@pytest.mark.rule("anansi 3.2")
def test_of_suits_that_tie_in_the_display_the_leftmost_is_trump() -> None:
    hands = ("H5 L2", "H9 L1", "H3 L4", "H4 L3")
    tie = "H5 H9 H3 L3^"
    assert trump(play(position(*hands, display="S9 S1", order="LSH"), tie)) == "S"
    assert trump(play(position(*hands, display="S9 H1", order="LSH"), tie)) == "L"
    assert trump(play(position(*hands, display="S9 H1", order="SHL"), tie)) == "S"
    assert trump(play(position(*hands, display="S9 H1", order="HLS"), tie)) == "H"


@pytest.mark.rule("anansi 3.2")
def test_a_tie_of_two_suits_does_not_go_to_the_third_though_it_lies_left() -> None:
    state = play(position("H5 L2", "H9 S1", "H3 L4", "H4 L3", display="L9 L1 S3", order="HSL"), "H5 S1^ H3 H4")
    assert trump(state) == "S"


@pytest.mark.rule("anansi 3.3", "anansi 5.5")
def test_trump_changes_between_tricks_and_never_within_one() -> None:
    """A second leopard is laid first in the trick; the trick still goes by snake."""
    state = position("H14 H1", "L9 L1", "S2 H3", "L3 S4", display="S9 L5", order="SLH")
    play(state, "H14 L9^")
    assert trump(state) == "S"
    assert view(state, 0).display == [["S9"], ["L5"], []]
    play(state, "H3 S4")
    assert state.last_winner == 3
    assert trump(state) == "L"
    assert view(state, 0).display == [["S9"], ["L5", "L9"], []]


@pytest.mark.rule("anansi 3.3")
def test_trump_stays_the_same_within_every_trick_of_random_games() -> None:
    for players in (3, 4, 5):
        changed = 0
        for state, action in random_steps(GAME, players, 6):
            after = state.clone()
            after.play(action)
            if after.trump != state.trump:
                assert after.seat == after.leader
                changed += 1
        assert changed


# 4 Tricks


@pytest.mark.rule("anansi 4.1")
def test_any_card_may_be_led_and_whoever_takes_the_trick_leads_next() -> None:
    state = position("H5 L2 S7", "H9 L1 S3", "H3 L4 S9", "H4 L3 S10", leader=2)
    assert legal(state) == "L4 H3 S9"
    assert view(state, 0).winning is None
    play(state, "H3 H4 H5")
    assert view(state, 0).winning == 0
    play(state, "H9")
    assert (state.seat, state.leader) == (1, 1)


@pytest.mark.rule("anansi 4.2")
def test_the_others_follow_clockwise_and_each_adds_a_card_or_gains() -> None:
    state = position("H5 L2", "H9 L1", "H3 L4", "H4 L3", leader=2)
    seats = []
    for move in ["H3", "H4", "H5", "L1^"]:
        seats.append(state.seat)
        play(state, move)
    assert seats == [2, 3, 0, 1]
    assert view(state, None).last_trick == ["H5", None, "H3", "H4"]
    assert view(state, None).last_laid == [None, "L1", None, None]


@pytest.mark.rule("anansi 4.3")
def test_who_has_the_led_suit_must_add_it_or_gain() -> None:
    state = play(position("H5 L2", "H9 L1 S3", "H3 L4", "H4 L3"), "H5")
    assert legal(state) == "H9 L1^ H9^ S3^"
    assert why_not(state, "S3") == "You must follow suit: you hold Hornet. (4.3)"
    with pytest.raises(IllegalAction, match="follow suit"):
        GAME.play_text(state, "L1")


@pytest.mark.rule("anansi 4.4")
def test_who_has_none_of_the_led_suit_must_add_a_trump() -> None:
    state = play(position("H5 L2", "L1 S3 S4", "H3 L4", "H4 L3"), "H5")
    assert legal(state) == "S3 S4 L1^ S3^ S4^"
    assert why_not(state, "L1") == "You must add a trump: you hold Snake. (4.4)"


@pytest.mark.rule("anansi 4.5")
def test_who_is_void_in_suit_and_trump_may_add_anything() -> None:
    state = play(position("H5 L2", "L1 L9", "H3 L4", "H4 L3"), "H5")
    assert legal(state) == "L1 L9 L1^ L9^"
    assert play(state, "L9").winning == 0


@pytest.mark.rule("anansi 4.5")
def test_who_has_no_trump_when_trump_is_led_may_add_anything() -> None:
    state = play(position("S5 L2", "L1 H9", "H3 L4", "H4 L3"), "S5")
    assert legal(state) == "L1 H9 L1^ H9^"


@pytest.mark.rule("anansi 4.6")
def test_nobody_has_to_beat_the_cards_that_lie_there() -> None:
    state = play(position("H5 L2", "H9 H1 L1", "H3 L4", "S2 S12 L3"), "H5")
    assert legal(state).startswith("H1 H9 ")
    play(state, "H9 H3")
    assert legal(state).startswith("S2 S12 ")


@pytest.mark.rule("anansi 4.7")
def test_without_a_trump_the_highest_card_of_the_led_suit_takes_the_trick() -> None:
    state = play(position("H5 L2", "L14 L1", "H8 L4", "H4 L3"), "H5 L14 H8 H4")
    assert state.last_winner == 2


@pytest.mark.rule("anansi 4.7")
def test_the_highest_trump_takes_the_trick() -> None:
    state = play(position("H14 L2", "S2 L1", "S3 L4", "S1 L3", display="S9 S8"), "H14 S2 S3 S1")
    assert state.last_winner == 2


@pytest.mark.rule("anansi 4.7")
def test_when_trump_is_led_the_highest_trump_takes_the_trick() -> None:
    state = play(position("S4 L2", "H14 L1", "S3 L4", "S5 L3", display="S9 S8"), "S4 H14 S3 S5")
    assert state.last_winner == 3


@pytest.mark.rule("anansi 4.8")
def test_each_trick_is_a_story_stack_of_its_winner() -> None:
    state = position("H5 L2 L7", "H9 L14 H1", "H3 L4 L8", "H4 L3 L9")
    play(state, "H5 H9 H3 H4")
    assert view(state, 0).stacks == [0, 1, 0, 0]
    play(state, "L14 L4 L3 L2")
    assert view(state, 0).stacks == [0, 2, 0, 0]


@pytest.mark.rule("anansi 4.9")
def test_only_the_last_trick_can_be_looked_at() -> None:
    state = position("H5 L2 L7", "H9 L14 H1", "H3 L4 L8", "H4 L3 L9")
    play(state, "H5 H9 H3 H4")
    assert view(state, 0).last_trick == ["H5", "H9", "H3", "H4"]
    play(state, "L14 L4 L3 L2")
    assert view(state, 0).last_trick == ["L2", "L14", "L4", "L3"]
    assert "H9" not in str(view(state, 0))


@pytest.mark.rule("anansi 4.9")
def test_the_last_trick_of_a_round_can_be_looked_at_in_the_next_one() -> None:
    state = play(last_trick_of_round([0] * 3, [0] * 3), "S14 S13^ S12")
    assert state.round_number == 1
    assert (view(state, 1).last_leader, view(state, 1).last_winner) == (0, 0)
    assert view(state, 1).last_trick == ["S14", None, "S12"]
    assert view(state, 1).last_laid == [None, "S13", None]


@pytest.mark.rule("anansi 1.4", "anansi 4.8", "anansi 4.9")
def test_older_tricks_of_the_round_lie_face_down() -> None:
    state = position("H5 L2 L7 L10", "H9 L14 H1 L11", "H3 L4 L8 L12", "H4 L3 L9 L13", display="S6 S8")
    first, lines = play(state.clone(), "H5"), GAME.tell
    second = play(state.clone(), "H5 H9 H3 H4")
    last = play(second.clone(), "L14 L4^ L3 L2")
    now = play(last.clone(), "H1 L8 L9 L7")
    assert [past.is_covered(Place("round 1", trick), now) for trick in range(4)] == [True, True, False, False]
    assert past.view(first, now, 0).trick == ["?", None, None, None]
    assert past.view(first, now, 0).winning is None
    assert past.view(first, now, 0).hand == ["L10", "L7", "?"]
    assert past.view(second, now, 3).last_trick == ["?"] * 4
    assert past.view(second, now, 2).hand == ["L12", "L8", "L4"]  # the 4 lies in the display
    assert past.view(last, now, 1).last_trick == ["?", "?", None, "?"]
    assert past.view(last, now, 1).last_laid == [None, None, "L4", None]
    assert past.view(now, now, 1).last_trick == ["L7", "H1", "L8", "L9"]
    before = play(second.clone(), "L14 L4^ L3")
    told = past.tell(before, parse_card("L2"), last, None, ENGLISH, NAMES)
    assert told == ["Arve plays a card.", *lines(before, parse_card("L2"), last, None, ENGLISH, NAMES)[1:]]


@pytest.mark.rule("anansi 4.9")
def test_the_tricks_of_a_round_are_open_again_when_it_is_over() -> None:
    record = [play(last_trick_of_round([0] * 3, [0] * 3), "S14 S13^ S12")]
    assert not past.is_covered(Place("round 1", 0), record[0])
    over = finished([[1, 0, 0]] * 3, [[1, 0, 0]] * 3)
    assert not past.is_covered(Place("round 3", 0), over)


# 5 Followers


@pytest.mark.rule("anansi 5.1")
def test_any_card_gains_followers_and_stays_out_of_the_trick() -> None:
    state = play(position("H5 L2", "H14 L1", "H3 L4", "H4 L3"), "H5 H14^")
    assert view(state, 0).followers == [0, 2, 0, 0]
    assert view(state, 0).supply == 34
    assert view(state, 0).laid == [None, "H14", None, None]
    play(state, "H3 H4")
    assert state.last_winner == 0


@pytest.mark.rule("anansi 5.1")
def test_a_trump_laid_to_gain_does_not_take_the_trick() -> None:
    state = play(position("H5 L2", "S14 L1", "H3 L4", "H4 L3"), "H5 S14^ H3 H4")
    assert state.last_winner == 0
    assert view(state, 0).last_trick == ["H5", None, "H3", "H4"]


@pytest.mark.rule("anansi 5.2")
def test_the_follower_icons() -> None:
    for suit in range(3):
        assert [icons_of(suit * 14 + number) for number in range(14)] == [0] * 4 + [1] * 5 + [2] * 5


@pytest.mark.rule("anansi 5.2", "anansi 5.3")
def test_a_card_without_icons_may_be_laid_and_takes_up_the_place() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3"), "H5 L1^")
    assert view(state, 0).followers == [0, 0, 0, 0]
    assert legal(state) == "H3"


@pytest.mark.rule("anansi 5.3")
@pytest.mark.parametrize("hands", [("H5 L2", "H9 L1", "H3 L4"), ("H5 L2", "H9 L1", "H3 L4", "H4 L3")])
def test_with_three_or_four_players_only_one_may_gain_in_a_trick(hands: tuple[str, ...]) -> None:
    state = play(position(*hands), "H5 L1^")
    assert legal(state) == "H3"
    assert why_not(state, "L4^") == "Somebody has gained followers in this trick already. (5.3)"


@pytest.mark.rule("anansi 5.3")
def test_the_second_gainer_at_five() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3", "H12 L5"), "H5 H9^")
    assert legal(state) == "H3 L4^ H3^"
    play(state, "L4^")
    assert legal(state) == "H4"
    assert why_not(state, "L3^") == "Two players have gained followers in this trick already. (5.3)"
    play(state, "H4 H12")
    assert view(state, 0).display == [["L4"], ["H9"], ["S6", "S8"]]
    assert view(state, 0).stacks == [0, 0, 0, 0, 1]
    assert view(state, 0).gains_left == 2


@pytest.mark.rule("anansi 5.3")
def test_nobody_has_to_gain() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3"), "H5 H9 H3 H4")
    assert state.display == cards("S6 S8")
    assert view(state, 0).followers == [0, 0, 0, 0]


@pytest.mark.rule("anansi 5.4")
def test_the_leader_may_not_gain() -> None:
    state = position("H5 L2", "H9 L1", "H3 L4", "H4 L3")
    assert legal(state) == "L2 H5"
    assert why_not(state, "L2^") == "You are leading this trick, so you can't gain followers in it. (5.4)"


@pytest.mark.rule("anansi 5.5")
def test_cards_laid_to_gain_reach_the_display_after_the_trick() -> None:
    state = play(position("H5 L2", "H9 L1", "H3 L4", "H4 L3"), "H5 H9 L4^")
    assert state.display == cards("S6 S8")
    play(state, "H4")
    assert state.display == cards("S6 S8 L4")


@pytest.mark.rule("anansi 5.6")
def test_when_the_supply_runs_out_a_player_takes_what_is_left() -> None:
    state = position("H5 L2", "H9 L12", "H3 L13", "H4 L3", "H12 L5")
    state.supply = 3
    play(state, "H5 L12^ L13^")
    assert view(state, 0).followers == [0, 2, 1, 0, 0]
    assert view(state, 0).supply == 0
    assert view(state, 0).gained == [0, 2, 1, 0, 0]
    play(state, "H4 H12")
    assert view(state, 0).gained == [0] * 5
    assert view(state, 0).last_gained == [0, 2, 1, 0, 0]


@pytest.mark.rule("anansi 5.6")
def test_an_empty_supply_gives_nothing_and_the_card_is_laid_all_the_same() -> None:
    state = position("H5 L2", "H9 L12", "H3 L13", "H4 L3")
    state.supply = 0
    play(state, "H5 L12^ H3 H4")
    assert view(state, 0).followers == [0, 0, 0, 0]
    assert cards("L12") & state.display


@pytest.mark.rule("anansi 5.7")
def test_a_follower_is_inspired_as_soon_as_there_is_a_story_stack() -> None:
    state = play(position("H5 H1", "H9 L12", "H3 L4", "H4 L3"), "H5 L12^ H3 H4")
    assert (view(state, 0).followers, view(state, 0).inspired) == ([0, 2, 0, 0], [0, 0, 0, 0])
    state.hands = [*map(cards, ["H1 L1", "H9 L2", "H3 L4", "H4 L3"]), 0]
    play(state, "H1 H9 H3 H4")
    assert (view(state, 0).stacks, view(state, 0).inspired) == ([1, 1, 0, 0], [0, 1, 0, 0])


@pytest.mark.rule("anansi 5.7")
def test_a_follower_is_inspired_as_soon_as_it_is_gained_for_a_story_stack() -> None:
    state = position("H5 L2", "H9 L12", "H3 L4", "H4 L3")
    state.stacks = [0, 1] + [0] * 13
    play(state, "H5 L12^")
    assert view(state, 0).inspired == [0, 1, 0, 0]


# 6 Score of a round


@pytest.mark.rule("anansi 6.1")
def test_the_round_ends_with_the_last_cards() -> None:
    state = last_trick_of_round([0, 0, 0, 0], [9, 0, 0, 0])
    play(state, "S14 S13 S12^")
    assert view(state, 0).sheet == []
    play(state, "S11")
    assert view(state, 0).round_number == 2
    assert view(state, 0).hand_sizes == [10, 10, 10, 10]
    assert view(state, 0).stacks == view(state, 0).followers == [0, 0, 0, 0]


@pytest.mark.rule("anansi 6.1")
def test_the_last_trick_counts_for_the_round_and_so_do_followers_gained_in_it() -> None:
    state = play(last_trick_of_round([5, 0, 0, 1], [4, 2, 1, 2]), "S14 S13 S12 S11^")
    assert view(state, 0).sheet == [
        [
            RoundScore(followers=5, stacks=5, scored=5, bonus=2),
            RoundScore(followers=0, stacks=2, scored=0, bonus=0),
            RoundScore(followers=0, stacks=1, scored=0, bonus=0),
            RoundScore(followers=3, stacks=2, scored=0, bonus=0),
        ]
    ]


@pytest.mark.rule("anansi 6.2")
def test_with_more_followers_than_stacks_nothing_is_scored_and_they_go_back() -> None:
    state = last_trick_of_round([1, 5, 0, 0], [5, 4, 0, 0])
    play(state, "S14 S13 S12 S11")
    assert view(state, 0).scores[:2] == [1, 0]
    assert view(state, 0).supply == 36 - 1


@pytest.mark.rule("anansi 6.3")
def test_with_fewer_followers_than_stacks_each_follower_is_a_point() -> None:
    state = last_trick_of_round([1, 3, 0, 0], [3, 4, 2, 0])
    play(state, "S14 S13 S12 S11")
    assert view(state, 0).scores == [1, 3, 0, 2]
    assert view(state, 0).scored_followers == [1, 3, 0, 0]
    assert view(state, 0).supply == 36 - 4


@pytest.mark.rule("anansi 6.4")
@pytest.mark.parametrize(("in_round", "bonus"), [(1, 2), (2, 4), (3, 7)])
def test_with_as_many_followers_as_stacks_there_is_the_trickster_bonus_of_the_round(in_round: int, bonus: int) -> None:
    state = last_trick_of_round([0, 3, 1, 0], [2, 3, 4, 1], in_round)
    before = state.scores()
    play(state, "S14 S13 S12 S11")
    assert [after - was for after, was in zip(state.scores(), before, strict=True)] == [0, 3 + bonus, 1, 0]


@pytest.mark.rule("anansi 6.5")
def test_a_player_with_no_followers_and_no_stacks_gets_the_bonus() -> None:
    state = play(last_trick_of_round([0, 0, 0, 0], [3, 6, 0, 0]), "S14 S13 S12 S11")
    assert view(state, 0).scores == [0, 0, 2, 2]


@pytest.mark.rule("anansi 6.6")
def test_who_took_the_last_trick_starts_the_next_round() -> None:
    for leader in range(4):
        state = last_trick_of_round([0] * 4, [0] * 4)
        state.seat = state.leader = state.winning = leader
        while state.round_number == 0:
            state.play(state.legal_actions()[0])
        assert (state.seat, state.leader) == (0, 0)


# 7 End of the game


@pytest.mark.rule("anansi 7.1")
def test_most_points_win() -> None:
    state = finished([[1, 0, 0, 2], [0, 2, 0, 0], [3, 3, 0, 0]], [[2, 1, 1, 3], [1, 3, 1, 1], [4, 3, 1, 1]])
    assert state.scores() == [4, 12, 0, 2]
    assert state.winners() == [1]
    assert state.places() == [2, 1, 4, 3]


@pytest.mark.rule("anansi 7.2")
def test_of_equals_the_one_with_the_most_followers_wins() -> None:
    """Both have 9 points, the first with 9 followers, the second with 2 and the bonus of the last round."""
    state = finished([[5, 0, 0, 0], [4, 0, 0, 0], [0, 2, 0, 0]], [[6, 1, 1, 1], [5, 1, 1, 1], [1, 2, 1, 1]])
    assert state.scores() == [9, 9, 0, 0]
    assert state.winners() == [0]
    assert state.places() == [1, 2, 3, 3], "followers part the first two, and nothing the others"


@pytest.mark.rule("anansi 7.2")
def test_followers_that_went_back_do_not_break_a_tie() -> None:
    state = finished([[2, 2, 0, 0], [0, 5, 0, 0], [0, 0, 0, 0]], [[3, 3, 1, 1], [1, 4, 1, 1], [1, 1, 1, 1]])
    assert state.scores() == [2, 2, 0, 0]
    assert state.winners() == [0, 1]


@pytest.mark.rule("anansi 7.3")
def test_three_may_share_the_victory() -> None:
    state = finished([[2, 0, 1, 0], [0, 1, 1, 0], [0, 1, 0, 0]], [[3, 1, 2, 1], [1, 2, 2, 1], [1, 2, 1, 1]])
    assert state.scores() == [2, 2, 2, 0]
    assert state.winners() == [0, 1, 2]
    assert state.returns() == pytest.approx([1 / 3 - 1 / 4] * 3 + [-1 / 4])


def test_ties_are_explained() -> None:
    alone = finished([[1, 0, 0, 2], [0, 2, 0, 0], [3, 3, 0, 0]], [[2, 1, 1, 3], [1, 3, 1, 1], [4, 3, 1, 1]])
    assert [str(reason) for reason in GAME.why_won(alone, names=NAMES)] == ["Brittany has the most points: 12. (7.1)"]
    by_followers = finished([[5, 0, 0, 0], [4, 0, 0, 0], [0, 2, 0, 0]], [[6, 1, 1, 1], [5, 1, 1, 1], [1, 2, 1, 1]])
    assert [str(reason) for reason in GAME.why_won(by_followers, names=NAMES)] == [
        "Arve and Brittany are tied with 9 points. (7.1)",
        "The tie is broken by the followers they have scored: Arve 9 and Brittany 2. (7.2)",
    ]
    shared = finished([[2, 0, 1, 0], [0, 1, 1, 0], [0, 1, 0, 0]], [[3, 1, 2, 1], [1, 2, 2, 1], [1, 2, 1, 1]])
    assert [str(reason) for reason in GAME.why_won(shared, names=NAMES)] == [
        "Arve, Brittany and Clay are tied with 2 points. (7.1)",
        "The tie is broken by the followers they have scored: Arve 2, Brittany 2 and Clay 2. (7.2)",
        "Arve, Brittany and Clay share the victory. (7.3)",
    ]


def test_there_are_no_winners_before_the_end() -> None:
    state = Anansi(4, seed=1)
    assert state.winners() == state.places() == []
    assert state.returns() == [0.0] * 4


def test_a_card_played_cannot_be_taken_back() -> None:
    for state, action in random_steps(GAME, 5, 6):
        after = state.clone()
        after.play(action)
        assert after.reveals > state.reveals
