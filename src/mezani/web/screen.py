"""A screen: one table as one seat or a spectator sees it, in pieces that are sent again when they change."""

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import Template
from markupsafe import Markup

from mezani import bots
from mezani.game import Reason
from mezani.language import Language
from mezani.tables.away import Absent, absent
from mezani.tables.coach import Advice
from mezani.tables.comments import Comment
from mezani.tables.lists import NextTable
from mezani.tables.presence import Presence
from mezani.tables.table import Table
from mezani.web.chat import NOBODY, Writing
from mezani.web.clocks import ClocksOnScreen, clock_fragments, clocks_on, let_clocks_run, who_is_here
from mezani.web.coaching import coaching
from mezani.web.log_lines import (
    LINES_SHOWN,
    Line,
    all_lines,
    chapter_title,
    ending_sentence,
    names_of,
    stop_sentence,
    terms_sentences,
)
from mezani.web.marks import Mark
from mezani.web.moves import Move, MoveGroup, MovesByNotation, kind_of
from mezani.web.once import once
from mezani.web.perspective import Perspective
from mezani.web.pieces import Collector, Fragment, Piece, hole, html_of
from mezani.web.plain_board import plain_board
from mezani.web.qr_codes import qr_code
from mezani.web.rendering import board_of, game_template, macro_of, render
from mezani.web.summary import Sheet, SummaryLinks, aside_of, sheet_of
from mezani.web.templating import rendered

if TYPE_CHECKING:
    from mezani.web.missed import Missed

UNKNOWN = NextTable("", 0)  # what the page shows stays
PAUSES = ("ask-pause", "agree-pause", "refuse-pause", "resume")
MANY = 24
DEEDS = ("confirm", "undo", "withdraw", "ask", "coach", "return", "replace", "go-on", "leave", *PAUSES)
FORMS = ["moves", *(f"do-{what}" for what in DEEDS)]


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
    level: str = ""  # of the bots for chairs that stay free, as the viewer has last chosen it
    looks_at: str = ""  # what the viewer looks at more closely
    is_writing: bool = False  # without JavaScript: the page stays as it is while the viewer chats
    is_past: bool = False  # a position of a replay: there is nothing to decide
    missed: "Missed | None" = None  # what the viewer has missed
    announcement: str = ""  # instead of the prompt, at the moment when a hand or a round ends
    summary_number: int | None = None  # of the chapter whose summary is to be read
    sheet: Sheet | None = None  # and that summary, where it lies on the cloth
    next_table: NextTable | None = None  # that waits for the viewer
    advice: Advice | None = None  # of the coach, where the viewer practises
    unheard: frozenset[int] = frozenset()  # seats whose words the viewer does not hear
    writing: Writing = NOBODY  # to whom the viewer writes
    marks: tuple[Mark, ...] = ()  # what stands beside the names
    pointed: tuple[str, ...] = ()  # where something is pointed out: squares on which there may be nothing to point at

    def looks_alike(self) -> Hashable:
        """What decides how a table looks at one moment: screens for which it is the same show the same."""
        own = {**vars(self), "own": tuple(self.own), "may_replace_absent": self.may_replace_absent}
        return tuple(own[name] for name in DECIDES)

    # Who sees it

    @once
    def curtain(self) -> int | None:
        """The seat for whom the screen must change hands first, where people share one."""
        to_move = self.table.to_move
        if len(self.own) > 1 and to_move in self.own and to_move != self.seat:
            return to_move
        return None

    @once
    def viewing_seat(self) -> int | None:
        """The seat whose view is shown: none for spectators and behind a curtain."""
        return None if self.curtain is not None else self.seat

    @property
    def path(self) -> str:
        """The address of this screen."""
        return f"/table/{self.table.id}" + ("" if self.seat is None else f"?seat={self.seat}")

    @property
    def reader(self) -> int | None:
        """The seat to which the log is told: none where people share a screen without a curtain, each "you" in turn."""
        return None if self.table.game.is_open and len(self.own) > 1 else self.viewing_seat

    @property
    def is_waiting(self) -> bool:
        """Whether the viewer can only wait: there is nothing to choose between and nothing to fill in."""
        can_choose = self.is_writing or self.is_your_turn or self.curtain is not None or len(self.moves) > 1
        return self.table.is_running and not self.is_past and not can_choose

    @once
    def names(self) -> list[str]:
        return names_of(self.table, self.lang)

    @once
    def is_your_turn(self) -> bool:
        return not self.is_past and self.viewing_seat is not None and self.table.asked == self.viewing_seat

    @once
    def is_spared(self) -> bool:
        """Whether the table answers a question for the viewer, who then sees nothing of it."""
        is_asked = self.viewing_seat is not None and self.table.to_move == self.viewing_seat
        return is_asked and not self.is_past and not self.is_your_turn

    @property
    def is_practice(self) -> bool:
        """Whether the viewer sits alone among bots, and may ask for hints."""
        return self.viewing_seat is not None and self.table.is_practice_of(self.table.seats[self.viewing_seat].player)

    @property
    def to_move(self) -> int | None:
        """The seat that the viewer sees waited for: who is spared a question sees the one that has just moved."""
        return self.table.last_seat if self.is_spared else self.table.to_move

    @property
    def asked_always(self) -> bool:
        """Whether the viewer wants to be asked even where there is no choice."""
        return self.viewing_seat in self.table.asked_always

    @property
    def can_undo(self) -> bool:
        return not self.is_past and self.viewing_seat is not None and self.table.can_undo(self.viewing_seat)

    # What can be done

    @once
    def moves(self) -> list[Move]:
        """All that the viewer may decide now, in the order of the game."""
        return list(self.by_notation.values())

    def choices(self) -> list[int]:
        """The same as numbers."""
        seat = self.viewing_seat
        return [] if seat is None or self.is_past or self.table.seats[seat].bot else self.table.choices(seat)

    @property
    def committed_label(self) -> str | None:
        """What the viewer has decided in advance, in words."""
        if self.viewing_seat is None or self.viewing_seat not in self.table.commitments:
            return None
        return self.table.game.label(self.table.state, self.table.commitments[self.viewing_seat], self.lang)

    @property
    def chosen_label(self) -> str | None:
        """The move that waits for the viewer's yes, in words."""
        if self.chosen is None:
            return None
        return next((move.label for move in self.moves if move.action == self.chosen), None)

    @once
    def absent(self) -> Absent | None:
        """Whom the viewer and the others wait for in vain."""
        found = None if self.is_past or not self.own else absent(self.table, self.presence.seats)
        return None if found is None or found.seat in self.own else found

    @property
    def may_replace_absent(self) -> bool:
        """Whether the viewer may let a bot play for them by now."""
        return self.absent is not None and time.time() >= self.absent.due

    @property
    def place_of_absent(self) -> Markup:
        """Where a board says that somebody is away: a fragment of its own, since it changes as people come and go."""
        return Markup("") if self.is_past else hole("absent")

    @once
    def clocks(self) -> ClocksOnScreen | None:
        """The clocks that are to be seen."""
        return clocks_on(self)

    def absent_notice(self) -> Piece:
        """What is said there."""
        macro, away = macro_of("macros/absent", self.lang.code), self.absent
        if away is None:
            return Piece(macro, ("", None, None, "", 0, False))
        facts = (self.table.id, self.own[0], away.seat, self.names[away.seat], int(away.due), self.may_replace_absent)
        return Piece(macro, facts)

    @property
    def levels(self) -> list[str]:
        return bots.levels()

    @property
    def qr_code(self) -> Markup:
        """The link of the table as a code for a camera."""
        return qr_code(f"{self.base}/table/{self.table.id}")

    def groups(self) -> list[MoveGroup]:
        """The moves by the letters that their notation begins with."""
        groups = [list(group) for _, group in groupby(self.moves, key=kind_of)]
        return [MoveGroup(moves, len(moves) > MANY) for moves in groups]

    @property
    def forms(self) -> list[str]:
        """The ids of the forms by which the viewer may do something; the page holds a key for each of them."""
        if not self.table.begun:
            return ["do-leave", *(f"do-get-up-{seat}" for seat in self.own), "do-fill"] if self.own else ["do-sit"]
        return [] if self.seat is None else FORMS

    # What it is made of

    def regions(self) -> dict[str, Markup]:
        """The HTML of each region of the page."""
        fragments = self.fragments()
        if self.perspective.draw_clock is None:
            let_clocks_run(self.clocks, self.perspective)
        return {name: self.perspective.filled(html_of(fragments[name], fragments)) for name in REGIONS}

    def common(self) -> dict[str, Fragment]:
        """The fragments of the game that look alike for all who see it at one moment."""
        template = game_template(self.table.game.name, "common", self.lang.code) if self.table.begun else None
        if template is None:
            return {}
        with Collector() as collector:
            table = self.table
            view = self.view if table.later else self._resting(table.view(None))  # who looks back knows their own cards
            collector.facts = {**template.globals, "view": view, "seats": table.seats, "piece": collector.piece}
            rendered(template, collector.facts)
        return collector.fragments

    def fragments(self, common: Mapping[str, Fragment] | None = None) -> dict[str, Fragment]:
        """The regions of the page, then the fragments within them; what all see may be drawn already."""
        with Collector(self.common() if common is None else common) as collector:
            regions = {name: region(self, collector) for name, region in REGIONS.items()}
        more = {"absent": self.absent_notice(), **clock_fragments(self.clocks)}
        return regions | collector.fragments | more  # a region may be a piece itself

    def board_fragments(self) -> dict[str, Fragment]:
        """The cloth, then the fragments that lie on it."""
        with Collector(self.common()) as collector:
            board = self.board(collector)
        return {"board": board} | collector.fragments | {"absent": self.absent_notice(), **clock_fragments(self.clocks)}

    def common_region(self, name: str, *facts: Any) -> Piece:
        """A region that looks alike in all games."""
        return Piece(macro_of(f"regions/{name}", self.lang.code), facts)

    def common_board(self, name: str, **facts: Any) -> Markup:
        """What lies on the cloth where no game has drawn it."""
        return Markup(render(f"boards/{name}.html", self.lang, screen=self, table=self.table, **facts))

    def chapter(self) -> str:
        """Where the game has got to, in words."""
        game = self.table.game
        return chapter_title(game, game.place(self.table.state), self.lang) if self.table.begun else ""

    @property
    def is_closed(self) -> bool:
        """Whether the host has closed the table that is to be seen."""
        return self.table.closed and not self.is_past

    @property
    def is_paused(self) -> bool:
        """Whether the clocks of the table that is to be seen stand still by agreement."""
        return self.table.is_paused and not self.is_past

    def is_left(self) -> bool:
        """Whether a bot plays for the viewer."""
        return self.viewing_seat is not None and self.table.seats[self.viewing_seat].bot is not None

    def scores(self) -> list[Any] | None:
        """The points as far as the viewer may see them."""
        scores = getattr(self.view, "scores", None)
        return list(scores) if isinstance(scores, (list, tuple)) and len(scores) == self.table.players else None

    @once
    def view(self) -> Any:
        """What the viewer may see of the game; None before it begins."""
        return self._resting(self.table.view(self.viewing_seat)) if self.table.begun else None

    def _resting(self, view: Any) -> Any:
        """The same where nobody is to move: a chapter has just ended, or the host has closed the table."""
        rests = self.announcement or ((self.is_closed or self.is_paused) and hasattr(view, "to_move"))
        return msgspec.structs.replace(view, to_move=None) if rests else view

    def board(self, collector: Collector) -> Fragment:
        """The cloth and what lies on it."""
        if not self.table.begun:
            return self.common_board("lobby")
        if self.curtain is not None:
            return self.common_board("curtain")
        if shown := self.game_region("board", collector):
            return f'<div class="cloth" id="board">{shown}</div>'
        plain = plain_board(self.table.game.name, self.view, self.names, self.lang)
        return self.common_board("plain", prompt=self.prompt, plain=plain, groups=self.groups())

    def where(self, collector: Collector) -> Fragment:
        """How far the game has got."""
        drawn = collector.shared("where") or self.game_region("where", collector)
        return drawn or self.common_region("where", self.chapter())

    def score(self, collector: Collector) -> Fragment:
        drawn = self.game_region("score", collector)
        return drawn or self.common_region("score", self.called, self.viewing_seat, self.scores())

    def board_html(self) -> Markup:
        """The cloth by itself."""
        return self.regions()["board"]

    def tools(self) -> Fragment:
        running, turn = self.table.is_running, self.table.turn
        usable = self.can_undo or self.is_your_turn
        facts = (self.can_undo, self.is_practice, self.is_your_turn, turn if usable else 0)
        return self.common_region("tools", self.table.id, self.viewing_seat, running, *facts)

    def menu(self) -> Fragment:
        table = self.table
        counts = (table.terms.rated, table.tournament is not None)
        facts = (table.begun, table.is_over, self.is_left(), self.is_practice, *counts)
        return self.common_region("menu", table.id, self.viewing_seat, *facts)

    @property
    def prompt(self) -> str:
        """What is to be done now; a replay asks nothing of its viewer."""
        if self.announcement:
            return self.announcement
        if self.is_closed:
            return self.lang.gettext("The host has closed this table. Nobody can play here any more.")
        if self.table.stop:
            return stop_sentence(self.table.stop, self.names, self.lang)
        if self.is_paused:
            return self.lang.gettext("The game is paused.")
        if ended := ending_sentence(self.table, self.names, self.lang):
            return ended
        if self.is_spared:
            name = self.names[self.table.last_seat or 0]
            return self.lang.gettext("{name} is thinking.").format(name=name)
        seat = None if self.is_past else self.viewing_seat
        said = self.table.game.prompt(self.table.state, seat, self.lang, self.names)
        aside = aside_of(self.table, self.viewing_seat, self.lang) if self.is_your_turn else ""
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
        if self.summary_number is None:
            return None
        close = self.address.rstrip("?&")
        return sheet_of(self.table, self.summary_number, self.viewing_seat, self.lang, self.called, close, stays)

    @property
    def summary_links(self) -> SummaryLinks | None:
        """How summaries are opened again; None where there are none to open."""
        if self.is_past or self.table.game.summaries is None:
            return None
        return SummaryLinks(f"{self.address}summary=", self.sheet.number if self.sheet else 0)

    def laid_sheet(self, collector: Collector) -> Markup:
        """The summary, or its empty place, as a piece of the board."""
        game, code = self.table.game, self.lang.code
        template = game_template(game.name, "summary", code) if game.summaries else None
        if template is None:
            return Markup("")
        if self.sheet is None:
            return collector.piece("summary", macro_of("macros/summary", code))
        return collector.piece("summary", template.module.summary, self.sheet)  # type: ignore[attr-defined]

    def game_region(self, name: str, collector: Collector) -> str | None:
        """A region as the game draws it; None before it begins, or if the game leaves it to us."""
        template = game_template(self.table.game.name, name, self.lang.code) if self.table.begun else None
        if template is None:
            return None
        facts = collector.facts = collector.facts or self._facts(template, collector)
        facts["summary"] = self.laid_sheet(collector) if name == "board" else ""
        return rendered(template, facts)

    def _facts(self, template: Template, collector: Collector) -> dict[str, Any]:
        """What the templates of a game are given; it is the same for all regions."""
        return {
            **template.globals,
            "screen": self,
            "view": self.view,
            "seat": self.viewing_seat,
            "names": self.names,
            "called": self.called,
            "lang": self.table.game.language(self.lang),
            "moves": self.by_notation,
            "drawing": self.drawing,
            "piece": collector.piece,
            "shared": collector.shared,
            "frame": collector.frame,
        }

    @once
    def by_notation(self) -> MovesByNotation:
        return MovesByNotation(self.table, self.choices(), self.lang)

    @once
    def drawing(self) -> Any:
        """What the game works out for its board, if it does: of the view, and of what the viewer looks at."""
        board = board_of(self.table.game.name)
        look = self.table.game.look(self.table.state, self.viewing_seat, self.looks_at) if board else None
        return board.drawing(self.view, look) if board else None

    @once
    def called(self) -> list[str]:
        """What everybody is called on this screen."""
        return [self.lang.gettext("You") if n == self.viewing_seat else name for n, name in enumerate(self.names)]

    @once
    def perspective(self) -> Perspective:
        """What is said differently to each viewer."""
        return Perspective(self.viewing_seat, self.called)

    def action_of(self, notation: str) -> int:
        """The number of an action; a board also shows those that are not legal, and a press on them asks why."""
        return self.table.game.parse_action(self.table.state, notation)

    def actions_of(self, things: Iterable[str], use: str = "") -> list[int]:
        """The numbers of actions whose notation is a thing and the use that is made of it."""
        return [self.action_of(thing + use) for thing in things]

    def why_not(self, notation: str) -> Reason | None:
        """Why the viewer may not make a move, for the board to say so beside it."""
        if self.viewing_seat is None:
            return None
        return self.table.game.why_not(self.table.state, self.viewing_seat, self.action_of(notation), self.lang)

    @property
    def committed_text(self) -> str | None:
        """The notation of what the viewer has decided in advance."""
        if self.viewing_seat is None or self.viewing_seat not in self.table.commitments:
            return None
        return self.table.game.action_text(self.table.state, self.table.commitments[self.viewing_seat])

    def lines(self, comments: Sequence[Comment] = ()) -> list[Line]:
        """The end of the log, with comments that the viewer hears."""
        return all_lines(self.table, self.reader, self.lang, LINES_SHOWN, self.unheard, comments)

    @property
    def terms(self) -> list[str]:
        """What was agreed at the table."""
        return terms_sentences(self.table, self.lang)

    def title(self) -> str:
        """The title of the page."""
        name = self.table.game.title
        turn = self.lang.gettext("Your turn") if self.is_your_turn else ""
        return " · ".join(word for word in (turn, name, "Mezani") if word)


DECIDES = (*(field.name for field in fields(Screen) if field.name != "table"), "may_replace_absent")


REGIONS: dict[str, Callable[[Screen, Collector], Fragment]] = {
    "where": Screen.where,
    "next_table": lambda screen, _: (
        "" if screen.next_table is UNKNOWN else screen.common_region("next_table", screen.next_table)
    ),
    "tools": lambda screen, _: screen.tools(),
    "menu": lambda screen, _: screen.menu(),
    "board": Screen.board,
    "large": lambda screen, collector: screen.game_region("large", collector) or '<div id="large" hidden></div>',
    "coach": lambda screen, _: screen.common_region("coach", coaching(screen), screen.table.game.name),
    "score": Screen.score,
    "missed": lambda screen, _: screen.common_region("missed", screen.table.id, screen.seat, screen.missed),
    "missed_strip": lambda screen, _: screen.common_region("missed_strip", screen.table.id, screen.seat, screen.missed),
    "chat": lambda screen, _: screen.common_region("chat", screen.table.id, screen.writing, screen.is_writing),
    "people": lambda screen, _: screen.common_region("people", *who_is_here(screen)),
}
