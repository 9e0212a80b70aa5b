"""The Great Zimbabwe as a picture made of text, for the terminal."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from mezani.games.zimbabwe.actions import COLUMNS, CRAFTSMAN, GOD, PLACE, SPECIALIST
from mezani.games.zimbabwe.components import CRAFTSMEN, GODS, RESOURCES, SPECIALISTS
from mezani.games.zimbabwe.picture import MARKS, SHORT, Cell, cells
from mezani.games.zimbabwe.raise_view import RaiseView
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import place_of
from mezani.games.zimbabwe.view import EmpireView, ZimbabweView
from mezani.games.zimbabwe.words.names import (
    craftsman_name,
    good_title,
    power_of,
    resource_name,
    service_of,
    specialist_name,
)
from mezani.games.zimbabwe.words.sentences import label
from mezani.language import Language

WIDE = 110  # characters
INKS = ("white on red3", "black on yellow", "white on green4", "white on grey15", "black on grey93")  # by seat
GROUNDS = {
    "off": "",
    "land": "grey50",
    "water": "bright_cyan on deep_sky_blue4",
    "start": "yellow",
    "resource": "bold",
    "used": "dim strike",
}
KINDS = {"c": "orange3", "w": "green3", "i": "white", "d": "medium_purple1"}


def thing(notation: str, lang: Language) -> Text:
    """A square within a sentence."""
    return Text(notation, "bold yellow")


class Beside:
    """The board with the rest beside it; in a narrow window the one that is asked about comes last."""

    def __init__(self, board: RenderableType, rest: list[RenderableType], board_last: bool) -> None:
        self.board = board
        self.rest = rest
        self.board_last = board_last

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDE:
            table = Table.grid(padding=(0, 2, 0, 0))
            table.add_row(self.board, Group(*self.rest))
            yield table
        else:
            yield from (*self.rest, self.board) if self.board_last else (self.board, *self.rest)


def picture(view: ZimbabweView, legal: Sequence[str], lang: Language, names: Sequence[str]) -> RenderableType:
    """The board and the empires; `legal` are the notations of the legal moves."""
    rest: list[RenderableType] = [empires(view, lang, names)]
    if view.phase == "generosity":
        rest += [plaques(view, lang, names), gifts(view, lang)]
    elif view.raising:
        rest.append(raising(view.raising, lang, names))
    else:
        rest.append(supply(view, lang))
    asks_for_offers = view.phase == "generosity" or view.raising is not None
    return Group(heading(view, lang), Beside(board(view, legal), rest, board_last=not asks_for_offers))


def heading(view: ZimbabweView, lang: Language) -> Text:
    _ = lang.gettext
    phases = {
        "first monuments": _("First monuments"),
        "generosity": _("Round {round} · the generosity of kings"),
        "culture": _("Round {round} · religion and culture"),
    }
    text = Text(phases[view.phase].format(round=view.round), "bold")
    if any(empire.reached for empire in view.empires) and not view.is_over:
        text.append(" · " + _("as things stand, the game ends after this round"), "bold red")
    return text


# The board


def board(view: ZimbabweView, legal: Sequence[str]) -> Text:
    """The board in colours; where something can be chosen, a + stands or the square is underlined."""
    chosen = {place_of(match[1] + match[2]) for move in legal if (match := PLACE.fullmatch(move))}
    picture = cells(view.rows, view.resources, view.monuments, view.craftsmen)
    text = Text("   " + "".join(f" {column} " for column in COLUMNS[: len(picture[0])]), "dim")
    for row, line in enumerate(picture):
        text.append(f"\n{row + 1:>2} ", "dim")
        for column, cell in enumerate(line):
            text.append_text(shown(cell, (row, column) in chosen))
            text.append(" ", GROUNDS["water"] if is_water(line, column) and is_water(line, column + 1) else "")
    return text


def is_water(line: list[Cell], column: int) -> bool:
    return column < len(line) and line[column].what == "water"


def shown(cell: Cell, chosen: bool) -> Text:
    if cell.owner is not None:
        style = INKS[cell.owner] + (" bold" if cell.what == "monument" else "")
    else:
        style = f"{GROUNDS[cell.what]} {KINDS.get(cell.text[0], '') if cell.what in ('resource', 'used') else ''}"
    if chosen and cell.what == "land":
        return Text(" +", "bold green")
    return Text(cell.text, f"{style} underline bold" if chosen else style)


# The empires


def empires(view: ZimbabweView, lang: Language, names: Sequence[str]) -> Table:
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 1, 0, 0))
    for title in ("", "", _("VP/VR"), _("cattle"), _("god"), _("cards")):
        table.add_column(title, no_wrap=title != _("cards"))
    for seat in seats_in_order(view):
        empire = view.empires[seat]
        now = "▸" if view.to_move == seat else " "
        table.add_row(
            Text(now) + Text(f" {MARKS[seat]} ", INKS[seat]),
            Text(names[seat], "bold" if view.to_move == seat else ""),
            Text(f"{empire.vp}/{empire.vr}", "bold red" if empire.reached else ""),
            f"{empire.cattle} +{empire.revenue}",
            empire.god or "–",
            cards(view, empire),
        )
    return table


def seats_in_order(view: ZimbabweView) -> list[int]:
    """The seats in the order of play, where it is known."""
    known = [seat for seat in view.order if seat is not None]
    return known if len(known) == view.players else list(range(view.players))


def cards(view: ZimbabweView, empire: EmpireView) -> str:
    """The technologies with their prices, and the specialists; in brackets the cattle on them."""
    found = [f"{SHORT[card.type]}{card.price}" + (f"({card.cattle})" if card.cattle else "") for card in empire.cards]
    for specialist in view.specialists:
        if specialist.owner == empire.seat:
            found.append(specialist.name + (f"({specialist.cattle})" if specialist.cattle else ""))
    return " ".join(found) or "–"


def plaques(view: ZimbabweView, lang: Language, names: Sequence[str]) -> Table:
    """The row of plaques from left to right."""
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in (_("plaque"), _("cattle"), _("gave")):
        table.add_column(title)
    for number, plaque in enumerate(view.plaques):
        name = GODS[0] if plaque.seat is None else names[plaque.seat]
        mark = "▸ " if number == view.next_plaque else "  "
        gave = _("passed") if plaque.passed else str(plaque.gave) if plaque.gave else ""
        table.add_row(mark + name, str(plaque.cattle), gave)
    return table


def gifts(view: ZimbabweView, lang: Language) -> Table:
    """What the next gifts would leave, if nobody gave more."""
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in (_("gift"), _("keep"), _("plaque"), _("phase II")):
        table.add_column(title)
    for gift in view.gifts[:7]:
        row = (gift.amount or _("pass"), gift.keeps, f"+{gift.plaque}", gift.cattle)
        table.add_row(*map(str, row))
    return table


# What is left, and the raise in progress


def supply(view: ZimbabweView, lang: Language) -> Table:
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 1, 0, 0))
    for title in (_("craftsman"), _("tiles"), _("cost"), _("VP"), _("VR")):
        table.add_column(title)
    for kind, technology in enumerate(view.technologies):
        table.add_row(
            Text(f"{SHORT[technology.type]} {craftsman_name(kind, lang)}", "" if technology.ritual else "dim"),
            "■" * technology.tiles_left + "□" * (3 - technology.tiles_left),
            str(technology.cost),
            str(technology.vp),
            f"+{technology.next_vr}" if technology.next_vr else "–",
        )
    for god in view.gods:
        if god.owner is None:
            table.add_row(Text(god.name, "bold"), Text(power_of(GODS.index(god.name), lang)), "", "", f"{god.vr:+}")
    for specialist in view.specialists:
        if specialist.owner is None:
            service = Text(service_of(SPECIALISTS.index(specialist.name), lang))
            table.add_row(Text(specialist.name, "italic"), service, str(specialist.cost), "", f"{specialist.vr:+}")
    return table


def raising(progress: RaiseView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The goods that were bought, those that can be bought, and who is paid."""
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 1, 0, 0))
    title = f"{progress.square}: {progress.level} → {progress.level + 1}, +{progress.vp} {_('VP')}"
    for head in (title, _("from"), _("price"), _("hubs"), _("cost")):
        table.add_column(head)
    for good in progress.goods:
        places = " ".join([good.craftsman, *([good.primary] if good.primary else [])])
        name = Text("✓ " + good_title(CRAFTSMEN.index(good.type), lang), "green")
        table.add_row(name, places, str(good.price + good.primary_price), str(good.hubs), str(good.cost))
    for offer in progress.offers:
        places = " ".join([offer.square, *([offer.primary] if offer.primary else [])])
        name = Text("  " + good_title(CRAFTSMEN.index(offer.type), lang))
        table.add_row(name, places, str(offer.price + offer.primary_price), str(offer.hubs), str(offer.cost))
    paid = [f"{names[seat]} {cattle}" for seat, cattle in enumerate(progress.paid_to) if cattle]
    if progress.paid_for_hubs:
        paid.append(_("hubs {cattle}").format(cattle=progress.paid_for_hubs))
    return Group(table, Text(_("Paid: {list}").format(list=", ".join(paid)))) if paid else table


def sheet(view: ZimbabweView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The points: monuments by level, craftsmen, and how many are missing."""
    _ = lang.gettext
    table = Table()
    table.add_column("")
    for seat in range(view.players):
        table.add_column(names[seat], justify="right")
    levels = [[0] * 6 for _empire in view.empires]
    for monument in view.monuments:
        levels[monument.owner][monument.level] += 1
    for level in range(1, 6):
        row = [str(levels[seat][level] or "") for seat in range(view.players)]
        table.add_row(_("monuments of level {level}").format(level=level), *row)
    made = [sum(craftsman.owner == seat for craftsman in view.craftsmen) for seat in range(view.players)]
    table.add_row(_("craftsmen"), *map(str, made))
    table.add_row(_("VP"), *(str(empire.vp) for empire in view.empires), style="bold")
    table.add_row(_("VR"), *(str(empire.vr) for empire in view.empires))
    return table


def in_order(state: Zimbabwe, seat: int, legal: Sequence[int]) -> list[int]:
    """The legal moves as they are numbered: as the actions are."""
    return list(legal)


def numbers_moves(state: Zimbabwe) -> bool:
    """Whether the picture shows the numbers of the moves: they are listed below it."""
    return False


def about(state: Zimbabwe, name: str, lang: Language) -> RenderableType | None:
    """What a god, a specialist or a craftsman does and costs, by its notation or its name."""
    for kind, craftsman in enumerate(CRAFTSMEN):
        if is_called(name, craftsman, craftsman_name(kind, lang)):
            return Text(label(state, CRAFTSMAN + kind, lang))
    for number, specialist in enumerate(SPECIALISTS):
        if is_called(name, specialist, specialist_name(number, lang)):
            return Text(label(state, SPECIALIST + number, lang))
    for number, god in enumerate(GODS):
        if is_called(name, god):
            return Text(label(state, GOD + number, lang))
    return None


def is_called(typed: str, *names: str) -> bool:
    return typed.strip().casefold() in [name.casefold() for name in names]


def explanation(lang: Language) -> str:
    """How moves are written and what the signs on the board mean, for the terminal's help."""
    _ = lang.gettext
    resources = ", ".join(f"{RESOURCES[kind][0]} {resource_name(kind, lang)}" for kind in range(len(RESOURCES)))
    moves = _(
        "A square is a letter and a number: f7. f7- is a tile of two squares across, f7| upright, f7 the upper left "
        "square of 2x2. give5 is a gift, potter=2 a price; everything else is a word: pass, build, raise, end, Eshu, "
        "shaman."
    )
    board = _(
        "On the board: {resources}, with x when used up; () a starting area; R2 a monument of red at level 2; "
        "Po r3 a potter of red with price 3; + or a line under it: can be chosen."
    )
    return moves + "\n" + board.format(resources=resources)
