"""The rules of Ahadi, paragraph by paragraph."""

import mezani
import pytest
from mezani.engine.bits import count
from mezani.engine.state import IllegalAction

from ahadi import GAME
from ahadi.actions import PROMISE, PROMISING, TRICKS, card_text
from ahadi.rules import Ahadi

from .positions import card, cards, hand_of, legal_texts, play, trick_position

FOUR = ("D1 F2", "D2 F3", "D3 F4", "D4 P5")


# 1 The game


@pytest.mark.rule("ahadi 1.1")
def test_two_to_four_play() -> None:
    assert GAME.seats == (2, 3, 4)


@pytest.mark.rule("ahadi 1.2")
def test_there_are_four_suits_of_seven_and_two_players_leave_the_moons_out() -> None:
    assert count(Ahadi(4, 1).deck()) == count(Ahadi(3, 1).deck()) == 28
    assert Ahadi(2, 1).deck() == cards("D1 D2 D3 D4 D5 D6 D7 F1 F2 F3 F4 F5 F6 F7 P1 P2 P3 P4 P5 P6 P7")
    assert GAME.why_not(Ahadi(2, 1), 0, card("M1")).paragraph == "1.2"  # type: ignore[union-attr]


@pytest.mark.rule("ahadi 1.3", "ahadi 6.1")
@pytest.mark.parametrize(("players", "hands"), [(2, 4), (3, 3), (4, 4)])
def test_a_game_has_its_hands_and_the_deal_passes_to_the_left(players: int, hands: int) -> None:
    state, rng = Ahadi(players, seed=5), mezani.Rng(5)
    dealers = []
    while not state.is_over:
        if state.phase == PROMISING and state.open_seats() == list(range(players)):
            dealers.append(state.dealer)
        state.play(state.random_action(rng))
    assert dealers == [(dealers[0] + hand) % players for hand in range(hands)]


@pytest.mark.rule("ahadi 1.3")
def test_the_first_dealer_is_drawn_by_lot() -> None:
    assert {Ahadi(4, seed).dealer for seed in range(40)} == {0, 1, 2, 3}


# 2 Deal


@pytest.mark.rule("ahadi 2.1", "ahadi 2.2")
@pytest.mark.parametrize(("players", "left_over"), [(2, 7), (3, 7), (4, 0)])
def test_everybody_gets_seven_cards_and_nobody_sees_the_rest(players: int, left_over: int) -> None:
    state = Ahadi(players, seed=3)
    assert [count(hand) for hand in state.hands[:players]] == [7] * players
    assert count(state.deck()) - 7 * players == left_over
    seen = str(GAME.view(state, 0))
    assert not [text for text in hand_of(state, 1) if f"'{text}'" in seen]


@pytest.mark.rule("ahadi 2.3")
@pytest.mark.parametrize(("players", "trumps"), [(2, ["D", "F", "P", None]), (3, ["D", "F", "P"]), (4, list("DFPM"))])
def test_each_hand_has_another_trump(players: int, trumps: list[str | None]) -> None:
    state, rng, seen = Ahadi(players, 2), mezani.Rng(2), []
    while not state.is_over:
        if state.phase == PROMISING and state.open_seats() == list(range(players)):
            seen.append(GAME.view(state, None).trump)  # type: ignore[attr-defined]
        state.play(state.random_action(rng))
    assert seen == trumps


# 3 Promises


@pytest.mark.rule("ahadi 3.1")
def test_a_card_of_the_hand_is_a_promise_and_takes_no_part_in_the_tricks() -> None:
    state = Ahadi(4, seed=3)
    seat = state.seat
    assert legal_texts(state) == [f"{text}!" for text in hand_of(state, seat)]
    promise = state.legal_actions()[0] - PROMISE
    state.play(PROMISE + promise)
    assert state.promises[seat] == promise
    assert card_text(promise) not in hand_of(state, seat)


@pytest.mark.rule("ahadi 3.1")
@pytest.mark.parametrize(("text", "tricks"), [("F1", 1), ("M3", 3), ("D6", 6), ("P7", 0)])
def test_the_number_of_a_promise_is_its_tricks_and_a_seven_promises_none(text: str, tricks: int) -> None:
    assert Ahadi(4, 1).tricks_promised(card(text)) == tricks


@pytest.mark.rule("ahadi 3.1")
def test_cards_are_played_only_after_all_promises() -> None:
    state = Ahadi(4, seed=3)
    with pytest.raises(IllegalAction, match="promise first"):
        play(state, hand_of(state, state.seat)[0])
    state = trick_position(*FOUR, promises="M1 M2 M3 M4")
    with pytest.raises(IllegalAction, match="one promise"):
        play(state, "D1!")


@pytest.mark.rule("ahadi 3.2")
def test_all_may_promise_at_once_and_see_only_their_own() -> None:
    state = Ahadi(4, seed=3)
    first = state.seat
    assert state.open_seats() == [0, 1, 2, 3]
    assert [action - PROMISE for action in state.open_actions((first + 2) % 4)] == [
        card(text) for text in hand_of(state, (first + 2) % 4)
    ]
    promise = state.legal_actions()[0]
    state.play(promise)
    assert first not in state.open_seats()
    text = card_text(promise - PROMISE)
    views = [GAME.view(state, seat) for seat in (0, 1, 2, 3, None)]
    assert [f"'{text}'" in str(view) for view in views] == [seat == first for seat in (0, 1, 2, 3, None)]
    assert all(view.promised[first] for view in views)  # type: ignore[attr-defined]


@pytest.mark.rule("ahadi 3.2", "ahadi 5.1")
def test_promises_stay_hidden_until_the_hand_is_over() -> None:
    state = trick_position("D1", "D2", "D3", promises="M1 M7 P6")
    play(state, "D1 D2")
    assert "P6" not in str(GAME.view(state, 0))
    play(state, "D3")
    assert [one.promise for one in GAME.view(state, 0).sheet[0]] == ["M1", "M7", "P6"]  # type: ignore[attr-defined]


# 4 Tricks


@pytest.mark.rule("ahadi 4.1")
def test_whoever_sits_left_of_the_dealer_leads_any_card_to_the_first_of_six_tricks() -> None:
    state = Ahadi(4, seed=3)
    for _ in range(4):
        state.play(state.legal_actions()[0])
    assert state.seat == (state.dealer + 1) % 4
    assert legal_texts(state) == hand_of(state, state.seat)
    assert len(legal_texts(state)) == 6


@pytest.mark.rule("ahadi 4.2")
def test_whoever_can_follow_suit_must_and_others_play_anything() -> None:
    state = play(trick_position("F2", "D2 F3 M1", "D3 P4", promises="M3 M4 M5"), "F2")
    assert legal_texts(state) == ["F3"]
    with pytest.raises(IllegalAction, match="follow suit: you hold fish"):
        play(state, "M1")
    play(state, "F3")
    assert legal_texts(state) == ["D3", "P4"]


@pytest.mark.rule("ahadi 4.3")
def test_the_highest_card_of_the_led_suit_takes_the_trick() -> None:
    assert play(trick_position("F2", "F5", "M7", promises="M3 M4 M5"), "F2 F5 M7").last_winner == 1


@pytest.mark.rule("ahadi 4.4")
def test_the_highest_trump_takes_the_trick() -> None:
    assert play(trick_position("F7", "D1", "D2", promises="M3 M4 M5"), "F7 D1 D2").last_winner == 2
    without = trick_position("F7", "D1", "D2", promises="M3 M4 M5", trump="")
    assert play(without, "F7 D1 D2").last_winner == 0


@pytest.mark.rule("ahadi 4.5")
def test_whoever_takes_a_trick_leads_to_the_next_one_and_all_cards_stay_known() -> None:
    state = play(trick_position("F2 D1", "F5 D2", "F3 D3", promises="M3 M4 M5"), "F2 F5 F3")
    assert (state.seat, state.leader, state.tricks[1]) == (1, 1, 1)
    assert GAME.view(state, None).played == ["F2", "F3", "F5"]  # type: ignore[attr-defined]
    assert GAME.past is None


# 5 Score


@pytest.mark.rule("ahadi 5.2", "ahadi 5.3")
@pytest.mark.parametrize(
    ("promise", "points"),
    [("M2", 7), ("M1", 0), ("M3", 0), ("M7", 0)],
)
def test_exactly_the_promised_tricks_score(promise: str, points: int) -> None:
    state = trick_position("D6 D7", "F1 F2", "P1 P2", promises=f"{promise} F7 P3")
    play(state, "D6 F1 P1 D7 F2 P2")
    assert state.is_over
    assert state.scores() == [points, 3, 0]


# 6 End of the game


def finished(*hands: str) -> Ahadi:
    """A game whose hands were promised and taken: "3=3 2=1" for each seat."""
    state = Ahadi(len(hands), 1)
    promised, taken = [0] * 16, [0] * 16
    for seat, text in enumerate(hands):
        for hand, one in enumerate(text.split()):
            promised[hand * 4 + seat] = (int(one[0]) or 7) - 1
            taken[hand * 4 + seat] = int(one[2])
    state.promised, state.taken = promised, taken
    state.hand_number, state.is_over = len(hands[0].split()), True
    return state


@pytest.mark.rule("ahadi 6.1")
def test_the_highest_total_wins() -> None:
    state = finished("3=3 2=1", "2=2 0=1", "1=2 1=2")
    assert state.scores() == [9, 7, 0]
    assert state.places() == [1, 2, 3]
    assert [reason.paragraph for reason in GAME.why_won(state)] == ["6.1"]


@pytest.mark.rule("ahadi 6.2")
def test_of_equal_totals_more_kept_promises_win_and_then_victory_is_shared() -> None:
    state = finished("0=0 0=0 0=0", "3=3 0=1 0=1")
    assert state.scores() == [9, 9]
    assert state.places() == [1, 2]
    assert [reason.paragraph for reason in GAME.why_won(state)] == ["6.1", "6.2"]
    shared = finished("3=3 0=1", "3=3 1=2")
    assert shared.places() == [1, 1]
    assert [reason.paragraph for reason in GAME.why_won(shared)] == ["6.1", "6.2", "6.2"]


# 7 Shorter games


@pytest.mark.rule("ahadi 7.1")
@pytest.mark.parametrize("numbers", [3, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_fewer_numbers_the_highest_promises_none(numbers: int, players: int) -> None:
    state = GAME.new(players, 4, {"numbers": numbers})
    assert count(state.deck()) == numbers * (3 if players == 2 else 4)
    assert [count(hand) for hand in state.hands[:players]] == [numbers] * players
    assert [state.tricks_promised(card(f"F{number}")) for number in range(1, numbers + 1)] == [*range(1, numbers), 0]
    mezani.playout(state, mezani.Rng(1))
    assert state.is_over
    fresh = GAME.new(players, 4, {"numbers": numbers})
    assert GAME.why_not(fresh, 0, card("D7")).paragraph == "7.1"  # type: ignore[union-attr]


@pytest.mark.rule("ahadi 7.2")
def test_a_single_hand() -> None:
    state = GAME.new(2, 4, {"numbers": 3, "single_hand": True})
    mezani.playout(state, mezani.Rng(1))
    assert state.hand_number == 1
    assert state.phase == TRICKS
