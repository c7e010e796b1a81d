"""The house signs the cookies that it gives, with a secret that stays the same for as long as its data folder does."""

import os
import secrets
from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from itsdangerous import BadSignature, Signer

from companion.table.storage.sqlite import private_files
from companion.table.storage.store import Store

NAME = "secret"
LENGTH = 32
LONGEST = 100  # twice 43 characters and a point
KNOWN = 2_000  # devices whose signature need not be reckoned again


class Seal:
    """Signs tokens, and knows its own signature."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt=b"companion device", key_derivation="hmac", digest_method=sha256)
        self._known = lru_cache(KNOWN)(self._opened)

    def closed(self, token: str) -> str:
        """The token as it stands in a cookie."""
        return self._signer.sign(token).decode()

    def opened(self, cookie: str) -> str | None:
        """The token of a cookie of this house, or None."""
        return self._known(cookie) if len(cookie) <= LONGEST else None

    def _opened(self, cookie: str) -> str | None:
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None


def secret(store: Store, folder: Path) -> bytes:
    """The house's secret: in a file of its own, or where several processes sign, in their database."""
    return (
        b64decode(store.agreed(NAME, b64encode(secrets.token_bytes(LENGTH)).decode())) if store.shared else kept(folder)
    )


def kept(folder: Path) -> bytes:
    """The house's secret, made at the first start. Nobody else on this machine may read it."""
    file = folder / NAME
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    except FileExistsError:
        secret = file.read_bytes()
        if len(secret) == LENGTH:
            private_files.shut(file)
            return secret
        file.unlink()  # cut short by a power cut: whoever has a seat is known by the store
        return kept(folder)
    secret = secrets.token_bytes(LENGTH)
    with os.fdopen(handle, "wb") as whole:
        whole.write(secret)
        whole.flush()
        os.fsync(whole.fileno())
    return secret
