"""Requests that nobody would send: what is right, with something wrong in it, and what once brought a server down."""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import accumulate
from urllib.parse import quote, quote_from_bytes, urlencode

ODD = [
    "", "0", "-1", "1", "99", "9" * 20, "9" * 5000, "1e999", "NaN", "0x10", "1.5", "٣", "²", "true", "null", "None",
    "x" * 41, "x" * 300, "x" * 5000, "..", "../../etc/passwd", "//[", "/\\evil", "[", "a:b", ":", "%", "%zz", "%00",
    "\0", "\x01", "\x1f", "\x7f", "\x85", "\u2028", "\ufeff", "é", "☃", "😀", "a\u0300" * 50, "ab\r\nX: y", " ", "\t",
    "'", '"', "';--", "<script>", "{{7*7}}", "%s%n", "${x}", "$(x)", "*", "[]", "{}", '{"a":1}', "me", "free",
    "bot:novice", "bot:", "anne", "play", "live",
]  # fmt: skip
ODD_BYTES = [b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\x80" * 40]
METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get", "G" * 40]
HEADERS = [
    "origin", "referer", "cookie", "accept-language", "accept-encoding", "accept", "authorization", "content-type",
    "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "sec-fetch-site", "user-agent",
    "if-none-match", "if-modified-since", "range", "x-http-method-override", "host",
]  # fmt: skip
QUERIES = [
    "seat",
    "after",
    "look",
    "summary",
    "missed",
    "hint",
    "say",
    "back",
    "code",
    "players",
    "always",
    "lang",
    "page",
]
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@dataclass(frozen=True)
class Request:
    """A request that can be written in any way."""

    method: str
    path: str  # quoted
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def __bytes__(self) -> bytes:
        target = self.path + ("?" + urlencode(self.query, errors="surrogatepass") if self.query else "")
        lines = [f"{self.method} {target} HTTP/1.1"]
        headers = {"host": "127.0.0.1", **self.headers}
        if self.body or self.method in ("POST", "PUT", "PATCH"):
            headers["content-length"] = str(len(self.body))
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n" + self.body


def form(**fields: object) -> bytes:
    return urlencode({name.replace("_", "-"): str(value) for name, value in fields.items()}).encode()


def deck_named(name: str) -> str:
    """The deck of Asante with a card of another name."""
    deck = files("mezani.games.asante").joinpath("deck.toml").read_text("utf-8")
    return re.sub(r'(?<= en = )"[^"]+"', lambda _: f'"{name}"', deck, count=1)


def named(id: str) -> list[Request]:
    """What once was answered by 500."""
    digits = "9" * 5000
    record = f"mezani: 1\ngame: anne\nplayers: 3\nseed: 1\nseat {digits}: Ann\n"
    table = {"game": "asante", "chairs": [{"who": "me"}, {"who": "free"}]}
    decks = [table | {"options": {"deck": deck_named(name)}} for name in ("\\u0000", "\\u0001", "\0", "\1")]
    return [
        Request("GET", f"/table/{id}", {"seat": digits}),
        Request("POST", f"/table/{id}/play", {"seat": digits}, {"content-type": FORM}, form(seat=digits, after=0)),
        Request("GET", f"/api/tables/{id}", {"seat": digits}),
        Request("POST", f"/table/{id}/say", {}, {"content-type": FORM, "origin": "http://["}, form(seat=0, text="x")),
        Request("GET", "/settings", {"back": "//["}),
        Request("GET", "/", {}, {"host": "a:b"}),
        Request("GET", f"/table/{id}", {}, {"host": "a:b"}),
        Request("GET", "/", {}, {"host": "h" * 5000}),
        Request("GET", f"/table/{id}", {}, {"host": "h" * 5000}),
        Request("GET", f"/static/{'s' * 300}"),
        Request("GET", f"/static/{'s' * 300}.css"),
        Request("POST", "/records", {}, {"content-type": FORM}, form(text=record)),
        Request("GET", "/table/a%00b"),
        Request("GET", "/api/tables/a%00b"),
        Request("GET", "/record/a%01b/0"),
        Request("GET", "/seat/a%00b/0/x"),
        *(Request("POST", "/api/tables", {}, {"content-type": JSON}, json.dumps(one).encode()) for one in decks),
    ]


def right(ids: list[str], cookie: str, token: str) -> list[Request]:
    """What a person, a browser and a program ask for."""
    person = {"cookie": cookie}
    posted, sent = {**person, "content-type": FORM}, {"authorization": f"Bearer {token}", "content-type": JSON}
    pages = ["/", "/join", "/settings", "/records", "/rules", "/rules/anne", "/new/anne", "/new/asante", "/nothing"]
    pages += ["/api", "/api/docs", "/api/docs/openapi.json", "/api/games", "/static/live.js", "/games/anne/cover.svg"]
    pages += ["/health", "/ready", "/metrics", "/host", "/static/nothing.css", "/games/anne/nothing.svg", "/record/x/0"]
    pages += [
        "/you",
        "/you/name",
        "/you/data",
        "/you/delete",
        "/sign-in",
        "/device/x",
        "/people/1-2",
        "/people/1-2/more",
    ]
    pages += ["/tournaments", "/tournaments/new", "/tournaments/x", "/tournaments/x.csv", "/ranking", "/ranking/anne"]
    pages += ["/notifications", "/notifications/confirm/x", "/notifications/end/x", "/tables/running", "/api/me"]
    pages += ["/api/ranking?game=anne", "/api/people/x/ratings", "/api/tournaments", "/api/tournaments/x/standings"]
    pages += ["/seat/x/0/y", "/table/nothing", "/api/tables/nothing", "/api/tables/nothing/stream"]
    requests = [Request("GET", page, {}, person) for page in pages]
    for id in ids:
        requests += [
            Request("GET", f"/table/{id}", {}, person),
            Request("GET", f"/table/{id}/result", {}, person),
            Request("GET", f"/table/{id}/record", {}, person),
            Request("GET", f"/table/{id}/replay/3", {"seat": "0"}, person),
            Request("POST", f"/table/{id}/replay/3", {}, posted, form(seat=99)),
            Request("POST", f"/seat/{id}/0/x", {}, posted, b"x=1"),
            Request("GET", f"/table/{id}/device", {"seat": "0"}, person),
            Request("GET", f"/table/{id}/who", {}, person),
            Request("POST", f"/table/{id}/who/0/mute", {}, posted, b"x=1"),
            Request("POST", f"/table/{id}/who/0/report", {}, posted, form(text="x")),
            Request("POST", f"/api/tables/{id}/pause", {"what": "ask"}, sent),
            Request("GET", f"/api/tables/{id}", {"seat": "0"}, sent),
            Request("GET", f"/api/tables/{id}/moves", {"seat": "0"}, sent),
            Request("POST", f"/api/tables/{id}/moves", {}, sent, json.dumps({"action": 1, "after": 0}).encode()),
            Request("POST", f"/api/tables/{id}/undo", {"after": "0"}, sent),
            Request("POST", f"/api/tables/{id}/asking", {"always": "true"}, sent),
            Request("POST", f"/api/tables/{id}/replace", {"absent": "1"}, sent),
            Request("POST", f"/api/tables/{id}/leave", {"seat": "0"}, sent),
            Request("POST", f"/api/tables/{id}/return", {"seat": "0"}, sent),
            Request("POST", f"/api/tables/{id}/seats", {}, sent, json.dumps({"name": "x", "seat": 1}).encode()),
        ]
        for what in (
            "play",
            "undo",
            "withdraw",
            "ask",
            "say",
            "return",
            "seen",
            "leave",
            "sit",
            "fill",
            "go-on",
            "rematch",
        ):
            fields = form(seat=0, after=0, action=1, always=1, text="", level="no", name="")
            requests.append(Request("POST", f"/table/{id}/{what}", {}, posted, fields))
    new = {"game": "anne", "chairs": [{"who": "me"}, {"who": "no"}, {"who": "free"}]}
    return [
        *requests,
        Request("POST", "/api/tables", {}, sent, json.dumps(new).encode()),
        Request("POST", "/new/anne", {}, posted, form(players=3, chair_0="me", chair_1="no", chair_2="free")),
        Request("POST", "/play-now", {}, posted, form(game="anne", level="no")),
        Request("POST", "/settings", {}, posted, form(lang="de", back="/")),
        Request("POST", "/settings/holiday", {}, posted, form(until="2026-12-24", end="")),
        Request("POST", "/sign-in/code", {}, posted, form(code="k7p2")),
        Request("POST", "/sign-in/passkey", {}, {**posted, "content-type": JSON}, b'{"answer": {"id": "x"}}'),
        Request("POST", "/you/choices", {}, posted, form(results="nobody", presence="nobody")),
        Request("POST", "/you/keys/remove", {}, posted, form(id="x")),
        Request("POST", "/notifications", {}, posted, form(mail="", webhook="", zone="UTC", kind="turn")),
        Request("POST", "/notifications/device", {}, posted, form(endpoint="https://x", p256dh="x", auth="x")),
        Request("POST", "/tournaments/new", {}, posted, form(game="anne", name="x", system="swiss", rounds=3)),
        Request("POST", "/api/tournaments", {}, sent, json.dumps({"game": "anne", "name": "x", "plan": {}}).encode()),
        Request("PUT", "/api/me/notifications", {}, sent, json.dumps({"webhook": "", "kinds": ["turn"]}).encode()),
        Request("PUT", "/api/me/holiday", {}, sent, json.dumps({"until": "2026-12-24"}).encode()),
        Request("POST", "/records", {}, posted, form(text="mezani: 1\ngame: anne\nplayers: 3\nseed: 1\n\nC9 zz")),
    ]


# What can be wrong


def odd_text(chance: random.Random) -> str:
    text = chance.choice(ODD)
    return text * chance.randrange(1, 4) if chance.random() < 0.1 else text


def odd_path(request: Request, chance: random.Random) -> Request:
    words = request.path.split("/")
    odd = quote_from_bytes(chance.choice(ODD_BYTES)) if chance.random() < 0.2 else quote(odd_text(chance), safe="")
    words[chance.randrange(1, len(words))] = odd
    return replace(request, path="/".join(words))


def longer_path(request: Request, chance: random.Random) -> Request:
    return replace(
        request, path=request.path + chance.choice(["/", "//", "/.", "/..", "/x", "/live", "?", "?&&==", "#x"])
    )


def odd_query(request: Request, chance: random.Random) -> Request:
    return replace(request, query={**request.query, chance.choice(QUERIES): odd_text(chance)})


def odd_method(request: Request, chance: random.Random) -> Request:
    return replace(request, method=chance.choice(METHODS))


def odd_header(request: Request, chance: random.Random) -> Request:
    text = "".join(char for char in odd_text(chance) if char.isprintable()) or "x"
    return replace(request, headers={**request.headers, chance.choice(HEADERS): text})


def odd_cookie(request: Request, chance: random.Random) -> Request:
    text = "".join(char for char in odd_text(chance) if char.isprintable())
    name = chance.choice(["mezani", "mezani-wishes"])
    return replace(request, headers={**request.headers, "cookie": f"{name}={text}"})


def cut_body(request: Request, chance: random.Random) -> Request:
    return replace(request, body=request.body[: chance.randrange(len(request.body) + 1)])


def mixed_body(request: Request, chance: random.Random) -> Request:
    body = bytearray(request.body or b"x")
    for _ in range(chance.randrange(1, 6)):
        body[chance.randrange(len(body))] = chance.randrange(256)
    return replace(request, body=bytes(body))


def odd_field(request: Request, chance: random.Random) -> Request:
    """One value of a form, or of JSON, is another."""
    text = odd_text(chance)
    if request.headers.get("content-type") == JSON and request.body.startswith(b"{"):
        try:
            fields = json.loads(request.body)
        except (ValueError, RecursionError):
            return request
        name = chance.choice([*fields, "odd"])
        fields[name] = chance.choice([text, [text], {text: text}, None, True, 10**30, -1, 0.5, [], {}, [[]] * 50])
        return replace(request, body=json.dumps(fields).encode())
    fields = [part.partition(b"=")[0] for part in request.body.split(b"&")]
    odd = chance.choice(fields) + b"=" + quote(text, safe="").encode()
    return replace(request, body=request.body + b"&" + odd if chance.random() < 0.3 else odd + b"&" + request.body)


def large_body(request: Request, chance: random.Random) -> Request:
    return replace(request, body=request.body * chance.choice([2, 30]) + b"x" * chance.choice([10, 70_000]))


def deep_body(request: Request, chance: random.Random) -> Request:
    depth = chance.choice([10, 500, 20_000])
    return replace(request, body=b'{"action":' + b"[" * depth + b"]" * depth + b"}")


def other_kind(request: Request, chance: random.Random) -> Request:
    kinds = [
        "",
        JSON,
        FORM,
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "text/plain; charset=x",
        'a/b; c="',
    ]
    return replace(request, headers={**request.headers, "content-type": chance.choice(kinds)})


Wrong = Callable[[Request, random.Random], Request]
WRONG: list[tuple[Wrong, int]] = [
    (odd_path, 8), (longer_path, 2), (odd_query, 6), (odd_method, 3), (odd_header, 6), (odd_cookie, 2), (cut_body, 2),
    (mixed_body, 3), (odd_field, 6), (large_body, 1), (deep_body, 1), (other_kind, 2),
]  # fmt: skip


def odd_requests(ids: list[str], cookie: str, token: str, seed: int) -> Iterator[Request]:
    """Requests without end."""
    chance = random.Random(seed)
    fine, famous = right(ids, cookie, token), [request for id in ids for request in named(id)]
    ways, weights = zip(*WRONG, strict=True)
    often = list(accumulate(1 if request.path.startswith("/table/") else 4 for request in fine))  # those take longest
    while True:
        if chance.random() < 0.02:
            yield chance.choice(famous)
            continue
        request = chance.choices(fine, cum_weights=often)[0]
        for wrong in chance.choices(ways, weights, k=chance.choice([1, 1, 1, 2, 3])):
            request = wrong(request, chance)
        yield request


def odd_bytes(ids: list[str], cookie: str, token: str, seed: int) -> Iterator[tuple[bytes, bool]]:
    """What is hardly HTTP: cut off, mixed up, or something else; and whether the sender ends there."""
    chance = random.Random(seed)
    for request in odd_requests(ids, cookie, token, seed):
        data = bytearray(bytes(request))
        for _ in range(chance.randrange(4)):
            data[chance.randrange(min(len(data), 200))] = chance.randrange(256)
        way = chance.randrange(6)
        if way == 0:
            data = data[: chance.randrange(len(data))]
        elif way == 1:
            data = bytearray(chance.randbytes(chance.randrange(1, 2000)))
        elif way == 2:
            data = data.replace(b"\r\n", b"\n")
        elif way == 3:
            data = data.replace(
                b"HTTP/1.1", chance.choice([b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"", b"PRI * HTTP/2.0"])
            )
        elif way == 4:
            line = chance.choice(
                [b"transfer-encoding: chunked", b"content-length: 9", b"content-length: -1", b"upgrade: h2c"]
            )
            data = data.replace(b"\r\n", b"\r\n" + line + b"\r\n", 1)
        else:
            upgrade = (
                b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n"
            )
            data = data.replace(b"\r\n", b"\r\n" + upgrade, 1)
        yield bytes(data), chance.random() < 0.5
