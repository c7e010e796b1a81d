"""What makes two runs of an app comparable byte by byte: clock, randomness, tokens and paper stand still."""

import hashlib
from datetime import datetime
from typing import Any

import pytest
from flask import current_app

from companion.printing.client import Sheet
from companion.table.model.tokens import CODE_LETTERS

NOW = 1_800_000_000.0


class Paper:
    """Stands for the printer: the PDF is the HTML that it was given."""

    def pdf(self, sheet: Sheet, _errand: object = None) -> bytes:
        """The sheet itself."""
        return f"{sheet.paper}\n{sheet.html}".encode()

    def cancel(self) -> None:
        """Nothing is in hand."""

    def empty(self) -> None:
        """Nothing is kept."""

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
    patch.setattr("companion.web.http.device_cookie.new_token", lambda: f"token-{_drawn():037d}")
    secret = b"the secret of both houses".ljust(32)
    patch.setattr("companion.web.http.cookie_signature.read_secret_file", lambda _folder: secret)
    patch.setattr("companion.table.service.table_service.new_key", lambda: f"key{_drawn():010d}")
    patch.setattr("companion.table.service.table_service.new_code", lambda _length: _lettered(_drawn()))
    patch.setattr("companion.table.storage.seat_codes.new_seat_code", lambda: _lettered(_drawn()) * 2)
    patch.setattr("companion.table.service.table_service.new_secret", _secret)


def _drawn() -> int:
    return next(current_app.config["DRAWN"])  # type: ignore[no-any-return]


def _lettered(number: int) -> str:
    return "".join(CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in range(5))


def _secret() -> bytes:
    return hashlib.sha256(current_app.config["SEED"]).digest()
