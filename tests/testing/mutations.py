"""The lines that clones are made of, and what can go wrong with each of them."""

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import mezani
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.testing.checks import Check
from mezani.testing.copies import clones
from mezani.testing.trial import ContractBroken

SOURCE = Path(__file__).parent.parent.parent / "src"
SWITCH = "DROPPED"  # in a module that was changed: the number of the line that is left out
How = Literal["dropped", "emptied", "shared"]


@dataclass(frozen=True)
class Line:
    """A line of a function that gives a clone its fields."""

    module: str
    kind: str  # the class
    function: str
    number: int  # in the file, from 1
    text: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.function}: {self.text}"

    @property
    def path(self) -> Path:
        return SOURCE / Path(*self.module.split(".")).with_suffix(".py")


def copying_lines(game: Game[Any]) -> list[Line]:
    """The lines of `clone`, and of all functions `copy_...` that it calls, in the classes of a game's state."""
    kinds = [kind for kind in type(game.new(seed=1)).__mro__ if issubclass(kind, State)]
    return [line for kind in (*kinds, Rng) for line in lines_of(kind)]


def lines_of(kind: type) -> Iterator[Line]:
    path = Line(kind.__module__, "", "", 0, "").path
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            for function in node.body:
                if isinstance(function, ast.FunctionDef) and is_copying(function):
                    for statement in function.body:
                        if gives_fields(statement):
                            assert statement.lineno == statement.end_lineno, "one line for each field"
                            text = ast.unparse(statement)
                            yield Line(kind.__module__, kind.__name__, function.name, statement.lineno, text)


def is_copying(function: ast.FunctionDef) -> bool:
    raises = any(isinstance(statement, ast.Raise) for statement in function.body)  # State itself has no clone
    return (function.name == "clone" or function.name.startswith("copy_")) and not raises


def gives_fields(statement: ast.stmt) -> bool:
    """Whether a line sets a field of the clone, or calls a function that does."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def write_line(source: list[str], number: int, text: str) -> None:
    """Put a text in place of a line, as far to the right."""
    old = source[number - 1]
    source[number - 1] = old[: len(old) - len(old.lstrip())] + text


# On the interpreted build


def is_copy(line: Line) -> bool:
    """Whether a line copies what the state and its clone would otherwise share."""
    return line.text.endswith(("[:]", ".clone()"))


def changed_text(line: Line, how: How) -> str:
    """A line as it should not be: left out, without the value, or without the copy."""
    if how == "dropped":
        return "pass"
    target, _, value = line.text.partition(" = ")
    return (
        f"{target} = emptied({value})"
        if how == "emptied"
        else f"{target} = {value.removesuffix('[:]').removesuffix('.clone()')}"
    )


def emptied(value: Any) -> Any:
    """What a field of the compiled build is if nobody sets it."""
    if isinstance(value, list):
        return [emptied(item) for item in value]
    return type(value)(0) if isinstance(value, int) else None


@contextmanager
def changed(line: Line, how: How) -> Iterator[None]:
    """Run with one line of a class changed; only interpreted classes can be."""
    module = importlib.import_module(line.module)
    kind = getattr(module, line.kind)
    source = line.path.read_text("utf-8").splitlines()
    write_line(source, line.number, changed_text(line, how))
    tree = ast.parse("\n".join(source))
    [function] = [
        function
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == line.kind
        for function in node.body
        if isinstance(function, ast.FunctionDef) and function.name == line.function
    ]
    made: dict[str, Any] = {}
    exec(compile(ast.Module([function], []), str(line.path), "exec"), {**vars(module), "emptied": emptied}, made)
    true = vars(kind)[line.function]
    setattr(kind, line.function, made[line.function])
    try:
        yield
    finally:
        setattr(kind, line.function, true)


def is_caught(game: Game[Any]) -> bool:
    """Whether the check of clones finds something wrong with a game, with any number of players."""
    for players in game.seats:
        try:
            Check(clones, players)(game)
        except ContractBroken:
            return True
    return False


# On the compiled build


def write_switches(lines: list[Line], folder: Path) -> None:
    """In a copy of the sources let each line be left out when its module's switch has the line's number."""
    for module in {line.module for line in lines}:
        path = folder / next(line.path for line in lines if line.module == module).relative_to(SOURCE)
        source = path.read_text("utf-8").splitlines()
        for line in lines:
            if line.module == module:
                old = source[line.number - 1]
                source[line.number - 1] = (
                    f"{old[: len(old) - len(old.lstrip())]}if {SWITCH} != {line.number}: {line.text}"
                )
        path.write_text("\n".join([*source, "", f"{SWITCH} = 0", ""]), "utf-8")


def drop_each(name: str) -> None:
    """Leave out each line of a game's clones in this build, and print what became of it: caught or escaped."""
    game = mezani.game(name)
    assert not is_caught(game)
    for line in copying_lines(game):
        module = importlib.import_module(line.module)
        assert getattr(module, SWITCH) == 0, "the build with switches was not loaded"
        child = os.fork()  # a clone without a field may end in a crash
        if child == 0:
            setattr(module, SWITCH, line.number)
            os._exit(1 if is_caught(game) else 0)
        print("escaped" if os.waitpid(child, 0)[1] == 0 else "caught", line, flush=True)


def dropped_in(folder: Path, name: str) -> list[str]:
    """What `drop_each` prints for the build in a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(SOURCE.parent)])}
    script = f"from tests.testing.mutations import drop_each; drop_each({name!r})"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
