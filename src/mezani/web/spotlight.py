"""The spotlight of a lesson: what a step is about is framed and lettered, the rest of the board steps back."""

from collections.abc import Sequence

from markupsafe import Markup

from mezani.lessons.lesson import LETTERS

IN_USE = '.prompt.you, [name="action"]:not([aria-disabled])'  # what moves are made with stays bright
BACK = "filter: brightness(.78) saturate(.85)"
FRAME = "z-index: 8; outline: 3px solid #fffefa; outline-offset: 1px; box-shadow: 0 0 0 6px #241b15"
LETTER = (
    "position: absolute; z-index: 9; left: -8px; top: -10px; display: grid; place-items: center; min-width: 24px; "
    "height: 24px; padding: 0 4px; border-radius: 4px; background: #241b15; color: #fffbf1; "
    "box-shadow: 0 0 0 1.5px #fffbf1; font: 700 15px/1 var(--font)"
)


def spotlight(marks: Sequence[str], has_letters: bool) -> Markup:
    """The style of a page on which these things of the board are lit, by their `data-at`."""
    if not marks:
        return Markup("")
    lit = ", ".join(map(selector, marks))
    rules = [
        f"#board .board > :not({lit}, :has({lit}, {IN_USE})) {{ {BACK} }}",
        f"#board :is({lit}) {{ {FRAME} }}",
    ]
    if has_letters:
        rules.append(f"#board :is({lit})::before {{ {LETTER} }}")
        pairs = zip(LETTERS, marks, strict=False)
        rules += [f'#board {selector(mark)}::before {{ content: "{letter}" }}' for letter, mark in pairs]
    return Markup("\n".join(rules))


def selector(mark: str) -> str:
    """What has a notation in its `data-at`."""
    escaped = mark.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
    return f'[data-at~="{escaped}"]'
