"""Imports only point down: the engine knows nobody, games know the engine, and so on up to the pages."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "mezani"
LAYERS = [
    {"engine", "version", "build", "compiling", "interpreted", "locale"},
    {"language"},
    {"game"},
    {"glossary"},
    {"games"},
    {"record", "snapshot"},
    {"bots", "new_game"},
    {"insight"},
    {"arena"},
    {"evaluation"},
    {"lessons"},
    {"testing"},
    {"envs"},
    {"tables"},
    {"house"},
    {"terminal", "web"},
    {"cli_house", "pictures"},
    {"cli_insight", "cli_picture"},
    {"cli_evaluate"},
    {"cli"},
]
HEIGHT = {part: height for height, layer in enumerate(LAYERS) for part in layer}


def imported_parts(source: Path) -> set[str]:
    """The parts of the package that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "mezani":
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mezani."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {name.name.split(".")[1] for name in node.names if name.name.startswith("mezani.")}
    return found & set(HEIGHT)


def modules() -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py"]


@pytest.mark.parametrize("source", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(source: Path) -> None:
    here = source.relative_to(SOURCE).parts[0].removesuffix(".py")
    assert here in HEIGHT, f"say in this test on which layer {here} is"
    for part in imported_parts(source):
        assert part == here or HEIGHT[part] < HEIGHT[here], f"{here} must not know {part}"


def game_modules() -> dict[str, Path]:
    """The modules of all games by their names."""
    found = [path for path in (SOURCE / "games").rglob("*.py") if path.name != "__init__.py"]
    return {".".join(("mezani", *path.relative_to(SOURCE).with_suffix("").parts)): path for path in found}


def imported_modules(source: Path) -> set[str]:
    """All names that a module imports, inside functions too, as if each were a module."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def test_no_module_of_a_game_is_imported_by_what_it_imports() -> None:
    left = {name: imported_modules(path) for name, path in game_modules().items()}
    while free := {name for name, imported in left.items() if not imported & left.keys()}:
        left = {name: imported for name, imported in left.items() if name not in free}
    assert sorted(left) == [], "these import one another in a circle, or something that does"


def test_nothing_outside_a_games_folder_names_it() -> None:
    games = [folder.name for folder in (SOURCE / "games").iterdir() if (folder / "rules.py").exists()]
    for source in modules():
        if not source.is_relative_to(SOURCE / "games") or source.parent in (
            SOURCE / "games",
            SOURCE / "games" / "common",
        ):
            tree = ast.parse(source.read_text("utf-8"))
            strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
            assert not strings & set(games), f"{source} names a game"
