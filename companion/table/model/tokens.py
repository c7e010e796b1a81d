"""Tokens and codes: what a device is known by, and what a table is found by.

A device is known by one cookie with 32 random bytes, whose hash alone is stored.
"""

import hashlib
import hmac
import secrets
import unicodedata
from itertools import count
from random import Random

KEY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 13  # 65 bits, in the QR code
CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY"
SHORTEST_CODE = 5
GUESSES = 1_000_000
"""So many guesses on average find a table by its short code, however many are open."""

SEAT_CODE_LENGTH = 8
LONGEST_TYPED = 40


def new_token() -> str:
    """A device's secret, for its cookie."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_seat_code() -> str:
    """A code that hands a seat over, once and for two minutes: 35 bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(SEAT_CODE_LENGTH))


def new_key() -> str:
    """The part of a table's address that nobody can guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH))


def code_length(open_tables: int) -> int:
    """How many letters a new code has beside so many open tables."""
    return next(length for length in count(SHORTEST_CODE) if len(CODE_LETTERS) ** length >= GUESSES * open_tables)


def new_code(length: int) -> str:
    """A short code that can be read out across a table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def normalize_code(code: str) -> str:
    """A short code as it was typed: in groups, with dashes, in small or in full-width letters."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", code[:LONGEST_TYPED]))).upper()


def new_secret() -> bytes:
    """What a table's draws and marks are made from."""
    return secrets.token_bytes(32)


def draw(secret: bytes, word: str) -> Random:
    """The same draw for the same word at the same table, after a restart too."""
    return Random(hmac.new(secret, f"draw {word}".encode(), hashlib.sha256).digest())


def fingerprint(secret: bytes, content: str) -> str:
    """A keyed fingerprint of what a device sent: without the key it tells nothing of a hand of six orders."""
    return hmac.new(secret, f"sent {content}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
