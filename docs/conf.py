"""The site: these pages, the rules of every game, and what the docstrings say."""

import os
from pathlib import Path
from typing import Any

os.environ["MEZANI_INTERPRETED"] = "1"  # compiled functions have no signatures

import mezani
from mezani.language import LANGUAGES

project = "Mezani"
author = "the Mezani project"
release = version = mezani.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.githubpages"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "Mezani"
default_role = "code"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False}
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 90

RULES = Path(__file__).parent / "rules"
OBSERVATIONS = Path(__file__).parent / "observations"


def write_rules() -> None:
    """A page for the rules of each game in each language, made of the game's own text."""
    RULES.mkdir(exist_ok=True)
    for old in RULES.glob("*.md"):
        old.unlink()
    pages = []
    for code in LANGUAGES:
        for name in mezani.game_names():
            page = f"{name}-{code}"
            (RULES / f"{page}.md").write_text(mezani.game(name).rules(code), "utf-8")
            pages.append(page)
    intro = "# Rules of the games\n\nIn our own words, in numbered paragraphs: the table and the tests cite them.\n"
    (RULES / "index.md").write_text(intro + "\n```{toctree}\n" + "\n".join(pages) + "\n```\n", "utf-8")


def write_observations() -> None:
    """A page for what programs see of each game, made of the fields of its observation."""
    OBSERVATIONS.mkdir(exist_ok=True)
    pages = [name for name in mezani.game_names() if mezani.game(name).observation]
    for name in pages:
        (OBSERVATIONS / f"{name}.md").write_text(observation_page(mezani.game(name)), "utf-8")
    intro = "# Observations\n\nWhat `State.observe` writes; [Study](../study.md) tells how to read it.\n"
    (OBSERVATIONS / "index.md").write_text(intro + "\n```{toctree}\n" + "\n".join(pages) + "\n```\n", "utf-8")


def observation_page(game: mezani.Game[Any]) -> str:
    observation = game.observation
    assert observation is not None
    lines = [
        f"# {game.title}\n",
        f"{observation.size} bytes (uint8), one field behind the other; arrays in row-major order.\n",
        "| byte | field | shape | of | kind | |",
        "|---|---|---|---|---|---|",
    ]
    for field in observation:
        shape = " × ".join(map(str, field.shape)) or "1"
        axes = ", ".join(axis.name for axis in field.axes)
        lines.append(f"| {field.first} | `{field.name}` | {shape} | {axes} | {field.kind} | {field.about} |")
    lines.append("\n## Axes\n")
    named = {axis.name: axis for field in observation for axis in field.axes}
    lines += [f"- {axis.name}: {', '.join(axis.places)}" for axis in named.values()]
    return "\n".join(lines) + "\n"


write_rules()
write_observations()
