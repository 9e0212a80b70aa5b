"""Everything that a person reads is there in every language."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file

from mezani.language import LANGUAGES, language, share_catalogue
from mezani.testing.texts import messages, translated, wrong_gaps

SOURCE = Path(__file__).parent.parent / "src" / "mezani"
METHODS = [("**.py", "python"), ("**.html", "jinja2")]


def catalogues() -> list[Path]:
    return sorted(
        path for code in set(LANGUAGES) - {"en"} for path in SOURCE.rglob(f"{code}.po") if path.parent.name != "locale"
    )


def speaker(path: Path) -> Path:
    """The folder whose messages a catalogue has: a game's is in its `words`."""
    return path.parent.parent if path.parent.name == "words" else path.parent


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{speaker(path).name}-{path.stem}")
def test_a_catalogue_has_every_message_of_its_folder_and_no_other(path: Path) -> None:
    there, said = translated(path), messages(speaker(path))
    assert sorted(map(str, said - there)) == []
    assert sorted(map(str, there - said)) == []


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{speaker(path).name}-{path.stem}")
def test_a_translation_has_the_same_gaps(path: Path) -> None:
    assert wrong_gaps(path) == []


def test_every_folder_that_speaks_has_a_catalogue() -> None:
    for code in set(LANGUAGES) - {"en"}:
        for folder in {path.parent for path in SOURCE.rglob("*.py")}:
            says = {m for source in folder.glob("*.py") for m in re.findall(r'\b_\("', source.read_text("utf-8"))}
            rooms = [folder, *(room / "words" for room in (folder, folder.parent))]
            assert not says or any((room / f"{code}.po").exists() for room in rooms), f"{folder} has no {code}.po"


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
