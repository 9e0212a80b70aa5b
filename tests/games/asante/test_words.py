"""Notation, prompts, buttons and the log of Asante."""

import pytest

from mezani import record
from mezani.games.asante import GAME
from mezani.games.asante.actions import ACTIONS, action_text, parse_action
from mezani.games.asante.constants import DRAWING
from mezani.games.asante.deck import deck_of, standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.words.sentences import card_lines
from mezani.language import ENGLISH, language
from tests.games.asante.positions import play, position

NAMES = ["Rüdiger", "Esi"]
GERMAN = language("de", "mezani.games.asante")


def tell(state: Asante, move: str, reader: int | None = 0) -> list[str]:
    """The lines of a move; the state goes on."""
    before = state.clone()
    action = GAME.play_text(state, move)
    return GAME.tell(before, action, state, reader, ENGLISH, NAMES)


def labels(state: Asante) -> list[str]:
    return [GAME.label(state, action, ENGLISH) for action in state.legal_actions()]


def prompt(state: Asante, seat: int | None = 0) -> str:
    return GAME.prompt(state, seat, ENGLISH, NAMES)


# Notation


def test_every_action_has_a_text_of_its_own_that_is_read_back() -> None:
    state = position()
    texts = [action_text(state, action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    kinds, places = standard_deck().kinds, standard_deck().place_kinds
    for action, text in enumerate(texts):
        if not text.startswith("unused") and not text.rpartition("-")[2].isdigit():
            assert parse_action(state, text) == parse_action(state, f" {text.upper()} ") == action
    for action in (0, 8, 12, 15, 16, 27, 28, 42, 48, 48 + places - 1, 64, 64 + kinds - 1, 384 + kinds - 1):
        assert parse_action(state, texts[action]) == action
    with pytest.raises(ValueError, match="there is no action 448"):
        action_text(state, 448)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "is not a move: write a word"),
        ("play-unicorn", "There is no card “unicorn” in this deck"),
        ("holy-unicorn", "There is no card “unicorn” in this deck"),
        ("use-4", "write a number from 1 to 3, as in use-1"),
        ("use", "write a number from 1 to 3"),
        ("+X", "is not a move"),
        ("buy-", "There is no card “”"),
    ],
)
def test_what_is_no_move_is_answered(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_action(position(), text)


def test_the_notation_names_the_cards_of_another_deck() -> None:
    deck = deck_of(standard_deck().text.replace('"boatman"', '"ferryman"'))
    state = position("ferryman JJ", deck=deck)
    assert action_text(state, parse_action(state, "play-ferryman")) == "play-ferryman"
    with pytest.raises(ValueError, match="no card “boatman”"):
        parse_action(state, "play-boatman")


def test_a_record_is_written_turn_by_turn() -> None:
    state = GAME.new(seed=3)
    actions = [GAME.play_text(state, move) for move in ["draw", "keep", "end", "draw", "discard", "skip", "end"]]
    lines = str(record.Record(GAME, 2, 3, actions=actions)).splitlines()
    assert lines[-5:] == ["# turn 1", "draw keep end", "", "# turn 2", "draw discard skip end"]


# Buttons and prompts


def test_buttons_of_a_turn() -> None:
    state = position("JPT camel", stand="JPT", artifacts="calabash calabash", places="KK")
    assert labels(state) == [
        "End your turn and take 1 gold",
        "Use Calabash (on the left)",
        "Use Calabash (in the middle)",
        "Play Kilimanjaro (effect ×2)",
        "Play Camel",
        "Buy jewelry, pelts, tea for 5 gold",
        "Sell jewelry, pelts, tea for 12 gold",
    ]
    assert labels(position(markers=1)) == ["End your turn"]


def test_buttons_of_an_answer() -> None:
    state = play(position("gorilla", "animalist", their_stand="J"), "play-gorilla")
    assert labels(state) == ["Let it happen", "Not this turn", "Cancel it with Animalist"]
    assert prompt(state, 1) == "Rüdiger plays Gorilla. Do you answer with an Animalist?"
    assert prompt(state, 0) == prompt(state, None) == "Esi may answer Gorilla with an Animalist."


def test_buttons_of_choices() -> None:
    assert labels(play(position("map", artifacts="pottery"), "play-map")) == [
        "In front of Victoria Waterfalls (in the middle)",
        "In front of Okavango Delta (on the right)",
    ]
    state = play(position("map", artifacts="pottery map mancala"), "play-map")
    assert labels(state) == [
        "Replace Pottery (on the left)",
        "Replace Map (in the middle)",
        "Replace Mancala (on the right)",
    ]
    assert labels(play(position("porter"), "play-porter let"))[:2] == [
        "Buy a ware for 2 gold and return it to the supply",
        "Buy jewelry for 2 gold",
    ]
    assert labels(play(position("camel"), "play-camel let"))[0] == "Return the rest to the supply"
    assert labels(play(position("lion", "JJ PP KK"), "play-lion let")) == [
        "Pay 3 gold.",
        "Discard 2 cards.",
    ]
    state = play(
        position("cape-buffalo", stand="J", artifacts="pottery", their_artifacts="map"), "play-cape-buffalo let"
    )
    assert labels(state) == ["Your Pottery (on the left)", "Your opponent's Map (on the left)"]
    assert labels(play(state, "mine-1")) == ["Use it first", "Discard it unused"]


def test_prompts_say_what_is_to_be_done() -> None:
    assert prompt(position(step=DRAWING)).startswith("Your turn. Draw a card")
    state = position("boatman JJ PP TT")
    assert prompt(play(state, "play-boatman let +J")) == "Take a ware. Cards it costs: 2."
    assert prompt(state, 1) == "Rüdiger is thinking."
    state = play(position("elder", "JJ PP TT KK FF SS"), "play-elder let option-1")
    assert prompt(state, 1) == "Discard cards. Left: 2."
    assert prompt(state, 0) == "Esi has to choose."


def test_the_result_is_said() -> None:
    state = play(position(gold=60, markers=1), "end")
    assert prompt(state, 0) == "Esi plays the last turn."
    play(state, "skip end")
    assert prompt(state, 0) == "You win, 60 gold to 21."
    assert prompt(state, 1) == "Rüdiger wins, 60 gold to 21."


# The log


def test_the_log_of_drawing() -> None:
    for reader, draws in ((0, "You draw [lion]."), (1, "Rüdiger draws a card."), (None, "Rüdiger draws a card.")):
        state = position(pile="lion JJ", step=DRAWING)
        assert tell(state, "draw", reader) == [draws]
    assert tell(state, "discard", 1) == ["Rüdiger discards [lion]."]
    assert tell(state, "draw", 0) == ["You draw [JJ]."]
    assert tell(state, "keep", 1) == ["Rüdiger keeps the card."]


def test_the_log_of_buying_and_selling() -> None:
    state = position("JPT ** JJ", stand="JJ")
    assert tell(state, "buy-JPT") == ["You buy [J] [P] [T] for 5 gold."]
    assert tell(state, "sell-**", 1) == ["Rüdiger puts down [**]."]
    assert tell(state, "-J", 1) == ["Rüdiger sells [J] [J] for 8 gold."]


def test_the_log_of_an_artifact_and_a_holy_place() -> None:
    state = position("map", artifacts="pottery", stand="JP", middle="RVO")
    assert tell(state, "play-map", 1) == ["Rüdiger plays [map]."]
    assert tell(state, "space-2", 1) == [
        "Rüdiger places [map] in front of [victoria-waterfalls].",
        "You get [victoria-waterfalls].",
    ]
    assert tell(state, "use-1") == ["You use [pottery]."]
    assert tell(state, "-J") == ["You return [J]."]
    assert tell(state, "-P") == ["You return [P].", "You take 3 gold."]


def test_the_log_of_an_answer_and_an_effect() -> None:
    state = position("matron lion", "animalist JJ", pile="camel PP")
    assert tell(state, "play-matron", 1) == ["Rüdiger plays [matron]."]
    assert tell(state.clone(), "play-animalist", 0) == ["Esi cancels [matron] with [animalist]."]
    assert tell(state.clone(), "let", 0) == ["Esi lets it happen.", "You draw [PP] [camel]."]
    assert tell(state.clone(), "let", 1) == ["You let it happen.", "Rüdiger draws 2 cards."]
    said = ["You let it happen, and will not answer again this turn.", "Rüdiger draws 2 cards."]
    assert tell(state, "never", 1) == said
    assert tell(state, "play-lion", 0) == ["You play [lion]."]
    assert tell(state, "let", 0) == ["Esi lets it happen."]
    assert tell(state, "option-1", 0) == [
        "Esi chooses: Pay 3 gold.",
        "You take 3 gold.",
        "Esi pays 3 gold.",
    ]


def test_the_log_of_cards_turned_up() -> None:
    state = position("tracker griot", artifacts="mancala", pile="JJ map camel lion PP TT KK FF SS")
    play(state, "play-tracker")
    assert tell(state, "let") == ["Esi lets it happen.", "You turn over [JJ] [map] and find [camel]."]
    assert tell(state, "keep", 1) == ["Rüdiger takes [camel]."]
    assert tell(state, "use-1", 1) == ["Rüdiger uses [mancala].", "Discarded: [lion]", "Rüdiger takes 1 gold."]
    play(state, "play-griot let")
    assert tell(state.clone(), "take-KK", 1) == ["Rüdiger takes one of the cards.", "Discarded: [PP] [TT] [FF] [SS]"]
    assert tell(state, "take-KK", 0)[0] == "You take [KK]."


def test_the_log_of_haggling() -> None:
    state = position("haggler JPT", "animalist", stand="JP")
    play(state, "play-haggler")
    assert tell(state, "sell-JPT", 1) == ["Rüdiger puts down [JPT]."]
    assert tell(state.clone(), "let", 1) == ["You let it happen.", "Rüdiger sells with [JPT] for 12 gold."]
    assert tell(state, "play-animalist", 0) == [
        "Esi cancels [haggler] with [animalist].",
        "[JPT] returns to your hand.",
    ]


def test_the_log_of_an_exchange() -> None:
    state = play(position("weaver-bird JJ", "camel"), "play-weaver-bird let")
    assert tell(state, "take-camel", None) == ["Rüdiger takes [camel] from their opponent's hand."]
    assert tell(state, "give-JJ", 1) == ["Rüdiger gives [JJ]."]


def test_the_log_of_wares_that_go_back() -> None:
    full = "JJJPPP"
    state = play(position("hyena", stand=full, their_stand="K"), "play-hyena let")
    assert tell(state.clone(), "-K", 1) == ["Rüdiger takes [K] from their opponent and returns it to the supply."]
    state = play(position("porter", stand=full), "play-porter let")
    assert tell(state, "back") == ["You buy a ware for 2 gold and return it to the supply."]
    state = play(position("boatman JJ PP", stand=full), "play-boatman let")
    assert tell(state, "back", 1)[0] == "Rüdiger takes a ware and returns it to the supply."
    state = play(position("camel"), "play-camel let +J")
    assert tell(state, "done", 1) == ["Rüdiger returns the rest to the supply."]


def test_the_log_names_all_cards_that_a_tracker_turned_over() -> None:
    state = position("tracker", pile="JJ PP", discards="lion", rest="theirs")
    play(state, "play-tracker")
    assert tell(state, "let", 1) == [
        "You let it happen.",
        "The discards are shuffled and become the draw pile.",
        "Rüdiger turns over [JJ] [PP] and finds [lion].",
    ]


def test_the_log_says_that_cards_are_shuffled_and_turns_end() -> None:
    state = position(rest="discards", step=DRAWING)
    assert tell(state, "draw", 1) == ["Rüdiger draws a card.", "The discards are shuffled and become the draw pile."]
    assert tell(position(gold=60), "end") == ["You end your turn.", "You take 1 gold.", "Esi has the last turn."]


def test_a_card_of_another_deck_is_told_by_its_name() -> None:
    deck = deck_of(standard_deck().text.replace('en = "Camel", de = "Kamel"', 'en = "Dromedary", de = "Dromedar"'))
    state = position("camel", deck=deck)
    before = state.clone()
    action = GAME.play_text(state, "play-camel")
    assert GAME.tell(before, action, state, 1, GERMAN, NAMES) == ["Rüdiger spielt Dromedar."]


# The text of a card


def test_the_full_text_of_a_card() -> None:
    state = position()
    assert card_lines(state, "Boatman", ENGLISH) == [
        "Boatman: Person, 2 in the deck",
        "Take n wares of your choice and discard 1 + 2 + … + n cards for them.",
        "Rules: 11.3",
        "Effect: as in the rulebook. Number of copies: reconstructed.",
    ]
    assert card_lines(state, "jpt", ENGLISH) == [
        "Ware card, 1 in the deck",
        "jewelry, pelts, tea. Buy for 5 gold, sell for 12 gold.",
        "Rules: 6.1",
        "Wares: reconstructed. Price: confirmed by several sources. Number of copies: reconstructed.",
    ]
    assert card_lines(state, "talking drum", ENGLISH) == card_lines(state, "Sprechtrommel", ENGLISH)
    lines = card_lines(state, "löwe", GERMAN)
    assert lines is not None
    assert lines[1] == "Der Gegner wählt: (1) Der Gegner zahlt dir 3 Gold. (2) Der Gegner legt 2 Karten ab."
    assert card_lines(state, "unicorn", ENGLISH) is None


def test_things_in_brackets_have_words() -> None:
    assert [GAME.thing(notation, ENGLISH) for notation in ("J", "JJT", "kilimanjaro", "lion", "?")] == [
        "jewelry",
        "Ware card (2 jewelry, tea)",
        "Kilimanjaro",
        "Lion",
        "?",
    ]
    assert GAME.thing("lion", GERMAN) == "Löwe"
    assert GAME.thing("K", GERMAN) == "Seide"
