"""What a host does: each deed is done for all servers, and noted in the log of the house."""

from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from mezani.house.daily_backups import DailyBackups
from mezani.house.host_log import HostLog
from mezani.house.leaving import for_each, leave_all_to_bots
from mezani.house.mutes import Reports
from mezani.tables import deeds, schema
from mezani.tables.entries import NAMING
from mezani.tables.gate import LIMITS, MESSAGE, READ_ONLY, Allowed, Message
from mezani.tables.hall import Hall
from mezani.tables.names import looks_like
from mezani.tables.people import call_in_comments, call_in_log
from mezani.tables.players import clean_name, one_line
from mezani.tables.refusals import GameMissing, NameMissing, NoSuchPerson, NoSuchReport, NothingSaid, OwnRatedTable
from mezani.tables.situation import Seat
from mezani.tables.stand_ins import level_of_stand_in

LONGEST_MESSAGE = 200


@dataclass(frozen=True)
class Acting:
    """The host who does something."""

    player: str
    name: str


class Host:
    """The host's deeds."""

    def __init__(self, hall: Hall, backups: DailyBackups | None = None) -> None:
        self.hall, self.store, self.backups = hall, hall.store, backups
        self.log, self.reports = HostLog(hall.store.engine), Reports(hall.store.engine)

    async def _note(self, host: Acting, deed: str, named: str | None = None, **about: Any) -> int:
        return await self.log.add(host.player, host.name, deed, named, **about)

    # Tables

    async def close_table(self, host: Acting, id: str) -> int:
        """Let nobody do anything at a table any more; it counts for nothing."""
        await self._check_impartial(host, id)
        await self.hall.do_as_host(id, deeds.close)
        return await self._note(host, "close", table=id, game=(await self.hall.table(id)).game.name)

    async def open_again(self, host: Acting, id: str) -> int:
        """Let a table that was closed go on."""
        await self.hall.do_as_host(id, deeds.open_again)
        return await self._note(host, "open", table=id, game=(await self.hall.table(id)).game.name)

    async def remove_line(self, host: Acting, id: str, number: int) -> int:
        """Remove something that was said: from the database, then from all screens."""
        table = await self.hall.table(id)
        deeds.remove_line(table, 0.0, number)
        seat = next(entry.seat for entry in table.log if entry.number == number)
        log = schema.log.c
        await self._change_texts(
            id, sa.update(schema.log).where(log.table_id == id, log.number == number).values(text="")
        )
        await self.hall.do_as_host(id, lambda table, at: deeds.remove_line(table, at, number))
        chair = table.seats[seat] if seat is not None else Seat()
        return await self._note(host, "remove", chair.player, table=id, game=table.game.name, who=chair.name)

    async def remove_comment(self, host: Acting, id: str, number: int) -> int:
        """The same for something that was said by somebody who watches."""
        table = await self.hall.table(id)
        comment = await self.hall.comments.remove(table, number)
        return await self._note(host, "remove", comment.player, table=id, game=table.game.name, who=comment.name)

    async def _change_texts(self, id: str, change: sa.Update) -> None:
        async with self.store.engine.begin() as connection:
            await connection.execute(change)
        await self.hall.tables.reread(id)

    async def hand_over(self, host: Acting, id: str, seat: int) -> str:
        """What the private link of a seat ends with, for somebody who has lost theirs."""
        table = await self.hall.table(id)
        deeds.check_taken(table, seat)
        chair = table.seats[seat]
        await self._note(host, "hand", chair.player, table=id, game=table.game.name, who=chair.name)
        return self.hall.link_of(table, seat)

    async def leave_to_bot(self, host: Acting, id: str, seat: int) -> int:
        """Let a bot play for somebody until they are back; before the game their chair is free again."""
        table = await self.hall.table(id)
        deeds.check_taken(table, seat)
        await self._check_impartial(host, id)
        chair = table.seats[seat]
        await self.hall.do_as_host(id, lambda table, at: deeds.stand_in(table, at, seat, level_of_stand_in(table)))
        return await self._note(host, "bot", chair.player, table=id, game=table.game.name, who=chair.name)

    async def _check_impartial(self, host: Acting, id: str) -> None:
        """Nobody decides as a host about a rated game that they play themselves."""
        table = await self.hall.table(id)
        if table.terms.rated and table.begun and not table.is_over and table.seats_of(host.player):
            raise OwnRatedTable

    # People

    async def rename(self, host: Acting, player: str, old: str, name: str) -> int:
        """Let somebody be called something else, here and at all tables."""
        name = clean_name(name)
        if not name:
            raise NameMissing
        await self.store.people.checked_names(player, name)
        s, p = schema.seats.c, schema.players
        async with self.store.engine.begin() as connection:
            sat_at = sa.select(s.table_id).where(s.player == player, s.name == old).distinct()
            ids = list((await connection.execute(sat_at)).scalars())
            looks = sa.case((p.c.joined_at.is_not(None), looks_like(name)))
            renamed = sa.update(p).where(p.c.id == player, p.c.name == old).values(name=name, looks_like=looks)
            known = bool((await connection.execute(renamed)).rowcount)
            told = await call_in_log(connection, player, old, name)
            commented = await call_in_comments(connection, player, old, name)
        if not ids and not known and not told and not commented:
            raise NoSuchPerson
        await self.hall.retell(*told, *commented)
        await for_each(ids, lambda table: self._rename_at(table, player, old, name))
        return await self._note(host, "rename", player, who=old, called=name)

    async def _rename_at(self, id: str, player: str, old: str, name: str) -> None:
        log, s = schema.log.c, schema.seats.c
        theirs = sa.select(s.seat).where(s.table_id == id, s.player == player, s.name == old)
        told = log.table_id == id, log.seat.in_(theirs), log.kind.in_(NAMING), log.text == old
        await self._change_texts(id, sa.update(schema.log).where(*told).values(text=name))
        try:
            await self.hall.do_as_host(id, lambda table, at: deeds.rename(table, at, player, old, name))
        except GameMissing:  # its table is kept as it is, but for this
            seats = sa.update(schema.seats).where(s.table_id == id, s.player == player, s.name == old)
            await self._change_texts(id, seats.values(name=name))

    async def block(
        self, host: Acting, player: str, name: str, until: float | None, leave_to_bots: bool = False
    ) -> int:
        """Let somebody only watch, for a time or for good; bots can play on for them."""
        await self.store.people.block(player, name, until)
        await self.hall.tell_gate()
        if leave_to_bots:
            await leave_all_to_bots(self.hall, player)
        return await self._note(host, "block", player, who=name, until=until)

    async def unblock(self, host: Acting, player: str) -> int:
        """Let somebody play again."""
        block = (await self.store.people.blocks()).get(player)
        if block is None or not await self.store.people.unblock(player):
            raise NoSuchPerson
        await self.hall.tell_gate()
        return await self._note(host, "unblock", player, who=block.name)

    async def close_report(self, host: Acting, number: int) -> int:
        """Put a report away that was read."""
        about = await self.reports.close(number)
        if about is None:
            raise NoSuchReport
        return await self._note(host, "report", about, who=await self.store.people.name_of(about))

    # The house

    async def say_to_all(self, host: Acting, text: str, until: float) -> int:
        """Show a message on every page until then."""
        text = one_line(text, LONGEST_MESSAGE)
        if not text:
            raise NothingSaid
        await self.store.house.put(MESSAGE, msgspec.json.encode(Message(text, until)).decode())
        await self.hall.tell_gate()
        return await self._note(host, "message", text=text, until=until)

    async def say_no_more(self, host: Acting) -> int:
        """Take the message away."""
        await self.store.house.drop(MESSAGE)
        await self.hall.tell_gate()
        return await self._note(host, "quiet")

    async def set_read_only(self, host: Acting, read_only: bool) -> int:
        """Let everything be looked at and nothing be done, or let people play again."""
        if read_only:
            await self.store.house.put(READ_ONLY, "1")
        else:
            await self.store.house.drop(READ_ONLY)
        await self.hall.tell_gate()
        return await self._note(host, "rest" if read_only else "serve")

    async def set_limits(self, host: Acting, limits: Allowed) -> int:
        """Allow something else than the settings say, on all servers."""
        chosen, usual = (msgspec.structs.asdict(one) for one in (limits, self.hall.gate.usual))
        changed = {name: value for name, value in chosen.items() if value != usual[name]}
        await self.store.house.put(LIMITS, msgspec.json.encode(changed).decode())
        await self.hall.tell_gate()
        return await self._note(host, "limits", **chosen)

    async def back_up(self, host: Acting) -> int:
        """Make a backup now, beside the running games."""
        assert self.backups
        made = await self.backups.make_now()
        return await self._note(host, "backup", path=made.path, error=made.error)
