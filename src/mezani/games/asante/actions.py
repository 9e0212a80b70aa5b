"""The actions of Asante as numbers, and their notation. A kind of card is numbered as it stands in the deck file.

| action | number | text |
|---|---|---|
| a plain word | 0 to 11 | `draw`, `skip`, `keep`, `discard`, `again`, `end`, `done`, `let`, `never`, ... |
| one of two effects | 12 + number | `option-1` |
| take, return a ware | 16, 22 + ware | `+J`, `-J` |
| a space, a Holy Place of the middle | 28, 31 + number | `space-1`, `place-1` |
| use an Artifact; name one | 34; 37, 40 + number | `use-1`; `mine-1`, `theirs-1` |
| play a Holy Place; do as one does | 48, 56 + kind | `holy-kilimanjaro`, `as-kilimanjaro` |
| play a card | 64 + kind | `play-boatman` |
| buy or sell with a Ware card | 128, 192 + kind | `buy-JPT`, `sell-JPT` |
| take, discard, give a card | 256, 320, 384 + kind | `take-camel`, `discard-camel`, `give-camel` |
"""

from typing import Protocol

from mezani.game import NoMove
from mezani.games.asante.constants import LETTERS, MOST_KINDS, MOST_PLACE_KINDS, SLOTS, WARES
from mezani.games.asante.deck import Deck

PLAIN = ("draw", "skip", "keep", "discard", "again", "end", "done", "let", "never", "first", "away", "back")
DRAW_CARD, SKIP, KEEP, DROP, AGAIN, END, DONE, LET, NEVER, FIRST, AWAY, BACK = range(len(PLAIN))
OPTION = 12
OPTIONS = 4
PLUS = 16
MINUS = PLUS + WARES
SPACE = MINUS + WARES
PLACE = SPACE + SLOTS
USE = PLACE + SLOTS
MINE = USE + SLOTS
THEIRS = MINE + SLOTS
HOLY = 48
LIKE = HOLY + MOST_PLACE_KINDS
PLAY = 64
BUY_CARD = PLAY + MOST_KINDS
SELL_CARD = BUY_CARD + MOST_KINDS
TAKE_CARD = SELL_CARD + MOST_KINDS
DISCARD_CARD = TAKE_CARD + MOST_KINDS
GIVE_CARD = DISCARD_CARD + MOST_KINDS
ACTIONS = GIVE_CARD + MOST_KINDS

NUMBERED = {"option": (OPTION, OPTIONS), "space": (SPACE, SLOTS), "place": (PLACE, SLOTS), "use": (USE, SLOTS),
            "mine": (MINE, SLOTS), "theirs": (THEIRS, SLOTS)}  # fmt: skip
OF_PLACES = {"holy": HOLY, "as": LIKE}
OF_CARDS = {"play": PLAY, "buy": BUY_CARD, "sell": SELL_CARD, "take": TAKE_CARD, "discard": DISCARD_CARD,
            "give": GIVE_CARD}  # fmt: skip


class HasDeck(Protocol):
    """A state of the game, as far as the notation needs it."""

    @property
    def deck(self) -> Deck: ...


def action_text(state: HasDeck, action: int) -> str:
    """The notation of an action; it is the same in every position of a deck."""
    if 0 <= action < len(PLAIN):
        return PLAIN[action]
    if PLUS <= action < SPACE:
        return f"+{LETTERS[action - PLUS]}" if action < MINUS else f"-{LETTERS[action - MINUS]}"
    for verb, (first, many) in NUMBERED.items():
        if first <= action < first + many:
            return f"{verb}-{action - first + 1}"
    for verb, first in OF_PLACES.items():
        if first <= action < first + MOST_PLACE_KINDS:
            return f"{verb}-{named(state.deck.place_ids(), action - first)}"
    for verb, first in OF_CARDS.items():
        if first <= action < first + MOST_KINDS:
            return f"{verb}-{named(state.deck.card_ids(), action - first)}"
    if 0 <= action < ACTIONS:
        return f"unused-{action}"
    raise ValueError(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")


def named(ids: tuple[str, ...], kind: int) -> str:
    """The id of a kind; its number where the deck has no such kind."""
    return ids[kind] if kind < len(ids) else str(kind)


def parse_action(state: HasDeck, text: str) -> int:
    """The action of a notation, in upper or lower case; ValueError tells what would be right."""
    typed = text.strip().lower()
    if typed in PLAIN:
        return PLAIN.index(typed)
    if len(typed) == 2 and typed[0] in "+-" and typed[1].upper() in LETTERS:
        return (PLUS if typed[0] == "+" else MINUS) + LETTERS.index(typed[1].upper())
    verb, _, name = typed.partition("-")
    if verb in NUMBERED:
        first, many = NUMBERED[verb]
        if name not in map(str, range(1, many + 1)):
            raise NoMove(
                "“{text}” is not a move: write a number from 1 to {last}, as in {verb}-1.",
                text=text,
                last=many,
                verb=verb,
            )
        return first + int(name) - 1
    if verb in OF_PLACES:
        return OF_PLACES[verb] + index_of(name, state.deck.place_ids())
    if verb in OF_CARDS:
        return OF_CARDS[verb] + index_of(name, state.deck.card_ids())
    raise NoMove(
        "“{text}” is not a move: write a word (draw, keep, end), a ware (+J, -J) or a verb and a card "
        "(play-camel, buy-JPT, discard-lion).",
        text=text,
    )


def index_of(name: str, ids: tuple[str, ...]) -> int:
    lower = [known.lower() for known in ids]
    if name not in lower:
        raise NoMove("There is no card “{name}” in this deck.", name=name)
    return lower.index(name)
