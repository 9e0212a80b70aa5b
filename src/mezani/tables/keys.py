"""Keys of deeds: whoever asks for something names it by a key, and the same deed twice is once."""

import hashlib
import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from mezani.tables.players import new_table_id
from mezani.tables.refusals import StaleMove

KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
WHOSE, WHAT = 24, 16  # letters of a stored key: of the person's key, and of what they did
KEYS_KEPT = 64  # of the last deeds at a table; the database knows all of them
HOUR = 3600.0
HOURS_VALID = 24  # for which the key of a page can stand in for somebody who has no cookie yet


def fresh_key() -> str:
    """A key for a form of a page: the hour in which it was made, and 128 bits that nobody can guess."""
    return f"{int(time.time() / HOUR):x}-{secrets.token_urlsafe(16)}"


def is_key(given: str) -> bool:
    """Whether a text can be the key of a deed.

    >>> is_key(fresh_key()), is_key("17"), is_key("sixteen letters!")
    (True, False, False)
    """
    return KEY.fullmatch(given) is not None


def secret_by_key(house_secret: str, key: str, path: str) -> str | None:
    """The secret of somebody new who sends a form: the same again if it is sent twice; None if the key is too old."""
    hour, _, chance = key.partition("-")
    made = int(hour, 16) if re.fullmatch(r"[\da-f]{1,8}", hour) and len(chance) >= 22 else 0
    if not 0 <= int(time.time() / HOUR) - made <= HOURS_VALID:
        return None
    made_of = hmac.digest(house_secret.encode(), f"player {path} {key}".encode(), "sha256")
    return urlsafe_b64encode(made_of[:24]).decode()


def key_of_deed(key: str, player: str, what: str, facts: Sequence[object]) -> str:
    """A key as the log keeps it: whose it is, and what they did, both as hashes."""
    return _hash(f"{player} {key}")[:WHOSE] + _hash(repr((what, *facts)))[:WHAT]


@dataclass(frozen=True)
class Asked:
    """Who asks for a new table, with which key, and for what in particular."""

    player: str
    key: str
    what: tuple[object, ...]

    @property
    def table_id(self) -> str:
        """The id of the table, the same again if it is asked for twice."""
        return new_table_id(self.key, self.player)

    @property
    def stored_key(self) -> str:
        return key_of_deed(self.key, self.player, "open_table", self.what)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class RecentDeeds:
    """The last deeds at a table by their keys, each with the number of its first entry of the log."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[str, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def remember(self, key: str, number: int) -> None:
        """Know a deed that is stored."""
        self._known[key[:WHOSE]] = key[WHOSE:], number
        while len(self._known) > KEYS_KEPT:
            self._known.popitem(last=False)

    def find(self, key: str) -> int | None:
        """The first entry of a deed that was done before; StaleMove if its key stands for another deed."""
        what, number = self._known.get(key[:WHOSE], (key[WHOSE:], None))
        if what != key[WHOSE:]:
            raise StaleMove
        return number
