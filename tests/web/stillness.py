"""What makes two runs of an app comparable byte by byte: clock, randomness, tokens and paper stand still."""

import hashlib
from datetime import datetime
from typing import Any, ClassVar

import pytest
from flask import current_app
from jinja2.bccache import Bucket, BytecodeCache

from companion.printer import Sheet
from companion.table.tokens import CODE_LETTERS

NOW = 1_800_000_000.0


class Compiled(BytecodeCache):
    """Templates are compiled once for all apps of the run."""

    _code: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier app."""
        if bucket.key + bucket.checksum in self._code:
            bucket.bytecode_from_string(self._code[bucket.key + bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one."""
        self._code[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


class Paper:
    """Stands for the printer: the PDF is the HTML that it was given."""

    def pdf(self, sheet: Sheet, _errand: object = None) -> bytes:
        """The sheet itself."""
        return f"{sheet.paper}\n{sheet.html}".encode()

    def close(self) -> None:
        """Nothing is open."""


def still(patch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same to both games of a pair."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            return cls.fromtimestamp(NOW, tz)

    patch.setattr("time.time", lambda: NOW)
    patch.setattr("werkzeug.utils.time", lambda: NOW)
    patch.setattr("werkzeug.http.datetime", Clock)
    patch.setattr("companion.web.devices.new_token", lambda: f"token-{_drawn():037d}")
    patch.setattr("companion.web.seal.kept", lambda _folder: b"the secret of both houses".ljust(32))
    patch.setattr("companion.table.desk.new_key", lambda: f"key{_drawn():010d}")
    patch.setattr("companion.table.desk.new_code", lambda: _lettered(_drawn()))
    patch.setattr("companion.table.seat_codes.new_seat_code", lambda: _lettered(_drawn()) * 2)
    patch.setattr("companion.table.desk.new_secret", _secret)


def _drawn() -> int:
    return next(current_app.config["DRAWN"])  # type: ignore[no-any-return]


def _lettered(number: int) -> str:
    return "".join(CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in range(5))


def _secret() -> bytes:
    return hashlib.sha256(current_app.config["SEED"]).digest()
