"""Signatures of device cookies, made with a secret that lasts as long as the data folder."""

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
MAX_COOKIE_LENGTH = 100  # twice 43 characters and a point
CACHED_COOKIES = 2_000


class CookieSigner:
    """Signs device tokens and verifies the signatures."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt=b"companion device", key_derivation="hmac", digest_method=sha256)
        self._cached_unsign = lru_cache(CACHED_COOKIES)(self._unsign)

    def sign(self, token: str) -> str:
        return self._signer.sign(token).decode()

    def unsign(self, cookie: str) -> str | None:
        """Return the token in a cookie, or None if the signature is not ours."""
        return self._cached_unsign(cookie) if len(cookie) <= MAX_COOKIE_LENGTH else None

    def _unsign(self, cookie: str) -> str | None:
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None


def load_secret(store: Store, folder: Path) -> bytes:
    """Return the secret: from a file in `folder`, or from the database if several processes share it."""
    if store.shared:
        return b64decode(store.set_default(NAME, b64encode(secrets.token_bytes(LENGTH)).decode()))
    return read_secret_file(folder)


def read_secret_file(folder: Path) -> bytes:
    """Read the secret file, which only its owner may read. Create it at the first start."""
    file = folder / NAME
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    except FileExistsError:
        secret = file.read_bytes()
        if len(secret) == LENGTH:
            private_files.restrict(file)
            return secret
        file.unlink()  # a power cut truncated it; devices with a seat are still recognized by the store
        return read_secret_file(folder)
    secret = secrets.token_bytes(LENGTH)
    with os.fdopen(handle, "wb") as whole:
        whole.write(secret)
        whole.flush()
        os.fsync(whole.fileno())
    return secret
