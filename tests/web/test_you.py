"""One's own page, signing in and what others see, by plain requests."""

import json
import re
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.house.hosts import number_of
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.table import Origin
from mezani.web import others, sign_in, you
from tests.house.authenticator import Authenticator
from tests.tables.test_after_the_game import played
from tests.web.people import GAME, Person, hidden, server, table_of
from tests.web.test_devices import house_of

ONE_SERVER = True
LEAST = GAME.seats[0]
CODE = re.compile(r'id="code" readonly[^>]* value="([a-z0-9-]+)"')


def join(person: Person, name: str) -> str:
    """Somebody joins with a recovery code."""
    answer = person.post("/you/code", name=name)
    assert answer.status_code == 200, answer.text
    return code_of(answer.text)


def code_of(html: str) -> str:
    found = CODE.search(html)
    assert found, html
    return found[1]


def player(person: Person) -> str:
    return player_of(person.cookies["mezani"])


def number(person: Person) -> str:
    """What the page of somebody ends with who joined with their first cookie."""
    return number_of(player(person))


def test_a_guest_joins_and_signs_in_elsewhere_and_the_games_come_along(client: TestClient[Any], ann: Person) -> None:
    ann.new_table(["me"] * LEAST, ["Nadia", "b", "c", "d", "e"])
    assert "Sign in with" not in ann.get("/you").text  # no passkeys at a plain address
    assert "HTTPS" in ann.get("/you").text
    code = join(ann, "Nadia")
    assert "<h1>Nadia</h1>" in ann.get("/you").text

    phone = Person(client)
    mine = phone.new_table(["me"] * LEAST)
    old = phone.cookies["mezani"]
    shown = phone.post("/sign-in/code", code=code.upper(), key=hidden(phone.get("/sign-in").text, "key"))
    fresh = code_of(shown.text)
    assert fresh != code
    assert phone.cookies["mezani"] not in (old, ann.cookies["mezani"])
    assert "<h1>Nadia</h1>" in phone.get("/you").text
    seat = table_of(client, mine).state.seat
    assert 'name="action"' in ann.get(f"/table/{mine}?seat={seat}").text

    thief = Person(client)
    assert thief.post("/sign-in/code", code=code).status_code == 403
    assert "mezani" not in thief.cookies
    assert "recovery code" in thief.get("/you").text


def test_who_has_a_name_is_asked_to_keep_it_first_and_who_has_none_to_come_back(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    def first_of(person: Person) -> str:
        return str(re.findall(r'<h2 id="(back|join)"', person.get("/sign-in").text)[0])

    ann.new_table(["me"] * LEAST, ["Nils", "b", "c", "d", "e"])
    assert (first_of(ann), first_of(ben)) == ("join", "back")
    shown = ann.post("/you/code", name="Nils").text
    assert "For Nils at testserver" in shown
    assert 'name="name"' not in ann.get("/settings").text
    assert 'href="/you/name"' in ann.get("/settings").text


def test_the_name_of_somebody_who_has_joined_is_not_for_guests(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    join(ann, "Mira")
    id = ann.new_table(["me", *["free"] * (LEAST - 1)], ["Mira", "", "", "", ""])
    refused = ben.post(f"/table/{id}/sit", name="M1ra")
    assert refused.status_code == 409
    assert "sign in" in refused.text
    assert ben.ask("POST", "/play-now", data={"game": GAME.name, "name": "Mira"}).status_code == 409
    assert ben.ask("POST", "/settings", data={"name": "Mira"}).status_code == 409
    assert ben.post("/you/code", name="MIRA").status_code == 409
    assert ben.post("/you/code", name="\u200b").status_code == 422
    assert ben.post("/you/code", name="M\u0456ra").status_code in (409, 422)
    headers = {"authorization": "Bearer a-token-of-a-program"}
    seated = client.post(f"/api/tables/{id}/seats", json={"name": "Mira"}, headers=headers)
    assert seated.status_code == 409


def test_somebody_is_renamed_at_all_their_tables(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Kofi")
    id = ann.new_table(["me"] * LEAST, ["Kofi", "b", "c", "d", "e"])
    assert ann.post("/you/name", name="Kwame").status_code == 200
    assert table_of(client, id).seats[0].name == "Kwame"
    assert "<h1>Kwame</h1>" in ann.get("/you").text
    assert ann.post("/you/name", name="...").status_code == 422
    other = Person(client)
    join(other, "Kofi")  # it is free again
    assert ann.post("/you/name", name="K0fi").status_code == 409
    assert "<h1>Kwame</h1>" in ann.get("/you").text


def test_what_others_see_is_ones_own_choice(client: TestClient[Any], ann: Person, ben: Person) -> None:
    join(ann, "Greta")
    path = f"/people/{number(ann)}"
    cat = Person(client)
    join(cat, "Catalina")
    for results, by_guest, by_member in (("everybody", True, True), ("server", False, True), ("nobody", False, False)):
        ann.post("/you/choices", results=results, presence="tables")
        assert ("No game has ended" in ben.get(path).text) == by_guest
        assert ("No game has ended" in cat.get(path).text) == by_member
        for hers in ("Sign-in", "Remove", "Delete"):
            assert hers not in cat.get(path).text
    ann.post("/you/choices", results="everybody", presence="everybody")
    assert "here today" in ben.get(path).text
    assert ann.post("/you/choices", results="?", presence="everybody").status_code == 400
    assert ben.get("/people/1111-1111-1111-1111-1111").status_code == 404
    assert ben.get("/people/x").status_code == 404


def test_guests_have_no_page(client: TestClient[Any], ben: Person) -> None:
    ben.new_table(["me"] * LEAST)
    assert ben.get(f"/people/{number(ben)}").status_code == 404
    for method, path in (
        ("POST", "/you/keys/remove"),
        ("POST", "/you/device"),
        ("POST", "/you/choices"),
        ("GET", "/you/name"),
        ("POST", "/you/name"),
        ("POST", "/you/programs"),
        ("GET", "/you/data"),
        ("GET", "/you/delete"),
        ("POST", "/you/delete"),
    ):
        assert ben.ask(method, path).status_code == 403, path


def test_a_device_is_added_by_a_link_and_removed(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Yusuf")
    shown = ann.post("/you/device").text
    link = re.search(r"/device/[\w-]+", shown)
    assert link
    phone = Person(client, **{"user-agent": "Mozilla/5.0 (iPhone) Safari/605"})
    assert "Yusuf" in phone.get(link[0]).text
    assert "<h1>Yusuf</h1>" in phone.post(link[0]).text
    assert Person(client).get(link[0]).status_code == 410
    assert Person(client).post(link[0]).status_code == 410
    assert "Safari, iPhone" in ann.get("/you").text
    ann.post("/you/keys/remove", id=player(phone))
    assert "Safari, iPhone" not in ann.get("/you").text
    assert "<h1>Yusuf</h1>" not in phone.get("/you").text


def test_a_link_says_who_is_signed_out_by_it(client: TestClient[Any], ann: Person, ben: Person) -> None:
    join(ann, "Ravi")
    join(ben, "Tarja")
    id = ben.new_table(["me"] * LEAST, ["Tarja", "b", "c", "d", "e"])
    link = re.search(r"/device/[\w-]+", ann.post("/you/device").text)
    assert link
    assert "Tarja is signed in here now" in ben.get(link[0]).text
    assert "is signed in here now" not in Person(client).get(link[0]).text
    assert "belongs to Ravi from then on" in Person(client).get(link[0]).text
    german = Person(client, **{"accept-language": "de"}).get(link[0]).text
    assert "gehört dann Ravi. Öffne nur deine eigenen Links." in german
    assert "<h1>Ravi</h1>" in ben.post(link[0]).text
    assert not table_of(client, id).seats_of(player_of(ann.cookies["mezani"]))


def test_who_signs_out_is_nobody(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Lars")
    old = ann.cookies["mezani"]
    ann.post("/you/sign-out")
    ann.cookies["mezani"] = old
    assert "<h1>Lars</h1>" not in ann.get("/you").text


def test_the_form_by_which_somebody_has_joined_opens_nothing_once_they_have_left(
    client: TestClient[Any], ann: Person
) -> None:
    key = hidden(ann.get("/sign-in").text, "key")
    ann.post("/you/code", name="Ilse", key=key)
    ilse, old = number(ann), ann.cookies["mezani"]
    code = code_of(Person(client).post("/you/code", name="Ilse", key=key).text)  # the first answer may have been lost

    ann.post("/you/sign-out")
    after_signing_out = Person(client)
    assert after_signing_out.post("/you/code", name="Ilse", key=key).status_code == 409
    assert "mezani" not in after_signing_out.cookies

    ann.post("/sign-in/code", code=code)
    ann.post("/you/delete", name="Ilse")
    after_deleting = Person(client)
    assert after_deleting.post("/you/code", name="Ilse", key=key).status_code == 200  # the name is free
    assert after_deleting.cookies["mezani"] != old
    assert number(after_deleting) != ilse


def test_all_that_is_kept_of_one_can_be_had(client: TestClient[Any], ann: Person, ben: Person) -> None:
    code = join(ann, "Thandi")
    id = ann.new_table(["me"] * LEAST, ["Thandi", "b", "c", "d", "e"])
    ann.post(f"/table/{id}/say", seat=0, text="Well met")
    answer = ann.get("/you/data")
    kept = json.loads(answer.text)
    assert answer.headers["content-disposition"].startswith("attachment")
    assert [row["name"] for row in kept["players"]] == ["Thandi"]
    assert [row["id"] for row in kept["tables"]] == [id]
    assert [row["text"] for row in kept["said"]] == ["Well met"]
    assert {row["kind"] for row in kept["keys"]} == {"device", "recovery"}
    assert code not in answer.text
    assert ann.cookies["mezani"] not in answer.text


def test_a_deleted_person_leaves_their_games_under_somebody(client: TestClient[Any], ann: Person) -> None:
    code = join(ann, "Ama")
    id = ann.new_table(["me"] * LEAST, ["Ama", "Ama", "Ama", "Ama", "Ama"])
    phone = Person(client)
    phone.post("/sign-in/code", code=code)
    assert ann.post("/you/delete", name="Amo").status_code == 422
    assert "<h1>Ama</h1>" in ann.get("/you").text
    old = ann.cookies["mezani"]
    ann.post("/you/delete", name="Ama")
    table = table_of(client, id)
    assert {seat.name for seat in table.seats} == {""}
    assert all(seat.bot for seat in table.seats)
    assert "Ama" not in Person(client).get(f"/table/{id}").text
    ann.cookies["mezani"] = old
    for person in (ann, phone):
        assert 'name="action"' not in person.get(f"/table/{id}?seat=0").text
        assert "recovery code" in person.get("/you").text
    assert Person(client).post("/sign-in/code", code=code).status_code == 403
    join(Person(client), "Ama")  # the name is free


def test_a_program_has_a_token_that_can_be_removed(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Jonas")
    shown = ann.post("/you/programs", name="My search").text
    token = re.search(r'id="token" readonly value="([\w-]+)"', shown)
    assert token
    headers = {"authorization": f"Bearer {token[1]}"}
    chairs = [{"who": "me", "name": "Search"}, *[{"who": "bot"}] * (LEAST - 1)]
    body = {"game": GAME.name, "chairs": chairs}
    assert client.post("/api/tables", json=body, headers=headers).status_code == 201
    me = client.get("/api/me", headers=headers).json()
    assert (me["program"], me["name"], me["owner"]) == (True, "My search", "Jonas")
    assert "My search" in ann.get("/you").text
    rated = {**body, "terms": {"clock": {"pace": "live"}, "rated": True}}
    assert client.post("/api/tables", json=rated, headers=headers).status_code in (403, 409, 422)
    ann.post("/you/keys/remove", id=player_of(token[1]))
    assert client.get("/api/me", headers=headers).status_code == 401
    assert ann.post("/you/programs", name=" ").status_code == 422


def test_forms_of_other_sites_change_nothing(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Zuri")
    forms = {path for one in (you, sign_in, others) for handler in one.HANDLERS for path in posted(handler)}
    assert len(forms) >= 14
    for path in forms:
        path = path.format(number=number(ann), what="mute", token="x", id="x", seat=0, comment=1)
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            assert ann.ask("POST", path, data={"name": "Zuri"}, headers=headers).status_code == 403, path
    assert "<h1>Zuri</h1>" in ann.get("/you").text


def posted(handler: Any) -> list[str]:
    """The addresses to which a handler lets something be sent."""
    paths = [re.sub(r":\w+}", "}", path) for path in handler.paths]
    return paths if "POST" in handler.http_methods else []


def test_what_is_private_is_kept_by_nobody(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Sanna")
    for path in ("/you", "/you/data", "/you/name", "/you/delete", "/sign-in", f"/people/{number(ann)}"):
        assert ann.get(path).headers["cache-control"] == "no-store", path
    for path in ("/you/code", "/you/device", "/you/programs"):
        assert ann.post(path, name="My search").headers["cache-control"] == "no-store", path


def test_names_are_shown_and_not_run(client: TestClient[Any], ann: Person, ben: Person) -> None:
    name = "<b>\"'><script>x"
    join(ann, name)
    for path in ("/you", "/you/name", "/you/delete", f"/people/{number(ann)}", f"/people/{number(ann)}/more"):
        shown = (ann if path.startswith("/you") else ben).get(path).text
        assert "<b>" not in shown.replace("<b>" + shown.partition("<b>")[2].partition("</b>")[0] + "</b>", "")
        assert "<script>x" not in shown
        assert "&lt;script&gt;x" in shown
    link = re.search(r"/device/[\w-]+", ann.post("/you/device").text)
    assert link
    assert "<script>x" not in ben.get(link[0]).text


def test_a_browser_that_was_removed_makes_no_more_devices(client: TestClient[Any], ann: Person) -> None:
    code, phone = join(ann, "Oyelaran"), Person(client)
    phone.post("/sign-in/code", code=code)
    link = re.search(r"/device/[\w-]+", phone.post("/you/device").text)
    assert link
    ann.post("/you/keys/remove", id=player(phone))
    assert Person(client).get(link[0]).status_code == 410
    assert Person(client).post(link[0]).status_code == 410


def test_who_keeps_results_private_does_so_on_the_pages_of_others_too(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    join(ann, "Liv")
    join(ben, "Olof")
    ann.post("/you/choices", results="everybody", presence="tables")
    assert client.blocking_portal
    client.blocking_portal.call(play_once, house_of(client).hall, player(ann), player(ben))
    path, guest = f"/people/{number(ann)}", Person(client)
    for results, is_shown in (("everybody", True), ("server", False), ("nobody", False)):
        ben.post("/you/choices", results=results, presence="tables")
        assert (f'href="/people/{number(ben)}"' in guest.get(path).text) == is_shown
        assert f'href="/people/{number(ben)}"' in ann.get("/you").text


async def play_once(hall: Hall, one: str, two: str) -> None:
    """A game between two people, which is over."""
    record = played()
    chairs = [Seat(one, "Liv"), *[Seat(two, "Olof")] * (record.players - 1)]
    table = await hall.open_table(
        record.game, chairs, origin=Origin(record.seed, record.actions[:-1], "/table/x/replay/3")
    )
    seat = table.state.seat
    await hall.decide(table.id, table.seats[seat].player or "", seat, record.actions[-1], table.turn)


def test_passkeys_are_for_https(client: TestClient[Any], ann: Person) -> None:
    answer = ann.ask("POST", "/sign-in/passkey/ask", json={})
    assert answer.status_code == 403
    assert "HTTPS" in answer.json()["sentence"]
    for broken in (b"[", b"7", b"\xff", b"{" * 30_000):
        assert ann.ask("POST", "/sign-in/passkey", content=broken).status_code == 400


def test_somebody_signs_in_with_a_passkey(tmp_path: Any) -> None:
    with server(tmp_path, public_address="https://games.example.org") as client:
        ann, phone, key = Person(client), Person(client), Authenticator()
        options = ann.ask("POST", "/you/passkey/offer", json={"name": "Nadia"}).text
        made = ann.ask("POST", "/you/passkey", json={"name": "Nadia", "answer": key.make(options)})
        assert made.json() == {"to": "/you"}
        assert "<h1>Nadia</h1>" in ann.get("/you").text
        options = phone.ask("POST", "/sign-in/passkey/ask", json={}).text
        answer = {"answer": key.answer(options), "back": "//evil.example"}
        assert phone.ask("POST", "/sign-in/passkey", json=answer).json() == {"to": "/you"}
        assert "<h1>Nadia</h1>" in phone.get("/you").text
        for other in (Person(client), phone):
            assert other.ask("POST", "/sign-in/passkey", json=answer).status_code == 403
        stolen = key.answer(phone.ask("POST", "/sign-in/passkey/ask", json={}).text)
        assert Person(client).ask("POST", "/sign-in/passkey", json={"answer": stolen}).status_code == 403
        passkey = re.search(
            r'name="id" value="(\w+)"><button class="btn bare" aria-label="Remove Browser"', ann.get("/you").text
        )
        assert passkey
        assert ann.post("/you/keys/remove", id=passkey[1]).status_code == 409


@pytest.mark.parametrize("path", ["/sign-in/code", "/device/x", "/you/code"])
def test_who_tries_many_codes_or_takes_many_names_has_to_wait(tmp_path: Any, path: str) -> None:
    with server(tmp_path, sign_ins_per_hour=2) as client:
        answers = [Person(client).post(path, code="x" * 24, name=f"Ben {n}").status_code for n in range(9)]
        assert answers[0] in (403, 410, 200)
        assert answers[-1] == 429


def test_the_api_says_who_one_is(client: TestClient[Any]) -> None:
    assert client.get("/api/me").json()["player"] is None
    me = client.get("/api/me", headers={"authorization": "Bearer some-token-of-mine"}).json()
    assert me["player"] == number_of(player_of("some-token-of-mine"))
    assert (me["signed_in"], me["program"]) == (False, False)


def test_a_house_keeps_who_somebody_is(client: TestClient[Any], ann: Person) -> None:
    join(ann, "Bola")
    assert house_of(client).hall.key_ring.player_of(ann.cookies["mezani"]) == player(ann)
