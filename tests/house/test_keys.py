"""Keys of people, over both databases: whom a secret stands for, here and at every other server."""

import asyncio

import pytest

from mezani.house.keys import MOST_PROGRAMS, UNUSED, Keys
from mezani.house.pending import Pending
from mezani.tables.hall import Hall
from mezani.tables.key_ring import DEVICE, PASSKEY
from mezani.tables.players import player_of
from mezani.tables.refusals import LastKey, NoSuchKey, TooManyPrograms
from tests.house.test_chores import Clock
from tests.house.test_host import until
from tests.house.test_retention import running
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

NADIA = player_of("nadia at home")


async def device(keys: Keys, secret: str, player: str = NADIA) -> str:
    async with keys.engine.begin() as connection:
        await keys.new_device(connection, player, "a browser", secret)
    await keys.tell(player_of(secret))
    return secret


async def test_a_secret_without_a_key_stands_for_itself(hall: Hall) -> None:
    assert hall.key_ring.player_of("nadia at home") == NADIA
    assert hall.key_ring.player_of("") is None


async def test_many_devices_stand_for_one_person_until_they_are_removed(hall: Hall) -> None:
    keys, ring = Keys(hall), hall.key_ring
    for secret in ("nadia at home", "nadia on the way"):
        await device(keys, secret)
        assert ring.player_of(secret) == NADIA
    await keys.remove(NADIA, player_of("nadia on the way"))
    assert ring.player_of("nadia on the way") is None
    assert ring.player_of("nadia at home") == NADIA
    await keys.sign_out("nadia at home")
    assert ring.player_of("nadia at home") is None
    assert await keys.of(NADIA) == []


async def test_nobody_removes_the_keys_of_others(hall: Hall) -> None:
    keys = Keys(hall)
    await device(keys, "nadia at home")
    with pytest.raises(NoSuchKey):
        await keys.remove(player_of("ben"), NADIA)
    assert hall.key_ring.player_of("nadia at home") == NADIA


async def test_the_last_way_back_stays(hall: Hall) -> None:
    keys = Keys(hall)
    await device(keys, "nadia at home")
    async with keys.engine.begin() as connection:
        for id in ("first", "second"):
            await keys.add(connection, id, NADIA, PASSKEY, id)
    await keys.remove(NADIA, "first")
    with pytest.raises(LastKey):
        await keys.remove(NADIA, "second")
    assert {key.kind for key in await keys.of(NADIA)} == {DEVICE, PASSKEY}


async def test_nobody_has_more_programs_than_servers_can_keep_in_mind(hall: Hall) -> None:
    keys = Keys(hall)
    tokens = [await keys.new_program(NADIA, f"search {number}") for number in range(MOST_PROGRAMS)]
    with pytest.raises(TooManyPrograms):
        await keys.new_program(NADIA, "one more")
    assert await keys.new_program(NADIA, "the same form once more", tokens[0]) == tokens[0]
    await keys.remove(NADIA, player_of(tokens[0]))
    await keys.new_program(NADIA, "one more")


async def test_of_two_ways_back_that_are_removed_at_once_one_stays(hall: Hall) -> None:
    keys = Keys(hall)
    await hall.store.people.remember_name(NADIA, "Nadia")
    async with keys.engine.begin() as connection:
        for id in ("first", "second"):
            await keys.add(connection, id, NADIA, PASSKEY, id)
    done = await asyncio.gather(*(keys.remove(NADIA, id) for id in ("first", "second")), return_exceptions=True)
    assert [type(one) for one in done if one] == [LastKey]
    assert len(await keys.of(NADIA)) == 1


async def test_the_id_of_a_passkey_is_no_secret(hall: Hall) -> None:
    keys = Keys(hall)
    async with keys.engine.begin() as connection:
        await keys.add(connection, player_of("seen by all"), NADIA, PASSKEY, "phone")
    await keys.tell(player_of("seen by all"))
    assert hall.key_ring.player_of("seen by all") == player_of("seen by all")


async def test_a_program_is_a_player_of_its_own_and_belongs_to_somebody(hall: Hall) -> None:
    keys, ring = Keys(hall), hall.key_ring
    token = await keys.new_program(NADIA, "my search")
    assert ring.player_of(token) == player_of(token) != NADIA
    assert ring.owner_of_program(player_of(token)) == NADIA
    assert not ring.is_program(NADIA)
    await keys.remove(NADIA, player_of(token))
    assert ring.player_of(token) is None


async def test_programs_that_belong_to_nobody_are_forgotten_when_they_sit_nowhere(hall: Hall) -> None:
    clock = Clock()
    keys = Keys(hall, clock)
    seated = next(seat.player for seat in (await running(hall)).seats if seat.player)
    for player in (seated, "idle"):
        await keys.mark_program(player)
    clock.now += UNUSED + 1
    await keys.tidy()
    assert hall.key_ring.is_program(seated)
    assert not hall.key_ring.is_program("idle")
    assert len(hall.key_ring) == 1


async def test_keys_that_were_removed_long_ago_are_forgotten_but_not_those_that_are_the_id_of_a_player(
    hall: Hall,
) -> None:
    clock = Clock()
    keys = Keys(hall, clock)
    for secret in ("nadia at home", "nadia on the way"):
        await device(keys, secret)
    token = await keys.new_program(NADIA, "my search")
    for secret in ("nadia at home", "nadia on the way", token):
        await keys.remove(NADIA, player_of(secret))
    await keys.tidy()
    assert len(hall.key_ring) == 3
    clock.now += UNUSED + 1
    await keys.tidy()
    assert len(hall.key_ring) == 2
    assert hall.key_ring.player_of("nadia at home") is None
    assert hall.key_ring.player_of(token) is None


async def test_a_device_removed_at_one_server_is_nobody_at_the_other(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        await device(Keys(one), "nadia on the way")
        await until(lambda: two.key_ring.player_of("nadia on the way") == NADIA)
        await Keys(two).remove(NADIA, player_of("nadia on the way"))
        assert two.key_ring.player_of("nadia on the way") is None
        await until(lambda: one.key_ring.player_of("nadia on the way") is None)
        async with hall_over(shared_database) as later:
            assert later.key_ring.player_of("nadia on the way") is None


async def test_what_is_pending_works_once_and_not_too_late(hall: Hall) -> None:
    clock = Clock()
    pending = Pending(hall.store.engine, clock)
    token = await pending.give_out("device", 60, NADIA, called="phone")
    assert await pending.use("mail", token) is None
    seen = await pending.look("device", token)
    assert seen
    assert (seen.player, seen.about) == (NADIA, {"called": "phone"})
    assert await pending.use("device", token) == seen
    assert await pending.use("device", token) is None
    late = await pending.give_out("device", 60, NADIA)
    clock.now += 61
    assert await pending.look("device", late) is None
    assert await pending.use("device", late) is None
