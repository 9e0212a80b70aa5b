"""Looking back by pages and forms alone: who sees what of a game, what is said of it, and how it is asked for."""

import asyncio
import re
import time
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.insight.judging import decisions
from mezani.language import ENGLISH, LANGUAGES
from mezani.tables.analysis_rows import RECORD
from mezani.tables.analysis_sources import Source, source_of
from mezani.tables.players import player_of
from mezani.tables.refusals import NoLookingBack
from mezani.web.analysis_words import turn_in_words
from tests.playing import OUR_GAMES
from tests.tables.judging import Oracle
from tests.tables.test_coach import PATIENCE
from tests.web.finished import ended_for, finished, loaded, nearly_over, played
from tests.web.looking_back import OPEN, keep, mistakes_of
from tests.web.people import Person, hidden, server, table_of

TAGS = re.compile(r"<style.*?</style>|<[^>]+>", re.DOTALL)


def words(html: str) -> str:
    """What a page says."""
    return " ".join(TAGS.sub(" ", html).split())


def part(html: str, id: str) -> str:
    """What an element of the page says, from its beginning to the next of its kind."""
    found = re.search(rf'<(\w+)[^>]* id="{id}".*?</\1>', html, re.DOTALL)
    assert found, f"there is no {id}"
    return words(found[0])


def source_for(client: TestClient[Any], person: Person, id: str) -> Source:
    return source_of(table_of(client, id), player_of(person.cookies["mezani"]))


def judged_table(client: TestClient[Any], person: Person, name: str = "anansi", of_it: float = 1.0) -> Source:
    """A finished practice table of a person's that is judged."""
    return keep(client, source_for(client, person, finished(person, name)), of_it)


def path_of(source: Source) -> str:
    return f"/{source.kind}/{source.id}/analysis"


def own_seat(client: TestClient[Any], person: Person, source: Source) -> int:
    return table_of(client, source.id).seats_of(player_of(person.cookies["mezani"]))[0]


# A game that is over


def test_the_whole_game_is_told_at_its_end(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    page = ann.get(path_of(source))
    assert page.url.path == f"{path_of(source)}/{len(source.record.actions)}"
    assert "The whole game" in part(page.text, "decision")
    told = part(page.text, "overview")
    assert "Turning points" in told
    assert told.count("% given away per decision") == source.record.players
    assert "own mistakes" in told
    assert "Worst moment:" in told


def test_every_mistake_has_an_address_and_leads_to_the_next(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    numbers = mistakes_of(source, own_seat(client, ann, source))
    page = ann.get(f"{path_of(source)}/{numbers[0]}")
    for place, number in enumerate(numbers, 1):
        assert page.url.path == f"{path_of(source)}/{number}"
        assert f"Your mistake {place} of {len(numbers)}" in part(page.text, "decision-title")
        following = re.search(r'id="mistake-after" href="([^"]+)"', page.text)
        assert (following is None) == (place == len(numbers))
        page = ann.get(following[1]) if following else page


def test_a_decision_is_told_beside_the_best_ones(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    mistakes = mistakes_of(source, own_seat(client, ann, source))
    found = (it for it in decisions(source.record) if it.number in mistakes)
    decision = next(it for it in found if len(it.state.legal_actions()) > 2)
    number = decision.number
    page = ann.get(f"{path_of(source)}/{number}")
    told = part(page.text, "decision")
    label = source.record.game.label(decision.state, decision.actions[0])
    assert told.index("A ") < told.index("B ") < told.index(f"You: {label}"), "what was played comes last"
    assert "45 %" in told
    assert "90% of the time, with your move 40%" in told
    assert "Judged by what you could know: your cards and what lay open." in told
    assert "dealt anew 3,000 times" in told
    assert 'content: "A"' in page.text
    assert 'content: "you' in page.text
    assert f'href="/table/{source.id}/exercise/{number}"' in page.text
    assert f'action="/table/{source.id}/replay/{number}"' in page.text


def test_one_plays_on_from_a_decision(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    number = mistakes_of(source, own_seat(client, ann, source))[0]
    page = ann.get(f"{path_of(source)}/{number}")
    form = re.search(r'<form method="post" action="(/table/\w+/replay/\d+)"><input[^>]* value="(\d+)"', page.text)
    assert form
    assert ann.post(form[1], seat=form[2]).url.path.startswith("/table/")


def test_a_row_picks_whose_mistakes_are_shown(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    other = next(seat for seat in range(source.record.players) if seat != own_seat(client, ann, source))
    numbers, name = mistakes_of(source, other), source.record.names[other]
    page = ann.get(f"{path_of(source)}/{numbers[0]}?seat={other}").text
    assert f"{name}: mistake 1 of {len(numbers)}" in part(page, "decision-title")
    assert f"Judged by what {name} could know" in part(page, "decision")
    assert len(re.findall(r'class="slip"', page)) == len(numbers)


def test_strangers_look_back_too_and_nobody_is_you(client: TestClient[Any], ann: Person, ben: Person) -> None:
    source = judged_table(client, ann)
    page = ben.get(f"{path_of(source)}/{mistakes_of(source, 0)[0]}")
    assert page.status_code == 200
    assert source.record.names[0] in part(page.text, "decision-title")
    assert "You" not in part(page.text, "players").split()


def test_where_there_was_no_choice_that_is_said(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    chosen = {it.number for it in decisions(source.record)}
    forced = next(number for number in range(len(source.record.actions)) if number not in chosen)
    assert "only one move was possible" in part(ann.get(f"{path_of(source)}/{forced}").text, "decision")


def test_luck_is_told_only_where_something_is_drawn(client: TestClient[Any], ann: Person) -> None:
    hiding, opened = judged_table(client, ann), judged_table(client, ann, OPEN)
    assert "cards: what luck gave or took" in words(ann.get(path_of(hiding)).text)
    number = mistakes_of(opened, own_seat(client, ann, opened))[0]
    page = ann.get(f"{path_of(opened)}/{number}").text
    assert "cards" not in part(page, "players")
    assert "no luck, only decisions. A turn is judged as a whole." in part(page, "decision")


def test_a_turn_is_named_by_what_was_decided_in_it() -> None:
    record = played(OPEN, mezani.game(OPEN).seats[0])
    turns = [it for it in decisions(record) if len(it.actions) > 3]
    assert turns
    for turn in turns:
        said = turn_in_words(record.game, turn.state, turn.actions, ENGLISH)
        assert 1 <= len(said) < len(turn.actions)
        assert "End your turn" not in said


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_moment_of_every_game_can_be_looked_at(client: TestClient[Any], ann: Person, name: str) -> None:
    record = played(name, mezani.game(name).seats[0])
    source = keep(client, Source(RECORD, loaded(ann, record), record))
    for number, step in enumerate((*range(0, len(record.actions), len(record.actions) // 7), len(record.actions))):
        page = ann.ask("GET", f"{path_of(source)}/{step}", headers={"accept-language": LANGUAGES[number % 2]})
        assert page.status_code == 200, step


def test_it_is_said_in_german(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    number = mistakes_of(source, own_seat(client, ann, source))[0]
    page = ann.ask("GET", f"{path_of(source)}/{number}", headers={"accept-language": "de"}).text
    assert "Rückblick" in words(page)
    assert "Dein Fehler 1 von" in part(page, "decision-title")
    assert "Beurteilt nach dem, was du wissen konntest" in part(page, "decision")
    assert "Gewinnaussichten" in part(page, "course")


# Who may


def test_nobody_looks_back_while_people_are_playing(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ann.new_table(["me", "free", "bot:novice"])
    ben.post(f"/table/{id}/sit", name="Ben")
    for person in (ann, ben, Person(client)):
        page = person.get(f"/table/{id}/analysis")
        assert page.status_code == 403
        assert "You can look back at a game when it is over." in page.text
        assert person.post(f"/table/{id}/analysis", depth="quick").status_code == 403
    assert "Look back" not in part(ann.get(f"/table/{id}").text, "menu")


def test_who_practises_sees_only_their_own_decisions(client: TestClient[Any], ann: Person, ben: Person) -> None:
    source = keep(client, source_for(client, ann, nearly_over(ann, "anansi")))
    own, path = source.seat, path_of(source)
    assert own is not None
    page = ann.get(f"{path}/{mistakes_of(source, own)[0]}")
    assert "Your mistake 1 of" in part(page.text, "decision-title")
    assert part(page.text, "players").count("%") <= 2, "there is one row"
    theirs = next(n for n, (state, _, _) in enumerate(source.record.steps()) if state.seat != own)
    told = part(ann.get(f"{path}/{theirs}").text, "decision")
    assert "only your own decisions are judged" in told
    assert ben.get(f"{path}/{theirs}").status_code == 403


def test_no_address_shows_more_of_a_running_game(client: TestClient[Any], ann: Person) -> None:
    source = keep(client, source_for(client, ann, nearly_over(ann, "anansi")))
    other = next(seat for seat in range(source.record.players) if seat != source.seat)
    for number, (state, _, _) in list(enumerate(source.record.steps()))[:12]:
        plain = ann.get(f"{path_of(source)}/{number}").text
        asked = ann.get(f"{path_of(source)}/{number}?seat={other}&from={other}").text
        for id in ("board", "decision", "players", "drawn"):
            assert part(asked, id) == part(plain, id), (number, state.seat, id)
        assert 'id="seen-by"' not in asked


def test_wrong_addresses_are_answered(client: TestClient[Any], ann: Person) -> None:
    source = judged_table(client, ann)
    path, last = path_of(source), len(source.record.actions)
    assert ann.get(f"{path}/{last + 1}").status_code == 404
    assert ann.get(f"{path}/0?seat=9").status_code == 404
    assert ann.get(f"{path}/0?from=9").status_code == 404
    assert ann.get("/table/nothing/analysis").status_code == 404
    assert ann.get("/record/nothing/analysis").status_code == 404
    assert ann.post(path, depth="endless").status_code == 400
    assert ann.get(f"{path}?step=5&depth=deep&seat=x%22").url.path == f"{path}/5"


# Being judged


@pytest.fixture
def oracle(client: TestClient[Any]) -> Oracle:
    """What judges at this server, at once."""
    oracle, hall = Oracle(), client.app.state.hall
    hall.analyses.workers = oracle
    return oracle


def until(person: Person, path: str, said: str) -> str:
    """The page as soon as it says something."""
    end = time.monotonic() + PATIENCE
    while said not in words(html := person.get(path).text):
        assert time.monotonic() < end, words(html)[:2000]
        time.sleep(0.02)
    return html


def test_it_is_asked_for_by_a_form(client: TestClient[Any], oracle: Oracle, ann: Person) -> None:
    path = f"/table/{finished(ann, 'anansi')}/analysis"
    page = ann.get(path).text
    assert "Not judged yet" in part(page, "decision")
    assert "not judged yet" in part(page, "drawn")
    answer = ann.post(path, depth="quick", back=hidden(page, "back"))
    assert answer.url.path.startswith(path)
    assert "Turning points" in until(ann, path, "Turning points")
    assert "Judge it more deeply" in until(ann, path, "Judge it more deeply")
    deep = ann.post(path, depth="deep", back=f"{path}/0?depth=deep")
    assert deep.url.query == b"depth=deep"
    assert "Judged deeply." in until(ann, f"{path}?depth=deep", "Judged deeply.")


def test_what_is_ready_can_be_used_and_the_rest_be_stopped(
    client: TestClient[Any], oracle: Oracle, ann: Person
) -> None:
    source = source_for(client, ann, finished(ann, "anansi"))
    path = path_of(keep(client, source, 0.4))
    oracle.held = asyncio.Event()
    ann.post(path, depth="quick")
    page = until(ann, f"{path}/{list(decisions(source.record))[-1].number}", "Step through the game meanwhile.")
    assert "<progress" in page
    assert "data-under-way" in page
    assert re.search(r"<noscript><a[^>]*>.*?Refresh</a></noscript>", page), "without scripts one looks again"
    first = mistakes_of(source, own_seat(client, ann, source))[0]
    assert "Your mistake 1 of" in part(ann.get(f"{path}/{first}").text, "decision-title")
    ann.post(f"{path}/stop", depth="quick", back=f"{path}/{first}")
    assert "Judge the rest" in until(ann, path, "stopped")
    with client.portal() as portal:
        portal.call(oracle.held.set)
    oracle.held = None
    ann.post(path, depth="quick")
    assert "Judge it more deeply" in until(ann, path, "Judge it more deeply")
    assert len(oracle.asked) == len(set(oracle.asked)), "nothing is judged twice"


def test_pages_begin_nothing(client: TestClient[Any], oracle: Oracle, ann: Person) -> None:
    id = finished(ann, "anansi")
    for step in ("", "/0", "/5?depth=deep"):
        assert ann.get(f"/table/{id}/analysis{step}").status_code == 200
    assert oracle.asked == []


def test_a_host_may_let_nothing_be_judged(tmp_path: Any) -> None:
    with server(tmp_path, analyses=False) as client:
        ann = Person(client)
        path = f"/table/{finished(ann, 'anansi')}/analysis"
        answer = ann.post(path, depth="quick")
        assert answer.status_code == 403
        assert NoLookingBack.sentence in answer.text


# How one gets there


def test_links_lead_there(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, "anansi")
    link = f'href="/table/{id}/analysis'
    for path in (f"/table/{id}/result", f"/table/{id}/replay/3?seat=0", "/", "/tables/finished", f"/table/{id}"):
        assert link in ann.get(path).text, path
    record = loaded(ann, played("anansi", 3))
    for path in ("/records", f"/record/{record}/3"):
        assert f'href="/record/{record}/analysis' in ann.get(path).text, path


def test_a_practice_table_leads_there_from_its_menu(client: TestClient[Any], ann: Person) -> None:
    id = ann.new_table(["me", "bot:novice", "bot:novice"])
    assert "Look back" in part(ann.get(f"/table/{id}").text, "menu")


def test_a_table_of_people_leads_there_when_it_is_over(client: TestClient[Any], ann: Person, ben: Person) -> None:
    id = ended_for(client, ann, ben)
    assert f'href="/table/{id}/analysis' in ben.get(f"/table/{id}/result").text
    assert ben.get(f"/table/{id}/analysis").status_code == 200
