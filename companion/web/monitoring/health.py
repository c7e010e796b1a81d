"""The health check for proxies, which works under any Host name and reveals nothing else."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

from flask import Blueprint, Response, current_app

from companion.table.storage.store import NotSaved

pages = Blueprint("health", __name__)

TIMEOUT = 1.0
"""Seconds within which the database must answer."""


class DatabaseProbe:
    """Tests whether the database can be read. Concurrent requests share a query, so none pile up at a dead disk."""

    def __init__(self, read: Callable[[], object]) -> None:
        self._read = read
        self._lock = Lock()
        self._query: tuple[Event, list[bool]] | None = None

    def succeeds(self) -> bool:
        """Return whether the database answered in time."""
        with self._lock:
            if self._query is None or self._query[0].is_set():
                self._query = (Event(), [])
                Thread(target=self._run, args=self._query, daemon=True).start()
            done, results = self._query
        return done.wait(TIMEOUT) and bool(results)

    def _run(self, done: Event, results: list[bool]) -> None:
        try:
            with suppress(NotSaved):
                self._read()
                results.append(True)
        finally:
            done.set()


@pages.get("/health")
def health() -> Response:
    """Answer 200, or 503 if the database does not answer or the server is about to stop."""
    probe: DatabaseProbe = current_app.config["DATABASE_PROBE"]
    ready = not current_app.config["STOPPING"].is_set() and probe.succeeds()
    return Response("ready\n" if ready else "not ready\n", 200 if ready else 503, mimetype="text/plain")
