"""The description of the API is true: what comes back, also where something is wrong, is what is described."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.finished import loaded, played
from tests.web.people import GAME, Person

ONE_SERVER = True
LEAST = GAME.seats[0]
DESCRIPTION = "/api/docs/openapi.json"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SENT = ("method", "url", "params", "headers", "json", "data", "content")
FEW = settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TOURNAMENT = "/api/tournaments/{id}"
NO_FACTS = {"/api/games", "/api/me", "GET /api/me/notifications", "GET /api/me/holiday", "DELETE /api/me/holiday"}
NOTHING_WRONG = {
    *NO_FACTS,
    TOURNAMENT,
    f"{TOURNAMENT}/standings",
    f"{TOURNAMENT}/withdraw",
    f"{TOURNAMENT}/rounds",
    "/api/tables/{id}/ratings",
    f"{TOURNAMENT}/end",
    "DELETE /api/tournaments/{id}/entrants/{number}",
}  # nothing can be
JSON = {"content-type": "application/json"}
ME = {"authorization": "Bearer somebody"}


@pytest.fixture
def schema(client: TestClient[Any]) -> Any:
    return schemathesis.openapi.from_dict(client.get(DESCRIPTION).json())


def test_every_answer_is_described(client: TestClient[Any], schema: Any) -> None:
    chairs = [{"who": "me", "name": "Robot"}] * (LEAST - 1) + [{"who": "free"}]
    lobby = client.post("/api/tables", json={"game": GAME.name, "chairs": chairs}, headers=ME).json()["table"]
    full = {"game": GAME.name, "chairs": [{"who": "me"}, *[{"who": "bot", "level": "novice"}] * (LEAST - 1)]}
    id = client.post("/api/tables", json=full, headers=ME).json()["table"]
    table = client.get(f"/api/tables/{id}", headers=ME).json()
    free = {"game": GAME.name, "chairs": [{"who": "me"}, *[{"who": "free"}] * (LEAST - 1)]}
    waiting = client.post("/api/tables", json=free, headers=ME).json()["table"]
    record = loaded(Person(client), played(GAME.name, LEAST, moves=8))
    asked: list[tuple[str, str, str, dict[str, Any], int]] = [
        ("GET", "/games", "/games", {}, 200),
        ("GET", "/games", "/games", {"headers": {"host": "["}}, 400),
        ("GET", "/tables", "/tables", {"headers": ME}, 200),
        ("GET", "/tables", "/tables?page=0", {}, 400),
        ("GET", "/tables", "/tables", {"headers": {"authorization": "Basic x"}}, 401),
        ("POST", "/tables", "/tables", {"json": full, "headers": ME}, 201),
        ("POST", "/tables", "/tables", {"content": b"{", "headers": JSON}, 400),
        ("POST", "/tables", "/tables", {"json": {"game": GAME.name}}, 400),
        ("POST", "/tables", "/tables", {"json": {**full, "game": "chess"}}, 404),
        ("POST", "/tables", "/tables", {"content": b" " * 70_000, "headers": JSON}, 413),
        ("POST", "/tables", "/tables", {"json": {**full, "options": {"odd": 1}}}, 422),
        ("POST", "/tables/{id}/seats", f"/tables/{lobby}/seats", {"json": {"name": ""}}, 422),
        ("POST", "/tables/{id}/seats", f"/tables/{lobby}/seats", {"json": {"name": "A", "seat": 77}}, 403),
        ("POST", "/tables/{id}/seats", f"/tables/{lobby}/seats", {"json": {"name": "A"}, "headers": ME}, 409),
        ("POST", "/tables/{id}/seats", f"/tables/{lobby}/seats", {"json": {"seat": 0, "link": "x"}}, 410),
        ("POST", "/tables/{id}/seats", "/tables/nowhere/seats", {"json": {"name": "A"}}, 404),
        ("POST", "/tables/{id}/seats", f"/tables/{lobby}/seats", {"json": {"name": "A"}}, 201),
        ("GET", "/tables/{id}", f"/tables/{id}", {"headers": ME}, 200),
        ("GET", "/tables/{id}", f"/tables/{id}", {}, 200),
        ("GET", "/tables/{id}", f"/tables/{id}?seat=x", {}, 400),
        ("GET", "/tables/{id}", f"/tables/{id}?seat=0", {}, 403),
        ("GET", "/tables/{id}", "/tables/nowhere", {}, 404),
        ("GET", "/tables/{id}/moves", f"/tables/{id}/moves", {"headers": ME}, 200),
        ("POST", "/tables/{id}/moves", f"/tables/{id}/moves", {"json": {"action": 0, "after": 0}}, 401),
        ("POST", "/tables/{id}/moves", f"/tables/{id}/moves", {"json": {"action": 0, "after": 77}, "headers": ME}, 409),
        ("POST", "/tables/{id}/undo", f"/tables/{id}/undo?after=77", {"headers": ME}, 409),
        ("POST", "/tables/{id}/undo", f"/tables/{id}/undo", {"headers": ME}, 400),
        ("POST", "/tables/{id}/asking", f"/tables/{id}/asking?always=1", {"headers": ME}, 200),
        ("POST", "/tables/{id}/replace", f"/tables/{id}/replace", {"headers": ME}, 400),
        ("POST", "/tables/{id}/replace", f"/tables/{id}/replace?absent=1", {}, 401),
        ("POST", "/tables/{id}/replace", f"/tables/{id}/replace?absent=1", {"headers": ME}, 409),
        ("POST", "/tables/{id}/leave", f"/tables/{id}/leave?seat=1", {"headers": ME}, 403),
        ("POST", "/tables/{id}/return", f"/tables/{id}/return?seat=1", {"headers": ME}, 403),
        ("POST", "/tables/{id}/return", f"/tables/{id}/return", {"headers": ME}, 409),
        ("GET", "/tables/{id}/stream", "/tables/nowhere/stream", {}, 404),
        ("GET", "/tables/{id}/analysis", f"/tables/{id}/analysis", {"headers": ME}, 200),
        ("GET", "/tables/{id}/analysis", f"/tables/{id}/analysis?depth=x", {}, 400),
        ("GET", "/tables/{id}/analysis", f"/tables/{id}/analysis", {"headers": {"authorization": "Basic x"}}, 401),
        ("GET", "/tables/{id}/analysis", f"/tables/{id}/analysis", {}, 403),
        ("POST", "/tables/{id}/analysis", f"/tables/{id}/analysis", {"headers": ME}, 202),
        ("POST", "/tables/{id}/analysis", f"/tables/{waiting}/analysis", {}, 409),
        ("DELETE", "/tables/{id}/analysis", f"/tables/{id}/analysis", {"headers": ME}, 200),
        ("DELETE", "/tables/{id}/analysis", "/tables/nowhere/analysis", {"headers": ME}, 404),
        ("GET", "/records/{id}/analysis", f"/records/{record}/analysis?depth=deep", {}, 200),
        ("GET", "/me/holiday", "/me/holiday", {"headers": ME}, 200),
        ("PUT", "/me/holiday", "/me/holiday", {"json": {"until": "soon"}, "headers": ME}, 400),
        ("PUT", "/me/holiday", "/me/holiday", {"json": {"until": "0001-01-01"}, "headers": ME}, 409),
        ("PUT", "/me/holiday", "/me/holiday", {"json": {"until": "9999-12-31"}, "headers": ME}, 409),
        ("DELETE", "/me/holiday", "/me/holiday", {}, 401),
        ("DELETE", "/me/holiday", "/me/holiday", {"headers": ME}, 200),
        ("GET", "/ranking", f"/ranking?game={GAME.name}", {"headers": ME}, 200),
        ("GET", "/ranking", "/ranking?game=nowhere", {}, 404),
        ("GET", "/people/{name}/ratings", "/people/Nobody/ratings", {}, 404),
        ("GET", "/tables/{id}/ratings", f"/tables/{id}/ratings", {"headers": ME}, 200),
        ("GET", "/tables/{id}/ratings", "/tables/nowhere/ratings", {}, 404),
        ("POST", "/records/{id}/analysis", f"/records/{record}/analysis", {}, 202),
        ("DELETE", "/records/{id}/analysis", f"/records/{record}/analysis", {}, 200),
        ("DELETE", "/records/{id}/analysis", "/records/nowhere/analysis", {}, 404),
        ("GET", "/tournaments", "/tournaments?which=over", {}, 200),
        ("GET", "/tournaments", "/tournaments?which=odd", {}, 400),
        ("POST", "/tournaments", "/tournaments", {"json": {"game": GAME.name, "name": "Cup"}}, 401),
        ("POST", "/tournaments", "/tournaments", {"json": {"game": GAME.name, "name": "Cup"}, "headers": ME}, 403),
        ("POST", "/tournaments", "/tournaments", {"json": {"game": GAME.name}, "headers": ME}, 400),
        ("GET", "/tournaments/{id}", "/tournaments/nowhere", {}, 404),
        ("GET", "/tournaments/{id}/standings", "/tournaments/nowhere/standings", {}, 404),
        ("POST", "/tournaments/{id}/entrants", "/tournaments/nowhere/entrants", {"json": {}, "headers": ME}, 403),
        ("POST", "/tournaments/{id}/withdraw", "/tournaments/nowhere/withdraw", {"headers": ME}, 404),
        ("POST", "/tournaments/{id}/rounds", "/tournaments/nowhere/rounds", {"headers": ME}, 404),
        ("POST", "/tournaments/{id}/end", "/tournaments/nowhere/end", {"headers": ME}, 404),
        ("DELETE", "/tournaments/{id}/entrants/{number}", "/tournaments/nowhere/entrants/1", {"headers": ME}, 404),
        ("PUT", "/tournaments/{id}/entrants/{number}", "/tournaments/nowhere/entrants/1", {"json": {}}, 400),
        ("PUT", "/tournaments/{id}/entrants/{number}", "/tournaments/x/entrants/1", {"json": {"name": "Ann"}}, 401),
    ]
    for method, template, path, details, status in asked:
        answer = client.request(method, f"/api{path}", **details)
        assert answer.status_code == status, (method, path, answer.text)
        schema[f"/api{template}"][method].validate_response(answer)
        described = schema.raw_schema["paths"][f"/api{template}"][method.lower()]["responses"]
        if status >= 400:
            content = described[str(status)]["content"]["application/json"]["schema"]
            assert content == {"$ref": "#/components/schemas/Problem"}
    assert table["table"] == id


@pytest.mark.slow
@pytest.mark.parametrize("mode", GenerationMode)
def test_whatever_is_sent_is_answered_as_described(client: TestClient[Any], schema: Any, mode: GenerationMode) -> None:
    operations = [operation.ok() for operation in schema.get_all_operations()]
    assert len(operations) == 39
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and {operation.path, operation.label} & NOTHING_WRONG:
            continue

        @settings(FEW)
        @given(case=operation.as_strategy(generation_mode=mode))
        def send(case: Any) -> None:
            asked = case.as_transport_kwargs(base_url="http://testserver.local")
            if isinstance(asked.get("data"), bytes | str):
                asked["content"] = asked.pop("data")
            answer = client.request(**{name: asked[name] for name in SENT if asked.get(name) is not None})
            case.validate_response(answer, checks=CHECKS)

        send()
