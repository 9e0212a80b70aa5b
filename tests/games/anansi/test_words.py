"""What a player of Anansi reads."""

import pytest

from mezani.games.anansi import GAME
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.words.sentences import supply_text
from mezani.language import language
from mezani.testing.playing import NAMES
from tests.games.anansi.positions import finished, last_trick_of_round, play, position

HANDS = ("H5 L2", "H9 L12", "H3 L4", "H4 L3")


def told(state: Anansi, moves: str, seat: int | None = None, lang: str = "en") -> list[str]:
    """What is told of the last of some moves."""
    *first, last = moves.split()
    before = play(state, " ".join(first))
    after = play(before.clone(), last)
    return GAME.tell(before, GAME.parse_action(before, last), after, seat, language(lang, "mezani.games.anansi"), NAMES)


def prompt(state: Anansi, seat: int | None, lang: str = "en") -> str:
    return GAME.prompt(state, seat, language(lang, "mezani.games.anansi"), NAMES)


def test_a_card_led_added_and_trumped() -> None:
    assert told(position(*HANDS), "H5") == ["Arve leads [H5]."]
    assert told(position(*HANDS), "H5", seat=0) == ["You lead [H5]."]
    assert told(position(*HANDS), "H5 H9") == ["Brittany plays [H9]."]
    assert told(position("H5 L2", "S1 L3", "H3 L4"), "H5 S1") == ["Brittany trumps with [S1]."]
    assert told(position("S5 L2", "S1 L3", "S3 L4"), "S5 S1") == ["Brittany plays [S1]."]


def test_followers_gained_and_inspired() -> None:
    assert told(position(*HANDS), "H5 L12^") == ["Brittany gains 2 followers with [L12]."]
    assert told(position(*HANDS), "H5 H9^", seat=1) == ["You gain 1 follower with [H9]."]
    assert told(position(*HANDS), "H5 H9 L4^") == ["Clay gains no followers with [L4]."]
    state = position(*HANDS)
    state.stacks = [0, 1] + [0] * 13
    assert told(state, "H5 L12^") == ["Brittany gains 2 followers with [L12].", "Brittany inspires 1 follower."]


def test_a_trick_taken_a_follower_inspired_and_a_new_trump() -> None:
    state = position(*HANDS, display="S1 L1", order="SLH")
    state.followers = [3] + [0] * 14
    assert told(state, "H5 L12^ H3 H4", seat=0) == [
        "Deepal plays [H4].",
        "You take the trick.",
        "You inspire 1 follower.",
        "[L] is the new trump.",
    ]


def test_the_score_of_a_round_and_the_next_deal() -> None:
    lines = told(last_trick_of_round([2, 1, 2, 0], [1, 3, 1, 0]), "S14 S13 S12 S11", seat=2)
    assert lines[:3] == ["Deepal plays [S11].", "Arve takes the trick.", "Arve inspires 1 follower."]
    assert lines[3:7] == [
        "Arve: 2 followers and 2 story stacks: 2 points, plus a trickster bonus of 2.",
        "Brittany: 1 follower and 3 story stacks: 1 point.",
        "You: 2 followers, but only 1 story stack: no points.",
        "Deepal: 0 followers and 0 story stacks: 0 points, plus a trickster bonus of 2.",
    ]
    assert lines[7].startswith("Round 2: [")
    assert lines[7].endswith("] is trump.")


def test_the_score_of_the_last_round_ends_the_game() -> None:
    state = last_trick_of_round([2, 1, 2, 0], [1, 3, 1, 0], in_round=3)
    state.followers = [1] * 10 + state.followers[10:]
    lines = told(state, "S14 S13 S12 S11", lang="de")
    assert lines[-1] == "Deepal: 0 Zuhörer und 0 Storystapel: 0 Punkte, dazu 7 Tricksterbonus."
    play(state, "S11")
    assert prompt(state, 0) == "You win with 9 points."
    assert prompt(state, 1, "de") == "Arve gewinnt mit 9 Punkten."


def test_the_end_says_who_won_and_what_broke_a_tie() -> None:
    stacks = [[6, 1, 1], [5, 1, 1], [1, 2, 1]]
    tie = finished([[5, 0, 0], [4, 0, 0], [0, 2, 0]], stacks)
    assert prompt(tie, 1) == "Arve wins with 9 points. The followers scored broke the tie."
    assert prompt(tie, 0, "de") == "Du gewinnst mit 9 Punkten. Bei Gleichstand entschieden die gewerteten Zuhörer."
    shared = finished([[5, 0, 0], [0, 0, 5], [0, 0, 0]], [[6, 1, 1], [1, 1, 6], [1, 1, 1]])
    assert prompt(shared, None) == "Arve and Clay share the victory with 5 points."
    assert prompt(shared, 0) == "You and Clay share the victory with 5 points."
    assert prompt(shared, 2, "de") == "Du und Arve teilt euch mit 5 Punkten den Sieg."


def test_one_point_is_no_points() -> None:
    won = finished([[1, 0, 0], [0, 0, 0], [0, 0, 0]], [[2, 1, 1], [1, 1, 1], [1, 1, 1]])
    assert prompt(won, 0) == "You win with 1 point."
    assert prompt(won, 1) == "Arve wins with 1 point."
    assert prompt(won, 2, "de") == "Arve gewinnt mit 1 Punkt."
    shared = finished([[1, 1, 0], [0, 0, 0], [0, 0, 0]], [[2, 2, 1], [1, 1, 1], [1, 1, 1]])
    assert prompt(shared, 1) == "You and Arve share the victory with 1 point."
    assert "1 Zuhörer im Vorrat" in supply_text(1, language("de", "mezani.games.anansi"))
    assert supply_text(1, language("en")) == "1 follower in the supply"


def test_the_german_words_are_those_of_the_german_rulebook() -> None:
    assert told(position(*HANDS), "H5", lang="de") == ["Arve spielt [H5] an."]
    rules = GAME.rules("de")
    for word in ("angespielten Farbe", "eröffnet", "Storystapel", "Kopfsymbole", "Trumpfauslage", "Wertungsstapel"):
        assert word in rules
    for wrong in ("ausgespielt", "spielt aus", " Auslage", " Symbol", "Geschichten frei"):
        assert wrong not in rules


@pytest.mark.parametrize(
    ("hand", "led", "says"),
    [
        ("H9 L1", "H5", "Your turn. Follow with Hornet, or gain followers."),
        ("S9 L1", "H5", "Your turn. You have no Hornet: add a trump (Snake), or gain followers."),
        ("L9 L1", "H5", "Your turn. You have no Hornet and no Snake: add any card, or gain followers."),
        ("L9 L1", "S5", "Your turn. You have no Snake: add any card, or gain followers."),
        ("L9 L1", "L5", "Your turn. Follow with Leopard, or gain followers."),
    ],
)
def test_the_prompt_says_what_may_be_added(hand: str, led: str, says: str) -> None:
    state = play(position(f"{led} L2", hand, "H3 L4", "H4 L3"), led)
    assert prompt(state, 1) == says


def test_the_prompt_without_a_gain_to_the_leader_and_to_others() -> None:
    state = position(*HANDS)
    assert prompt(state, 0) == "Your turn. Lead any card."
    play(state, "H5 H9^")
    assert prompt(state, 2) == "Your turn. Follow with Hornet."
    assert prompt(state, 2, "de") == "Du bist dran. Bediene die Farbe Hornisse."
    assert prompt(state, 0) == prompt(state, None) == "Clay is thinking."


def test_labels_say_what_a_card_gains_as_long_as_the_supply_lasts() -> None:
    state = play(position(*HANDS), "H5")
    label = {move: GAME.label(state, GAME.parse_action(state, move), language("en")) for move in ("H9", "H9^", "L12^")}
    assert label == {"H9": "Hornet 9", "H9^": "Hornet 9: gain 1 follower", "L12^": "Leopard 12: gain 2 followers"}
    state.supply = 0
    gain = GAME.parse_action(state, "L12^")
    assert GAME.label(state, gain, language("en")) == "Leopard 12: gain no followers"
    assert GAME.label(state, gain, language("de", "mezani.games.anansi")) == "Leopard 12: keine Zuhörer anwerben"


def test_why_a_move_cannot_be_made() -> None:
    state = play(position(*HANDS), "H5")
    for seat, move, says in [
        (1, "L1", "You do not hold Leopard 1. (4.2)"),
        (2, "H3", "It is not your turn. (4.2)"),
        (1, "L12", "You must follow suit: you hold Hornet. (4.3)"),
    ]:
        assert str(GAME.why_not(state, seat, GAME.parse_action(state, move))) == says
