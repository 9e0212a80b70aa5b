"""Recovery codes: shown once, to be kept on paper; whoever has lost all devices comes back by one."""

import hashlib
import secrets

from mezani.tables.players import ALPHABET, spelled

LETTERS = 24  # some 118 bits
GROUP = 4


def new_code(chance: bytes = b"") -> str:
    """A code that nobody can guess, in groups that can be read aloud; the same for the same chance."""
    return in_groups(spelled(chance or secrets.token_bytes(32), LETTERS))


def in_groups(letters: str) -> str:
    """A code as it is shown.

    >>> in_groups("k7p2mzzxa3bc")
    'k7p2-mzzx-a3bc'
    """
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def id_of_code(given: str) -> str | None:
    """The id of the key that a code is, however it was written; None if it can be none.

    The id of a secret is another hash: a code is not good as a cookie.
    """
    letters = "".join(char for char in given.lower()[:200] if char.isalnum())
    if len(letters) != LETTERS or not set(letters) <= set(ALPHABET):
        return None
    return hashlib.sha256(f"recovery {letters}".encode()).hexdigest()
