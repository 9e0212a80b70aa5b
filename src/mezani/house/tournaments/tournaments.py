"""Tournaments of a house: opening one, entering, withdrawing, taking over for somebody, and what its host does."""

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from mezani.games import UnknownGame
from mezani.games import game as find_game
from mezani.house.hosts import Hosts
from mezani.house.tournaments.rounds import Notify, Rounds
from mezani.house.tournaments.rows import TournamentRows
from mezani.house.tournaments.tournament import (
    MOST_PEOPLE,
    Entrant,
    Pairing,
    Plan,
    System,
    Tournament,
    allowed_sizes,
)
from mezani.tables import deeds, schema
from mezani.tables.hall import Hall
from mezani.tables.players import clean_name, new_table_id
from mezani.tables.refusals import (
    AlreadyEntered,
    EntriesClosed,
    NameMissing,
    NoSuchPerson,
    NotEntered,
    NotNamed,
    NotSignedIn,
    NotYourTournament,
    Refusal,
    TournamentFull,
    TournamentOver,
    WrongStart,
    WrongTournament,
)
from mezani.tables.setting_up import check_start
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.terms import Terms

LONGEST_NAME = 40


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to open."""

    game: str
    name: str
    system: System = "swiss"
    players: int = 0  # at a table, where numbers fit; 0: four, or as many as can sit there
    options: Mapping[str, Any] = {}
    terms: Terms = Terms()
    plan: Plan = Plan()


class Tournaments:
    """All tournaments of a house."""

    def __init__(self, hall: Hall, hosts: Hosts, clock: Callable[[], float] = time.time) -> None:
        self.hall, self.hosts, self.clock = hall, hosts, clock
        self.rows = TournamentRows(hall.store.engine)
        self.rounds = Rounds(hall, self.rows, clock)

    def notify_by(self, notify: Notify) -> None:
        """Let people be told of rounds that begin."""
        self.rounds.notify = notify

    async def find(self, id: str) -> Tournament:
        """A tournament with all that belongs to it."""
        return await self.rows.find(id)

    async def may_run(self, tournament: Tournament, player: str | None) -> bool:
        """Whether somebody is its host, the owner of the program that has opened it, or a host of the house."""
        owner = self.hall.key_ring.owner_of_program(tournament.host)
        return player in {tournament.host, owner} - {None} or await self.hosts.includes(player)

    async def known_as(self, player: str, name: str = "") -> str:
        """What a person of the house is called, or a program of such a person; NotSignedIn if they are none."""
        owner = self.hall.key_ring.owner_of_program(player)
        p, k = schema.players.c, schema.keys.c
        async with self.hall.store.engine.connect() as connection:
            row = (await connection.execute(sa.select(p.name, p.joined_at).where(p.id == (owner or player)))).first()
            program = (await connection.execute(sa.select(k.name).where(k.id == player))).scalar() if owner else ""
        if row is None or row.joined_at is None:
            raise NotSignedIn
        if owner is None:
            return str(row.name)
        called = clean_name(name) or clean_name(program or "") or row.name
        return await self.hall.store.people.checked_names(owner, called)

    # Opening one

    async def open(self, new: NewTournament, player: str, key: str = "") -> Tournament:
        """A new tournament, open for entries. Asked for twice with the same key, there is one."""
        self.hall.gate.check(player)
        await self.known_as(player)
        name = _name(new.name)
        if not name:
            raise NameMissing
        tournament = Tournament(
            id=new_table_id(f"tournament {key}" if key else "", player),
            name=name,
            game_name=new.game,
            system=new.system,
            players=_players(new),
            options=new.options,
            terms=new.terms,
            plan=new.plan,
            seed=secrets.randbits(62),
            host=player,
            state="open",
            round=0,
            created_at=self.clock(),
            due_at=None,
            ended_at=None,
        )
        await self.rows.create(tournament)
        return await self.rows.find(tournament.id)

    # Entering and leaving

    async def enter(self, id: str, player: str, name: str = "") -> Entrant:
        """Let somebody be in it; whoever is already stays so, and whoever has withdrawn comes back."""
        self.hall.gate.check(player)
        called = await self.known_as(player, name)
        async with self.rows.held(id) as (connection, now):
            if not now.may_be_entered:
                raise EntriesClosed
            if now.terms.rated and self.hall.key_ring.is_program(player):
                raise NotSignedIn
            _check_named(now, called, player)
            if entrant := now.entrant_of(player):
                await self.rows.change_entrant(connection, id, entrant.number, last_round=None)
                return entrant
            if len(now.entrants) >= MOST_PEOPLE:
                raise TournamentFull
            number = 1 + max((one.number for one in now.entrants), default=0)
            entrant = Entrant(number, player, called, now.round + 1)
            await self.rows.add_entrant(connection, id, entrant, self.clock())
        return entrant

    async def withdraw(self, id: str, player: str, number: int | None = None) -> None:
        """Let somebody not be in it any more: oneself, or by its host somebody else. A bot plays on at their table.

        Who is taken out of a rated one plays their game to the end: no host, who may play too, decides it.
        """
        self.hall.gate.check(player)
        async with self.rows.held(id) as (connection, now):
            entrant = now.entrant_of(player) if number is None else now.entrant(number)
            if entrant is None or entrant.last_round is not None:
                raise NotEntered
            if entrant.player != player and not await self.may_run(now, player):
                raise NotYourTournament
            if now.state == "over":
                raise TournamentOver
            await self.rows.let_go(connection, now, entrant)
        if now.state == "running" and (entrant.player == player or not now.terms.rated):
            leave = deeds.leave_to_bot if entrant.player == player else deeds.stand_in
            await self._at_table_of(
                now, entrant.number, lambda table, at, seat: leave(table, at, seat, level_of_stand_in(table))
            )

    async def leave_all(self, player: str) -> None:
        """Let somebody be in no tournament any more, who leaves the house."""
        for one in await self.rows.of_player(player):
            async with self.rows.held(one.id) as (connection, now):
                entrant = now.entrant_of(player)
                if entrant and entrant.last_round is None and now.state != "over":
                    await self.rows.let_go(connection, now, entrant)

    async def replace(self, id: str, player: str, number: int, name: str) -> None:
        """Let another person of the house take over for somebody, with their points and at their table.

        A rated seat does not change hands: who has begun such a game plays it to its end, and the other one comes in
        with the next round.
        """
        self.hall.gate.check(player)
        other, called = await self._person_called(name)
        async with self.rows.held(id) as (connection, now):
            await self._check_runs(now, player)
            entrant = now.entrant(number)
            if entrant is None or entrant.has_never_played:
                raise NotEntered
            if now.entrant_of(other):
                raise AlreadyEntered
            await self.rows.change_entrant(connection, id, number, player=other, name=called, last_round=None)
        if now.state == "running":
            await self._at_table_of(
                now, number, lambda table, at, seat: deeds.give_seat(table, at, seat, other, called)
            )

    async def _person_called(self, name: str) -> tuple[str, str]:
        p = schema.players.c
        query = sa.select(p.id, p.name).where(
            p.joined_at.is_not(None), sa.func.lower(p.name) == clean_name(name).lower()
        )
        async with self.hall.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise NoSuchPerson
        return row.id, row.name

    async def _at_table_of(self, now: Tournament, number: int, deed: Callable[..., Any]) -> None:
        """Do something with the seat of an entrant, if their table still runs."""
        found = next((one for one in now.tables_of(now.round) if number in one.seats and one.table), None)
        if found and found.table and not found.is_over:
            seat = found.seats.index(number)
            try:
                await self.hall.do_as_host(found.table, lambda table, at: deed(table, at, seat))
            except Refusal:  # it is over by now, or a bot plays there already
                return

    # What its host does

    async def begin(self, id: str, player: str) -> Tournament:
        """Begin the next round now."""
        self.hall.gate.check(player)
        await self._check_runs(await self.rows.find(id), player)
        return await self.rounds.begin(id)

    async def end_early(self, id: str, player: str) -> None:
        """End it as it stands; a round that is not over does not count."""
        self.hall.gate.check(player)
        async with self.rows.held(id) as (connection, now):
            await self._check_runs(now, player)
            await self.rows.change(connection, id, state="over", due_at=None, ended_at=self.clock())

    async def _check_runs(self, now: Tournament, player: str) -> None:
        if not await self.may_run(now, player):
            raise NotYourTournament
        if now.state == "over":
            raise TournamentOver

    def table_of(self, now: Tournament, player: str | None) -> Pairing | None:
        """The table at which somebody sits in the round that runs."""
        entrant = now.entrant_of(player)
        if entrant is None or now.state != "running":
            return None
        return next((one for one in now.tables_of(now.round) if entrant.number in one.seats), None)


def _name(given: str) -> str:
    """The name of a tournament: one line, not too long."""
    return " ".join("".join(char if char.isprintable() else " " for char in given).split())[:LONGEST_NAME].strip()


def _players(new: NewTournament) -> int:
    """How many sit at a table where numbers fit; WrongTournament if that can't be."""
    try:
        game = find_game(new.game)
        wanted = new.players or (2 if new.system == "knock-out" else min(4, game.seats[-1]))
        if wanted not in game.seats:
            raise ValueError(f"{game.title} has no tables of {wanted}")
        if new.system == "knock-out" and wanted != 2:
            raise ValueError("a knock-out is for tables of two")
        for size in allowed_sizes(game, new.system, wanted):
            check_start(game, size, new.options, new.terms)
    except (UnknownGame, ValueError) as problem:
        raise WrongTournament(str(problem)) from problem
    except WrongStart as problem:
        raise WrongTournament(problem.reason) from problem
    return wanted


def _check_named(now: Tournament, name: str, player: str) -> None:
    is_named = name.casefold() in {one.casefold() for one in now.plan.named}
    if now.plan.entry == "named" and player != now.host and not is_named:
        raise NotNamed
