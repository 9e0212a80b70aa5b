"""A player is a secret that a browser keeps; here only its hash is known."""

import hashlib
import hmac
import secrets
import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 3  # over and under one letter
LONGEST_ID = 16
LONGEST_CHAT = 500
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # of the ids of tables, and of recovery codes
TABLE_LETTERS = 10


def new_secret() -> str:
    """A fresh secret for a cookie."""
    return secrets.token_urlsafe(24)


def player_of(secret: str) -> str:
    """The player whom a secret stands for, as the database knows them."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_table_id(key: str = "", player: str = "") -> str:
    """The name of a table in addresses: easy to read aloud, hard to guess; the same for the same key of a player."""
    chance = hashlib.sha256(f"table {player} {key}".encode()).digest() if key else secrets.token_bytes(32)
    return spelled(chance, TABLE_LETTERS)


def spelled(chance: bytes, count: int) -> str:
    """Letters that are easy to read aloud, from bytes that nobody can guess."""
    number, letters = int.from_bytes(chance, "big"), []
    for _ in range(count):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def is_table_id(given: str) -> bool:
    """Whether a text can be the id of a table or a record: what can't be is not looked for.

    >>> is_table_id("k7p2mzzxa3"), is_table_id("a\\0b"), is_table_id("../etc")
    (True, False, False)
    """
    return given.isascii() and given.isalnum() and len(given) <= LONGEST_ID


def seat_pass(house_secret: str, table: str, seat: int, player: str) -> str:
    """What the private link of a seat says; it is worth nothing once the seat belongs to another device."""
    message = f"{table}/{seat}/{player}".encode()
    return hmac.new(house_secret.encode(), message, hashlib.sha256).hexdigest()[:32]


def fingerprint(house_secret: str, address: str) -> str:
    """What is kept of an address: enough to know it again, and not enough to find out which it was."""
    return hmac.new(house_secret.encode(), f"address/{address}".encode(), hashlib.sha256).hexdigest()[:32]


def clean_name(given: str) -> str:
    """A name as it is shown: one line without odd spaces or invisible characters, not too long.

    >>> clean_name("  Arve   D.\\n")
    'Arve D.'
    """
    return one_line(given, LONGEST_NAME)


def one_line(given: str, longest: int) -> str:
    """What somebody has written, as one line without odd spaces or invisible characters, not too long.

    >>> one_line("Well\\n  met", 500)
    'Well met'
    """
    words = "".join(char if char.isprintable() else " " for char in given).split()
    return _with_few_marks(" ".join(words))[:longest].strip()


def _with_few_marks(text: str) -> str:
    """A text without the marks that would reach into the lines above and below."""
    kept, marks = [], 0
    for char in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)
