"""Letters go to confirmed addresses only, all tables in one, and end by a link."""

import re
from email.message import EmailMessage

import pytest

from mezani.house.news.confirming import MOST_OF_PERSON, MOST_TO_ADDRESS, VALID
from mezani.house.news.mail import Letter, Mail, PostOffice, checked_address
from mezani.house.news.news import News
from mezani.house.news.ways import MAIL, Way
from mezani.language import language
from mezani.tables.hall import Hall
from mezani.tables.refusals import NoMail, TooManyLetters, WrongLink, WrongMailAddress
from tests.house.news.receivers import PostOfficeServer
from tests.house.news.scene import ANN, BEN, SITE, Clock, news_of, play_until_turn_of, table_for_two, tell_later

pytestmark = pytest.mark.anyio

ADDRESS = "ben@example.org"


async def with_address(news: News, player: str = BEN, address: str = ADDRESS, lang: str = "en") -> Way:
    return await news.ways.set_address(player, MAIL, address, {"lang": lang, "site": SITE}, confirmed=False)


def parts(letter: EmailMessage) -> tuple[str, str]:
    """A letter in words alone, and as a page."""
    text, page = letter.get_body(("plain",)), letter.get_body(("html",))
    assert text
    assert page
    return text.get_content().replace("\r\n", "\n"), page.get_content()


def token_in(letter: EmailMessage) -> str:
    found = re.search(rf"{SITE}/notifications/confirm/(\S+)", parts(letter)[0])
    assert found
    return found[1]


async def confirmed(news: News, office: PostOfficeServer, **facts: str) -> Way:
    way = await with_address(news, **facts)
    await news.confirming.ask(way)
    await news.confirming.confirm(token_in(office.taken.pop()))
    found = await news.ways.find(way.id)
    assert found
    return found


async def test_nothing_goes_to_an_address_that_is_not_confirmed(hall: Hall, post_office: PostOfficeServer) -> None:
    clock = Clock()
    news = news_of(hall, clock, office=post_office.settings)
    way = await with_address(news)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock, 400)
    assert not await news.try_out(BEN, way.id)
    assert post_office.taken == []


async def test_an_address_is_confirmed_by_a_link_that_works_once(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=post_office.settings)
    way = await with_address(news)
    await news.confirming.ask(way)
    (letter,) = post_office.taken
    assert (letter["To"], letter["From"], letter["Subject"]) == (
        ADDRESS,
        "Mezani <games@example.org>",
        "Is this your address?",
    )
    assert (await news.confirming.confirm(token_in(letter))).id == way.id
    found = await news.ways.find(way.id)
    assert found
    assert found.works
    with pytest.raises(WrongLink):
        await news.confirming.confirm(token_in(letter))
    assert await news.try_out(BEN, way.id)


async def test_a_link_of_somebody_else_or_an_old_one_confirms_nothing(
    hall: Hall, post_office: PostOfficeServer
) -> None:
    clock = Clock()
    news = news_of(hall, clock, office=post_office.settings)
    mine, theirs = await with_address(news), await with_address(news, ANN, "ann@example.org")
    await news.confirming.ask(mine)
    await news.confirming.ask(theirs)
    await news.confirming.confirm(token_in(post_office.taken[1]))
    found = await news.ways.find(mine.id)
    assert found
    assert not found.works
    clock.now += VALID
    for token in (token_in(post_office.taken[0]), "x" * 32, "", "\ud800"):
        with pytest.raises(WrongLink):
            await news.confirming.confirm(token)


async def test_a_link_for_an_earlier_address_confirms_no_later_one(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=post_office.settings)
    await news.confirming.ask(await with_address(news, address="mine@example.org"))
    other = await with_address(news, address="yours@example.org")
    with pytest.raises(WrongLink):
        await news.confirming.confirm(token_in(post_office.taken[0]))
    found = await news.ways.find(other.id)
    assert found
    assert not found.works


async def test_nobody_can_flood_an_address_with_questions(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=post_office.settings)
    for number in range(MOST_TO_ADDRESS):
        await news.confirming.ask(await with_address(news, f"player {number}", "victim@example.org"))
    with pytest.raises(TooManyLetters):
        await news.confirming.ask(await with_address(news, "another", "victim@example.org"))
    for number in range(MOST_OF_PERSON):
        await news.confirming.ask(await with_address(news, BEN, f"one{number}@example.org"))
    with pytest.raises(TooManyLetters):
        await news.confirming.ask(await with_address(news, BEN, "more@example.org"))
    assert len(post_office.taken) == MOST_TO_ADDRESS + MOST_OF_PERSON


async def test_all_tables_are_in_one_letter_and_there_is_one_in_half_an_hour(
    hall: Hall, post_office: PostOfficeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("time.time", clock)  # moves are made by the same clock
    news = news_of(hall, clock, office=post_office.settings)
    await confirmed(news, post_office, lang="de")
    tables = [await table_for_two(hall) for _ in range(2)]
    for table in tables:
        await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock, 301)
    (letter,) = post_office.taken
    assert letter["Subject"] == "2 Tische warten auf dich"
    text, page = parts(letter)
    for table in tables:
        assert f"Asante: du bist dran. Ann hat gezogen.\n{SITE}/table/{table.id}\n" in text
        assert f'href="{SITE}/table/{table.id}"' in page
    assert letter["Content-Language"] == "de"
    await play_until_turn_of(hall, tables[0], ANN)
    await play_until_turn_of(hall, tables[0], BEN)
    await tell_later(news, clock, 1000)
    assert len(post_office.taken) == 1
    clock.now += 800
    await news.look_and_tell()
    assert len(post_office.taken) == 2
    assert post_office.taken[1]["Subject"] == "Asante: du bist dran"
    assert letter["Message-ID"] != post_office.taken[1]["Message-ID"]


async def test_each_letter_has_a_link_that_ends_them(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=post_office.settings)
    way = await confirmed(news, post_office)
    assert await news.try_out(BEN, way.id)
    (letter,) = post_office.taken
    link = letter["List-Unsubscribe"].strip("<>")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert all(link in part for part in parts(letter))
    given = link.rpartition("/")[2]
    await news.confirming.end(given)
    await news.confirming.end(given)
    assert await news.ways.of(BEN) == []


async def test_nobody_ends_the_letters_of_others(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=post_office.settings)
    mine, theirs = await confirmed(news, post_office), await confirmed(news, post_office, player=ANN, address="a@b.org")
    my_seal = news.confirming.end_link(mine).rpartition("-")[2]
    for given in (f"{theirs.id}-{my_seal}", f"{theirs.id}-", theirs.id, "", f"{theirs.id}-é"):
        with pytest.raises(WrongLink):
            await news.confirming.end(given)
    assert not await news.ways.remove(BEN, theirs.id)
    assert not await news.ways.switch(BEN, theirs.id, False)
    assert (await news.ways.of(ANN))[0].works


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


async def test_nobody_adds_headers_to_a_letter_by_a_name(hall: Hall, post_office: PostOfficeServer) -> None:
    mail = Mail(post_office.settings, "House\r\nBcc: c@example.org")
    with pytest.raises(ValueError, match="CR or LF"):
        mail.written(ADDRESS, Letter("x", [], [], ""), language("en"), "1")
    fine = Mail(post_office.settings)
    letter = Letter("Your turn\r\nBcc: c@example.org", ["<b>Ann</b>\r\n.\r\nQUIT"], [("<x>", SITE)], "")
    await fine.deliver(ADDRESS, letter, language("en"), "1")
    (came,) = post_office.taken
    assert came["Bcc"] is None
    assert came["Subject"] == "Your turn Bcc: c@example.org"
    assert post_office.recipients == [ADDRESS]
    assert "&lt;b&gt;Ann&lt;/b&gt;" in parts(came)[1]


async def test_a_house_without_a_mail_server_says_so(hall: Hall) -> None:
    news = news_of(hall)
    with pytest.raises(NoMail):
        await news.confirming.ask(await with_address(news))


async def test_a_mail_server_that_refuses_is_asked_again_unless_it_refuses_for_good(
    hall: Hall, post_office: PostOfficeServer
) -> None:
    clock = Clock()
    news = news_of(hall, clock, office=post_office.settings)
    await confirmed(news, post_office)
    post_office.answer = "451 later"
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock, 301)
    (item,) = await news.outbox.last(BEN, 5)
    assert item.due_at == clock.now + 60
    post_office.answer = "550 never"
    clock.now += 61
    await news.look_and_tell()
    (item,) = await news.outbox.last(BEN, 5)
    assert item.due_at is None
    assert [sent["result"] for sent in item.sent.values()] == ["failed"]


async def test_a_mail_server_that_is_not_there_is_tried_again(hall: Hall, post_office: PostOfficeServer) -> None:
    news = news_of(hall, office=PostOffice("127.0.0.1", 1, "games@example.org", security="none"))
    way = await with_address(news)
    await news.ways.confirm(way.id)
    assert not await news.try_out(BEN, way.id)


async def test_an_address_that_nobody_confirms_is_forgotten(hall: Hall, post_office: PostOfficeServer) -> None:
    clock = Clock()
    news = news_of(hall, clock, office=post_office.settings)
    await confirmed(news, post_office)
    await with_address(news, ANN, "ann@example.org")
    clock.now += 8 * 24 * 3600
    await news.tidy()
    assert await news.ways.of(ANN) == []
    assert len(await news.ways.of(BEN)) == 1
