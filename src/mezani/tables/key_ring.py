"""The key ring: by which secrets the house knows people again, in the memory of each server.

A secret that has no key stands for itself: a guest, whom one browser knows. The secret of a device stands for the
person to whom it belongs, the token of a program for the program. A key that was removed opens nothing.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

import sqlalchemy as sa

from mezani.tables import schema
from mezani.tables.players import player_of
from mezani.tables.store import Store

DEVICE: Final = "device"
PASSKEY: Final = "passkey"
RECOVERY: Final = "recovery"
PROGRAM: Final = "program"
OF_SECRETS = (DEVICE, PROGRAM)  # what a browser or a program sends; the others are shown once to get one of these


class Key(NamedTuple):
    """A key, as far as it decides who somebody is."""

    id: str
    owner: str  # the person to whom it belongs; of a program that belongs to nobody: itself
    kind: str
    is_removed: bool

    @property
    def player(self) -> str | None:
        """Whom it stands for: a program is a player of its own."""
        if self.is_removed:
            return None
        return self.id if self.kind == PROGRAM else self.owner


class KeyRing:
    """The keys of the house; each server reads them when it opens, and when another tells of a change."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._keys: dict[str, Key] = {}

    def __len__(self) -> int:
        return len(self._keys)

    async def refresh(self, ids: Collection[str] = ()) -> bool:
        """Read all keys, or some that have changed; whether a secret stands for somebody else than before."""
        k = schema.keys.c
        query = sa.select(k.id, k.player, k.kind, k.removed_at).where(k.kind.in_(OF_SECRETS))
        if ids:
            query = query.where(k.id.in_(ids))
        async with self.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = {row.id: Key(row.id, row.player, row.kind, row.removed_at is not None) for row in rows}
        before = {id: self._player(id) for id in ids or found}
        if ids:
            for id in ids:
                self._keys.pop(id, None)
            self._keys |= found
        else:
            self._keys = found
        return any(self._player(id) != player for id, player in before.items())

    def _player(self, id: str) -> str | None:
        key = self._keys.get(id)
        return key.player if key else id

    def find(self, secret: str) -> Key | None:
        """The key of a secret; None: it stands for a guest."""
        return self._keys.get(player_of(secret)) if secret else None

    def player_of(self, secret: str) -> str | None:
        """Whom a secret stands for; None: nobody, any more or yet."""
        return self._player(player_of(secret)) if secret else None

    def is_program(self, player: str | None) -> bool:
        """Whether a player is a program: what takes a seat by the API."""
        return self.owner_of_program(player) is not None

    def owner_of_program(self, player: str | None) -> str | None:
        """The person to whom a program belongs; itself if it belongs to nobody; None: it is no program."""
        key = self._keys.get(player or "")
        return key.owner if key and key.kind == PROGRAM else None
