"""What programs send to the API and get from it, and what may be wrong."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from mezani import bots
from mezani.house.notifications.http_post import LONGEST
from mezani.insight.analysis import Sum, Summary
from mezani.insight.judging import Course, Depth
from mezani.insight.reasons import Reason
from mezani.insight.report import Chapter, ToldChoice
from mezani.tables.clocks import ClocksShown
from mezani.tables.terms import Terms
from mezani.web.responses import Problem

MOST_CHAIRS = 20


class OptionShown(msgspec.Struct):
    """An option of a game; `choices` is empty if any value may be tried."""

    name: str
    label: str
    default: Any
    choices: list[Any]


class GameShown(msgspec.Struct):
    """A game that can be played."""

    name: str
    title: str
    seats: list[int]
    actions: int
    options: list[OptionShown]
    rules: int  # the version of its rules


class GamesAndLevels(msgspec.Struct):
    """What can be played here, and the levels of the bots."""

    games: list[GameShown]
    levels: list[str]


DeedKey = Annotated[
    str,
    msgspec.Meta(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="Drawn at random for each deed: sent again with the same token and key, it is done once.",
    ),
]


class Chair(msgspec.Struct, forbid_unknown_fields=True):
    """A chair of a new table: mine, free for others, or a bot's of a level."""

    who: Literal["me", "free", "bot"]
    name: str = ""
    level: str = bots.USUAL


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to set up; the game begins when no chair is free."""

    game: str
    chairs: Annotated[list[Chair], msgspec.Meta(min_length=1, max_length=MOST_CHAIRS)]
    options: dict[str, Any] = {}
    public: bool = False
    terms: Terms | None = None  # left out: the usual ones
    key: DeedKey | None = None


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits down, and where: on any free chair, or on the one of a private link (its last part)."""

    name: str = ""
    seat: Annotated[int, msgspec.Meta(ge=0)] | None = None
    link: str | None = None
    key: DeedKey | None = None


class Seated(msgspec.Struct):
    """The seats that a token stands for at a table. Keep the token secret."""

    table: str
    seats: list[int]
    token: str


class Me(msgspec.Struct):
    """Whom a token stands for."""

    player: str | None  # the number of the player; null without a token
    name: str
    signed_in: bool  # whether it belongs to somebody who is signed in here
    program: bool  # whether its seats are marked as those of a program: it has taken one, or was made for it
    owner: str | None  # the name of the person to whom it belongs


NotificationKind = Literal["turn", "time", "invite", "round", "chat", "over"]
Address = Annotated[str, msgspec.Meta(max_length=LONGEST, description="Where JSON is posted to; empty: nowhere.")]


class Notifications(msgspec.Struct, forbid_unknown_fields=True):
    """Where a token is told something, and what."""

    webhook: Address = ""
    kinds: tuple[NotificationKind, ...] = ("turn", "time", "invite", "round")


class Holiday(msgspec.Struct):
    """Until when the clocks of games over days stand still, in seconds since 1970; null: they go on."""

    until: float | None
    days_left: int  # of this year's


class HolidayTaken(msgspec.Struct, forbid_unknown_fields=True):
    """The last day of a holiday."""

    until: date


class MoveShown(msgspec.Struct):
    """Something that a seat may decide now: its number, its notation, and its words."""

    action: int
    text: str
    label: str


class PlayerShown(msgspec.Struct):
    """Who sits on a chair; `bot` is the level of the bot that plays there, `program` a player who came by the API."""

    name: str
    bot: str | None
    is_free: bool
    program: bool


class AbsentShown(msgspec.Struct):
    """A seat whose player is awaited and away, and from when on a bot may play for them."""

    seat: int
    due: float  # in seconds since 1970


class TableShown(msgspec.Struct):
    """A table as a seat sees it, or as everybody does (`seat` null)."""

    table: str
    game: str
    options: dict[str, Any]
    terms: Terms  # what was agreed when the table was set up
    players: list[PlayerShown]
    seat: int | None
    begun: bool
    over: bool
    to_move: int | None  # while the table answers for the seat of the token: the one that has just moved
    turn: int  # a move says with `after` in which turn it was chosen
    prompt: str
    view: Any  # what the seat may see of the game; each game has its own fields
    moves: list[MoveShown]
    committed: str | None  # the notation of what the seat has decided in advance
    asked_always: bool  # whether the seat is asked even where it has only one answer
    absent: AbsentShown | None  # whom the seat of the token and the others wait for in vain, by the terms of the table
    winners: list[int]
    rules: int  # the version of the rules by which it was begun
    clocks: ClocksShown | None  # where the terms have agreed on them; times are seconds since 1970
    stopped: str | None  # why the game can be followed no further: today's rules forbid what was played


class TableListed(msgspec.Struct):
    """A table in a list."""

    table: str
    game: str
    players: list[PlayerShown]
    begun: bool
    over: bool
    your_turn: bool  # whether it waits for the player of the token
    moved_at: float  # when something last happened there, in seconds since 1970
    terms: Terms
    clocks: ClocksShown | None  # as everybody sees them


class TablesShown(msgspec.Struct):
    """A page of a list of tables; pages are numbered from 1 to `pages`."""

    tables: list[TableListed]
    page: int
    pages: int
    total: int  # tables of the whole list


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """A move, by its number or its notation, and the turn in which it was chosen."""

    action: int | str
    after: int
    seat: Annotated[int, msgspec.Meta(ge=0)] | None = None
    key: DeedKey | None = None


class DecisionJudged(msgspec.Struct):
    """A decision beside the best ones: its choices, the best first. Chances go from 0 to 1."""

    number: int  # of its first action among all of the game, counted from 0
    seat: int
    place: str  # where the game was: "Round 3, trick 4"
    sign: str  # how bad it was: "?!", "?" or "??"; empty if it was good
    lost: float  # the chance of winning that was given away
    played: int  # the place of what was done among the choices
    worlds: int  # in which the choices were tried, each
    choices: list[ToldChoice]


class AnalysisShown(msgspec.Struct):
    """A game that is looked back at: how far that has come, and all that was found. Seats are counted from 0."""

    kind: Literal["table", "record"]
    id: str
    game: str
    depth: Depth
    judgement: int  # the version of the judgement; what was judged by another one is judged anew
    seat: int | None  # of a running game only this seat is judged, by what it could know; null: all of them
    state: Literal["none", "waiting", "running", "stopped", "done", "failed"]
    done: int  # parts that were found: the course, and each decision
    total: int
    seconds_left: float | None  # about
    players: list[str]
    stopped: str | None  # why it can be judged no further: today's rules forbid what was played
    chapters: list[Chapter]
    course: Course | None
    luck: list[list[float]] | None  # what luck gave every seat with each action; null: not known yet, or there is none
    decisions: list[DecisionJudged]  # those that are judged yet, in the order of the game
    summaries: list[Summary]
    turning_points: list[str]


DESCRIBED = (Chapter, Course, Reason, Sum, Summary, ToldChoice)  # what stands in these bodies, and is made elsewhere


class RatedShown(msgspec.Struct):
    """A person or the bots of a level: strength and uncertainty (in two of three cases it is no further away)."""

    name: str
    rating: float
    uncertainty: float  # now: it grows while somebody does not play
    games: int
    place: int | None  # none for bots, and where there are fewer than ten games
    bot: bool


class RankingShown(msgspec.Struct):
    """A page of the ranking of a game, the strongest first; the bots stand among the people."""

    game: str
    rated: list[RatedShown]
    page: int
    pages: int
    people: int


class RatingShown(msgspec.Struct):
    """The rating of somebody in a game."""

    game: str
    rating: float
    uncertainty: float
    games: int
    provisional: bool  # fewer than ten games
    rated_at: float  # when the last of them ended, in seconds since 1970


class RatingChanged(msgspec.Struct):
    """What a rated game has changed for the person of a seat."""

    seat: int
    rating: float  # after the game
    uncertainty: float
    gain: float
    left: bool  # they have left it to a bot, and count as last


WRONG = {
    400: "The request is broken: no JSON, or something missing or of the wrong kind.",
    401: "A token is needed, or what was sent is none.",
    403: "The token has no such seat at this table, people still play, or newcomers may set up no table here.",
    404: "There is no such table, record, game or tournament.",
    409: "Not now: the game has moved on or is over, the seat is taken, there are as many tables as the host allows.",
    410: "The private link is no longer valid.",
    413: "The body is too large.",
    422: "Not possible: an illegal move, a table that can't be set up like that.",
    429: "Too much at once; `Retry-After` says when to try again.",
    503: "The server has no room, or its store does not answer; `Retry-After` says when to try again.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What may be wrong with a request, each told by a `Problem`."""
    always = (400, 429, 503)
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=WRONG[status])
        for status in sorted({*always, *statuses})
    }
