"""The templates and static files: each is where its name says, and none is left over."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import mezani.web
from mezani.language import LANGUAGES
from mezani.web.rendering import macro_of
from mezani.web.screen import REGIONS

WEB = Path(mezani.web.__file__).parent
TEMPLATES = sorted(path.relative_to(WEB / "templates").as_posix() for path in WEB.glob("templates/**/*.html"))
STATIC = sorted(path.name for path in WEB.glob("static/*"))
OF_THE_SCREEN = ("board", "large")  # regions that have no macro: what the game draws, or nothing


def sources() -> Iterator[str]:
    """All that may name a template or a static file: modules, templates, and the files of games."""
    for folder in (WEB, files("mezani.games")):
        for path in sorted(Path(str(folder)).rglob("*")):
            if path.suffix in (".py", ".html", ".css", ".svg"):
                yield path.read_text("utf-8")


SOURCES = "\n".join(sources())


@pytest.mark.parametrize("region", [name for name in REGIONS if name not in OF_THE_SCREEN])
def test_a_region_has_a_template_with_a_macro_of_its_name(region: str) -> None:
    for code in LANGUAGES:
        assert callable(macro_of(f"regions/{region}", code))


def test_what_lies_among_the_regions_is_one() -> None:
    found = {Path(name).stem for name in TEMPLATES if name.startswith("regions/")}
    assert found == set(REGIONS) - set(OF_THE_SCREEN)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_used(template: str) -> None:
    folder, _, name = template.rpartition("/")
    by_name = {
        "regions": rf'"{name[:-5]}"',
        "boards": rf'common_board\("{name[:-5]}"',
        "host": rf'host_page\(\s*"{name[:-5]}"',
    }
    assert re.search(rf'{by_name.get(folder, "^$")}|"{re.escape(template[:-5])}(\.html)?"', SOURCES)


@pytest.mark.parametrize("file", STATIC)
def test_every_static_file_is_used(file: str) -> None:
    assert f'"{file}"' in SOURCES


def styled_alone(css: str) -> set[str]:
    """The classes that a style sheet styles wherever they are."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    selectors = re.findall(r"([^{}@;]+){", re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", css)))
    return {name for one in selectors for part in one.split(",") for name in re.findall(r"^\s*\.([\w-]+)\s*$", part)}


def test_no_board_draws_with_a_class_of_the_clocks() -> None:
    """They lie on top of it, and the next table in the bar above it."""
    clocks = styled_alone((WEB / "static" / "clocks.css").read_text("utf-8"))
    boards = sorted(Path(str(files("mezani.games"))).glob("*/page/*.css"))
    assert {"clock", "waits"} <= clocks
    assert [path.parent.parent.name for path in boards if clocks & styled_alone(path.read_text("utf-8"))] == []


def test_no_module_holds_too_much() -> None:
    lines = {path.name: path.read_text("utf-8").count("\n") for path in WEB.glob("*.py")}
    assert {name: count for name, count in lines.items() if count > 500} == {}
