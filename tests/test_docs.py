"""What the documents show works: examples run, commands are understood, links lead somewhere."""

import ast
import asyncio
import importlib
import inspect
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

import mezani
from mezani import cli, games

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = {"py": ["py"], "cython": ["pxd"], "html": ["html"], "css": ["css"]}  # blocks that are parts of the example
COMMANDS: Any = typer.main.get_command(cli.app)


class Block(NamedTuple):
    """Something that a page shows."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """All fenced and indented blocks of a page."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        yield Block(page, text.count("\n", 0, found.start()) + 1, found[1], found[2])
    for found in INDENTED.finditer(FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)):
        yield Block(page, 0, "sh", inspect.cleandoc(found[0]))


def commands() -> list[tuple[str, str]]:
    """Every command line that a page shows, with the page."""
    lines = (
        (block.page.name, line)
        for page in PAGES
        for block in blocks(page)
        if block.language in ("sh", "console")
        for line in block.text.splitlines()
    )
    return sorted({(page, line.partition(" # ")[0].strip()) for page, line in lines if line.strip()})


def is_plain_python(block: Block) -> bool:
    return block.language == "python" and ">>>" not in block.text


def with_python() -> list[Path]:
    return [page for page in PAGES if any(map(is_plain_python, blocks(page)))]


@pytest.mark.parametrize("page", with_python(), ids=lambda page: page.name)
def test_the_python_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "shown"}
    monkeypatch.setitem(sys.modules, "shown", sys.modules[__name__])
    for block in filter(is_plain_python, blocks(page)):
        code = compile("\n" * block.line + block.text, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, names))
        else:
            exec(code, names)


@pytest.mark.parametrize(
    "block", [block for page in PAGES for block in blocks(page) if block.language in SHOWN], ids=str
)
def test_what_is_shown_of_the_example_stands_there(block: Block) -> None:
    folder = ROOT / "examples" / "ahadi"
    files = (path for kind in SHOWN[block.language] for path in folder.rglob(f"*.{kind}"))
    assert any(block.text in path.read_text("utf-8") for path in files), block.text


def test_settings_and_projects_are_toml() -> None:
    shown = [block for page in PAGES for block in blocks(page) if block.language == "toml"]
    assert shown
    for block in shown:
        assert tomllib.loads(block.text), str(block)


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_is_understood(page: str, line: str) -> None:
    line = re.sub(r"^[A-Z_]+=\S+ ", "", line)  # a setting for this one command
    program, *arguments = shlex.split(line.replace("[--", "--").replace("] ", " ").removesuffix("]"))
    if program == "mezani":
        check_mezani(arguments)
    elif program == "make":
        assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE), line
    elif program == "pip":
        check_extras(arguments)
    elif program == "python":
        module = ROOT / arguments[1].replace(".", "/") if arguments[0] == "-m" else ROOT / arguments[0]
        assert module.exists() or module.with_suffix(".py").exists(), line
    else:
        pytest.fail(f"{page} shows a command that this test does not know: {line}")


def check_mezani(arguments: list[str]) -> None:
    """That the command line takes these arguments."""
    with COMMANDS.make_context("mezani", list(arguments)) as context:
        _, command, rest = COMMANDS.resolve_command(context, arguments)
        assert command
        with command.make_context(command.name, rest, parent=context) as inner:
            assert not inner.args, inner.args


def check_extras(arguments: list[str]) -> None:
    """That `pip install 'mezani[extra]'` names extras that there are; of a folder, nothing is asked."""
    if "-e" in arguments or arguments[-1].startswith("setuptools"):
        return
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = re.fullmatch(r"mezani(?:\[(.*)\])?", arguments[-1])
    assert arguments[0] == "install"
    assert named
    assert set(filter(None, (named[1] or "").split(","))) <= set(known)


def anchors(page: Path) -> set[str]:
    """The names of the headings of a page, as forges and the site make them."""
    return {
        re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-")
        for title in HEADING.findall(FENCE.sub("", page.read_text("utf-8")))
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        path, _, anchor = link.partition("#")
        if "://" in path or path.startswith(("rules/", "observations/")):  # those pages are made of the games
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        in_site = page.parent != DOCS or target.suffix != ".md" or target.resolve().is_relative_to(DOCS.resolve())
        assert in_site, f"{page.name} links to {link}, which is no page of the site"
        assert not anchor or anchor in anchors(target), f"{page.name} links to {link}"


# The smallest game


@pytest.fixture
def swap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package that the page for authors shows, installed."""
    shown = dict(FILE.findall((DOCS / "new-game.md").read_text("utf-8")))
    for name, text in shown.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    project = tomllib.loads(shown["pyproject.toml"])["project"]
    info = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    entries = project["entry-points"]["mezani.games"].items()
    lines = "".join(f"{name} = {value}\n" for name, value in entries)
    (info / "entry_points.txt").write_text(f"[mezani.games]\n{lines}", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    games.forget()
    yield tmp_path
    games.forget()
    sys.modules.pop("swap", None)


def test_the_smallest_game_is_small_and_plays(swap: Path) -> None:
    assert len((swap / "swap" / "__init__.py").read_text("utf-8").splitlines()) < 80
    assert "swap" in mezani.game_names(), games.broken_games()
    game = mezani.game("swap")
    for players in game.seats:
        for seed in range(20):
            state = game.new(players, seed)
            world = state.clone()
            world.resample(state.seat, mezani.Rng(seed))
            assert game.view(world, state.seat) == game.view(state, state.seat)
            assert mezani.playout(state, mezani.Rng(seed)) == players
            assert max(state.scores()) == state.scores()[state.winners()[0]]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "arena swap --players 2 --bots random,trader --games 4"])
def test_the_smallest_game_is_there_for_every_command(swap: Path, command: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(swap)!r}); sys.argv = ['mezani', *{command.split()}]"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}; from mezani.cli import main; main()"],
        cwd=swap,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Swap" in run.stdout or "trader" in run.stdout
