"""Rules pages: contents, words of the game, and the lessons that show a paragraph."""

import re
from html import escape
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.glossary import glossary_of
from mezani.language import LANGUAGES
from mezani.lessons.lesson import lessons_of
from mezani.web.rules import lessons_of_chapter, lessons_of_paragraphs
from tests.playing import OUR_GAMES
from tests.web.people import Person

ONE_SERVER = True


def rules(client: TestClient[Any], name: str, code: str = "en") -> str:
    return Person(client, **{"accept-language": code}).get(f"/rules/{name}").text


@pytest.mark.parametrize("name", mezani.game_names())
def test_the_contents_lead_to_every_chapter(client: TestClient[Any], name: str) -> None:
    page = rules(client, name)
    contents = page.partition('<nav class="contents"')[2].partition("</nav>")[0]
    chapters = re.findall(r"^## (.+)", mezani.game(name).rules(), re.MULTILINE)
    linked = dict(re.findall(r'<a href="#(chapter-\d+)">([^<]+)</a>', contents))
    assert list(linked.values()) == [escape(title) for title in chapters]
    assert all(page.count(f'id="{chapter}"') == 1 for chapter in linked)


@pytest.mark.parametrize("name", OUR_GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_has_an_address_and_every_word_that_is_pressed_a_meaning(
    client: TestClient[Any], name: str, code: str
) -> None:
    page = rules(client, name, code)
    for term in glossary_of(mezani.game(name)):
        assert page.count(f'id="word-{term.id}"') == 1
    pressed = set(re.findall(r'popovertarget="term-([^"]+)"', page))
    assert pressed
    assert sorted(pressed) == sorted(re.findall(r'id="term-([^"]+)" popover', page))
    assert ("Wörter des Spiels" if code == "de" else "Words of the game") in page


def test_a_game_without_words_and_lessons_has_its_rules_alone(client: TestClient[Any]) -> None:
    page = rules(client, "ahadi")
    assert "chapter-1" in page
    assert "/learn/" not in page
    assert "Words of the game" not in page
    assert "popover" not in page


@pytest.mark.parametrize("name", OUR_GAMES)
def test_each_paragraph_that_a_lesson_teaches_leads_to_one(client: TestClient[Any], name: str) -> None:
    page, lessons = rules(client, name, "de"), lessons_of(mezani.game(name))
    assert "Lektion 1 zeigt das" in page
    links = set(re.findall(rf'class="shown" href="/learn/{name}/([^"]+)"', page))
    assert links <= {lesson.id for lesson in lessons}
    by_chapters: dict[str, list[str]] = {}
    for paragraph in mezani.game(name).paragraphs:
        by_chapters.setdefault(paragraph.partition(".")[0], []).append(paragraph)
    for paragraphs in by_chapters.values():
        of_chapter = lessons_of_chapter(lessons, paragraphs)
        alone = dict(lessons_of_paragraphs(lessons, of_chapter, paragraphs))
        for paragraph in paragraphs:
            shown = [lesson.id for lesson in of_chapter if paragraph in lesson.teaches]
            taught = [lesson.id for lesson in lessons if paragraph in lesson.teaches]
            assert bool(shown) != (paragraph in alone) if taught else not shown
            assert set(shown) <= links
            if lesson := alone.get(paragraph):
                said = page.partition(f'id="{paragraph}"')[2].partition("</p>")[0]
                assert f'href="/learn/{name}/{lesson.id}"' in said
