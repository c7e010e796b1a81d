"""Random tokens, keys and codes. A device is known by a cookie with 32 random bytes; only its hash is stored."""

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
GUESSES = 1_000_000  # guesses needed on average to find any table by its short code

SEAT_CODE_LENGTH = 8
LONGEST_TYPED = 40


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_seat_code() -> str:
    """A code that transfers a seat once within two minutes: 35 bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(SEAT_CODE_LENGTH))


def new_key() -> str:
    """The secret part of a table's address."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH))


def code_length(open_tables: int) -> int:
    """The number of letters of a new code, given the number of open tables."""
    return next(length for length in count(SHORTEST_CODE) if len(CODE_LETTERS) ** length >= GUESSES * open_tables)


def new_code(length: int) -> str:
    """A short code that can be read out across a table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def normalize_code(code: str) -> str:
    """A typed code without blanks, dashes, case and width."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", code[:LONGEST_TYPED]))).upper()


def new_secret() -> bytes:
    """The key of a table's draws and fingerprints."""
    return secrets.token_bytes(32)


def draw(secret: bytes, word: str) -> Random:
    """A random generator that is the same for the same word at the same table, also after a restart."""
    return Random(hmac.new(secret, f"draw {word}".encode(), hashlib.sha256).digest())


def fingerprint(secret: bytes, content: str) -> str:
    """A keyed fingerprint of a request. Without the key, nobody can test guesses of a hidden move."""
    return hmac.new(secret, f"sent {content}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
