"""The deck file: what it says, and what is said about a wrong one."""

import pickle
from collections import Counter
from pathlib import Path

import pytest

import mezani
from mezani.game import BadOption
from mezani.games.asante import GAME
from mezani.games.asante.cards import STATUSES, Card
from mezani.games.asante.constants import EFFECTS, LETTERS
from mezani.games.asante.deck import Deck, deck_of, standard_deck
from mezani.games.asante.words.sentences import card_lines
from mezani.language import LANGUAGES, language
from mezani.record import Record, read
from mezani.snapshot import snapshot
from mezani.testing.playing import amount
from tests.games.asante.check import check
from tests.games.asante.positions import discards, hand, legal, play, position, refuse, stand, step

TEXT = standard_deck().text
CARDS = {card.id: card for card in (*standard_deck().cards, *standard_deck().places)}
RECONSTRUCTED = (
    *("Calabash", "Talking Drum"),
    *("Haggler", "Nomad", "Matron", "Carver", "Griot", "Pilgrim", "Porter", "Elder", "Caravan Guide"),
    *("Gorilla", "Hyena", "Weaver Bird", "Lion"),
)


# What the deck says


def test_prices_follow_the_formula() -> None:
    """It meets the one price that is confirmed; see 15.2."""
    for card in CARDS.values():
        if card.type == "ware":
            wares, kinds = len(card.wares), len(set(card.wares))
            assert card.buy == wares + kinds - 1 + ("*" in card.wares)
            assert card.sell == card.buy + 2 * wares + 1
    assert (CARDS["JPT"].buy, CARDS["JPT"].sell) == (5, 12)


def test_every_ware_appears_equally_often() -> None:
    shown = Counter("".join(card.wares * card.copies for card in CARDS.values()))
    assert len({shown[letter] for letter in LETTERS}) == 1
    assert max(len(card.wares) for card in CARDS.values()) == 4


def test_copies() -> None:
    assert {card.id: card.copies for card in CARDS.values() if card.type in ("person", "animal", "artifact")} == {
        card.id: 6 if card.id == "animalist" else 2
        for card in CARDS.values()
        if card.type in ("person", "animal", "artifact")
    }


@pytest.mark.rule("asante 15.1")
def test_every_card_says_how_far_it_is_known() -> None:
    for card in CARDS.values():
        parts = {"wares", "price", "copies"} if card.type == "ware" else {"effect", "copies"}
        assert set(card.status) == parts
        assert set(card.status.values()) <= set(STATUSES)
    known = {card.id: card.status["effect"] for card in CARDS.values() if "effect" in card.status}
    by_rulebook = ["animalist", "boatman", "dyer", "healer", "cartographer", "tortoise", "shango-figurine", "map"]
    assert all(known[card] == "rulebook" for card in (*by_rulebook, *standard_deck().place_ids()))
    assert all(known[card] == "confirmed" for card in ("pottery", "tracker", "cape-buffalo"))
    assert all(known[card] == "reported" for card in ("mancala", "voodoo-doll", "camel"))


@pytest.mark.rule("asante 15.2")
def test_the_rules_name_every_reconstructed_card() -> None:
    named = [card for card in CARDS.values() if card.status.get("effect") == "reconstructed"]
    assert tuple(card.name["en"] for card in named) == RECONSTRUCTED
    for code in LANGUAGES:
        rules = " ".join(GAME.rules(code).split())
        listed = rules[rules.index(" 15.2 ") : rules.index(" 15.3 ")]
        assert all(card.name[code] in listed for card in named)
    assert {card.status["price"] for card in CARDS.values() if card.buy == 5 and card.sell == 12} == {"confirmed"}
    assert {card.status["copies"] for card in standard_deck().cards} == {"reconstructed"}
    assert {card.status["copies"] for card in standard_deck().places} == {"rulebook"}


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_every_card_has_its_full_text_in_every_language(card: Card) -> None:
    state = position()
    for code in LANGUAGES:
        lines = card_lines(state, card.id, language(code, "mezani.games.asante"))
        assert lines is not None
        assert len(lines) == 4
        assert all(lines)
        assert not any(mark in line for line in lines for mark in "{}")
        assert card.type == "ware" or lines[0].startswith(card.name[code])
        assert lines[2].split()[-1] in GAME.paragraphs


# Another deck


def changed(*replacements: tuple[str, str]) -> str:
    text = TEXT
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.rule("asante 15.3")
def test_other_prices_and_copies() -> None:
    deck = deck_of(
        changed(('wares = "JPT", copies = 1, buy = 5, sell = 12', 'wares = "JPT", copies = 4, buy = 1, sell = 40'))
    )
    state = play(position("JPT", deck=deck), "buy-JPT")
    assert state.gold[0] == 19
    assert deck.size == 100
    check(state)
    assert deck != standard_deck()


NEW_CARDS = """
[[person]]
id = "smith"
name = { en = "Smith", de = "Schmied" }
copies = 3
effect = [{ do = "gold", gold = 2, discard = 1 }, { do = "draw", cards = 1, pay = 1 }, { do = "steal", wares = 2 }]
status = { effect = "reconstructed", copies = "reconstructed" }

[[animal]]
id = "crocodile"
name = { en = "Crocodile", de = "Krokodil" }
copies = 2
either = [{ do = "opponent_returns", wares = 1 }, { do = "opponent_pays", gold = 5 }, { do = "discount", gold = 1 }]
chooser = "opponent"
status = { effect = "reconstructed", copies = "reconstructed" }

[[artifact]]
id = "scales"
name = { en = "Scales", de = "Waage" }
copies = 1
effect = [{ do = "buy", wares = 2, gold = 1, discard = 2 }]
status = { effect = "reconstructed", copies = "reconstructed" }
"""
NEW_DECK = TEXT + NEW_CARDS


@pytest.mark.rule("asante 15.3")
def test_a_new_card_made_of_known_effects_needs_no_code() -> None:
    state = position("smith JJ PP", their_stand="K", pile="lion", deck=deck_of(NEW_DECK))
    play(state, "play-smith let discard-JJ +K")
    assert state.gold[0] == 21, "two for a card, one for the drawing"
    assert hand(state) == "PP lion"
    assert stand(state) == "K"
    assert discards(state) == ["JJ", "smith"]
    lines = card_lines(state, "smith", language("de", "mezani.games.asante"))
    assert lines is not None
    assert lines[1] == (
        "Lege 1 Karte ab. Nimm 2 Gold. Zahle 1 Gold. Ziehe 1 Karte. Nimm 2 Waren vom Stand des Gegners."
    )


@pytest.mark.rule("asante 15.3")
def test_effects_of_a_new_card_that_could_do_nothing_are_passed_over() -> None:
    state = play(position("smith", their_stand="KK", gold=0, deck=deck_of(NEW_DECK)), "play-smith let")
    assert step(state) == "stealing", "there is no card to discard and no gold to pay"
    refuse(position("smith", gold=0, deck=deck_of(NEW_DECK)), "play-smith", "13.2")


@pytest.mark.rule("asante 15.3")
def test_a_new_choice_of_the_opponent() -> None:
    state = play(position("crocodile", their_gold=4, their_stand="K", deck=deck_of(NEW_DECK)), "play-crocodile let")
    assert state.seat == 1
    assert legal(state) == "option-1 option-3"
    play(state, "option-3")
    assert state.discount == 1


@pytest.mark.rule("asante 15.3")
def test_a_new_artifact_whose_cost_uses_up_what_it_needs() -> None:
    state = position("JJ PP", artifacts="scales", gold=1, deck=deck_of(NEW_DECK))
    play(state, "use-1 +K")
    assert (state.gold[0], hand(state), stand(state), step(state)) == (0, "", "K", "playing")


def test_random_games_with_another_deck_end_and_stay_sound() -> None:
    for seed in range(20):
        state = GAME.new(seed=seed, options={"deck": NEW_DECK})
        rng = mezani.Rng(seed)
        while not state.is_over:
            state.play(state.random_action(rng))
            check(state)


@pytest.mark.rule("asante 15.3")
def test_a_deck_is_given_as_text_or_as_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(NEW_DECK, "utf-8")
    assert GAME.new(seed=1, options={"deck": path}).deck == GAME.new(seed=1, options={"deck": NEW_DECK}).deck
    assert GAME.new(seed=1).deck is standard_deck()


def test_a_record_keeps_the_deck() -> None:
    record = Record(GAME, 2, 7, {"deck": NEW_DECK}, actions=[0, 2])
    again = read(str(record))
    assert again.options == {"deck": NEW_DECK}
    assert snapshot(again.state())["deck"] is deck_of(NEW_DECK)


def test_a_deck_travels_with_a_state_to_another_process() -> None:
    state = pickle.loads(pickle.dumps(position("smith", deck=deck_of(NEW_DECK))))
    assert state.deck is deck_of(NEW_DECK)
    assert repr(state.deck) == "<Deck 'Asante', 103 cards, 15 Holy Places>"
    assert len({deck_of(NEW_DECK), deck_of(TEXT), Deck(TEXT)}) == 2


@pytest.mark.parametrize("deck", [TEXT, NEW_DECK], ids=["standard", "another"])
def test_a_state_is_kept_as_bytes_with_its_deck(deck: str) -> None:
    for seed in range(amount(6, 2)):
        state, rng = GAME.new(seed=seed, options={"deck": deck}), mezani.Rng(seed)
        while not state.is_over:
            again = GAME.from_bytes(state.to_bytes())
            assert again == state
            assert hash(again) == hash(state)
            assert again.deck is deck_of(deck)
            assert snapshot(again) == snapshot(state)
            action = state.random_action(rng)
            again.play(action)
            assert again != state
            state.play(action)
            assert again == state, "it goes on with the same chance"
        assert GAME.from_bytes(state.to_bytes()) == state


def test_the_standard_deck_takes_no_room_in_the_bytes_of_a_state() -> None:
    assert len(GAME.new(seed=1).to_bytes()) < 3_000
    assert len(GAME.new(seed=1, options={"deck": NEW_DECK}).to_bytes()) > len(NEW_DECK)


def test_states_of_two_decks_differ() -> None:
    same_cards = GAME.new(seed=1, options={"deck": TEXT + "\n"})
    assert same_cards != GAME.new(seed=1)
    assert same_cards == GAME.new(seed=1, options={"deck": TEXT + "\n"})


# A wrong deck

NUMBER = "must be a whole number from"
LANGUAGES_MISSING = "must have a text for each language"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", ": this is no TOML: "),
        ("", ": name: must be the name of the deck"),
        ('name = "x"', ": 0 cards: there must be 20 to 128"),
        ('name = "x"\nware = 3', ": ware: this must be a list of cards, [[ware]], not 3"),
        ('name = "x"\nware = [3]', ": ware 1: this must be a table of fields, not 3"),
        (TEXT + "\n[[spell]]", ": spell: the file has the parts ware, artifact, person, animal, place, and no others"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(text: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(text, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("JPT", "JPX", "ware 'JPX': wares: must be 1 to 4 letters of JPTKFS or *"),
        ("JPT", "JPTJP", "ware 'JPTJP': wares: must be 1 to 4 letters of JPTKFS or *"),
        ("JPT", "KFS", "ware 'KFS': id: this id stands twice; give each card its own"),
        ("copies = 1", "copies = 0", f"ware 'JPT': copies: {NUMBER} 1 to 16, not 0"),
        ("buy = 5", "buy = -5", f"ware 'JPT': buy: {NUMBER} 0 to 99, not -5"),
        ("buy = 5", "buy = true", f"ware 'JPT': buy: {NUMBER} 0 to 99, not True"),
        ("sell = 12, ", "", "ware 'JPT': sell: this field is missing"),
        ("sell = 12", "sell = 12, colour = 3", "ware 'JPT': colour: there is no such field here"),
        ('"boatman"', '"Boat Man"', "person 'Boat Man': id: must be small letters and digits"),
        ('"boatman"', '"camel"', "animal 'camel': id: this id stands twice"),
        (', de = "Bootsmann"', "", f"person 'boatman': name: {LANGUAGES_MISSING}"),
        ('"Bootsmann"', "3", f"person 'boatman': name: {LANGUAGES_MISSING}"),
        ('"The name is reported."', "3", f"person 'matron': note: {LANGUAGES_MISSING}"),
        ('"ferry"', '"swim"', "person 'boatman': effect 1: do: must be one of gold, opponent_pays, "),
        ('"ferry"', '"ferry", cards = 2', "person 'boatman': effect 1: cards: there is no such field here"),
        ('"ferry"', '"draw"', "person 'boatman': effect 1: cards: this field is missing"),
        ('"ferry"', '"curse", gold = 1', "person 'boatman': effect 1: do: curse can stand on artifact only"),
        ('[{ do = "ferry" }]', "[]", "person 'boatman': effect: must be a list of 1 to 4 effects"),
        ('[{ do = "ferry" }]', "[3]", "person 'boatman': effect 1: this must be a table of fields, not 3"),
        ('effect = [{ do = "ferry" }]', "", "person 'boatman': effect: a card has either `effect`"),
        ('effect = [{ do = "heal" }]', "either = [3]", "person 'healer': either: must be a list of 2 to 4 effects"),
        ('"ferry" }]', '"ferry" }]\nchooser = "me"', "person 'boatman': chooser: only a card with `either`"),
        ('}]\nchooser = "opponent"', '}]\nchooser = "me"', "animal 'lion': chooser: must be one of opponent, not 'me'"),
        ('"look", cards = 5', '"look", cards = 50', f"person 'griot': effect 1: cards: {NUMBER} 1 to 8, not 50"),
        ("pay = 1", "pay = 0", f"artifact 'calabash': effect 1: pay: {NUMBER} 1 to 99, not 0"),
        ("10, 15, 20]", "10]", "artifact 'pottery': effect 1: rewards: must be the gold for 1 to 6 wares"),
        ("10, 15, 20]", "10, 15, 200]", "artifact 'pottery': effect 1: rewards: must be the gold for 1 to 6 wares"),
        ('{ effect = "confirmed"', '{ effect = "guessed"', "artifact 'pottery': status: effect must be one of"),
        ('{ effect = "confirmed", copies', "{ copies", "artifact 'pottery': status: must be { effect = "),
        ('"any_place"', '"heal"', "place 'kilimanjaro': effect 1: do: heal can stand on artifact, person, animal only"),
        (
            'effect = [{ do = "any_place"',
            'either = [{ do = "any_place"',
            "place 'kilimanjaro': either: a Holy Place has",
        ),
        ('{ do = "cancel" }', '{ do = "cancel" }, { do = "heal" }', "person 'animalist': effect: cancel can't be"),
        ('"haggle", wares = 1', '"haggle", wares = 1, pay = 1', "person 'haggler': effect: haggle can stand on a card"),
        ('"sift", cards = 3', '"trample"', "artifact 'shango-figurine': effect 1: do: trample can stand on person"),
    ],
)
def test_a_wrong_deck_is_refused_with_file_card_and_field(old: str, new: str, says: str, tmp_path: Path) -> None:
    assert f": {says}" in refusal(changed((old, new)), tmp_path)


def refusal(text: str, folder: Path) -> str:
    """What is said of a deck file, after its path."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadOption) as refused:
        GAME.new(seed=1, options={"deck": path})
    said = str(refused.value)
    assert said.startswith(f"option deck: {path}: ")
    return said


def test_too_many_cards_are_refused() -> None:
    status = 'status = { effect = "reconstructed", copies = "reconstructed" }'
    rest = f'name = {{ en = "P", de = "P" }}\ncopies = 1\neffect = [{{ do = "heal" }}]\n{status}\n'
    many = "".join(f'[[person]]\nid = "p{n}"\n{rest}' for n in range(9))
    with pytest.raises(BadOption, match="70 different cards: there may be at most 64"):
        GAME.new(seed=1, options={"deck": TEXT + many})
    copies = [('"JPT", copies = 1', '"JPT", copies = 16'), ('"KFS", copies = 1', '"KFS", copies = 16')]
    with pytest.raises(BadOption, match="129 cards: there must be 20 to 128"):
        GAME.new(seed=1, options={"deck": changed(*copies, ('"JKF", copies = 1', '"JKF", copies = 3'))})


def test_a_deck_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"nowhere\.toml: this file can't be read"):
        GAME.new(seed=1, options={"deck": tmp_path / "nowhere.toml"})
    with pytest.raises(BadOption, match="must be the text of a deck file, or a path to one, not 7"):
        GAME.new(seed=1, options={"deck": 7})


def test_every_effect_is_used_by_a_card_of_the_deck() -> None:
    assert {effect.do for card in CARDS.values() for effect in card.effects} == set(EFFECTS)
