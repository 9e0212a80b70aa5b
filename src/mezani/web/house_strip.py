"""The strip under the bar of every page: what the host says to all, and that nothing can be done just now."""

from markupsafe import Markup

from mezani.language import Language
from mezani.tables.gate import Gate
from mezani.tables.refusals import ReadOnly
from mezani.web.rendering import render

NOTHING = Markup('<div id="house" aria-live="polite"></div>')


def house_strip(gate: Gate, lang: Language) -> Markup:
    """What stands there now; its place is there even if nothing does."""
    if not gate.read_only and gate.message is None:
        return NOTHING
    read_only = ReadOnly().say(lang) if gate.read_only else ""
    return Markup(render("includes/house_strip.html", lang, read_only=read_only, message=gate.message))
