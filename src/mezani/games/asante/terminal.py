"""Asante as a picture made of text, for the terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mezani.games.asante.cards import PLACE_TYPE, Card
from mezani.games.asante.constants import GOAL, LETTERS, MARKERS, SLOTS, SPACES
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import ArtifactView, AsanteView, all_cards
from mezani.games.asante.words.card_texts import card_name, card_text, type_name, ware_name
from mezani.games.asante.words.sentences import card_lines
from mezani.games.common.terminal import score_sheet
from mezani.language import Language

WARE_STYLES = ("bright_magenta", "yellow", "green", "bright_blue", "bright_red", "bold white")
TYPE_STYLES = {"ware": "yellow", "artifact": "magenta", "person": "bright_blue", "animal": "red", "place": "cyan"}


def thing(notation: str, lang: Language) -> Text:
    """A ware or a card within a sentence."""
    if len(notation) == 1 and notation in LETTERS:
        return ware(LETTERS.index(notation), lang)
    card = all_cards(standard_deck()).get(notation)
    return named(card, lang) if card else Text(notation)


def ware(number: int, lang: Language) -> Text:
    return Text(ware_name(number, lang), WARE_STYLES[number])


def named(card: Card, lang: Language) -> Text:
    return Text(card_name(card, lang), TYPE_STYLES[card.type])


def letters(wares: Sequence[int]) -> Text:
    """Wares as letters in their colours, so many of each."""
    return Text(" ").join(Text(LETTERS[ware], WARE_STYLES[ware]) for ware, n in enumerate(wares) for _ in range(n))


def picture(view: AsanteView, legal: Sequence[str], lang: Language, names: Sequence[str]) -> RenderableType:
    """The table as the view's seat sees it; `legal` are the notations of its legal moves."""
    parts: list[RenderableType] = [heading(view, lang, names), seats(view, lang, names), middle(view, lang, names)]
    parts.append(piles(view, lang))
    if view.seat is not None:
        parts.append(cards(view, legal, lang))
    return Group(*parts)


def heading(view: AsanteView, lang: Language, names: Sequence[str]) -> Text:
    _ = lang.gettext
    turn = _("Turn {turn}, {name}").format(turn=view.turn, name=names[view.active])
    actions = "●" * view.markers + "○" * (MARKERS - view.markers)
    text = Text(f"{turn} · ", "bold") + Text(_("actions")) + Text(f" {actions}", "bold")
    if view.discount:
        text += Text(
            " · " + _("Ware cards: buy for {gold} gold less, sell for {gold} gold more").format(gold=view.discount),
            "yellow",
        )
    if view.last_turn:
        text += Text(" · " + _("last turn"), "bold red")
    return text


def seats(view: AsanteView, lang: Language, names: Sequence[str]) -> Table:
    """Gold, stand, hand and Holy Places of both players, one's own last."""
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", _("gold of {goal}").format(goal=GOAL), _("stand"), _("cards"), _("Holy Places")):
        table.add_column(title)
    for seat in seats_in_order(view):
        free = SPACES - sum(view.stands[seat])
        stand = letters(view.stands[seat])
        spaces = Text(" ".join([""] * bool(stand.plain and free) + ["·"] * free), "dim")
        owned = [
            f"{card_name(view.cards[place], lang)}{f' ×{n}' if n > 1 else ''}" for place, n in view.owned[seat].items()
        ]
        turn = seat == view.to_move
        table.add_row(
            Text(f"▸ {names[seat]}" if turn else f"  {names[seat]}", "bold" if turn else ""),
            Text(str(view.gold[seat]), "bold"),
            stand + spaces,
            hand_size(view, seat, lang),
            Text(", ".join(owned), TYPE_STYLES["place"]),
        )
    return table


def seats_in_order(view: AsanteView) -> tuple[int, int]:
    """The opponent first, as on the other side of the table."""
    return (0, 1) if view.seat == 1 else (1, 0)


def hand_size(view: AsanteView, seat: int, lang: Language) -> Text:
    """How many cards a player holds, and which of them one knows."""
    text = Text(str(view.hand_sizes[seat]))
    if view.known[seat] and seat != view.seat:
        text += Text(" (") + Text(", ").join(named(view.cards[card], lang) for card in view.known[seat]) + Text(")")
    return text


def middle(view: AsanteView, lang: Language, names: Sequence[str]) -> Table:
    """The Holy Places of the middle, and the Artifacts in front of them."""
    _ = lang.gettext
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    other, own = seats_in_order(view)
    table.add_row(
        Text(names[other], "dim"), *(artifact(view, view.artifacts[other][slot], lang) for slot in range(SLOTS))
    )
    places = [named(view.cards[place], lang) if place else Text(_("gap"), "dim") for place in view.middle]
    table.add_row(Text(_("Holy Places"), "dim"), *places)
    table.add_row(Text(names[own], "dim"), *(artifact(view, view.artifacts[own][slot], lang) for slot in range(SLOTS)))
    return table


def artifact(view: AsanteView, shown: ArtifactView | None, lang: Language) -> Text:
    _ = lang.gettext
    if shown is None:
        return Text("·", "dim")
    text = named(view.cards[shown.id], lang)
    if shown.gold:
        text += Text(" " + _("({gold} gold)").format(gold=shown.gold))
    if shown.turned:
        text = Text(f"{text.plain} " + _("(turned)"), "dim")
    return text


def piles(view: AsanteView, lang: Language) -> Table:
    """The supply, and what is in the piles; the discards from the top down."""
    _ = lang.gettext
    supply = [
        Text(f"{LETTERS[number]} ", WARE_STYLES[number]) + ware(number, lang) + Text(f" {n}")
        for number, n in enumerate(view.supply)
    ]
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(Text(_("Supply"), "dim"), Text("  ").join(supply))
    table.add_row(Text(_("Pile"), "dim"), Text(str(view.pile)))
    table.add_row(Text(_("Discards"), "dim"), discards(view, view.discards, lang))
    if view.place_discards:
        table.add_row(Text(_("Played"), "dim"), discards(view, view.place_discards, lang))
    return table


def discards(view: AsanteView, cards: Sequence[str], lang: Language) -> Text:
    """How many cards were discarded, and which: each kind once, the one on top first."""
    listed = [
        named(view.cards[card], lang) + Text(f" ×{n}" if n > 1 else "") for card, n in Counter(reversed(cards)).items()
    ]
    return Text(f"{len(cards)}" + (": " if cards else "")) + Text(", ").join(listed)


# Cards and what they do


def cards(view: AsanteView, legal: Sequence[str], lang: Language) -> RenderableType:
    """The hand, each card with its text; what was drawn or is looked at; the card that is being carried out."""
    _ = lang.gettext
    playable = {move.partition("-")[2] for move in legal}
    rows = [(_("hand"), card) for card in view.hand]
    rows += [(_("drawn"), card) for card in ([view.drawn] if view.drawn else [])]
    rows += [(_("looked at"), card) for card in view.looked]
    rows += [(_("played"), card) for card in (view.card, view.haggled) if card]
    rows += [(_("on the table"), card) for card in chosen_from(view, legal)]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(max_width=28)
    table.add_column()
    here = ""
    for title, held in rows:
        card = view.cards[held]
        bright = view.to_move != view.seat or held in playable or title != _("hand")
        table.add_row(
            Text(title if title != here else "", "dim"),
            Text(card_title(card, lang), TYPE_STYLES[card.type]),
            Text(with_action(card, lang), "" if bright else "dim"),
        )
        here = title
    return table


def chosen_from(view: AsanteView, legal: Sequence[str]) -> list[str]:
    """The Artifacts and Holy Places on the table from which is chosen now, each once."""
    if view.seat is None or view.to_move != view.seat:
        return []
    mine, theirs = view.artifacts[view.active], view.artifacts[1 - view.active]
    found: list[str | None] = []
    for move in legal:
        verb, _, name = move.partition("-")
        if verb in ("holy", "as"):
            found.append(name)
        elif verb in ("space", "place"):
            found.append(view.middle[int(name) - 1])
        elif verb in ("use", "mine", "theirs"):
            artifact = (theirs if verb == "theirs" else mine)[int(name) - 1]
            found.append(artifact.id if artifact else None)
    return list(dict.fromkeys(card for card in found if card))


def card_title(card: Card, lang: Language) -> str:
    """The name of a card, and how it is written in moves where that can't be guessed."""
    if not card.name:
        return f"{type_name(card, lang)} {card.id}"
    name = card_name(card, lang)
    return name if name.lower().replace(" ", "-") == card.id else f"{name} ({card.id})"


def with_action(card: Card, lang: Language) -> str:
    """What a card does; of what lies on the table also whether that costs an action."""
    _ = lang.gettext
    costs = {"artifact": _("1 action: {text}"), PLACE_TYPE: _("No action: {text}")}
    return costs.get(card.type, "{text}").format(text=card_text(card, lang))


def in_order(state: Asante, seat: int, legal: Sequence[int]) -> list[int]:
    """The legal moves as they are numbered: as the actions are."""
    return list(legal)


def numbers_moves(state: Asante) -> bool:
    """Whether the picture shows the numbers of the moves: they are listed below it."""
    return False


def about(state: Asante, name: str, lang: Language) -> RenderableType | None:
    """The full text of a card, asked for by its id or its name; None if there is none."""
    lines = card_lines(state, name, lang)
    return Group(Text(lines[0], "bold"), *map(Text, lines[1:])) if lines else None


def sheet(view: AsanteView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The score sheet: gold, and the wares that still wait to be sold."""
    _ = lang.gettext
    wares = [sum(view.stands[seat]) for seat in range(2)]
    rows = [(_("wares"), wares), (_("cards"), view.hand_sizes)]
    return score_sheet(names, rows, (_("gold"), view.scores))


def explanation(lang: Language) -> str:
    """How moves are written, for the terminal's help."""
    _ = lang.gettext
    wares = ", ".join(f"{letter} {ware_name(number, lang)}" for number, letter in enumerate(LETTERS))
    return _(
        "A word, or a verb and a card: draw, keep, end, buy-JPT, sell-JPT, play-camel, use-1. "
        "+J takes a ware, -J returns one. The wares: {wares}."
    ).format(wares=wares)
