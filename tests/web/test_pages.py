"""Pages that are read: start, rules, settings, and their languages."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir
from litestar.testing import TestClient

import mezani
from mezani import bots
from mezani.language import LANGUAGES, language
from mezani.tables.refusals import Refusal
from mezani.web.plain_board import listed_by_seat
from mezani.web.rendering import environment, game_template
from mezani.web.responses import HEADINGS, SENTENCES
from tests.web.people import GAME, Person

ONE_SERVER = True
SOURCE = Path(str(mezani.__file__)).parent
PAGES = ["/", "/rules", f"/rules/{GAME.name}", "/settings", f"/new/{GAME.name}", "/nothing"]
LARGEST_PAGE = 150_000


def messages() -> set[str]:
    """All texts of the pages and of what tables say."""
    found: set[str] = set()
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
    templates = {"trimmed": "true", "newstyle_gettext": "true"}
    for folder in ("web", "tables"):
        methods = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
        for _, _, message, _, _ in extract_from_dir(
            SOURCE / folder, methods, {"**.html": templates}, keywords=keywords
        ):
            found |= {message} if isinstance(message, str) else {message[0]}
    return found


def test_every_text_of_the_pages_is_translated() -> None:
    assert len(messages()) > 120
    for code in LANGUAGES[1:]:
        lang = language(code)
        missing = [text for text in messages() if text not in lang._texts and text not in lang._plurals]
        assert missing == []


def test_a_translation_fills_in_the_same_things() -> None:
    holes = re.compile(r"\{\w+\}|%\(\w+\)s")
    for code in LANGUAGES[1:]:
        lang = language(code)
        for text in messages():
            assert sorted(set(holes.findall(text))) == sorted(set(holes.findall(lang.gettext(text)))), text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("accepts", "code"), [("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr,en;q=0.3", "en"), ("", "en")])
def test_pages_speak_the_language_of_the_browser(client: TestClient[Any], path: str, accepts: str, code: str) -> None:
    page = Person(client, **{"accept-language": accepts}).get(path).text
    assert f'<html lang="{code}"' in page
    assert ("Einstellungen" in page) == (code == "de")


def test_the_switch_of_the_language_stays(ann: Person) -> None:
    page = ann.post("/settings", lang="de", back="/rules")
    assert page.url.path == "/rules"
    assert '<html lang="de"' in page.text
    assert '<html lang="de"' in ann.get("/").text


def test_settings_are_kept(ann: Person) -> None:
    ann.post("/settings", all=1, theme="dark", pause=1500, sound=1)
    page = ann.get("/settings").text
    assert 'data-theme="dark"' in page
    assert '<option value="1500" selected>' in page
    assert 'name="sound" value="1" checked' in page
    ann.post("/settings", all=1)
    assert 'name="sound" value="1" checked' not in ann.get("/settings").text


@pytest.mark.parametrize(("code", "written"), [("en", "0.9 seconds"), ("de", "0,9 Sekunden")])
def test_parts_of_a_second_are_written_as_readers_write_them(client: TestClient[Any], code: str, written: str) -> None:
    assert f">{written}</option>" in Person(client, **{"accept-language": code}).get("/settings").text


@pytest.mark.parametrize("name", mezani.game_names())
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_paragraph_of_the_rules_has_an_address(client: TestClient[Any], name: str, code: str) -> None:
    page = Person(client, **{"accept-language": code}).get(f"/rules/{name}").text
    for paragraph in mezani.game(name).paragraphs:
        assert page.count(f'id="{paragraph}"') == 1


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_small_with_all_that_it_loads(ann: Person, path: str) -> None:
    page = ann.get(path)
    loaded = set(re.findall(r'(?:href|src)="(/(?:static|games)/[^"#]+)', page.text))
    sizes = [len(gzip.compress(ann.get(address).content)) for address in loaded]
    assert len(gzip.compress(page.content)) + sum(sizes) < LARGEST_PAGE


def test_answers_say_what_a_browser_may_do_with_them(ann: Person) -> None:
    page = ann.get("/")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    sheet = re.search(r'href="(/static/common.css[^"]*)"', page.text)
    assert sheet
    assert "immutable" in ann.get(sheet[1]).headers["cache-control"]


def test_the_secret_is_kept_from_scripts_and_other_sites(client: TestClient[Any]) -> None:
    answer = client.post("/play-now", data={"game": GAME.name, "level": "novice"}, follow_redirects=False)
    secret = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("mezani="))
    assert "HttpOnly" in secret
    assert "samesite=lax" in secret.lower()


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("abcdefgh23", "/table/abcdefgh23"),
        (" ABCDEFGH23 ", "/table/abcdefgh23"),
        ("http://somewhere.example/table/abcdefgh23?seat=1", "/table/abcdefgh23"),
        ("http://somewhere.example/seat/abcdefgh23/1/0011aa", "/seat/abcdefgh23/1/0011aa"),
        ("//evil.example/<script>", "/"),
        ("", "/"),
    ],
)
def test_a_link_or_a_code_leads_to_its_table(client: TestClient[Any], code: str, path: str) -> None:
    answer = client.get("/join", params={"code": code}, follow_redirects=False)
    assert answer.headers["location"] == path


def test_a_drawn_board_takes_the_place_of_the_plain_one(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = environment("en").from_string(
        "<p>drawn for {{ names[seat] }}: {{ view.players }}</p>"
        '{% for text, move in moves.items() %}<button form="moves" name="action" value="{{ move.action }}">'
        "{{ text }} {{ move.label }}</button>{% endfor %}"
    )
    monkeypatch.setattr("mezani.web.screen.game_template", lambda game, name, code: board if name == "board" else None)
    ann = Person(client)
    page = ann.get(f"/table/{ann.new_table(['me', *['bot:novice'] * (GAME.seats[0] - 1)])}").text
    assert f"<p>drawn for Ann: {GAME.seats[0]}</p>" in page
    assert 'class="plain-board"' not in page


@pytest.mark.parametrize("name", mezani.game_names())
def test_lists_by_seat_are_known(name: str) -> None:
    assert "scores" in listed_by_seat(name)
    for code in LANGUAGES:
        game_template(name, "board", code)


def test_what_is_not_written_in_a_template_is_there_in_german() -> None:
    said = [*bots.levels(), *HEADINGS.values(), *SENTENCES.values()]
    said += [refusal.sentence for refusal in Refusal.__subclasses__()]
    assert [text for text in said if language("de").gettext(text) == text] == []
