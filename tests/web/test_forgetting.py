"""The page on which one deletes one's name from old tables: it says what happens before it does."""

from typing import Any

from litestar.testing import TestClient

from tests.web.finished import finished
from tests.web.people import GAME, Person, table_of


def test_a_name_is_deleted_when_that_is_confirmed(client: TestClient[Any], ann: Person) -> None:
    id = finished(ann, GAME.name)
    name = next(seat.name for seat in table_of(client, id).seats if seat.player)
    running = ann.new_table(["me"] * GAME.seats[0], names=["Annika"] * GAME.seats[0])
    page = ann.get("/settings/name").text
    assert "/settings/name" in ann.get("/settings").text
    assert "Your name stands at 1 finished table." in page
    assert name in ann.get(f"/table/{id}/result").text
    done = ann.post("/settings/name").text
    assert "Your name is gone" in done
    for path in (f"/table/{id}/result", f"/table/{id}"):
        shown = Person(client).get(path).text
        assert name not in shown
        assert "Somebody" in shown
    assert "Annika" in ann.get(f"/table/{running}").text
    assert "Jemand" in Person(client, **{"accept-language": "de"}).get(f"/table/{id}/result").text


def test_somebody_new_has_nothing_to_delete(client: TestClient[Any]) -> None:
    assert "at no finished table" in Person(client).get("/settings/name").text
    assert Person(client).post("/settings/name").status_code == 200
