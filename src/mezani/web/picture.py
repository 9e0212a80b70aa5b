"""A board as a picture: some of its parts, drawn by its game, with what is lit, and nothing that can be pressed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from html.parser import HTMLParser

from markupsafe import Markup

VOID = frozenset(("input", "br", "hr", "img", "link", "meta"))
LEFT_OUT = frozenset(("form", "input", "details", "style", "script"))  # with all that is in them
PRESSED = frozenset(("button", "a", "label"))  # drawn as they are
NOT_DRAWN = re.compile(
    r"name|value|form|type|for|tabindex|title|href|popover.*|aria-(live|current|disabled|describedby)"
    r"|data-(at|look|do|zoom|press|lights)"
)
TRAVELS = re.compile(r"view-transition-\w+:[^;]*;?")
OWN_ID = re.compile(r"url\(#([\w-]+)\)")

Attributes = dict[str, str]


def picture(board: str, parts: Sequence[str], lit: Mapping[str, str], name: str) -> Markup:
    """The parts of a board that have these `data-at`, in this order; what is lit gets its letter.

    The ids of the picture begin with its name, since there may be several on a page.
    """
    drawing = _drawn(board, parts, lit, name)
    inside = "".join("".join(drawing.parts[part]) for part in parts)
    return Markup(f"<div{_written(drawing.frame)}>{inside}</div>")


def not_in_picture(board: str, parts: Sequence[str], lit: Sequence[str]) -> list[str]:
    """What such a picture lacks: parts that are not on the board, or within each other, and what is lit elsewhere."""
    drawing = _drawn(board, parts, dict.fromkeys(lit, ""), "")
    return [part for part in parts if not drawing.parts[part]] + [mark for mark in lit if mark not in drawing.found]


def _drawn(board: str, parts: Sequence[str], lit: Mapping[str, str], name: str) -> "_Drawing":
    drawing = _Drawing(parts, lit, name)
    drawing.feed(board)
    drawing.close()
    return drawing


class _Drawing(HTMLParser):
    """Reads a board, and keeps what belongs to the picture."""

    def __init__(self, parts: Iterable[str], lit: Mapping[str, str], name: str) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: dict[str, list[str]] = {part: [] for part in parts}
        self.frame: Attributes = {}  # of the board itself
        self.lit, self.name = lit, name
        self.found: set[str] = set()  # of what is lit
        self.open: list[str] = []  # the elements that are open in the part that is read, as they are written
        self.part = ""
        self.left_out = 0  # how deep in something that is left out

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        marks = given.get("data-at", "").split()
        names = given.get("class", "").split()
        if not self.frame and "board" in names:  # the page itself has none: its layout would be that of a table
            kept = " ".join(name for name in names if name != "board")
            self.frame = {"class": kept, "style": given.get("style", "")}
        if not self.part:
            self.part = next((mark for mark in marks if mark in self.parts and not self.parts[mark]), "")
        if not self.part:
            return
        if self.left_out or tag in LEFT_OUT:
            self.left_out += tag not in VOID
            return
        written = "span" if tag in PRESSED else tag
        self._keep(f"<{written}{_written(self._attributes(tag, given, marks))}>")
        if tag not in VOID:
            self.open.append(written)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.part and not self.left_out and tag not in LEFT_OUT:
            given = {name: value or "" for name, value in attrs}
            self._keep(f"<{tag}{_written(self._attributes(tag, given, given.get('data-at', '').split()))}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self.part or tag in VOID:
            return
        if self.left_out:
            self.left_out -= 1
            return
        self._keep(f"</{self.open.pop()}>")
        if not self.open:
            self.part = ""

    def handle_data(self, data: str) -> None:
        if not self.left_out:
            self._keep(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def _keep(self, text: str) -> None:
        if self.part:
            self.parts[self.part].append(text)

    def _attributes(self, tag: str, given: Attributes, marks: Sequence[str]) -> Attributes:
        """What stays of an element's attributes, and what it gets."""
        href = {"href": given["href"]} if tag == "use" else {}
        kept = {name: self._own(name, value) for name, value in given.items() if not NOT_DRAWN.fullmatch(name)} | href
        kept |= _role(tag, given)
        mark = next((mark for mark in marks if mark in self.lit), None)
        if mark is not None:
            self.found.add(mark)
            kept["class"] = f"{given.get('class', '')} in-light".strip()
            kept |= {"data-letter": self.lit[mark]} if self.lit[mark] else {}
        return kept

    def _own(self, name: str, value: str) -> str:
        """A value that belongs to this picture alone."""
        if name == "style":
            return TRAVELS.sub("", value)
        if name in ("id", "aria-labelledby"):
            return f"{self.name}-{value}"
        return OWN_ID.sub(rf"url(#{self.name}-\1)", value)


def _role(tag: str, given: Attributes) -> Attributes:
    """What a screen reader is told of an element of a picture: it is no landmark, no heading, no button."""
    if tag == "section" or given.get("role") == "region":
        return {"role": "group"}
    if tag in ("h2", "h3"):
        return {"role": "presentation"}
    return {"role": "img"} if tag in PRESSED and "aria-label" in given else {}


def _written(attributes: Attributes) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value or name == "hidden")
