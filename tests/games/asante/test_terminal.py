"""Asante in the terminal: the table, the text of any card, a deck of one's own."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from mezani import record
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.terminal import about, picture, sheet, thing
from mezani.games.asante.view import view
from mezani.language import ENGLISH, Language, language
from tests.games.asante.positions import legal, play, position

NAMES = ["Rüdiger", "Esi"]


def shown(state: Asante, seat: int | None = 0, lang: Language = ENGLISH) -> str:
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(picture(view(state, seat), legal(state).split(), lang, NAMES))
    return console.export_text()


def mezani_says(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from mezani.cli import main; main()", "play", "asante", "--seed", "5", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_the_table_shows_stands_hands_artifacts_and_holy_places() -> None:
    state = position(
        "JPT camel",
        "JJ PP",
        stand="JJT",
        their_stand="K",
        artifacts="pottery . voodoo-doll",
        places="RR",
        discards="lion",
    )
    state.dolls = [0, 0, 2, 0, 0, 0]
    state.turned = [True] + [False] * 5
    lines = shown(state).splitlines()
    assert any("Rüdiger" in line and "J J T · · ·" in line and "Rwenzori Mountains ×2" in line for line in lines)
    assert any("Esi" in line and "K · · · · ·" in line for line in lines)
    assert any("Pottery (turned)" in line and "Voodoo Doll (2 gold)" in line for line in lines)
    assert any("Discards" in line and "1: Lion" in line for line in lines)
    assert any("Camel" in line and "Take 2 wares of your choice." in line for line in lines)
    assert any("Supply" in line and "J jewelry 6" in line for line in lines)


def test_the_discards_are_listed_from_the_top() -> None:
    state = position("JPT", discards="lion camel lion JJ camel hyena")
    assert "6: Hyena, Camel ×2, Ware card (2 jewelry), Lion ×2" in " ".join(shown(state).split())


def test_cards_have_the_names_of_the_language_and_how_they_are_written() -> None:
    german = " ".join(shown(position("JPT camel talking-drum"), lang=language("de", "mezani.games.asante")).split())
    assert "Warenkarte JPT Schmuck, Felle, Tee." in german
    assert "Kamel (camel)" in german
    assert "Sprechtrommel (talking-drum)" in german
    assert "Talking Drum 1 action:" in " ".join(shown(position("talking-drum")).split())


def test_artifacts_and_holy_places_tell_what_they_do_where_one_chooses() -> None:
    state = position("JPT", "PP", artifacts="pottery", places="VV", stand="JP")
    lines = [" ".join(line.split()) for line in shown(state).splitlines()]
    told = "Return 1 to 6 different wares and take 1, 3, 6, 10, 15, 20 gold for them."
    assert f"on the table Pottery 1 action: {told}" in lines
    assert "Victoria Waterfalls No action: Take 1 gold." in " ".join(lines)
    placing = " ".join(shown(play(position("pottery", "PP", middle="K.."), "play-pottery")).split())
    assert "Kilimanjaro No action: Copy one of the other Holy Places." in placing
    assert "on the table" not in shown(state, 1), "it is not theirs to choose"


def test_the_table_shows_no_hidden_card() -> None:
    state = play(position("griot", "hyena hyena", pile="lion camel map map PP"), "play-griot let")
    assert "looked at" in shown(state, 0)
    for seat in (0, None):
        assert "hyena" not in shown(state, seat)
    for seat in (1, None):
        assert "lion" not in shown(state, seat)
    assert "Weaver Bird" not in shown(position("weaver-bird"), 1)


def test_known_cards_of_the_opponent_are_shown() -> None:
    state = play(position("tracker", pile="camel"), "play-tracker let keep")
    assert "1 (Camel)" in shown(state, 1)


def test_the_text_of_a_card_is_shown_on_request() -> None:
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(about(position(), "Löwe", language("de", "mezani.games.asante")))
    text = console.export_text()
    assert "Löwe: Tier, 2 im Spiel" in text
    assert "Wirkung: rekonstruiert." in text
    assert about(position(), "unicorn", ENGLISH) is None


def test_things_and_the_sheet() -> None:
    assert thing("J", language("de", "mezani.games.asante")).plain == "Schmuck"
    assert thing("camel", ENGLISH).plain == "Camel"
    assert thing("fire-eater", ENGLISH).plain == "fire-eater"
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(sheet(view(position("JJ", stand="JJ", gold=31), 0), ENGLISH, NAMES))
    assert "31" in console.export_text()


def test_a_game_is_played_with_words_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "c boatman\nc nobody\nr 11.3\n?buy-JJ\n1\nkeep\n" + "end\n" * 3
    done = mezani_says("--record", str(path), typed=typed)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "Take n wares of your choice and discard 1 + 2 + … + n cards for them." in said
    assert "There is nothing by that name." in said
    assert "11.3 Boatman: take as many wares" in said
    assert "When you are done, start playing cards. (3.1)" in said
    assert "You end your turn. You take 1 gold." in said
    assert record.read(path.read_text("utf-8")).actions[:3] == [0, 2, 5]


def test_a_game_is_played_with_another_deck(tmp_path: Path) -> None:
    deck, path = tmp_path / "mine.toml", tmp_path / "game.txt"
    text = standard_deck().text.replace('"Boatman"', '"Ferryman"')
    deck.write_text(text, "utf-8")
    done = mezani_says("--deck", str(deck), "--record", str(path), typed="c ferryman\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Ferryman: Person, 2 in the deck" in done.stdout
    assert record.read(path.read_text("utf-8")).options == {"deck": text}, "the record does not need the file"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--deck", "nowhere.toml"], "nowhere.toml can't be read: No such file or directory"),
        (["--deck"], "--deck needs a value: Asante has the options --deck FILE"),
        (["--dock", "mine.toml"], "Asante has no option 'dock': it has deck"),
        (["mine.toml"], "mine.toml is not understood"),
    ],
)
def test_a_wrong_option_is_refused_with_a_sentence(arguments: list[str], says: str) -> None:
    done = mezani_says(*arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_wrong_deck_is_refused_with_file_card_and_field(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(standard_deck().text.replace("buy = 5", "buy = 500", 1), "utf-8")
    done = mezani_says("--deck", str(path))
    assert done.returncode == 2
    said = "".join(done.stderr.split())
    assert "mine.toml:thedeck:ware'JPT':buy:mustbeawholenumberfrom0to99,not500" in said
