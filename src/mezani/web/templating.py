"""The Jinja templates of this folder and of the games' folders, in one language.

What does not change from page to page is worked out when a template is compiled.
"""

from collections.abc import Callable, MutableMapping, Sequence
from functools import lru_cache, partial
from importlib.resources import files
from string import Formatter
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateNotFound, nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from mezani.games import game as find_game
from mezani.language import Language, language

OBJECTS = ("view", "screen", "table", "cards", "forms", "sheets", "pieces", "things", "loop")
TAKES_CONTEXT = "jinja_pass_arg"  # how Jinja marks functions that are to get more than their arguments
QUICKER = "; from mezani.web.templating import QuickMacro as Macro, filled, joined as markup_join, text_of as escape\n"
NUMBERS_KEPT = 10_000
TEXTS_KEPT = 2000

as_markup: Callable[[str], Markup] = partial(
    str.__new__, Markup
)  # what Markup() makes of a text, without a look whether it is one


def text_of(value: Any) -> str:
    """A value as HTML, to be joined with other HTML: no Markup is made of what needs none."""
    kind = type(value)
    if kind is Markup or (kind is str and value.isalnum()):
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


def joined(values: Sequence[Any]) -> str:
    """Values as one text, which is HTML if one of them is."""
    if any(type(value) is Markup for value in values):
        return as_markup("".join(map(text_of, values)))
    return "".join(map(str, values))


def filled(text: Any, /, **values: Any) -> str:
    """What `format` makes of a text, which is read once for its blanks."""
    kind = type(text)
    texts = _blanks_of(str(text)) if kind is Markup or kind is str else None
    if texts is None:
        return text.format(**values)  # type: ignore[no-any-return]
    texts = texts.copy()
    texts[1::2] = [text_of(values[blank]) if kind is Markup else str(values[blank]) for blank in texts[1::2]]
    return as_markup("".join(texts)) if kind is Markup else "".join(texts)


@lru_cache(TEXTS_KEPT)
def _blanks_of(text: str) -> list[str] | None:
    """The words of a text and the names of its blanks in turn; None where a blank says more than a name."""
    parts = [""]
    for words, blank, how, conversion in Formatter().parse(text):
        parts[-1] += words
        if blank is not None:
            if not blank.isidentifier() or how or conversion:
                return None
            parts += [blank, ""]
    return parts


class QuickMacro(Macro):
    """A macro that is called without a look at all that could be given to it, where only its arguments are."""

    def __init__(self, *facts: Any) -> None:
        super().__init__(*facts)
        self.is_plain = not (self.catch_kwargs or self.catch_varargs or self.caller) and self._default_autoescape
        self.left_out = [(missing,) * (self._argument_count - given) for given in range(self._argument_count + 1)]

    def __call__(self, *args: Any, **named: Any) -> Any:
        given = len(args)
        if not self.is_plain or given > self._argument_count:
            return super().__call__(*args, **named)
        if not named:
            return as_markup(self._func(*args, *self.left_out[given]))
        more = [named.pop(name, missing) for name in self.arguments[given:]]
        return super().__call__(*args, **named) if named else as_markup(self._func(*args, *more))


class QuickCode(CodeGenerator):
    """Code that asks directly for attributes of what is known to be no dictionary, and for what is in a list.

    It calls directly too, where a function does not want to know from where it is called.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if isinstance(node.node, nodes.Name) and node.node.name in OBJECTS:
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            return super().visit_Getitem(node, frame)
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        return self.write("]")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if node.name != "none":
            return super().visit_Test(node, frame)
        self.write("(")
        self.visit(node.node, frame)
        return self.write(" is None)")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 (Jinja's name)
        if self.takes_context(node.node) or node.dyn_args or node.dyn_kwargs:
            return super().visit_Call(node, frame, forward_caller=forward_caller)
        if isinstance(node.node, nodes.Getattr) and node.node.attr == "format" and not node.args:
            self.write("filled(")
            self.visit(node.node.node, frame)
            self.write(", ")
        else:
            self.visit(node.node, frame)
            self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        return self.write("caller=caller)" if forward_caller else ")")

    def takes_context(self, called: nodes.Expr) -> bool:
        """Whether a function is to get more than its arguments."""
        function = self.environment.globals.get(called.name) if isinstance(called, nodes.Name) else None
        return hasattr(function, TAKES_CONTEXT)

    def _import_common(self, node: Any, frame: Frame) -> None:
        """A template of ours that is imported is the same for all."""
        if isinstance(node.template, nodes.Const) and not node.with_context:
            self.write(f"environment.imported[{node.template.value!r}]")
        else:
            super()._import_common(node, frame)


class Imported(dict[str, TemplateModule]):
    """The templates that others import, by name."""

    def __init__(self, env: Environment) -> None:
        super().__init__()
        self.env = env

    def __missing__(self, name: str) -> TemplateModule:
        self[name] = module = self.env.get_template(name).module
        return module


class PagesInALanguage(Environment):
    """The environment of one language: messages without blanks are translated once, when the template is compiled."""

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
        self.globals["ngettext"] = self._numbered(self.globals["ngettext"])
        self.imported = Imported(self)

    @property
    def lang(self) -> Language:
        """The language in which its templates speak: as a game speaks it, if they are in its package."""
        return language(self.code, self.package)

    def _numbered(self, ngettext: Any) -> Any:
        """The same, and what is said of a number alone is worked out once."""
        alone = lru_cache(NUMBERS_KEPT)(lambda one, many, n: Markup(self.lang.ngettext(one, many, n)) % {"num": n})

        @pass_context
        def numbered(context: Context, one: str, many: str, n: Any, /, **more: Any) -> Any:
            return ngettext(context, one, many, n, **more) if more or type(n) is not int else alone(one, many, n)

        return numbered

    def of_game(self, game: str, name: str) -> Template | None:
        """A template of a game, if its folder has it."""
        try:
            return self.get_template(f"games/{game}/{name}.html")
        except TemplateNotFound:
            return None

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = Translated(self.lang).visit(super()._parse(source, name, filename))
        return tree

    def _generate(self, source: nodes.Template, *where: Any, **how: Any) -> str:
        """In the first line, so that the lines of errors stay those of the template."""
        return super()._generate(source, *where, **how).replace("\n", QUICKER, 1)

    def make_globals(self, more: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """A plain dictionary is looked through faster than the chain that Jinja makes."""
        return {**self.globals, **(more or {})}


def rendered(template: Template, facts: dict[str, Any]) -> str:
    """What a template makes of facts, which may be those of several templates of a game, one after the other."""
    try:
        return "".join(template.root_render_func(Context(template.environment, facts, template.name, template.blocks)))
    except Exception:
        template.environment.handle_exception()  # raises it anew, with the lines of the template


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
