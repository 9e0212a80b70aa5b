"""Everything that a person reads is there in every language."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file

import mezani
from mezani.language import LANGUAGES, Language, language, share_catalogue
from mezani.testing.texts import SPEAKING, messages, translated, wrong_gaps

SOURCE = Path(__file__).parent.parent / "src" / "mezani"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]


def catalogues() -> list[Path]:
    return sorted(
        path for code in set(LANGUAGES) - {"en"} for path in SOURCE.rglob(f"{code}.po") if path.parent.name != "locale"
    )


def speaker(path: Path) -> Path:
    """The folder whose messages a catalogue has: a game's is in its `words`."""
    return path.parent.parent if path.parent.name == "words" else path.parent


def said_in(folder: Path) -> set[str | tuple[str, ...]]:
    """What the sources of a folder say; what the web says of wrong input is among the messages that all share."""
    marks = {mark: where for mark, where in SPEAKING.items() if mark != "N_"} if folder.name == "web" else SPEAKING
    return messages(folder, marks)


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{speaker(path).name}-{path.stem}")
def test_a_catalogue_has_every_message_of_its_folder_and_no_other(path: Path) -> None:
    there, said = set(translated(path)), said_in(speaker(path))
    assert sorted(map(str, said - there)) == []
    assert sorted(map(str, there - said)) == []


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{speaker(path).name}-{path.stem}")
def test_a_translation_has_the_same_gaps(path: Path) -> None:
    assert wrong_gaps(path) == []


def test_every_folder_that_speaks_has_a_catalogue() -> None:
    for code in set(LANGUAGES) - {"en"}:
        for folder in {path.parent for path in SOURCE.rglob("*.py")}:
            says = {m for source in folder.glob("*.py") for m in re.findall(r'\b_\("', source.read_text("utf-8"))}
            rooms = [room / inner for room in (folder, folder.parent) for inner in ("", "words")]
            assert not says or any((room / f"{code}.po").exists() for room in rooms), f"{folder} has no {code}.po"


def test_the_same_word_may_be_said_differently_in_two_games() -> None:
    """Each game finds its own messages first, in whatever order the games were loaded."""
    said: dict[str, dict[str, str]] = {}
    for path in catalogues():
        for message, text in translated(path).items():
            if isinstance(message, str):
                said.setdefault(message, {})[speaker(path).name] = text
    different = {message: forms for message, forms in said.items() if len(set(forms.values())) > 1}
    assert different, "no message is said in two ways: this test sees nothing"
    for room in ("insight", "terminal", "web"):
        share_catalogue(f"mezani.{room}")
    for english, forms in different.items():
        for name, german in forms.items():
            spoken = language("de", f"mezani.games.{name}") if name in mezani.game_names() else language("de")
            assert spoken.gettext(english) == german


def test_what_all_share_is_said_in_one_way() -> None:
    shared: dict[str, str] = {}
    for path in [*SOURCE.rglob("locale/de.po"), *(path for path in catalogues() if path.parent.name != "words")]:
        for message, text in translated(path).items():
            assert shared.setdefault(str(message), text) == text, path


def test_a_broken_catalogue_is_left_out_and_said_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "de.po").write_bytes(b'msgid "draw"\nmsgstr "zi\xffehen\n')
    assert Language("de", [tmp_path]).gettext("draw") == "draw"
    assert "de.po is left out" in caplog.text


def test_what_the_house_says_of_wrong_input_is_there_in_german() -> None:
    """Refusals of tables and complaints about records: their sentences are in the catalogues."""
    keywords = {"N_": None, "gettext": None, "RecordError": None}
    said = {str(entry[2]) for entry in extract_from_dir(SOURCE / "tables", METHODS, keywords=keywords)}
    said |= {str(entry[1]) for entry in extract_from_file("python", SOURCE / "record.py", keywords=keywords)}
    said.remove("{problem}")
    share_catalogue("mezani.web")  # the lobby says some of it too
    assert len(said) > 25
    assert [sentence for sentence in sorted(said) if language("de").gettext(sentence) == sentence] == []


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="choose one of en, de"):
        language("xx")


def test_a_message_without_a_translation_stays_english() -> None:
    assert language("de").gettext("no such message") == "no such message"
