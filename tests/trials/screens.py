"""A screen as a browser holds it: a page, and the fragments that were sent since, put where they belong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
REGIONS = ("where", "tools", "menu", "board", "score", "people")
NOT_SHOWN = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
DRAWN_EACH_TIME = re.compile(r' (?:autofocus|open)(?:="")?|<input [^>]*name="key"[^>]*>')


@dataclass(eq=False)
class Node:
    """An element."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: "list[Node | str]" = field(default_factory=list)

    def __str__(self) -> str:
        attributes = "".join(f' {name}="{value or ""}"' for name, value in sorted(self.attributes.items()))
        return f"<{self.tag}{attributes}>{''.join(map(str, self.children))}</{self.tag}>"

    def walk(self) -> "Iterator[Node]":
        """This element, and all within it."""
        yield self
        for child in self.elements():
            yield from child.walk()

    def elements(self) -> "Iterator[Node]":
        return (child for child in self.children if isinstance(child, Node))

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""


class Reader(HTMLParser):
    """Reads HTML into a tree."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("")
        self.within = [self.root]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        self.within[-1].children.append(node)
        if tag not in VOID:
            self.within.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if any(node.tag == tag for node in self.within[1:]):
            while self.within.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.within[-1].children.append(text)


class Page:
    """A table page with all that was sent to it; what `live.js` does, without a browser."""

    def __init__(self, html: str) -> None:
        self.root = Reader(NOT_SHOWN.sub("", html)).root
        body = next(node for node in self.root.walk() if node.tag == "body")
        self.live = body.get("data-live")
        self.shown = _number(r"[?&]after=(\d+)", self.live)
        self.refusal = ""  # the last that was told
        self.answers: dict[str, bool] = {}  # deeds by their keys, and whether they were done

    def address(self) -> str:
        """Where the page listens, from what it shows on."""
        return re.sub(r"([?&]after=)\d+", rf"\g<1>{self.shown}", self.live)

    def find(self, id: str) -> Node | None:
        return next((node for node in self.root.walk() if node.get("id") == id), None)

    def take(self, html: str) -> None:
        """Show a message of the server."""
        for fragment in list(Reader(html).root.elements()):
            self._place(fragment)

    def _place(self, fragment: Node) -> None:
        if fragment.tag == "meta":
            if fragment.get("name") == "turn":
                self.shown = int(fragment.get("data-after"))
            elif fragment.get("name") == "answer":
                self.answers[fragment.get("data-key")] = fragment.get("data-done") == "1"
        elif fragment.get("data-turned"):
            for line in fragment.elements():
                self._turn(line)
        elif into := fragment.get("data-into"):
            if old := self.find(into):
                old.children = [*([] if fragment.get("data-fresh") else old.children), *fragment.children]
        elif fragment.get("id") == "reason":
            self.refusal = str(fragment)
        else:
            self._replace(fragment)

    def _turn(self, line: Node) -> None:
        if old := self.find(line.get("id")):
            old.attributes["data-at"] = line.attributes.get("data-at")
            old.children = line.children

    def _replace(self, fragment: Node) -> None:
        for node in self.root.walk():
            for place, child in enumerate(node.children):
                if isinstance(child, Node) and child.get("id") == fragment.get("id"):
                    node.children[place] = fragment
                    return

    def region(self, id: str) -> str:
        """What stands in a region, less what is drawn anew each time."""
        found = self.find(id)
        return DRAWN_EACH_TIME.sub("", str(found)) if found else ""

    def lines(self) -> list[str]:
        """The log."""
        log = self.find("log")
        return [str(line) for line in log.elements()] if log else []

    def difference(self, fresh: "Page") -> str:
        """Where this screen is not what a fresh page shows; nothing if it is right."""
        lines = fresh.lines()
        pairs = {region: (self.region(region), fresh.region(region)) for region in REGIONS}
        pairs["log"] = "\n".join(self.lines()[-len(lines) :]), "\n".join(lines)
        return next((f"{region}: {_first_apart(*pair)}" for region, pair in pairs.items() if pair[0] != pair[1]), "")

    # What can be pressed

    def is_over(self) -> bool:
        return any(node.tag == "p" and "result" in node.get("class").split() for node in self.root.walk())

    def is_my_turn(self) -> bool:
        prompt = self.find("prompt")
        return prompt is not None and "you" in prompt.get("class").split()

    def has_decided(self) -> bool:
        """Whether the viewer has decided in advance."""
        return any(node.tag == "form" and node.get("data-do") == "withdraw" for node in self.root.walk())

    def form(self) -> dict[str, str]:
        """The hidden fields of the form of moves."""
        form = self.find("moves")
        return {node.get("name"): node.get("value") for node in form.walk() if node.tag == "input"} if form else {}

    def moves(self) -> list[str]:
        """The actions that may be chosen now."""
        return [
            node.get("value")
            for node in self.root.walk()
            if node.tag == "button" and node.get("name") == "action" and node.get("aria-disabled") != "true"
        ]


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def _first_apart(one: str, other: str) -> str:
    """Where two texts part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 150)
    return f"{one[start : at + 300]!r} instead of {other[start : at + 300]!r}"
