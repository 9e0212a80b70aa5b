"""E-mails go to confirmed addresses only, all tables in one, and end by a link."""

import asyncio
import re
import socket
from email.message import EmailMessage

import pytest
import sqlalchemy as sa

from mezani.house.notifications.channels import MAIL, Channel
from mezani.house.notifications.http_post import NotSent
from mezani.house.notifications.mail import Email, Mailer, MailServer, checked_address
from mezani.house.notifications.mail_links import MOST_OF_PERSON, MOST_TO_ADDRESS, VALID
from mezani.house.notifications.notifications import Notifications
from mezani.language import language
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import NoMail, TooManyEmails, WrongMailAddress, WrongMailLink
from tests.house.notifications.receivers import MailReceiver
from tests.house.notifications.scene import (
    ANN,
    BEN,
    SITE,
    Clock,
    deliver_later,
    notifications_of,
    play_until_turn_of,
    table_for_two,
)
from tests.house.test_joining import house_over, joined

pytestmark = pytest.mark.anyio

ADDRESS = "ben@example.org"


async def with_address(
    notifications: Notifications, player: str = BEN, address: str = ADDRESS, lang: str = "en"
) -> Channel:
    return await notifications.channels.set_address(
        player, MAIL, address, {"lang": lang, "site": SITE}, confirmed=False
    )


def parts(email: EmailMessage) -> tuple[str, str]:
    """An e-mail in words alone, and as a page."""
    text, page = email.get_body(("plain",)), email.get_body(("html",))
    assert text
    assert page
    return text.get_content().replace("\r\n", "\n"), page.get_content()


def token_in(email: EmailMessage) -> str:
    found = re.search(rf"{SITE}/notifications/confirm/(\S+)", parts(email)[0])
    assert found
    return found[1]


async def confirmed(notifications: Notifications, receiver: MailReceiver, **facts: str) -> Channel:
    channel = await with_address(notifications, **facts)
    await notifications.mail_links.ask(channel)
    await notifications.mail_links.confirm(token_in(receiver.taken.pop()))
    found = await notifications.channels.find(channel.id)
    assert found
    return found


async def test_nothing_goes_to_an_address_that_is_not_confirmed(hall: Hall, mail_receiver: MailReceiver) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock, mail_server=mail_receiver.settings)
    channel = await with_address(notifications)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock, 400)
    assert not await notifications.try_out(BEN, channel.id)
    assert mail_receiver.taken == []


async def test_an_address_is_confirmed_by_a_link_that_works_once(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    channel = await with_address(notifications)
    await notifications.mail_links.ask(channel)
    (email,) = mail_receiver.taken
    assert (email["To"], email["From"], email["Subject"]) == (
        ADDRESS,
        "Mezani <games@example.org>",
        "Is this your address?",
    )
    assert (await notifications.mail_links.confirm(token_in(email))).id == channel.id
    found = await notifications.channels.find(channel.id)
    assert found
    assert found.works
    with pytest.raises(WrongMailLink):
        await notifications.mail_links.confirm(token_in(email))
    assert await notifications.try_out(BEN, channel.id)


async def test_a_link_of_somebody_else_or_an_old_one_confirms_nothing(hall: Hall, mail_receiver: MailReceiver) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock, mail_server=mail_receiver.settings)
    mine, theirs = await with_address(notifications), await with_address(notifications, ANN, "ann@example.org")
    await notifications.mail_links.ask(mine)
    await notifications.mail_links.ask(theirs)
    await notifications.mail_links.confirm(token_in(mail_receiver.taken[1]))
    found = await notifications.channels.find(mine.id)
    assert found
    assert not found.works
    clock.now += VALID
    for token in (token_in(mail_receiver.taken[0]), "x" * 32, "", "\ud800"):
        with pytest.raises(WrongMailLink):
            await notifications.mail_links.confirm(token)


async def test_a_link_for_an_earlier_address_confirms_no_later_one(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    await notifications.mail_links.ask(await with_address(notifications, address="mine@example.org"))
    other = await with_address(notifications, address="yours@example.org")
    with pytest.raises(WrongMailLink):
        await notifications.mail_links.confirm(token_in(mail_receiver.taken[0]))
    found = await notifications.channels.find(other.id)
    assert found
    assert not found.works


async def test_nobody_can_flood_an_address_with_questions(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    for spelling in ("victim", "VICTIM", "v.ictim+a")[:MOST_TO_ADDRESS]:
        await notifications.mail_links.ask(await with_address(notifications, spelling, f"{spelling}@example.org"))
    with pytest.raises(TooManyEmails):
        await notifications.mail_links.ask(await with_address(notifications, "another", "victim@example.org"))
    for number in range(MOST_OF_PERSON):
        await notifications.mail_links.ask(await with_address(notifications, BEN, f"one{number}@example.org"))
    with pytest.raises(TooManyEmails):
        await notifications.mail_links.ask(await with_address(notifications, BEN, "more@example.org"))
    assert len(mail_receiver.taken) == MOST_TO_ADDRESS + MOST_OF_PERSON


async def test_many_who_ask_at_once_do_not_flood_an_address_either(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    channels = [await with_address(notifications, f"somebody {number}", "victim@example.org") for number in range(12)]
    asked = (notifications.mail_links.ask(channel) for channel in channels)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, TooManyEmails) for answer in answers) == len(channels) - MOST_TO_ADDRESS
    assert len(mail_receiver.taken) == MOST_TO_ADDRESS


async def test_who_deletes_themselves_lets_nobody_be_asked_more_often(hall: Hall, mail_receiver: MailReceiver) -> None:
    house, notifications = house_over(hall), notifications_of(hall, mail_server=mail_receiver.settings)
    for number in range(MOST_TO_ADDRESS):
        await joined(house, str(number), f"Mallory {number}")
        mallory = player_of(str(number))
        await notifications.mail_links.ask(await with_address(notifications, mallory, "victim@example.org"))
        await house.profiles.delete(mallory, f"Mallory {number}")
    with pytest.raises(TooManyEmails):
        await notifications.mail_links.ask(await with_address(notifications, BEN, "victim@example.org"))
    with pytest.raises(WrongMailLink):
        await notifications.mail_links.confirm(token_in(mail_receiver.taken[0]))
    async with hall.store.engine.connect() as connection:
        kept = repr((await connection.execute(sa.select(schema.pending))).all())
    assert "victim" not in kept
    assert mallory not in kept


async def test_all_tables_are_in_one_email_and_there_is_one_in_half_an_hour(
    hall: Hall, mail_receiver: MailReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("time.time", clock)  # moves are made by the same clock
    notifications = notifications_of(hall, clock, mail_server=mail_receiver.settings)
    await confirmed(notifications, mail_receiver, lang="de")
    tables = [await table_for_two(hall) for _ in range(2)]
    for table in tables:
        await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock, 301)
    (email,) = mail_receiver.taken
    assert email["Subject"] == "2 Tische warten auf dich"
    text, page = parts(email)
    for table in tables:
        assert f"Asante: du bist dran. Ann hat gezogen.\n{SITE}/table/{table.id}\n" in text
        assert f'href="{SITE}/table/{table.id}"' in page
    assert email["Content-Language"] == "de"
    await play_until_turn_of(hall, tables[0], ANN)
    await play_until_turn_of(hall, tables[0], BEN)
    await deliver_later(notifications, clock, 1000)
    assert len(mail_receiver.taken) == 1
    clock.now += 800
    await notifications.look_and_deliver()
    assert len(mail_receiver.taken) == 2
    assert mail_receiver.taken[1]["Subject"] == "Asante: du bist dran"
    assert email["Message-ID"] != mail_receiver.taken[1]["Message-ID"]


async def test_each_email_has_a_link_that_ends_them(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    channel = await confirmed(notifications, mail_receiver)
    assert await notifications.try_out(BEN, channel.id)
    (email,) = mail_receiver.taken
    link = email["List-Unsubscribe"].strip("<>")
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert all(link in part for part in parts(email))
    given = link.rpartition("/")[2]
    await notifications.mail_links.unsubscribe(given)
    await notifications.mail_links.unsubscribe(given)
    assert await notifications.channels.of(BEN) == []


async def test_nobody_ends_the_mail_of_others(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=mail_receiver.settings)
    mine, theirs = (
        await confirmed(notifications, mail_receiver),
        await confirmed(notifications, mail_receiver, player=ANN, address="a@b.org"),
    )
    my_seal = notifications.mail_links.unsubscribe_link(mine).rpartition("-")[2]
    for given in (f"{theirs.id}-{my_seal}", f"{theirs.id}-", theirs.id, "", f"{theirs.id}-é"):
        with pytest.raises(WrongMailLink):
            await notifications.mail_links.unsubscribe(given)
    assert not await notifications.channels.remove(BEN, theirs.id)
    assert not await notifications.channels.switch(BEN, theirs.id, False)
    assert (await notifications.channels.of(ANN))[0].works


@pytest.mark.parametrize(
    "given",
    [
        *(
            "",
            "x",
            "x@",
            "@example.org",
            "a@b\r\nBcc: c@example.org",
            "a b@example.org",
            "a@example.org, b@example.org",
        ),
        *("Ann <ann@example.org>", "a@exam ple.org", "a@[127.0.0.1]", '"a\\r\\n"@example.org', "ä@example.org"),
        "x" * 65 + "@example.org",
        "a@" + "b" * 260 + ".org",
    ],
)
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(WrongMailAddress):
        checked_address(given)


async def test_nobody_adds_headers_to_an_email_by_a_name(hall: Hall, mail_receiver: MailReceiver) -> None:
    mail = Mailer(mail_receiver.settings, "House\r\nBcc: c@example.org")
    with pytest.raises(ValueError, match="CR or LF"):
        mail.composed(ADDRESS, Email("x", [], [], ""), language("en"), "1")
    fine = Mailer(mail_receiver.settings)
    email = Email("Your turn\r\nBcc: c@example.org", ["<b>Ann</b>\r\n.\r\nQUIT"], [("<x>", SITE)], "")
    await fine.deliver(ADDRESS, email, language("en"), "1")
    (came,) = mail_receiver.taken
    assert came["Bcc"] is None
    assert came["Subject"] == "Your turn Bcc: c@example.org"
    assert mail_receiver.recipients == [ADDRESS]
    assert "&lt;b&gt;Ann&lt;/b&gt;" in parts(came)[1]


async def test_a_house_without_a_mail_server_says_so(hall: Hall) -> None:
    notifications = notifications_of(hall)
    with pytest.raises(NoMail):
        await notifications.mail_links.ask(await with_address(notifications))


async def test_a_mail_server_that_refuses_is_asked_again_unless_it_refuses_for_good(
    hall: Hall, mail_receiver: MailReceiver
) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock, mail_server=mail_receiver.settings)
    await confirmed(notifications, mail_receiver)
    mail_receiver.answer = "451 later"
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock, 301)
    (notification,) = await notifications.outbox.last(BEN, 5)
    assert notification.due_at == clock.now + 60
    mail_receiver.answer = "550 never"
    clock.now += 61
    await notifications.look_and_deliver()
    (notification,) = await notifications.outbox.last(BEN, 5)
    assert notification.due_at is None
    assert [sent["result"] for sent in notification.sent.values()] == ["failed"]


async def test_a_mail_server_that_is_not_there_is_tried_again(hall: Hall, mail_receiver: MailReceiver) -> None:
    notifications = notifications_of(hall, mail_server=MailServer("127.0.0.1", 1, "games@example.org", security="none"))
    channel = await with_address(notifications)
    await notifications.channels.confirm(channel.id)
    assert not await notifications.try_out(BEN, channel.id)


async def test_nobody_waits_long_for_a_mail_server_that_never_answers(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mezani.house.notifications.mail.SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        notifications = notifications_of(hall, mail_server=MailServer("127.0.0.1", port, "games@example.org"))
        with pytest.raises(NotSent) as problem:
            await notifications.mail_links.ask(await with_address(notifications))
    assert problem.value.reason == "mail server"


async def test_an_address_that_nobody_confirms_is_forgotten(hall: Hall, mail_receiver: MailReceiver) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock, mail_server=mail_receiver.settings)
    await confirmed(notifications, mail_receiver)
    await with_address(notifications, ANN, "ann@example.org")
    clock.now += 8 * 24 * 3600
    await notifications.tidy()
    assert await notifications.channels.of(ANN) == []
    assert len(await notifications.channels.of(BEN)) == 1
