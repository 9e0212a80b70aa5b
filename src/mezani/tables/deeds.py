"""What people and bots do at a table: each deed is checked and worked out as a draft, and changes nothing yet."""

from collections.abc import Collection
from dataclasses import replace

from mezani.tables.away import absent
from mezani.tables.clocks import AGREED, ASKED, ASKED_ALONE, PAUSED, REFUSED, RESUMED, Clocks
from mezani.tables.drafts import Draft
from mezani.tables.entries import HOUSE, Kind
from mezani.tables.players import new_table_id
from mezani.tables.refusals import (
    AlreadyOver,
    AlreadySeated,
    BotMoves,
    BotPlays,
    GameLost,
    NobodyThere,
    NoClock,
    NoPauseOverDays,
    NoSeatFree,
    NotAway,
    NothingToRemove,
    NotWatched,
    NotYourSeat,
    RoundTimeUp,
    SeatStays,
    SeatTaken,
    StaleMove,
    TableClosed,
    TableOpen,
    TimeUp,
    TooFewForRating,
)
from mezani.tables.setting_up import FEWEST_RATED, with_bot_names
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live


def check_watching(table: Table, player: str | None) -> None:
    """Whoever has no seat may look on where the terms allow it, and after the game."""
    is_secret = table.terms.watched == "nobody" and table.begun and not table.is_over
    if is_secret and not table.seats_of(player):
        raise NotWatched


def check_seat(table: Table, player: str, seat: int) -> None:
    """A seat is used by its player only."""
    if seat not in table.seats_of(player):
        raise NotYourSeat


def check_plays(table: Table, player: str, seat: int) -> None:
    """The same, and only while no bot plays for them."""
    check_seat(table, player, seat)
    check_round(table)
    if table.begun and not table.is_over and table.seats[seat].bot:
        raise GameLost if seat in table.lost else BotPlays


def check_round(table: Table) -> None:
    """Nobody plays on themselves when the time of a tournament's round is up."""
    if table.round_up and not table.is_over:
        raise RoundTimeUp


def check_time(table: Table, seat: int, at: float) -> None:
    """Nobody whose time is up can stop their clock: what follows is up to the table."""
    if table.clocks and table.is_under_way and table.clocks.is_up(seat, at):
        raise TimeUp


# Sitting down and getting up


def sit(table: Table, at: float, player: str, name: str, seat: int | None) -> Draft:
    """Take a free seat, any if none is named; the game begins when the last one is taken."""
    if table.seats_of(player):
        raise AlreadySeated
    free = table.free_seats()
    if not free:
        raise NoSeatFree
    taken = free[0] if seat is None else seat
    if taken not in free:
        raise SeatTaken if 0 <= taken < table.players else NotYourSeat
    draft = table.draft(at).change_seats(table.with_seat(taken, player=player, name=name))
    draft.add(Kind.JOIN, taken, text=name)
    return draft.add(Kind.BEGIN) if len(free) == 1 else draft


def fill_with_bots(table: Table, at: float, player: str, level: str) -> Draft:
    """Put bots on the free seats, so that the game begins."""
    if not table.seats_of(player):
        raise NotYourSeat
    free = table.free_seats()
    if not free:
        raise SeatTaken
    if table.terms.rated and sum(seat.player is not None for seat in table.seats) < FEWEST_RATED:
        raise TooFewForRating
    seats = with_bot_names([replace(seat, bot=level) if seat.is_free else seat for seat in table.seats])
    draft = table.draft(at).change_seats(seats)
    for number in free:
        draft.add(Kind.BOT, number, text=seats[number].name)
    return draft.add(Kind.BEGIN)


def leave(table: Table, at: float, player: str, seat: int, level: str) -> Draft:
    """Get up: before the game the seat is free again, later a bot takes over until the player is back."""
    check_seat(table, player, seat)
    check_time(table, seat, at)
    return _left(table, at, seat, level)


def _left(table: Table, at: float, seat: int, level: str, by: int | None = None) -> Draft:
    if table.is_over:
        raise AlreadyOver
    check_round(table)
    chair = table.seats[seat]
    left = {"bot": chair.bot or level} if table.begun else {"player": None, "name": "", "bot": None}
    return table.draft(at).change_seats(table.with_seat(seat, **left)).add(Kind.LEAVE, seat, by, chair.name)


def replace_absent(table: Table, at: float, player: str, seat: int, level: str, present: Collection[int]) -> Draft:
    """Let a bot play for somebody whom the table waits for, and who has been away for as long as was agreed."""
    own = table.seats_of(player)
    if not own or seat in own:
        raise NotYourSeat
    away = absent(table, present)
    if away is None or away.seat != seat or at < away.due:
        raise NotAway
    chair = table.seats[seat]
    return table.draft(at).change_seats(table.with_seat(seat, bot=level)).add(Kind.LEAVE, seat, own[0], chair.name)


def come_back(table: Table, at: float, player: str, seat: int) -> Draft:
    """Play on oneself where a bot has taken over."""
    check_seat(table, player, seat)
    check_round(table)
    if table.seats[seat].bot is None:
        raise SeatTaken
    if seat in table.lost:
        raise GameLost
    check_bot_has_moved(table, seat)
    return table.draft(at).change_seats(table.with_seat(seat, bot=None)).add(Kind.RETURN, seat)


def check_bot_has_moved(table: Table, seat: int) -> None:
    """Whose time was up gets no more for the same move: the bot makes it."""
    if table.clocks and table.clocks.must_wait(seat, table.asked_seats()):
        raise BotMoves


def move_seat(table: Table, at: float, seat: int, player: str) -> Draft:
    """Let a seat go on on another device; where its game is lost a bot goes on playing."""
    chair = table.seats[seat]
    if table.terms.rated and player != chair.player:
        raise SeatStays
    if seat not in table.lost:
        check_bot_has_moved(table, seat)
    seats = table.with_seat(seat, player=player, bot=_bot_of_lost(table, seat))
    draft = table.draft(at).change_seats(seats).add(Kind.RETURN, seat)
    return draft if player == chair.player else _without_holiday(draft, seat)


def _bot_of_lost(table: Table, seat: int) -> str | None:
    """The bot that goes on playing for a seat, whoever has it, because its game is lost or nobody plays on."""
    return table.seats[seat].bot if seat in table.lost or table.round_up else None


def _without_holiday(draft: Draft, seat: int) -> Draft:
    """A holiday does not go with a seat."""
    clocks = draft.now.clocks
    has_one = clocks is not None and draft.now.is_under_way and clocks.holidays[seat] > draft.at
    return draft.add(Kind.HOLIDAY, seat, text=repr(draft.at)) if has_one else draft


def announce_rematch(table: Table, at: float, player: str) -> Draft:
    """Say at which table these people play again."""
    if table.rematch:
        raise StaleMove
    return table.draft(at).add(Kind.REMATCH, table.seats_of(player)[0], text=new_table_id())


# Playing


def decide(table: Table, at: float, player: str, seat: int, action: int, turn: int) -> Draft:
    """Play an action, or commit to it in advance."""
    check_plays(table, player, seat)
    draft = table.decide(seat, action, turn, at)
    draft.seen_by = seat
    return draft


def withdraw(table: Table, at: float, player: str, seat: int) -> Draft:
    """Take back what was decided in advance."""
    check_plays(table, player, seat)
    return table.withdraw(seat, at)


def ask(table: Table, at: float, player: str, seat: int, always: bool) -> Draft:
    """Want to be asked always, or only where one has a choice."""
    check_seat(table, player, seat)
    return table.ask(seat, always, at)


def undo(table: Table, at: float, player: str, seat: int, turn: int) -> Draft:
    """Take back a seat's last decision."""
    check_plays(table, player, seat)
    check_time(table, seat, at)
    return table.undo(seat, turn, at)


def go_on(table: Table, at: float, player: str, seat: int) -> Draft:
    """Let a game go on from where today's rules forbid what was played."""
    check_seat(table, player, seat)
    return table.go_on(seat, at)


def say(table: Table, at: float, player: str, seat: int, text: str) -> Draft:
    """Chat: a sentence of somebody who sits at the table."""
    check_seat(table, player, seat)
    return table.draft(at).add(Kind.CHAT, seat, text=text)


def play_for_bot(table: Table, at: float, action: int, failed: bool, turn: int) -> Draft:
    """What a bot has thought of in a turn; or what is played for it, if it failed."""
    if table.bot_to_move() is None or table.turn != turn:
        raise StaleMove
    seat = table.state.seat
    draft = table.decide(seat, action, turn, at)
    return draft.add(Kind.FAIL, seat) if failed else draft


# Clocks


def time_up(table: Table, at: float, level: str) -> Draft:
    """What the table itself has to do by now: let a flag fall, or begin a pause to which nobody has said no."""
    clocks = running_clocks(table)
    if clocks.due_at is None or clocks.due_at > at:
        raise StaleMove
    if clocks.due_at == clocks.pause_begins and clocks.asks:
        return table.draft(clocks.due_at).add(Kind.PAUSE, clocks.asks.seat, PAUSED)
    up = clocks.next_up()
    assert up is not None
    seat, chair = up[1], table.seats[up[1]]
    draft = table.draft(up[0]).add(Kind.TIME, seat).change_seats(table.with_seat(seat, bot=level))
    return draft.add(Kind.LEAVE, seat, text=chair.name)


def running_clocks(table: Table) -> Clocks:
    """The clocks of a game that is under way."""
    if table.is_over:
        raise AlreadyOver
    if table.clocks is None or not table.is_under_way:
        raise NoClock
    return table.clocks


def ask_pause(table: Table, at: float, player: str, seat: int, present: Collection[int]) -> Draft:
    """Ask for a pause of a live game; it begins at once among bots. Who is away can agree when they are back."""
    check_plays(table, player, seat)
    check_time(table, seat, at)
    clocks = running_clocks(table)
    if not isinstance(clocks.clock, Live):  # hardly anybody is here then who could say no
        raise NoPauseOverDays
    if clocks.asks:
        raise StaleMove
    people = [number for number, chair in enumerate(table.seats) if chair.player and not chair.bot]
    others = set(people).difference(table.seats_of(player))
    if others and others.isdisjoint(present):
        return table.draft(at).add(Kind.PAUSE, seat, ASKED_ALONE)
    return _paused_if_agreed(table.draft(at).add(Kind.PAUSE, seat, ASKED), present)


def agree_to_pause(table: Table, at: float, player: str, seat: int, present: Collection[int]) -> Draft:
    """Agree to a pause; it begins when all who are here do."""
    check_plays(table, player, seat)
    clocks = running_clocks(table)
    if clocks.asks is None or clocks.paused or seat in clocks.asks.agreed:
        raise StaleMove
    return _paused_if_agreed(table.draft(at).add(Kind.PAUSE, seat, AGREED), present)


def _paused_if_agreed(draft: Draft, present: Collection[int]) -> Draft:
    asks = draft.now.clocks.asks if draft.now.clocks else None
    assert asks is not None
    people = [number for number, chair in enumerate(draft.now.seats) if chair.player and not chair.bot]
    if any(number in present and number not in asks.agreed for number in people):
        return draft
    return draft.add(Kind.PAUSE, asks.seat, PAUSED)


def refuse_pause(table: Table, at: float, player: str, seat: int) -> Draft:
    """Say no to a pause, or ask for it no longer."""
    check_plays(table, player, seat)
    clocks = running_clocks(table)
    if clocks.asks is None or clocks.paused:
        raise StaleMove
    return table.draft(at).add(Kind.PAUSE, seat, REFUSED)


def resume(table: Table, at: float, player: str, seat: int) -> Draft:
    """End a pause."""
    check_plays(table, player, seat)
    if not running_clocks(table).paused:
        raise StaleMove
    return table.draft(at).add(Kind.PAUSE, seat, RESUMED)


def go_on_holiday(table: Table, at: float, player: str, until: float) -> Draft:
    """Let the clocks of somebody stand still until then; a time that is past ends a holiday."""
    clocks, draft = running_clocks(table), table.draft(at)
    if not isinstance(clocks.clock, Days) or table.tournament:
        raise NoClock
    for seat in table.seats_of(player):
        if clocks.holidays[seat] != until and not clocks.is_up(seat, at):
            draft.add(Kind.HOLIDAY, seat, text=repr(until))
    if not draft.entries:
        raise StaleMove
    return draft


def lose_connection(table: Table, at: float, seat: int) -> Draft:
    """The last screen of a seat is gone while its live clock runs."""
    clocks = running_clocks(table)
    if not isinstance(clocks.clock, Live) or clocks.shown.runs[seat] is None or clocks.away[seat] is not None:
        raise StaleMove
    return table.draft(at).add(Kind.AWAY, seat)


def find_connection(table: Table, at: float, seat: int) -> Draft:
    """A screen of a seat is there again."""
    if running_clocks(table).away[seat] is None:
        raise StaleMove
    return table.draft(at).add(Kind.BACK, seat)


# What a host does


def close(table: Table, at: float) -> Draft:
    """Let nobody do anything here any more."""
    if table.is_over:
        raise AlreadyOver
    if table.closed:
        raise TableClosed
    return table.draft(at).add(Kind.CLOSE, action=1)


def open_again(table: Table, at: float) -> Draft:
    """Let a table that was closed go on."""
    if not table.closed:
        raise TableOpen
    return table.draft(at).add(Kind.CLOSE, action=0)


def leave_to_bot(table: Table, at: float, seat: int, level: str) -> Draft:
    """Let a bot play for somebody, or free their chair if the game has not begun."""
    check_taken(table, seat)
    if table.seats[seat].bot:
        raise StaleMove
    return _left(table, at, seat, level)


def stand_in(table: Table, at: float, seat: int, level: str) -> Draft:
    """The same until they are back: nobody has got up."""
    check_taken(table, seat)
    if table.seats[seat].bot:
        raise StaleMove
    return _left(table, at, seat, level, HOUSE if table.begun else None)


def give_seat(table: Table, at: float, seat: int, player: str, name: str) -> Draft:
    """Let somebody else play on for the person of a seat, under their own name."""
    check_taken(table, seat)
    if table.is_over:
        raise AlreadyOver
    if table.terms.rated:
        raise SeatStays
    seats = table.with_seat(seat, player=player, name=name, bot=_bot_of_lost(table, seat))
    draft = table.draft(at).change_seats(seats).add(Kind.NAME, seat, text=name).add(Kind.RETURN, seat)
    return _without_holiday(draft, seat)


def check_taken(table: Table, seat: int) -> None:
    """A seat that can be handed on or left to a bot belongs to somebody."""
    if not 0 <= seat < table.players or table.seats[seat].player is None:
        raise NobodyThere


def remove_line(table: Table, at: float, number: int) -> Draft:
    """Say that something that was said is no longer there."""
    if not any(entry.number == number and entry.kind == Kind.CHAT for entry in table.log):
        raise NothingToRemove
    return table.draft(at).add(Kind.REMOVE, action=number)


def rename(table: Table, at: float, player: str, old: str, name: str) -> Draft:
    """Let somebody be called something else at this table; who shares their screen keeps their name."""
    seats, draft = list(table.seats), table.draft(at)
    for number in table.seats_of(player):
        if seats[number].name == old:
            seats[number] = replace(seats[number], name=name)
            draft.change_seats(list(seats)).add(Kind.NAME, number, text=name)
    if not draft.entries:
        raise NobodyThere
    return draft
