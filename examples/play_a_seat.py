"""A program that takes a seat and plays: any legal move, each equally likely. It needs nothing but Python.

    python examples/play_a_seat.py http://127.0.0.1:8484/table/abcdefghjk      # sit down where a chair is free
    python examples/play_a_seat.py http://127.0.0.1:8484 --game anne           # a new table, bots on the other chairs

`choose` is the place for better ideas: `table["view"]` holds all that the seat may see.
"""

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


class Server:
    """The tables of a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""

    def ask(self, path: str, body: Any = None) -> Any:
        """A request and its answer; with a body it changes something."""
        with self.open(path, body) as answer:
            return json.load(answer)

    def open(self, path: str, body: Any = None) -> Any:
        """A request; its answer can be read as it comes."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        try:
            return urlopen(Request(f"{self.address}/api{path}", data, headers))
        except HTTPError as problem:
            problem.msg = json.load(problem)["sentence"]
            raise

    def follow(self, table: str) -> Iterator[Any]:
        """The table as the seat sees it, now and whenever it changes, until the game is over."""
        with self.open(f"/tables/{table}/stream") as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))


def choose(table: Any) -> Any:
    """The move to make."""
    return random.choice(table["moves"])


def play(server: Server, id: str, name: str) -> None:
    """Make moves until the game is over."""
    for table in server.follow(id):
        if table["over"]:
            winners = [table["players"][seat]["name"] for seat in table["winners"]]
            print(f"{' and '.join(winners)} won: {table['view']['scores']}")
        elif table["to_move"] == table["seat"]:
            move = choose(table)
            print(f"{name}: {move['label']}")
            try:
                server.ask(f"/tables/{id}/moves", {"action": move["action"], "after": table["turn"]})
            except HTTPError as problem:
                if problem.code != 409:  # 409: the game has moved on, and the stream tells how
                    raise


def main() -> None:
    """Sit down as the command line says."""
    parser = argparse.ArgumentParser(description="Take a seat at a table, and play.")
    parser.add_argument("address", help="the address of a table, or of a server")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--game", help="set up a table for this game, with bots on the other chairs")
    given = parser.parse_args()
    parts = urlsplit(given.address)
    server = Server(f"{parts.scheme}://{parts.netloc}")
    if given.game:
        most = next(game["seats"][-1] for game in server.ask("/games")["games"] if game["name"] == given.game)
        chairs = [{"who": "me", "name": given.name}, *[{"who": "bot"}] * (most - 1)]
        seated = server.ask("/tables", {"game": given.game, "chairs": chairs})
    else:
        seated = server.ask(f"/tables/{parts.path.rpartition('/')[2]}/seats", {"name": given.name})
    server.token = seated["token"]
    print(f"Watch at {server.address}/table/{seated['table']}", flush=True)
    play(server, seated["table"], given.name)


if __name__ == "__main__":
    main()
