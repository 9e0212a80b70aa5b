"""Channels stay with the people and devices to whom they belong."""

from pathlib import Path

import pytest

from mezani.house.daily_backups import DailyBackups
from mezani.house.house import House
from mezani.house.joining import Browser
from mezani.house.merging import merge
from mezani.house.notifications.channels import MAIL, PUSH, WEBHOOK, Channels
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from tests.house.notifications.scene import ANN, BEN

pytestmark = pytest.mark.anyio

KEYS = {"p256dh": "x", "auth": "y", "lang": "en"}
NADIA = player_of("nadia at home")


async def device(channels: Channels, player: str, secret: str) -> None:
    """A browser that keeps a secret is told what somebody is to hear."""
    await channels.add_device(
        player, f"https://push.example.org/{secret}", {**KEYS, "device": player_of(secret)}, secret
    )


async def named(channels: Channels, player: str) -> list[str]:
    return [channel.name or channel.address for channel in await channels.of(player)]


@pytest.fixture
def house(hall: Hall) -> House:
    return House(hall, DailyBackups(hall.store, Path(), 3, 0))


async def test_a_device_that_signs_out_or_is_removed_is_told_nothing_any_more(house: House) -> None:
    keys, channels = house.keys, house.notifications.channels
    secrets = ("nadia at home", "nadia on the way", "nadia at work")
    for secret in secrets:
        async with keys.engine.begin() as connection:
            await keys.new_device(connection, NADIA, secret, secret)
        await device(channels, NADIA, secret)
    await keys.remove(NADIA, player_of("nadia on the way"))
    assert await named(channels, NADIA) == ["nadia at home", "nadia at work"]
    await keys.sign_out("nadia at work")
    assert await named(channels, NADIA) == ["nadia at home"]


async def test_a_browser_whose_guest_signs_in_is_told_on_and_until_it_signs_out(house: House) -> None:
    keys, channels = house.keys, house.notifications.channels
    async with keys.engine.begin() as connection:
        await keys.new_device(connection, NADIA, "a computer", "nadia at home")
    guest = player_of("a phone")
    await device(channels, guest, "a phone")
    secret = await house.joining.sign_in(Browser("a phone", guest, "a phone"), NADIA)
    assert await named(channels, guest) == []
    assert await named(channels, NADIA) == ["a phone"]
    await keys.sign_out(secret)
    assert await named(channels, NADIA) == []


async def test_a_browser_that_signs_in_as_another_tells_the_first_nothing_there(house: House) -> None:
    keys, channels = house.keys, house.notifications.channels
    async with keys.engine.begin() as connection:
        await keys.new_device(connection, NADIA, "shared", "shared")
    await device(channels, NADIA, "shared")
    await house.joining.sign_in(Browser("shared", NADIA, "shared"), BEN)
    assert await named(channels, NADIA) == []
    assert await named(channels, BEN) == []


async def test_a_guest_who_signs_in_brings_channels_along_but_the_own_address_stays(hall: Hall) -> None:
    channels = Channels(hall.store.engine)
    await device(channels, ANN, "a phone")
    await channels.set_address(ANN, MAIL, "guest@example.org", {}, confirmed=True)
    await channels.set_address(ANN, WEBHOOK, "https://guest.example.org/", {}, confirmed=True)
    await channels.set_address(BEN, MAIL, "ben@example.org", {}, confirmed=True)
    async with hall.store.engine.begin() as connection:
        await merge(connection, ANN, BEN)
    found = {channel.kind: channel.name or channel.address for channel in await channels.of(BEN)}
    assert found == {PUSH: "a phone", MAIL: "ben@example.org", WEBHOOK: "https://guest.example.org/"}
    assert len(await channels.of(BEN)) == 3
    assert await channels.of(ANN) == []
