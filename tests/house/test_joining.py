"""Joining and signing in, over both databases; and what somebody tries who has no business here."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
import sqlalchemy as sa

from mezani.house.choices import read_choices
from mezani.house.daily_backups import DailyBackups
from mezani.house.host import Acting
from mezani.house.house import House
from mezani.house.joining import AGAIN, LINK_SECONDS, Browser
from mezani.house.keys import DAY
from mezani.house.notifications.choices import NotificationChoices
from mezani.house.passkeys import SECONDS, Site
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.hall import Hall
from mezani.tables.key_ring import DEVICE
from mezani.tables.keys import fresh_key
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    LastKey,
    NameDeceptive,
    NameMissing,
    NameMixed,
    NameOfNameless,
    NameReserved,
    NameTaken,
    NoPerson,
    ReadOnly,
    Refusal,
    SignedOut,
    WrongCode,
    WrongDeviceLink,
    WrongPasskey,
)
from mezani.tables.situation import Seat
from tests.house.authenticator import Authenticator
from tests.house.test_chores import Clock
from tests.house.test_host import until
from tests.tables.conftest import hall_over
from tests.tables.test_after_the_game import GAME, PLAYERS, ended

pytestmark = pytest.mark.anyio

SITE = Site("games.example.org", "https://games.example.org")
PHONE = player_of("phone")  # the guest whose browser asks for a passkey


def house_over(hall: Hall) -> House:
    return House(hall, DailyBackups(hall.store, Path(), 3, 0))


@pytest.fixture
def house(hall: Hall) -> House:
    return house_over(hall)


def browser(house: House, secret: str) -> Browser:
    """A browser that keeps a secret, as the house knows it now."""
    key = house.hall.key_ring.find(secret)
    if key and key.is_removed:
        return Browser("", None, "Firefox")
    return Browser(secret, house.hall.key_ring.player_of(secret), "Firefox")


async def joined(house: House, secret: str = "nadia at home", name: str = "Nadia") -> str:
    """Somebody joins with a recovery code, which is returned."""
    return await house.joining.join_with_code(browser(house, secret), name)


async def with_passkey(house: House, secret: str, name: str = "Nadia") -> Authenticator:
    """Somebody joins with a passkey."""
    key, who = Authenticator(), browser(house, secret)
    assert who.player
    options = await house.passkeys.offer(SITE, who.player, name)
    await house.joining.join_with_passkey(who, name, house.passkeys, SITE, key.make(options))
    return key


async def refused(why: type[Refusal], house: House, answer: object) -> None:
    with pytest.raises(why):
        await house.passkeys.check(SITE, PHONE, answer)


# Codes


async def test_a_code_signs_in_another_browser_with_a_fresh_secret(house: House) -> None:
    code = await joined(house)
    nadia = player_of("nadia at home")
    secret, fresh = await house.joining.sign_in_with_code(Browser("", None, "phone"), code.upper().replace("-", " "))
    assert house.hall.key_ring.player_of(secret) == nadia
    assert house.hall.key_ring.player_of("nadia at home") == nadia
    assert fresh != code


async def test_a_code_is_used_up(house: House) -> None:
    code = await joined(house)
    _, fresh = await house.joining.sign_in_with_code(Browser("", None, "phone"), code, fresh_key())
    for used in (code, code[:-1], "", "x" * 24, "0" * 24, "\0" * 24):
        with pytest.raises(WrongCode):
            await house.joining.sign_in_with_code(Browser("", None, "thief"), used, fresh_key())
    await house.joining.sign_in_with_code(Browser("", None, "tablet"), fresh)


async def test_a_code_that_was_replaced_opens_nothing(house: House) -> None:
    code = await joined(house)
    await joined(house)
    with pytest.raises(WrongCode):
        await house.joining.sign_in_with_code(Browser("", None, "thief"), code)


async def test_the_same_form_twice_is_answered_twice(house: House) -> None:
    code, key = await joined(house), fresh_key()
    phone = Browser("", None, "phone")
    house.keys.clock = clock = Clock()
    first = await house.joining.sign_in_with_code(phone, code, key)
    assert await house.joining.sign_in_with_code(phone, code, key) == first
    clock.now += AGAIN + 1
    with pytest.raises(WrongCode):
        await house.joining.sign_in_with_code(phone, code, key)
    await house.joining.sign_in_with_code(phone, first[1], key)


async def test_the_same_form_twice_brings_back_nothing_that_was_removed_since(house: House) -> None:
    code, key, phone = await joined(house), fresh_key(), Browser("", None, "phone")
    secret, fresh = await house.joining.sign_in_with_code(phone, code, key)
    await house.keys.remove(player_of("nadia at home"), player_of(secret))
    with pytest.raises(WrongCode):
        await house.joining.sign_in_with_code(phone, code, key)
    _, newest = await house.joining.sign_in_with_code(phone, fresh, key)
    await house.joining.sign_in_with_code(phone, newest, fresh_key())
    with pytest.raises(WrongCode):
        await house.joining.sign_in_with_code(phone, fresh, key)


async def test_a_code_that_two_use_at_once_on_two_servers_lets_one_in(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = house_over(one), house_over(two)
        code = await joined(here)
        tries = (house.joining.sign_in_with_code(Browser("", None, "?"), code, fresh_key()) for house in (here, there))
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(answer) for answer in answers if isinstance(answer, Refusal)] == [WrongCode]
        assert sum(isinstance(answer, tuple) for answer in answers) == 1


async def test_a_code_is_no_cookie_and_only_its_hash_is_kept(house: House) -> None:
    code = await joined(house)
    assert house.hall.key_ring.player_of(code) == player_of(code)
    async with house.hall.store.engine.connect() as connection:
        kept = repr((await connection.execute(sa.select(schema.keys))).all())
    assert code not in kept
    assert code.replace("-", "") not in kept


# Keys that were removed


async def test_no_stale_browser_revives_a_device_that_was_removed(house: House) -> None:
    code, nadia = await joined(house), player_of("nadia at home")
    stale = browser(house, "nadia at home")
    await house.keys.sign_out("nadia at home")
    with pytest.raises(SignedOut):
        await house.joining.join_with_code(stale, "Nadia")
    with pytest.raises(SignedOut):
        await house.joining.sign_in(Browser("", None, "phone"), nadia, "nadia at home")
    assert house.hall.key_ring.player_of("nadia at home") is None
    await house.joining.sign_in_with_code(Browser("", None, "phone"), code)
    await house.profiles.delete(nadia, "Nadia")
    with pytest.raises(SignedOut):
        await house.joining.join_with_code(stale, "Nadia")
    assert not await house.hall.store.people.have_joined([nadia])


async def test_no_form_brings_back_the_token_of_a_program_that_was_removed(house: House) -> None:
    await joined(house)
    nadia = player_of("nadia at home")
    token = await house.keys.new_program(nadia, "Search", "a token by a form")
    assert await house.keys.new_program(nadia, "Search", token) == token
    await house.keys.remove(nadia, player_of(token))
    assert await house.keys.new_program(nadia, "Search", token) != token
    assert house.hall.key_ring.player_of(token) is None


async def test_a_guest_who_has_joined_meanwhile_is_no_part_of_another(house: House, hall: Hall) -> None:
    code, guest = await joined(house), browser(house, "phone")
    await joined(house, "phone", "Ben")
    ben = player_of("phone")
    table = await hall.open_table(GAME, [Seat(ben, "Ben")] * PLAYERS, opened_by=ben)
    secret, _ = await house.joining.sign_in_with_code(guest, code)
    assert house.hall.key_ring.player_of(secret) == player_of("nadia at home")
    assert table.seats_of(ben) == list(range(PLAYERS))
    assert await hall.store.people.name_of(ben) == "Ben"


async def test_who_has_joined_meanwhile_keeps_the_name_they_took(house: House) -> None:
    guest = browser(house, "phone")
    await joined(house, "phone", "Ben")
    await house.joining.join_with_code(guest, "Benjamin")
    assert await house.hall.store.people.name_of(player_of("phone")) == "Ben"


async def test_a_guest_who_joins_and_signs_in_at_once_on_two_servers_is_one_of_both(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = house_over(one), house_over(two)
        code, guest = await joined(here), browser(here, "phone")
        async with asyncio.TaskGroup() as both:
            joins = both.create_task(_tried(here.joining.join_with_code(guest, "Ben")))
            signs_in = both.create_task(_tried(there.joining.sign_in_with_code(guest, code)))
        assert not isinstance(signs_in.result(), Refusal)
        has_joined = await one.store.people.have_joined([player_of("phone")])
        assert has_joined == (not isinstance(joins.result(), Refusal))


async def _tried(deed: Awaitable[object]) -> object:
    try:
        return await deed
    except Refusal as refusal:
        return refusal


# Passkeys


async def test_a_passkey_signs_in(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    answer = key.answer(await house.passkeys.ask(SITE, PHONE))
    assert await house.passkeys.check(SITE, PHONE, answer) == player_of("nadia at home")


async def test_a_replayed_answer_is_refused(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    answer = key.answer(await house.passkeys.ask(SITE, PHONE))
    await house.passkeys.check(SITE, PHONE, answer)
    await refused(WrongPasskey, house, answer)


async def test_answers_to_no_challenge_of_ours_are_refused(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    await refused(WrongPasskey, house, key.answer('{"challenge": "AAAA"}'))
    made_for = await house.passkeys.offer(SITE, player_of("nadia at home"), "Nadia")
    await refused(WrongPasskey, house, key.answer(made_for))
    broken_ones: list[object] = [None, [], {}, {"response": {}}, {"response": {"clientDataJSON": "é"}}, "x"]
    for broken in broken_ones:
        await refused(WrongPasskey, house, broken)


async def test_a_challenge_is_for_the_browser_that_asked(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    answer = key.answer(await house.passkeys.ask(SITE, player_of("thief")))
    await refused(WrongPasskey, house, answer)
    for asker in (player_of("thief"), None):  # it is used up, whoever has brought the answer
        with pytest.raises(WrongPasskey):
            await house.passkeys.check(SITE, asker, answer)


async def test_what_made_a_passkey_makes_no_second_one(house: House) -> None:
    options = await house.passkeys.offer(SITE, PHONE, "Nadia")
    first, second = Authenticator(), Authenticator()
    await house.joining.join_with_passkey(browser(house, "phone"), "Nadia", house.passkeys, SITE, first.make(options))
    for key in (first, second):
        with pytest.raises(WrongPasskey):
            await house.joining.join_with_passkey(
                browser(house, "phone"), "Nadia", house.passkeys, SITE, key.make(options)
            )
    options = await house.passkeys.offer(SITE, PHONE, "Nadia")
    for origin, host in (("https://evil.example", SITE.host), (SITE.origin, "evil.example")):
        forged = Authenticator(origin, host)
        with pytest.raises(WrongPasskey):
            await house.joining.join_with_passkey(
                browser(house, "phone"), "Nadia", house.passkeys, SITE, forged.make(options)
            )
    assert sum(one.kind == "passkey" for one in await house.keys.of(PHONE)) == 1


async def test_an_answer_without_a_touch_is_refused(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    key.is_touched = False
    await refused(WrongPasskey, house, key.answer(await house.passkeys.ask(SITE, PHONE)))


async def test_nobody_is_asked_for_a_passkey_while_the_house_is_closed(house: House, hall: Hall) -> None:
    hall.gate.read_only = True
    with pytest.raises(ReadOnly):
        await house.passkeys.ask(SITE, PHONE)


async def test_a_late_answer_is_refused(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    house.pending.clock = clock = Clock()
    options = await house.passkeys.ask(SITE, PHONE)
    clock.now += SECONDS + 1
    await refused(WrongPasskey, house, key.answer(options))


async def test_answers_of_another_site_are_refused(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    key.origin = "https://games.example.org.evil.example"
    await refused(WrongPasskey, house, key.answer(await house.passkeys.ask(SITE, PHONE)))
    key.origin, key.host = SITE.origin, "evil.example"
    await refused(WrongPasskey, house, key.answer(await house.passkeys.ask(SITE, PHONE)))


async def test_a_copied_passkey_is_found_out_by_its_counter(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    await house.passkeys.check(SITE, PHONE, key.answer(await house.passkeys.ask(SITE, PHONE)))
    key.count -= 1
    await refused(WrongPasskey, house, key.answer(await house.passkeys.ask(SITE, PHONE)))


async def test_another_key_does_not_answer_for_a_passkey(house: House) -> None:
    key, forged = await with_passkey(house, "nadia at home"), Authenticator()
    forged.id = key.id
    await refused(WrongPasskey, house, forged.answer(await house.passkeys.ask(SITE, PHONE)))
    await refused(WrongPasskey, house, Authenticator().answer(await house.passkeys.ask(SITE, PHONE)))


async def test_nobody_makes_a_passkey_for_somebody_else(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    options = await house.passkeys.offer(SITE, player_of("nadia at home"), "Nadia")
    with pytest.raises(WrongPasskey):
        await house.joining.join_with_passkey(
            browser(house, "thief"), "Thief", house.passkeys, SITE, Authenticator().make(options)
        )
    options = await house.passkeys.offer(SITE, player_of("thief"), "Thief")
    with pytest.raises(WrongPasskey):  # one that is Nadia's already
        await house.joining.join_with_passkey(browser(house, "thief"), "Thief", house.passkeys, SITE, key.make(options))
    assert not await house.hall.store.people.have_joined([player_of("thief")])


async def test_a_passkey_that_was_removed_signs_nobody_in(house: House) -> None:
    key = await with_passkey(house, "nadia at home")
    nadia = player_of("nadia at home")
    passkey = next(one for one in await house.keys.of(nadia) if one.kind == "passkey")
    with pytest.raises(LastKey):
        await house.keys.remove(nadia, passkey.id)
    await joined(house)
    await house.keys.remove(nadia, passkey.id)
    await refused(WrongPasskey, house, key.answer(await house.passkeys.ask(SITE, PHONE)))


# Links


async def test_a_link_signs_in_one_device_in_time(house: House) -> None:
    await joined(house)
    nadia = player_of("nadia at home")
    link = await house.joining.new_link(nadia, nadia)
    secret = await house.joining.sign_in_with_link(Browser("", None, "phone"), link)
    assert house.hall.key_ring.player_of(secret) == nadia
    house.pending.clock = clock = Clock()
    late = await house.joining.new_link(nadia, nadia)
    clock.now += LINK_SECONDS + 1
    for wrong in (link, late, "x"):
        with pytest.raises(WrongDeviceLink):
            await house.joining.sign_in_with_link(Browser("", None, "thief"), wrong)


async def test_a_link_is_worth_nothing_once_its_device_was_removed(house: House) -> None:
    code, nadia = await joined(house), player_of("nadia at home")
    stolen, _ = await house.joining.sign_in_with_code(Browser("", None, "phone"), code)
    link = await house.joining.new_link(nadia, player_of(stolen))
    assert await house.joining.look_at_link(link) == nadia
    await house.keys.remove(nadia, player_of(stolen))
    assert await house.joining.look_at_link(link) is None
    with pytest.raises(WrongDeviceLink):
        await house.joining.sign_in_with_link(Browser("", None, "thief"), link)


async def test_a_browser_is_told_nothing_any_more_once_it_is_signed_out(house: House) -> None:
    code, nadia, guest = await joined(house), player_of("nadia at home"), player_of("phone")
    channels, facts = house.notifications.channels, {"auth": "a", "device": guest}
    await channels.add_device(guest, "https://push.example/1", facts, "phone")
    secret, _ = await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert [channel.facts["device"] for channel in await channels.of(nadia)] == [player_of(secret)]
    await house.keys.sign_out(secret)
    assert await channels.of(nadia) == []


# What comes along


async def test_what_a_guest_did_comes_along(house: House, hall: Hall) -> None:
    code, nadia, guest = await joined(house), player_of("nadia at home"), player_of("phone")
    table = await hall.open_table(GAME, [Seat(guest, "Nadi")] * PLAYERS, opened_by=guest)
    over = await ended(hall)
    async with hall.store.engine.begin() as connection:
        theirs = sa.update(schema.seats).where(schema.seats.c.table_id == over.id, schema.seats.c.seat == 0)
        await connection.execute(theirs.values(player=guest))
        for player, solved in ((guest, 1), (guest, 2), (nadia, 2)):
            row = {"player": player, "kind": "table", "source": "x", "number": solved, "at": 0.0}
            await connection.execute(sa.insert(schema.solved).values(row))
        for muted in ("loud", nadia):
            await put(connection, schema.mutes, {"player": guest, "muted": muted, "at": 0.0})
        await put(connection, schema.holidays, {"player": guest, "began_at": 1.0, "until": 2.0})
        result = {"table_id": "gone", "game": "anne", "rules": 1, "ended_at": 1.0, "seats": [{"player": guest}]}
        await put(connection, schema.results, result)
    await hall.store.people.make_host(guest)
    await hall.tables.reread(over.id)

    secret, _ = await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert hall.key_ring.player_of(secret) == nadia
    assert hall.key_ring.player_of("phone") is None
    assert table.seats_of(nadia) == list(range(PLAYERS))
    assert 0 in over.seats_of(nadia)
    assert await hall.store.people.is_host(nadia)
    async with hall.store.engine.connect() as connection:
        for one in (schema.players, schema.keys):
            rows = (await connection.execute(sa.select(one.c.id).where(one.c.id == guest))).all()
            assert len(rows) == (one is schema.keys)
        assert guest not in repr((await connection.execute(sa.select(schema.seats))).all())
        assert guest not in repr((await connection.execute(sa.select(schema.results))).all())
        numbers = sa.select(schema.solved.c.number).where(schema.solved.c.player == nadia)
        assert sorted((await connection.execute(numbers)).scalars()) == [1, 2]
        mutes = (await connection.execute(sa.select(schema.mutes.c.player, schema.mutes.c.muted))).all()
        assert mutes == [(nadia, "loud")], "nobody mutes themselves"
        assert (await connection.execute(sa.select(schema.holidays.c.player))).scalars().all() == [nadia]


async def test_a_guest_brings_along_how_they_want_to_be_told_unless_the_person_has_said_so(house: House) -> None:
    code, nadia, chosen = await joined(house), player_of("nadia at home"), house.notifications.choices
    at_night = NotificationChoices(("turn",), 22 * 60, 7 * 60, "Europe/Berlin")
    await house.profiles.choose(nadia, results="nobody")
    await chosen.put(player_of("phone"), at_night)
    _, code = await house.joining.sign_in_with_code(browser(house, "phone"), code)
    assert await chosen.of(nadia) == at_night
    await chosen.put(player_of("tablet"), NotificationChoices(("over",)))
    await house.joining.sign_in_with_code(browser(house, "tablet"), code)
    assert await chosen.of(nadia) == at_night
    who = await house.hall.store.people.joined(nadia)
    assert who
    assert read_choices(who.choices).results == "nobody"


async def test_seats_of_a_guest_are_the_persons_on_all_servers(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = house_over(one), house_over(two)
        code, guest = await joined(here), player_of("phone")
        await until(lambda: two.key_ring.find("nadia at home") is not None)
        table = await one.open_table(GAME, [Seat(guest, "Nadi")] * PLAYERS, opened_by=guest)
        await there.joining.sign_in_with_code(browser(there, "phone"), code)
        nadia = player_of("nadia at home")
        await until(lambda: table.seats_of(nadia) == list(range(PLAYERS)))
        await until(lambda: one.key_ring.player_of("phone") is None)


async def test_who_is_signed_in_and_signs_in_as_another_is_not_merged(house: House, hall: Hall) -> None:
    await joined(house)
    code, nadia = await joined(house, "ben", "Ben"), player_of("nadia at home")
    table = await hall.open_table(GAME, [Seat(nadia, "Nadia")] * PLAYERS, opened_by=nadia)
    secret, _ = await house.joining.sign_in_with_code(browser(house, "nadia at home"), code)
    assert hall.key_ring.player_of(secret) == player_of("ben")
    assert hall.key_ring.player_of("nadia at home") is None
    assert table.seats_of(nadia) == list(range(PLAYERS))


async def test_nobody_joins_while_the_house_is_closed(house: House, hall: Hall) -> None:
    hall.gate.read_only = True
    with pytest.raises(ReadOnly):
        await joined(house)


async def test_programs_do_not_join(house: House) -> None:
    await house.keys.mark_program(player_of("program"))
    with pytest.raises(NoPerson):
        await joined(house, "program", "Deep")


# Names


async def test_the_name_of_somebody_who_has_joined_is_theirs_alone(house: House, hall: Hall) -> None:
    await joined(house)
    table = await hall.open_table(GAME, [Seat(player_of("ann"), "Ann"), *[Seat()] * (PLAYERS - 1)])
    for trick in (
        "Nadia",
        "nadia",
        "N\u0430dia",
        "Na\u200bdia",
        "\u202eNadia",
        "Nad\u0301ia",
        "Nad1a",
        "N.a.d.i.a",
        "Ｎａｄｉａ",
        "ɴᴀᴅɪᴀ",
        "🅽🅰🅳🅸🅰",
        "Nađia",
        "Nɑdia",
        "Nadɩa",
        "Nadǀa",
        "Nadǃa",
    ):
        with pytest.raises(NameTaken):
            await hall.sit(table.id, player_of("ben"), trick)
        with pytest.raises((NameTaken, NameMixed)):
            await joined(house, "ben", trick)
        with pytest.raises(NameTaken):
            await hall.open_table(GAME, [Seat(player_of("ben"), trick)] * PLAYERS, opened_by=player_of("ben"))
    for blank in ("", "  ", "\u200b", "\u3164", "\u2800", "\ufffc", "...", "\u0301"):
        with pytest.raises(NameMissing):
            await hall.sit(table.id, player_of("ben"), blank)
        with pytest.raises(NameMissing):
            await joined(house, "ben", blank)
    await hall.sit(table.id, player_of("nadia at home"), "whatever")
    assert table.seats[1].name == "Nadia"
    assert await hall.store.people.name_of(player_of("nadia at home")) == "Nadia"


async def test_a_name_in_two_alphabets_is_refused(house: House) -> None:
    for mixed in ("Bоb", "Αnna"):
        with pytest.raises(NameMixed):
            await joined(house, "bob", mixed)
    for number, good in enumerate(("Анна", "Zoë", "李明", "Ana 2", "★", "Kaʻiulani", "Mario マリオー")):
        await joined(house, f"somebody {number}", good)


async def test_nobody_is_called_as_the_house_is(house: House, hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(player_of("ann"), "Ann"), *[Seat()] * (PLAYERS - 1)])
    for name in (
        *("Mezani", "Host", "H0ST", "Gastgeber", "Somebody", "Jemand", "Bot", "Bot 2", "\u0412ot"),
        *("The Host", "Der Gastgeber", "Mezani-Team", "M0derator", "Support", "You", "du", "D\u00fc"),
    ):
        with pytest.raises((NameReserved, NameMixed)):
            await joined(house, "ben", name)
        with pytest.raises(NameReserved):
            await hall.sit(table.id, player_of("ben"), name)
    for name in ("Guest 12", "Gast 3", "Platz 1"):  # as guests are called who give no name
        with pytest.raises(NameOfNameless):
            await joined(house, "ben", name)
    await hall.sit(table.id, player_of("ben"), "Guest 12")
    await joined(house, "cat", "Botho")


async def test_nobody_writes_a_name_in_an_alphabet_that_looks_like_another(house: House, hall: Hall) -> None:
    table = await hall.open_table(GAME, [Seat(player_of("ann"), "Ann"), *[Seat()] * (PLAYERS - 1)])
    for name in ("ꓠꓮꓓꓲꓮ", "ᏁᎪᎠᎥᎪ", "NadᎥa", "ꮑꭺꭰꭵꭺ"):
        with pytest.raises(NameDeceptive):
            await joined(house, "ben", name)
        with pytest.raises(NameDeceptive):
            await hall.sit(table.id, player_of("ben"), name)


async def test_a_name_stays_in_its_line(house: House) -> None:
    await joined(house, "ben", "B" + "\u0301\u0338" * 20 + "en" + "\u0489" * 20)
    assert len(await house.hall.store.people.name_of(player_of("ben"))) <= 12


async def test_a_host_gives_nobody_the_name_of_another(house: House, hall: Hall) -> None:
    zoe, ann, ben = Acting("zoe", "Zoe"), player_of("ann"), player_of("ben")
    await joined(house)
    await joined(house, "ben", "Ben")
    table = await hall.open_table(GAME, [Seat(ann, "Ann"), *[Seat(bot="novice")] * (PLAYERS - 1)])
    for player, old in ((ann, "Ann"), (ben, "Ben")):
        with pytest.raises(NameTaken):
            await house.host.rename(zoe, player, old, "NAD1A")
    assert table.seats[0].name == "Ann"
    await house.host.rename(zoe, ben, "Ben", "Bernd")
    with pytest.raises(NameTaken):
        await house.host.rename(zoe, ann, "Ann", "BERND")
    await house.host.rename(zoe, ann, "Ann", "Ben")
    assert table.seats[0].name == "Ben"


async def test_a_key_tells_when_it_was_used(house: House) -> None:
    await joined(house)
    nadia = player_of("nadia at home")
    house.seen.clock = clock = Clock()
    clock.now = 3 * DAY + 5
    house.seen.note(nadia, nadia)
    async with house.keys.engine.begin() as connection:
        await connection.execute(sa.update(schema.keys).values(used_at=DAY))
    await house.seen.store()
    used = {key.kind: key.used_at for key in await house.keys.of(nadia)}
    assert used == {DEVICE: 3 * DAY, "recovery": DAY}
