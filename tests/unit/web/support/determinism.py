"""Fixed clock, randomness, tokens and prints, so that two runs of an app can be compared byte by byte."""

import hashlib
from datetime import datetime
from typing import Any

import pytest
from flask import current_app

from companion.printing.client import Sheet
from companion.table.model.tokens import CODE_LETTERS

NOW = 1_800_000_000.0


class Paper:
    """A printer whose PDF is the HTML that it was given."""

    def pdf(self, sheet: Sheet, _errand: object = None) -> bytes:
        return f"{sheet.paper}\n{sheet.html}".encode()

    def cancel(self) -> None:
        """Nothing is queued, cached or open."""

    clear_cache = close = cancel


def still(patch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same in every app."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            return cls.fromtimestamp(NOW, tz)

    patch.setattr("time.time", lambda: NOW)
    patch.setattr("werkzeug.utils.time", lambda: NOW)
    patch.setattr("werkzeug.http.datetime", Clock)
    patch.setattr("companion.web.http.device_cookie.new_token", lambda: f"token-{_drawn():037d}")
    patch.setattr(
        "companion.web.http.cookie_signature.read_secret_file", lambda _folder: b"the secret of both servers".ljust(32)
    )
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
