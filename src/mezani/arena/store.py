"""The games of a match on disk, each added as it ends, so that an interrupted match goes on where it was."""

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from mezani.arena.match import Match, Played


class OtherMatch(ValueError):
    """The folder holds the games of another match."""


class Store:
    """`games.jsonl` in a folder: the match in its first line, with its secret, then a line for each game."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        self.path = folder / "games.jsonl"
        self.played: dict[int, Played] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.match = self.read(match) if self.path.exists() else match.sealed()
        self.write([self.match, *self.played.values()])

    def read(self, match: Match) -> Match:
        """Take over the secret and the games that are there. A line that was cut off is a game to be played again."""
        first, *lines = self.path.read_bytes().split(b"\n")
        there = msgspec.json.decode(first, type=Match)
        match = msgspec.structs.replace(match, secret=there.secret)
        if msgspec.structs.replace(there, games=match.games, takes_out_luck=match.takes_out_luck) != match:
            raise OtherMatch(f"{self.path} holds another match ({', '.join(there.bots)}): choose another folder")
        if "secret" not in msgspec.json.decode(first):
            raise OtherMatch(f"{self.path} is of an older version, which dealt otherwise: choose another folder")
        for line in lines[:-1]:
            game = msgspec.json.decode(line, type=Played)
            self.played.setdefault(game.number, game)
        return match

    def write(self, things: Iterable[Match | Played]) -> None:
        draft = self.path.with_suffix(".new")
        draft.write_bytes(b"".join(msgspec.json.encode(thing) + b"\n" for thing in things))
        draft.replace(self.path)

    def add(self, game: Played) -> None:
        """Keep a game, once."""
        if game.number in self.played:
            return
        self.played[game.number] = game
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            os.fsync(file.fileno())
