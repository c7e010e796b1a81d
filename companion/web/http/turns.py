"""Pages are made a few at a time, so that a flood of them holds up no move, no stream and no player's own hand."""

import time
from collections.abc import Callable, Iterable
from threading import Semaphore
from typing import Any

from flask import Flask, request

from companion.table.service.registry import NOT_SHOWN
from companion.web import context
from companion.web.http.device_cookie import device

AT_ONCE = 2
BREATH = 0.0001
"""Seconds before each page is made. Without them, gevent serves dozens of requests that are ready before it looks for
others."""
TURN = "companion.turn"
"""In a request's environment: what ends its turn."""
AT_ANY_TIME = ("static", "health.health")
LOOKS = ("play.hand", "play.me", "play.screen_me")
"""Requests that do not wait either, by devices with business at the table. To others they are pages like any."""

Environ = dict[str, Any]


class Turns:
    """Stands before an app and ends each request's turn."""

    def __init__(self, app: Callable[[Environ, Any], Iterable[bytes]]) -> None:
        self._app = app
        self.places = Semaphore(AT_ONCE)

    def __call__(self, environ: Environ, start: Any) -> Iterable[bytes]:
        """Answer one request. Streams are made after this."""
        try:
            return self._app(environ, start)
        finally:
            end(environ)

    def take(self) -> None:
        """Wait for a turn, where the request needs one."""
        if request.method not in ("GET", "HEAD") or _goes_first():
            return
        self.places.acquire()
        request.environ[TURN] = self.places.release
        time.sleep(BREATH)


def guard(app: Flask) -> None:
    """Put the turns before all else that the app does."""
    turns = app.config["TURNS"] = Turns(app.wsgi_app)
    app.before_request(turns.take)
    app.wsgi_app = turns  # type: ignore[assignment, method-assign]  # as Flask documents it


def end(environ: Environ) -> None:
    """End a request's turn, which may be over already: what it does from now on takes long and no processor."""
    if (ended := environ.pop(TURN, None)) is not None:
        ended()


def _goes_first() -> bool:
    if request.endpoint in AT_ANY_TIME:
        return True
    try:
        return request.endpoint in LOOKS and not _stranger()
    except NOT_SHOWN:
        return False


def _stranger() -> bool:
    return context.service().rights((request.view_args or {})["key"], device()).stranger
