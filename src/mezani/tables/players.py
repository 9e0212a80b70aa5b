"""A player is a secret that a browser keeps; here only its hash is known."""

import hashlib
import hmac
import secrets

LONGEST_NAME = 24


def new_secret() -> str:
    """A fresh secret for a cookie."""
    return secrets.token_urlsafe(24)


def player_of(secret: str) -> str:
    """The player whom a secret stands for, as the database knows them."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_table_id() -> str:
    """The name of a table in addresses: easy to read aloud, hard to guess."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


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
    words = "".join(char if char.isprintable() else " " for char in given).split()
    return " ".join(words)[:LONGEST_NAME].strip()
