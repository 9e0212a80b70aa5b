"""Records by the browser: downloaded, loaded, looked at, and refused with line, move and reason."""

import re
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import mezani
from mezani.record import read
from mezani.tables import schema
from tests.web.finished import finished, loaded, played
from tests.web.people import GAME, Person, table_of

pytestmark = pytest.mark.slow

LEAST = GAME.seats[0]


def kept(client: TestClient[Any]) -> int:
    """How many records the server has."""

    async def count() -> int:
        async with client.app.state.hall.store.engine.connect() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).select_from(schema.records))).scalar_one())

    with client.portal() as portal:
        return portal.call(count)


def upload(person: Person, content: bytes, name: str = "game.txt") -> Any:
    return person.ask("POST", "/records", files={"file": (name, content, "text/plain")}, data={"text": ""})


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_downloaded_record_can_be_loaded_and_looked_at(client: TestClient[Any], ann: Person, name: str) -> None:
    id = finished(ann, name)
    text = ann.get(f"/table/{id}/record").text
    page = upload(Person(client), text.encode())
    assert page.status_code == 200
    assert page.url.path.startswith("/record/")
    assert read(text).actions == table_of(client, id).actions
    step = len(read(text).actions) // 2
    there, here = ann.get(f"/table/{id}/replay/{step}?seat=all").text, page.url.path.rpartition("/")[0]
    shown = ann.get(f"{here}/{step}?seat=all").text
    assert 'class="move"' in beside(shown)
    assert beside(shown) == beside(there)


def beside(html: str) -> str:
    """Score and log of a page; a record does not know who was a bot."""
    aside = re.sub(r">\s+<", "><", html.partition("<aside")[2].partition("</aside>")[0])
    return re.sub(r"\s*<small>bot</small>|(?<=<small>)· ", "", aside).replace("bot · ", "").replace(">bot<", "><")


def test_a_loaded_record_is_listed_for_who_has_loaded_it(client: TestClient[Any], ann: Person) -> None:
    id = loaded(ann, played(GAME.name, LEAST))
    assert f'href="/record/{id}"' in ann.get("/records").text
    assert f'href="/record/{id}"' not in Person(client).get("/records").text
    assert Person(client).get(f"/record/{id}").status_code == 200


def test_a_record_that_was_not_played_to_its_end_goes_on(client: TestClient[Any], ann: Person) -> None:
    record = played(GAME.name, LEAST, 3, moves=10)
    id = loaded(ann, record)
    page = ann.post(f"/record/{id}/10", seat=record.state().seat)
    table = table_of(client, page.url.path.rpartition("/")[2])
    assert table.actions[:10] == record.actions
    assert table.seed == record.seed
    assert f'href="/record/{id}/10"' in page.text


def test_a_wrong_file_is_refused_with_its_reason_and_nothing_is_kept(client: TestClient[Any], ann: Person) -> None:
    record = played(GAME.name, LEAST)
    lines = str(record).splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("#")) + 1
    illegal = [*lines[:first], lines[first].split()[0], lines[first].split()[0] + "9", *lines[first + 1 :]]
    wrong = {
        "": "it is empty",
        "hello": "the header “mezani” is missing",
        str(record).replace("mezani: 1", "mezani: 99"): "update mezani",
        str(record).replace(f"game: {GAME.name}", "game: chess"): "line 2",
        str(record).replace(f"players: {LEAST}", "players: 77"): "players, not 77",
        str(record).replace(f"seed: {record.seed}", "seed: x"): "line 5: seed must be a whole number",
        str(record).replace(f"seed: {record.seed}", "seed: " + "9" * 5000): "line 5: seed must be a whole number",
        str(record).replace("result: ", "result: 9"): "the moves lead to",
        "option x: " + "[" * 5_000 + "\n" + str(record): "line 1",
        "\n".join(illegal): f"line {first + 2}, move 2",
    }
    for text, sentence in wrong.items():
        answer = upload(ann, text.encode())
        assert answer.status_code == 422, text[:80]
        assert sentence in answer.text
        assert ann.post("/records", text=text).status_code == 422
    for content in (b"\xff\xfe\x00", str(record).encode() + b"\0"):
        answer = upload(ann, content)
        assert answer.status_code == 422
        assert "it is not a text file" in answer.text
    assert upload(ann, b"x" * 70_000).status_code == 413
    broken = ann.ask("POST", "/records", content=b"--", headers={"content-type": "multipart/form-data"})
    assert broken.status_code in (400, 422)
    foreign = ann.ask("POST", "/records", data={"text": str(record)}, headers={"origin": "http://x.example"})
    assert foreign.status_code == 403
    assert kept(client) == 0
    assert "mezani" not in ann.cookies


def test_an_illegal_move_is_explained_in_the_language_of_the_reader(client: TestClient[Any]) -> None:
    record = played(GAME.name, LEAST)
    state = record.start()
    notations = {GAME.action_text(state, action) for action in state.legal_actions()}
    wrong = next(
        text
        for action in range(GAME.action_count)
        if not state.allows(action) and (text := GAME.action_text(state, action)) not in notations
    )
    text = "\n".join([*str(record).splitlines()[:5], "", wrong])
    said = {}
    player = state.seat + 1  # the names were left out
    for code, line in (("en", f"line 7, move 1 of {player}, "), ("de", f"Zeile 7, Zug 1 von {player}, ")):
        answer = Person(client, **{"accept-language": code}).post("/records", text=text)
        assert answer.status_code == 422
        assert line + wrong in answer.text
        said[code] = answer.text.partition('role="alert">')[2].partition("</p>")[0].partition(": ")[2]
    assert said["en"] != said["de"]
    assert wrong in answer.text.partition("<textarea")[2]


def test_names_in_a_record_are_only_text(client: TestClient[Any], ann: Person) -> None:
    record = played(GAME.name, LEAST)
    record.names[0] = "<b>Eve</b>" + "x" * 100
    id = loaded(ann, record)
    page = ann.get(f"/record/{id}/9").text
    assert "<b>Eve</b>x" not in page
    assert "&lt;b&gt;Eve" in page
    assert "x" * 30 not in page


def test_a_record_of_earlier_rules_is_refused_when_it_is_shown(client: TestClient[Any], ann: Person) -> None:
    text = str(played(GAME.name, LEAST)).replace("result: ", "result: 1")
    with client.portal() as portal:
        portal.call(client.app.state.hall.store.records.keep, "abc", text, "A game", None)
    answer = ann.get("/record/abc/3")
    assert answer.status_code == 422
    assert "the moves lead to" in answer.text


def test_an_unknown_record_is_not_found(ann: Person) -> None:
    for path in ("/record/nowhere", "/record/nowhere/3"):
        answer = ann.get(path)
        assert answer.status_code == 404
        assert "There is no such record" in answer.text
    assert ann.post("/record/nowhere/3", seat=0).status_code == 404
