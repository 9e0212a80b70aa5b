"""The Jinja templates of this folder and of the games' folders, in one language.

What does not change from page to page is worked out when a template is compiled.
"""

from collections.abc import MutableMapping
from importlib.resources import files
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateNotFound, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from mezani.games import game as find_game
from mezani.language import Language, language

OF_THE_PLACE = ("_loop_vars", "_block_vars")  # what Jinja adds to a call for functions that want to know where they are
OBJECTS = ("view", "screen", "table", "cards", "forms", "sheets", "pieces", "things", "loop")
PLAIN = (FunctionType, MethodType, BuiltinMethodType, type)
TAKES_CONTEXT = "jinja_pass_arg"  # how Jinja marks functions that are to get more than their arguments


class QuickContext(Context):
    """A context in which macros and plain functions are called without a look at what else they could be."""

    def call(self, what: Any, /, *args: Any, **named: Any) -> Any:
        kind = type(what)
        if kind is Macro or (kind in PLAIN and not hasattr(what, TAKES_CONTEXT)):
            for name in OF_THE_PLACE:
                named.pop(name, None)
            return what(self.eval_ctx, *args, **named) if kind is Macro else what(*args, **named)
        return super().call(what, *args, **named)


class QuickCode(CodeGenerator):
    """Code in which attributes of what is known to be no dictionary are asked for directly."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if isinstance(node.node, nodes.Name) and node.node.name in OBJECTS:
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame)


class PagesInALanguage(Environment):
    """The environment of one language: messages without blanks are translated once, when the template is compiled."""

    context_class = QuickContext
    code_generator_class = QuickCode

    def __init__(self, code: str, package: str = "") -> None:
        super().__init__(
            loader=FunctionLoader(_source),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        self.code, self.package = code, package
        self.install_gettext_callables(  # type: ignore[attr-defined]
            lambda message: self.lang.gettext(message),
            lambda one, many, n: self.lang.ngettext(one, many, n),
            newstyle=True,
        )

    @property
    def lang(self) -> Language:
        """The language in which its templates speak: as a game speaks it, if they are in its package."""
        return language(self.code, self.package)

    def of_game(self, game: str, name: str) -> Template | None:
        """A template of a game, if its folder has it."""
        try:
            return self.get_template(f"games/{game}/{name}.html")
        except TemplateNotFound:
            return None

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = Translated(self.lang).visit(super()._parse(source, name, filename))
        return tree

    def make_globals(self, more: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """A plain dictionary is looked through faster than the chain that Jinja makes."""
        return {**self.globals, **(more or {})}


class Translated(NodeTransformer):
    """Puts the translation in the place of each message that has no blanks, and nothing where an `if` has no `else`."""

    def __init__(self, lang: Language) -> None:
        self.lang = lang

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802 (Jinja's name)
        node = self.generic_visit(node)  # type: ignore[assignment]
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 (Jinja's name)
        node = self.generic_visit(node)  # type: ignore[assignment]
        is_message = isinstance(node.node, nodes.Name) and node.node.name in ("_", "gettext")
        if not is_message or len(node.args) != 1 or not isinstance(node.args[0], nodes.Const) or node.kwargs:
            return node
        text = Markup(self.lang.gettext(node.args[0].value)) % {}
        return nodes.MarkSafe(nodes.Const(str(text)), lineno=node.lineno)


def _source(name: str) -> str | None:
    """A template: `games/<name>/<file>` is in that game's folder."""
    folder, _, file = name.rpartition("/")
    if folder.startswith("games/"):
        path = files(find_game(folder.removeprefix("games/")).package).joinpath("page", file)
    else:
        path = files("mezani.web").joinpath("templates", name)
    return path.read_text("utf-8") if path.is_file() else None
