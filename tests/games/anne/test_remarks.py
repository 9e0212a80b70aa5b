"""What a player of ANNE! reads of the moves of others: what they mean."""

import re
from itertools import product

import pytest

from mezani.games.anne import GAME
from mezani.games.anne.actions import LETTERS, PREDICTING
from mezani.games.anne.rules import Anne
from mezani.games.anne.words.sentences import at_the_end
from mezani.language import ENGLISH, language
from mezani.testing.playing import amount, chapters
from tests.games.anne.positions import play, trick_position

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
GERMAN = language("de")
CERTAIN = re.compile(r"Your \*(most|fewest)\* \[(.)\] can no longer (fail|come true)")


def remark(state: Anne, moves: str, seat: int = 0, lang: str = "en") -> str:
    """What a seat reads of the last of some moves; the position stays as it is."""
    *first, last = moves.split()
    before = play(state.clone(), " ".join(first))
    after, action = before.clone(), GAME.parse_action(before, last)
    after.play(action)
    return GAME.remark(before, action, after, seat, GERMAN if lang == "de" else ENGLISH, NAMES[: state.players])


def predicting(state: Anne, most: str, fewest: str, **taken: int) -> Anne:
    """The same position with a prediction of seat 0, and the cards that it has taken."""
    state.most = [LETTERS.index(most), *state.most[1:]]
    state.fewest = [LETTERS.index(fewest), *state.fewest[1:]]
    state.won = [*(taken.get(letter, 0) for letter in LETTERS), *state.won[4:]]
    return state


def test_a_card_that_is_beaten_is_named() -> None:
    state = trick_position("C5 C9", "C6 C1", "C4 C3", heap="D1 D2")
    assert remark(state, "C5 C6") == "Your [C5] no longer wins the trick."
    assert remark(state, "C5 C6", lang="de") == "Deine Karte [C5] gewinnt den Stich nicht mehr."
    assert remark(state, "C5 C1") == ""


def test_when_predictions_are_turned_up_rivals_are_named() -> None:
    state = Anne(3, seed=1)
    state.seat = 0
    state.dealer = 2
    assert remark(state, "+C-G +C-M +M-G") == "Ben predicts the most [C], too."
    assert remark(state, "+C-G +C-M +C-G") == "Ben and Cleo predict the most [C], too."
    assert remark(state, "+C-G +C-M +C-G", lang="de") == "Auch Ben und Cleo sagen meiste [C] voraus."
    assert remark(state, "+C-G +D-M +M-G") == "Nobody else predicts the most [C]."


def test_nothing_is_said_of_a_prediction_that_lies_face_down() -> None:
    state = Anne(3, seed=1)
    assert state.phase == PREDICTING
    others = [seat for seat in range(3) if seat != state.seat]
    assert [remark(state, "+C-G", seat=seat) for seat in others] == ["", ""]


def test_a_trick_of_the_reader_tells_how_the_predictions_stand() -> None:
    state = trick_position("D8 G11", "D1 C5", "C3 D6", heap="G2 G3 G4 M1 C1 C2 D2")
    assert remark(predicting(state, "D", "G", C=3, D=3, M=2), "D8 D1 D6") == "Your *most* holds now: 6 [D], 3 [C]."
    assert remark(state, "D8 D1 D6", lang="de") == "*Meiste* stimmt jetzt: 6 [D], 3 [C]."
    assert remark(predicting(state, "D", "G", C=4, D=1, M=2), "D8 D1 D6") == "Your *most* is tied now: 4 [D], 4 [C]."
    assert remark(predicting(state, "C", "G", C=3, D=3, M=2), "D8 D1 D6") == "Your *most* is beaten now: 3 [C], 6 [D]."
    assert remark(predicting(state, "C", "D", C=6, D=0, G=2, M=2), "D8 D1 D6") == (
        "Your *fewest* is beaten now: 3 [D], 2 [G]."
    )


def test_a_prediction_that_can_no_longer_fail_is_told() -> None:
    state = trick_position("G9 C3", "G11 G3", "G4 C6", heap="M1")
    said = "Your *most* [M] can no longer fail, whoever takes the rest."
    assert remark(predicting(state, "M", "D", M=5, C=3, G=3, D=1), "G9 G11 G4") == said  # one gold is left
    assert remark(predicting(state, "M", "D", M=5, C=3, G=5, D=1), "G9 G11 G4") == ""


def test_a_prediction_that_cannot_come_true_any_more_is_told() -> None:
    state = trick_position("M3 C3", "M11 C4", "M5 C6", heap="C1")
    said = "Your *most* [M] can no longer come true. All [M] are taken now: you stay at 3."
    assert remark(predicting(state, "M", "G", M=3, C=5), "M3 M11 M5") == said
    said = "*Meiste* [M] ist nicht mehr zu schaffen. Alle [M] sind jetzt weg: Bei dir bleibt es bei 3."
    assert remark(state, "M3 M11 M5", lang="de") == said


def test_what_is_certain_of_the_fewest_is_told_too() -> None:
    state = trick_position("G9 C3", "G11 C4", "C5 C6", heap="M1")
    said = remark(predicting(state, "C", "G", M=2, C=1, G=0, D=1), "G9 G11 C5")
    assert said == (
        "Your *fewest* [G] can no longer fail, whoever takes the rest. All [G] are taken now: you stay at 0."
    )
    state = trick_position("D1 C3", "D11 C4", "D5 C6", heap="M1")
    said = remark(predicting(state, "C", "G", M=2, C=3, G=2, D=1), "D1 D11 D5")
    assert said.endswith("Your *fewest* [G] can no longer come true.")


def test_the_strongest_card_that_is_left_is_told_to_its_holder() -> None:
    state = trick_position("D9 C3", "M10 M4", "M5 M6", leader=1, heap="G5 C1")
    said = "Of the cards not yet played, your [D9] is the strongest now."
    assert remark(state, "M10", seat=0) == said
    assert remark(state, "M10", seat=2) == ""
    assert remark(state, "M4", seat=0) == ""


def test_the_last_cards_of_a_suit_are_told_by_what_the_reader_has() -> None:
    state = predicting(trick_position("C9 C3", "G11 M4", "M5 C6", heap="M1 M2 C1 C2 D1"), "C", "D", G=2, C=2, M=6)
    assert remark(state, "C9 G11 C6") == "All [G] are taken now: you stay at 3."
    assert remark(state, "C9 G11 C6", seat=1).endswith("All [G] are taken now: you stay at 0.")
    assert remark(state, "C9 G11 C6", lang="de") == "Alle [G] sind jetzt weg: Bei dir bleibt es bei 3."


def test_a_suit_that_the_heap_has_no_more_is_told_to_whoever_wants_the_most_of_it() -> None:
    state = predicting(trick_position("C9 C3", "C11 D4", "C5 D6", heap="C1 D1 D2"), "C", "D")
    assert "The heap has no [C] left for your *most*." in remark(state, "C9 C11 C5 xC")
    assert "The heap" not in remark(state, "C9 C11 C5 xD")


def test_two_right_predictions_of_another_are_told_by_their_points() -> None:
    state = predicting(trick_position("C9 C3", "C11 C4", "C5 C6", heap="D1 D2 C1"), "C", "D", C=2)
    state.won = [*state.won[:4], 0, 0, 2, 0, *state.won[8:]]  # Ben: most crystals, fewest gold, and two mushrooms
    assert remark(state, "C9 C11 C5") == "Both predictions of Ben are right as it stands: 11 points (6.4)."
    assert remark(state, "C9 C11 C5", lang="de") == "So wären beide Vorhersagen von Ben richtig: 11 Punkte (6.4)."


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_called_certain_of_a_prediction_comes_out_so(players: int) -> None:
    told = set()
    for seed in range(amount(12, 2)):
        for steps in chapters(GAME, players, seed):
            ended = at_the_end(*steps[-1])
            for seat, (before, action, after) in product(range(players), steps):
                said = GAME.remark(before, action, after, seat, ENGLISH, NAMES[:players])
                for word, letter, fate in CERTAIN.findall(said):
                    is_right = ended.prediction_points(seat, LETTERS.index(letter), 1 if word == "most" else -1) > 0
                    assert is_right == (fate == "fail")
                    told.add((word, fate))
    assert told == {(word, fate) for word in ("most", "fewest") for fate in ("fail", "come true")}
