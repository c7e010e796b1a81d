"""Tokens, codes, and what a device may do at a table.

A device is known by one cookie with 32 random bytes, whose hash alone is stored. What it may do at a table are
rows beside that hash: host, a person's seat, or a claim that waits for the host.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

KEY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 13  # 65 bits, in the QR code
CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY"
CODE_LENGTH = 5  # for typing, while the lobby is open


@dataclass(frozen=True, slots=True)
class Rights:
    """What a device may do at one table: as host, for the person it belongs to, or lent to one without a phone.

    `house`: it came by the terminal's link, and runs the house with all its tables.
    """

    host: bool = False
    person: int | None = None
    claim: int | None = None
    lent: int | None = None
    house: bool = False

    @property
    def acting(self) -> int | None:
        """The person in whose hands the device is now. One that has lost its seat meanwhile is in nobody's."""
        return self.lent if self.handed_over else self.person

    @property
    def handed_over(self) -> bool:
        """Whether the device is in the hands of somebody without a phone."""
        return self.lent is not None and (self.host or self.person is not None)

    @property
    def hosting(self) -> bool:
        """Whether the device is in the host's own hands."""
        return self.host and self.lent is None

    @property
    def stranger(self) -> bool:
        """Whether the device has no business at the table: no seat, not the host, not the house."""
        return self.person is None and not self.host and not self.house


NOBODY = Rights()


def rights_of(held: Mapping[str, int | None]) -> Rights:
    """What a device may do that holds these roles."""
    return Rights("host" in held, held.get("seat"), held.get("claim"), held.get("lent"), "house" in held)


@dataclass(frozen=True, slots=True)
class Grant:
    """A right that comes with an entry.

    `alone` takes it away from every other device of this table, `gone` from this device.
    """

    device: str
    role: str
    number: int | None = None
    alone: bool = False
    gone: bool = False


def new_token() -> str:
    """A device's secret, for its cookie."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_key() -> str:
    """The part of a table's address that nobody can guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH))


def new_code() -> str:
    """A short code that can be read out across a table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_secret() -> bytes:
    """What a table's draws and marks are made from."""
    return secrets.token_bytes(32)


def draw(secret: bytes, word: str) -> Random:
    """The same draw for the same word at the same table, after a restart too."""
    return Random(hmac.new(secret, f"draw {word}".encode(), hashlib.sha256).digest())


def mark(secret: bytes, content: str) -> str:
    """A keyed fingerprint of what a device sent: without the key it tells nothing of a hand of six orders."""
    return hmac.new(secret, f"sent {content}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
