"""Positions as text: what is set up, what is left to chance, and what is said about a wrong one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import mezani
from mezani.game import BadOption, Option
from mezani.games.asante import GAME
from mezani.games.asante.positions import read_position_option
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import view
from mezani.record import Record, read
from mezani.snapshot import snapshot
from mezani.testing import copies, hidden, moves, repeats
from mezani.testing.trial import Trial
from tests.games.asante.check import check
from tests.games.asante.positions import artifacts, discards, hand, legal, middle, places, play, refuse, stand

WHOLE = """
turn = 1
step = "playing"
markers = 3
place_played = true
last_turn = true
pile = "camel jj"
discards = "PP healer"
middle = "kilimanjaro okavango-delta okavango-delta"
place_pile = "kilimanjaro"
place_discards = "victoria-waterfalls"

[seat-0]
hand = "JPT porter lion"
stand = "JJP"
gold = 31
artifacts = "pottery . voodoo-doll"
turned = [1]
dolls = [0, 0, 2]

[seat-1]
hand = ""
places = "kilimanjaro ngorongoro-crater ngorongoro-crater"
"""
LATE = """
turn = 0
rest = "discards"
pile = "tracker griot matron"
[seat-0]
hand = "haggler KFS boatman cape-buffalo cartographer"
stand = "KFJJ"
gold = 52
artifacts = "shango-figurine voodoo-doll map"
dolls = [0, 3, 0]
places = "kilimanjaro kilimanjaro okavango-delta"
[seat-1]
hand = "animalist weaver-bird tortoise *"
stand = "TTTTTT"
gold = 57
artifacts = ". . pottery"
turned = [3]
"""


def start(text: str, seed: int = 1) -> Asante:
    state: Asante = GAME.new(2, seed, {"position": text})
    check(state)
    return state


# What is set up


def test_a_whole_position_is_set_up() -> None:
    state = start(WHOLE)
    assert (hand(state, 0), hand(state, 1)) == ("JPT porter lion", "")
    assert (stand(state, 0), stand(state, 1)) == ("JJP", "")
    assert state.scores() == [31, 20]
    assert artifacts(state) == "pottery . voodoo-doll"
    shown = view(state, None)
    assert [(slot.turned, slot.gold) for slot in shown.artifacts[0] if slot] == [(True, 0), (False, 2)]
    assert discards(state) == ["PP", "healer"]
    assert (middle(state), places(state, 0), places(state, 1)) == ("KOO", "", "NNK")
    assert shown.place_discards == ["victoria-waterfalls"]
    assert (shown.to_move, shown.step, shown.markers, shown.phase) == (1, "playing", 3, 2)
    assert (shown.place_played, shown.last_turn) == (True, True)


def test_the_named_cards_lie_on_top_of_the_pile_in_their_order() -> None:
    state = start('turn = 0\npile = "lion JJ"\n[seat-0]\nhand = "matron"')
    assert view(play(state, "draw"), 0).drawn == "lion"
    assert view(play(state, "discard draw"), 0).drawn == "JJ"


def test_holy_places_come_in_their_order() -> None:
    state = start('turn = 0\nstep = "playing"\nmiddle = "kilimanjaro kilimanjaro kilimanjaro"\n'
                  'place_pile = "okavango-delta victoria-waterfalls"\n[seat-0]\nhand = "map map"')  # fmt: skip
    assert middle(play(state, "play-map space-3")) == "KKO"
    assert middle(play(state, "play-map space-1")) == "VKO"


def test_who_can_not_draw_plays_cards() -> None:
    state = start('turn = 0\nmarkers = 0\n[seat-0]\nhand = "JJ"')
    assert legal(state) == "end"
    refuse(state, "buy-JJ", "5.1")


def test_the_last_turn_ends_the_game() -> None:
    assert play(start('turn = 1\nlast_turn = true\nstep = "playing"'), "end").is_over


def test_all_other_cards_may_lie_among_the_discards() -> None:
    state = start('turn = 0\nrest = "discards"\npile = "lion camel"\ndiscards = "JJ"')
    assert view(state, None).pile == 2
    assert discards(state)[-1] == "JJ"
    assert view(play(state, "draw discard draw"), None).pile == 97 - 10 - 1, "the discards have become the pile"


def test_a_gap_is_left_when_all_holy_places_are_owned() -> None:
    both = " ".join(f"{place} {place}" for place in GAME.new(2, 1).deck.place_ids())
    rest = "rwenzori-mountains victoria-waterfalls okavango-delta ngorongoro-crater"
    state = start(f'middle = "kilimanjaro . ."\n[seat-0]\nplaces = "{both}"\n[seat-1]\nplaces = "{rest}"')
    assert middle(state) == "K.."


# What is left to chance


def test_an_empty_text_is_the_start_of_a_game() -> None:
    state = start("")
    shown = view(state, None)
    assert (shown.hand_sizes, shown.gold, shown.markers, shown.step) == ([5, 5], [20, 20], 5, "drawing")
    assert (shown.pile, shown.place_pile, None in shown.middle) == (87, 12, False)


def test_what_is_not_given_is_dealt_by_the_seed() -> None:
    text = '[seat-0]\nhand = "JJ lion"'
    states = [start(text, seed) for seed in range(20)]
    assert {hand(state) for state in states} == {"JJ lion"}
    for differing in (lambda state: hand(state, 1), middle, lambda state: tuple(state.pile)):
        assert len({differing(state) for state in states}) > 10
    assert {state.active for state in states} == {0, 1}
    assert snapshot(start(text, 7)) == snapshot(start(text, 7))


def test_another_list_of_cards_goes_with_a_position() -> None:
    deck = GAME.new(2, 1).deck.text.replace('wares = "JPT"', 'id = "first", wares = "JPT"')
    state = GAME.new(2, 1, {"deck": deck, "position": 'turn = 0\n[seat-0]\nhand = "first"'})
    assert hand(state) == "first"


# Games that go on from positions


@pytest.mark.parametrize("text", [WHOLE, LATE], ids=["whole", "late"])
@pytest.mark.parametrize(
    "holds",
    [
        *(moves.legal_moves, moves.sound_positions, moves.illegal_moves, moves.notation),
        *(copies.clones, copies.pickles, repeats.same_games),
        *(hidden.resampling, hidden.resampled_games, hidden.views, hidden.words_in_other_worlds, hidden.undo),
    ],
)
def test_games_from_positions_keep_to_the_contract(text: str, holds: Callable[[Trial], None]) -> None:
    deck, position = GAME.options
    begun = Option(position.name, position.label, text, read_position_option, tells_hidden=True)
    holds(Trial(replace(GAME, options=(deck, begun)), 2, share=0.1, sound=check))


def test_a_record_keeps_the_position() -> None:
    record = Record(GAME, 2, 7, {"position": LATE})
    state = record.start()
    rng = mezani.Rng(3)
    for _ in range(60):
        record.actions.append(state.random_action(rng))
        state.play(record.actions[-1])
    assert snapshot(read(str(record)).state()) == snapshot(state)


# What is wrong


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn", "Expected '=' after a key"),
        ("turn = 2", "turn: 2 is not a number from 0 to 1"),
        ('turn = "me"', "Expected `int | null`, got `str` - at `$.turn`"),
        ('step = "end"', "step: 'end' is not one of drawing, playing"),
        ('rest = "hands"', "rest: 'hands' is not one of pile, discards"),
        ("markers = 6", "markers: 6 is not a number from 0 to 5"),
        ("[seat-2]", "unknown field `seat-2`. A position has turn, step"),
        ('[seat-0]\ncards = "JJ"', "unknown field `cards` - at `$.seat-0`. A position has turn"),
        ('[seat-0]\nhand = "camle"', "seat-0.hand: 'camle' is not in this deck; did you mean camel?"),
        ('[seat-0]\nhand = "x"', "'x' is not in this deck; write ids such as JPT and lion, parted by spaces"),
        ('pile = "JJ"\n[seat-0]\nhand = "JJ"', "seat-0.hand: JJ is named too often; the deck has 1"),
        ('[seat-0]\nartifacts = "map map"\n[seat-1]\nartifacts = "map"', "artifacts: map is named too often"),
        ('[seat-0]\nstand = "JX"', "seat-0.stand: 'X' is not one of the wares J, P, T, K, F, S"),
        ('[seat-1]\nstand = "JJJJPPP"', "seat-1.stand: 7 wares do not fit on the 6 spaces of a stand"),
        ('[seat-0]\nstand = "JJJJJ"\n[seat-1]\nstand = "JJJJ"', "there are 8 of each ware, but the two stands have 9"),
        ("[seat-1]\ngold = -1", "seat-1.gold: -1 is not a number from 0 to 999"),
        ('[seat-0]\nartifacts = "lion"', "seat-0.artifacts: lion is not an Artifact"),
        ('[seat-0]\nartifacts = "map . . map"', "there are 3 spaces for Artifacts, not 4"),
        ('[seat-0]\nartifacts = "map"\nturned = [2]', "seat-0.turned: there is no Artifact on space 2"),
        ('[seat-0]\nartifacts = "map"\nturned = [0]', "seat-0.turned: 0 is not a number from 1 to 3"),
        ('[seat-0]\nartifacts = "map"\ndolls = [2]', "seat-0.dolls: gold lies only on a Voodoo Doll"),
        ("[seat-0]\ndolls = [0, 0, 0, 1]", "give a number for each of the 3 spaces"),
        ('middle = "kilimanjaro"', "middle: name 3 Holy Places, a dot for a gap, not 1"),
        ('middle = "kilimanjaro . okavango-delta"', "a gap stays open only when all other Holy Places belong to"),
        ('middle = "lion . ."', "middle: 'lion' is not in this deck"),
        ('rest = "discards"', "pile: it is never empty while there are discards (4.5)"),
    ],
)
def test_a_wrong_position_gets_a_clear_answer(text: str, says: str) -> None:
    with pytest.raises(BadOption, match="option position: ") as problem:
        GAME.new(2, 1, {"position": text})
    assert says in str(problem.value)


def test_a_position_is_a_text() -> None:
    with pytest.raises(BadOption, match="option position: a position is a text, not 7"):
        GAME.new(2, 1, {"position": 7})


def test_a_position_is_not_for_tables() -> None:
    assert [option.name for option in GAME.table_options] == ["deck"]
