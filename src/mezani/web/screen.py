"""A screen: one table as one seat or a spectator sees it, in pieces that are sent again when they change."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import segno
from markupsafe import Markup

from mezani import bots
from mezani.game import Reason
from mezani.language import Language
from mezani.tables.hall import Presence
from mezani.tables.table import Table
from mezani.web.eyes import Eyes
from mezani.web.pages import board_of, drawn, part, render
from mezani.web.pieces import Part, Piece, Sketch, drawn_part
from mezani.web.plain import plain_board
from mezani.web.summary import Sheet, aside_of, sheet_of
from mezani.web.telling import Line, all_lines, chapter_title, names_of, stop_sentence, terms_sentence

if TYPE_CHECKING:
    from mezani.web.since import Since

LINES_SHOWN = 120
MANY = 24


class Move(NamedTuple):
    """Something that the viewer may decide, as a button."""

    action: int
    text: str
    label: str


class MoveGroup(NamedTuple):
    """Moves of one kind."""

    moves: list[Move]
    is_long: bool


@dataclass
class Screen:
    """What somebody sees of a table. `seat` None: what everybody sees."""

    table: Table
    seat: int | None
    own: list[int]  # the viewer's seats; several where people share a screen
    lang: Language
    presence: Presence = field(default_factory=Presence)
    base: str = ""  # the address of this server, for links
    hinted: int | None = None
    chosen: int | None = None  # to be confirmed
    known_name: str = ""  # with which the viewer last sat down
    looks_at: str = ""  # what the viewer looks at more closely
    is_writing: bool = False  # without JavaScript: the page stays as it is while the viewer chats
    is_past: bool = False  # a position of a replay: there is nothing to decide
    since: "Since | None" = None  # what the viewer has missed
    says: str = ""  # instead of the prompt, at the moment when a hand or a round ends
    unread: int | None = None  # the chapter whose summary is to be read
    sheet: Sheet | None = None  # and that summary, where it lies on the cloth

    # Who sees it

    @cached_property
    def curtain(self) -> int | None:
        """The seat for whom the screen must change hands first, where people share one."""
        to_move = self.table.to_move
        if len(self.own) > 1 and to_move in self.own and to_move != self.seat:
            return to_move
        return None

    @cached_property
    def eyes(self) -> int | None:
        """The seat whose view is shown: none behind a curtain."""
        return None if self.curtain is not None else self.seat

    @property
    def path(self) -> str:
        """The address of this screen."""
        return f"/table/{self.table.id}" + ("" if self.seat is None else f"?seat={self.seat}")

    @property
    def reader(self) -> int | None:
        """The seat to which the log is told: none where people share a screen without a curtain, each "you" in turn."""
        return None if self.table.game.is_open and len(self.own) > 1 else self.eyes

    @property
    def is_waiting(self) -> bool:
        """Whether the viewer can only wait: there is nothing to choose between and nothing to fill in."""
        can_choose = self.is_writing or self.is_your_turn or self.curtain is not None or len(self.moves) > 1
        return self.table.is_running and not self.is_past and not can_choose

    @cached_property
    def names(self) -> list[str]:
        return names_of(self.table, self.lang)

    @cached_property
    def is_your_turn(self) -> bool:
        return not self.is_past and self.eyes is not None and self.table.asked == self.eyes

    @cached_property
    def is_spared(self) -> bool:
        """Whether the table answers a question for the viewer, who then sees nothing of it."""
        return not self.is_past and self.eyes is not None and self.table.to_move == self.eyes and not self.is_your_turn

    @property
    def to_move(self) -> int | None:
        """The seat that the viewer sees waited for: who is spared a question sees the one that has just moved."""
        return self.table.last_seat if self.is_spared else self.table.to_move

    @property
    def asked_always(self) -> bool:
        """Whether the viewer wants to be asked even where there is no choice."""
        return self.eyes in self.table.asked_always

    @property
    def can_undo(self) -> bool:
        return not self.is_past and self.eyes is not None and self.table.can_undo(self.eyes)

    # What can be done

    @cached_property
    def moves(self) -> list[Move]:
        """All that the viewer may decide now, in the order of the game."""
        seat, state, game = self.eyes, self.table.state, self.table.game
        if seat is None or self.is_past or self.table.seats[seat].bot:
            return []
        return [
            Move(action, game.action_text(state, action), game.label(state, action, self.lang))
            for action in self.table.choices(seat)
        ]

    @property
    def committed(self) -> str | None:
        """What the viewer has decided in advance, in words."""
        if self.eyes is None or self.eyes not in self.table.commitments:
            return None
        return self.table.game.label(self.table.state, self.table.commitments[self.eyes], self.lang)

    @property
    def chosen_label(self) -> str | None:
        """The move that waits for the viewer's yes, in words."""
        if self.chosen is None:
            return None
        return next((move.label for move in self.moves if move.action == self.chosen), None)

    @property
    def levels(self) -> list[str]:
        return bots.levels()

    @property
    def code(self) -> Markup:
        """The link of the table as a code for a camera."""
        return link_code(f"{self.base}/table/{self.table.id}")

    def groups(self) -> list[MoveGroup]:
        """The moves by the letters that their notation begins with."""
        groups = [list(group) for _, group in groupby(self.moves, key=_kind_of_move)]
        return [MoveGroup(moves, len(moves) > MANY) for moves in groups]

    # What it is made of

    def regions(self) -> dict[str, Markup]:
        """The HTML of each region of the page."""
        parts = self.parts()
        return {name: self.said.filled(drawn_part(parts[name], parts)) for name in REGIONS}

    def parts(self) -> dict[str, Part]:
        """The regions of the page, then the pieces within them."""
        sketch = Sketch()
        regions = {name: region(self, sketch) for name, region in REGIONS.items()}
        return regions | sketch.pieces  # a region may be a piece itself

    def parts_of_board(self) -> dict[str, Part]:
        """The cloth, then the pieces that lie on it."""
        sketch = Sketch()
        return {"board": self.board(sketch)} | sketch.pieces

    def ours(self, name: str, *facts: Any) -> Piece:
        """A region as all games have it."""
        return Piece(part(name, self.lang.code), facts)

    def rendered(self, name: str, **facts: Any) -> Markup:
        return Markup(render(f"parts/{name}.html", self.lang, screen=self, table=self.table, **facts))

    def chapter(self) -> str:
        """Where the game has got to, in words."""
        game = self.table.game
        return chapter_title(game, game.place(self.table.state), self.lang) if self.table.begun else ""

    def is_left(self) -> bool:
        """Whether a bot plays for the viewer."""
        return self.eyes is not None and self.table.seats[self.eyes].bot is not None

    def scores(self) -> list[Any] | None:
        """The points as far as the viewer may see them."""
        scores = getattr(self.view, "scores", None)
        return list(scores) if isinstance(scores, (list, tuple)) and len(scores) == self.table.players else None

    @cached_property
    def view(self) -> Any:
        """What the viewer may see of the game; None before it begins."""
        view = self.table.view(self.eyes) if self.table.begun else None
        return msgspec.structs.replace(view, to_move=None) if view is not None and self.says else view

    def board(self, sketch: Sketch) -> Part:
        """The cloth and what lies on it."""
        if not self.table.begun:
            return self.rendered("lobby")
        if self.curtain is not None:
            return self.rendered("curtain")
        if shown := self.drawn("board", sketch):
            return f'<div class="cloth" id="board">{shown}</div>'
        plain = plain_board(self.table.game.name, self.view, self.names, self.lang)
        return self.rendered("plain", prompt=self.prompt, plain=plain, groups=self.groups())

    def board_html(self) -> Markup:
        """The cloth by itself."""
        return self.regions()["board"]

    def tools(self) -> Part:
        running, turn = self.table.is_running, self.table.turn
        usable = self.can_undo or self.is_your_turn
        return self.ours(
            "tools", self.table.id, self.eyes, running, self.can_undo, self.is_your_turn, turn if usable else 0
        )

    def menu(self) -> Part:
        table = self.table
        return self.ours("menu", table.id, self.eyes, table.begun, table.is_over, self.is_left())

    @property
    def prompt(self) -> str:
        """What is to be done now; a replay asks nothing of its viewer."""
        if self.says:
            return self.says
        if self.table.stop:
            return stop_sentence(self.table.stop, self.names, self.lang)
        if self.is_spared:
            name = self.names[self.table.last_seat or 0]
            return self.lang.gettext("{name} is thinking.").format(name=name)
        seat = None if self.is_past else self.eyes
        said = self.table.game.prompt(self.table.state, seat, self.lang, self.names)
        aside = aside_of(self.table, self.eyes, self.lang) if self.is_your_turn else ""
        call, _, request = said.partition(". ")
        return f"{call}. {aside} {request}" if aside and request else said

    # Summaries

    @property
    def address(self) -> str:
        """The address of this screen, to which more can be added."""
        shared = len(self.own) > 1 and self.seat is not None
        return f"/table/{self.table.id}?" + (f"seat={self.seat}&" if shared else "")

    def read_summary(self, stays: str) -> Sheet | None:
        """The summary that is to be read, for this viewer; it stays as long as they wish."""
        if self.unread is None:
            return None
        close = self.address.rstrip("?&")
        return sheet_of(self.table, self.unread, self.eyes, self.lang, self.called, close, stays)

    @property
    def again(self) -> tuple[str, int] | None:
        """Where summaries are opened again, and the chapter of the open one; None where there are none to open."""
        if self.is_past or self.table.game.summaries is None:
            return None
        return f"{self.address}summary=", self.sheet.number if self.sheet else 0

    def laid_sheet(self, sketch: Sketch) -> Markup:
        """The summary, or its empty place, as a piece of the board."""
        game, code = self.table.game, self.lang.code
        template = drawn(game.name, "summary", code) if game.summaries else None
        if template is None:
            return Markup("")
        if self.sheet is None:
            return sketch.piece("summary", part("summary", code))
        return sketch.piece("summary", template.module.summary, self.sheet)  # type: ignore[attr-defined]

    def drawn(self, name: str, sketch: Sketch) -> str | None:
        """A region as the game draws it; None before it begins, or if the game leaves it to us."""
        template = drawn(self.table.game.name, name, self.lang.code) if self.table.begun else None
        if template is None:
            return None
        return template.render(
            screen=self,
            view=self.view,
            seat=self.eyes,
            names=self.names,
            called=self.called,
            lang=self.table.game.language(self.lang),
            moves=self.by_notation,
            drawing=self.drawing,
            piece=sketch.piece,
            frame=sketch.frame,
            summary=self.laid_sheet(sketch) if name == "board" else "",
        )

    @cached_property
    def by_notation(self) -> dict[str, Move]:
        return {move.text: move for move in self.moves}

    @cached_property
    def drawing(self) -> Any:
        """What the game works out for its board, if it does: of the view, and of what the viewer looks at."""
        board = board_of(self.table.game.name)
        look = self.table.game.look(self.table.state, self.eyes, self.looks_at) if board else None
        return board.drawing(self.view, look) if board else None

    @cached_property
    def called(self) -> list[str]:
        """What everybody is called on this screen."""
        return [self.lang.gettext("You") if n == self.eyes else name for n, name in enumerate(self.names)]

    @cached_property
    def said(self) -> Eyes:
        """What is said differently to each viewer."""
        return Eyes(self.eyes, self.called)

    def action_of(self, notation: str) -> int:
        """The number of an action; a board also shows those that are not legal, and a press on them asks why."""
        return self.table.game.parse_action(self.table.state, notation)

    def actions_of(self, things: Iterable[str], use: str = "") -> list[int]:
        """The numbers of actions whose notation is a thing and the use that is made of it."""
        return [self.action_of(thing + use) for thing in things]

    def why_not(self, notation: str) -> Reason | None:
        """Why the viewer may not make a move, for the board to say so beside it."""
        if self.eyes is None:
            return None
        return self.table.game.why_not(self.table.state, self.eyes, self.action_of(notation), self.lang)

    @property
    def ahead(self) -> str | None:
        """The notation of what the viewer has decided in advance."""
        if self.eyes is None or self.eyes not in self.table.commitments:
            return None
        return self.table.game.action_text(self.table.state, self.table.commitments[self.eyes])

    def lines(self, last: int = LINES_SHOWN) -> list[Line]:
        """The log."""
        return all_lines(self.table, self.reader, self.lang, last)

    @property
    def terms(self) -> str:
        """What was agreed at the table."""
        return terms_sentence(self.table, self.lang)

    def title(self) -> str:
        """The title of the page."""
        name = self.table.game.title
        turn = self.lang.gettext("Your turn") if self.is_your_turn else ""
        return " · ".join(part for part in (turn, name, "Mezani") if part)


REGIONS: dict[str, Callable[[Screen, Sketch], Part]] = {
    "where": lambda screen, sketch: screen.drawn("where", sketch) or screen.ours("where", screen.chapter()),
    "tools": lambda screen, _: screen.tools(),
    "menu": lambda screen, _: screen.menu(),
    "board": Screen.board,
    "large": lambda screen, sketch: screen.drawn("large", sketch) or '<div id="large" hidden></div>',
    "score": lambda screen, sketch: (
        screen.drawn("score", sketch) or screen.ours("score", screen.called, screen.eyes, screen.scores())
    ),
    "since": lambda screen, _: screen.ours("since", screen.table.id, screen.seat, screen.since),
    "since_strip": lambda screen, _: screen.ours("since_strip", screen.table.id, screen.seat, screen.since),
    "people": lambda screen, _: screen.ours("people", screen.table.seats, screen.presence),
}


def _kind_of_move(move: Move) -> str:
    letters = [char for char in move.text if not char.isdigit()]
    return "".join(letters[:1])


def link_code(address: str) -> Markup:
    """An address as a code that a camera reads."""
    return Markup(segno.make(address, micro=False).svg_inline(dark="#241b15", omitsize=True, border=2))
