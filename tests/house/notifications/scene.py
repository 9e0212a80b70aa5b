"""Two people at a table, one of whom wants to be told; the clock is moved by hand."""

import time
from typing import Any

import mezani
from mezani.house.notifications.channels import WEBHOOK, Channel
from mezani.house.notifications.http_post import HttpPoster
from mezani.house.notifications.notifications import Notifications, NotificationSettings
from mezani.house.pending import Pending
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Terms
from tests.house.notifications.receivers import PushService

ANN, BEN = "a" * 64, "b" * 64
ASANTE = mezani.game("asante")
SITE = "https://games.example.org"


class Clock:
    """The time of day, which can be moved on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def notifications_of(hall: Hall, clock: Clock | None = None, **settings: Any) -> Notifications:
    """A house in which everything may be sent to loopback."""
    chosen = NotificationSettings(**{"private_webhooks": True, "public_address": SITE, **settings})
    clock = clock or Clock()
    return Notifications(hall, Pending(hall.store.engine, clock), chosen, clock, HttpPoster(chosen.private_webhooks))


async def with_push(notifications: Notifications, service: PushService, player: str = BEN, lang: str = "en") -> Channel:
    return await notifications.channels.add_device(
        player, service.endpoint, {**service.keys, "lang": lang, "site": SITE}, "phone"
    )


async def with_webhook(notifications: Notifications, address: str, player: str = BEN) -> Channel:
    return await notifications.channels.set_address(
        player, WEBHOOK, address, {"lang": "en", "site": SITE}, confirmed=True
    )


async def table_for_two(hall: Hall, terms: Terms | None = None, opened_by: str = BEN) -> Table:
    """A table of Ann and Ben that has begun."""
    seats = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    return await hall.open_table(ASANTE, seats, terms=terms or Terms(), opened_by=opened_by)


async def move(hall: Hall, table: Table) -> None:
    """Whoever is asked makes a move."""
    seat = table.state.seat
    player = table.seats[seat].player
    assert player
    await hall.decide(table.id, player, seat, table.state.legal_actions()[0], table.turn)


async def play_until_turn_of(hall: Hall, table: Table, player: str) -> None:
    """All move until it is somebody's turn, after a turn of the other one."""
    for other in (False, True):
        while table.asked is None or (table.seats[table.asked].player == player) != other:
            await move(hall, table)


async def deliver_later(notifications: Notifications, clock: Clock, seconds: float = 31.0) -> None:
    """Look, wait as long as more may come, and deliver."""
    await notifications.look_and_deliver()
    clock.now += seconds
    await notifications.look_and_deliver()
