"""Whether the house can serve: for proxies, under any Host name, and nothing else is told."""

from collections.abc import Callable
from threading import Event, Lock, Thread

from flask import Blueprint, Response, current_app

from companion.table.service.table_service import TableService
from companion.table.storage.store import NotSaved

pages = Blueprint("health", __name__)

MOMENT = 1.0
"""Seconds in which the database must have answered."""


class Pulse:
    """Whether something can be read. Those who ask meanwhile share one answer, and none pile up behind a dead disk."""

    def __init__(self, read: Callable[[], object]) -> None:
        self._read = read
        self._lock = Lock()
        self._asked: tuple[Event, list[bool]] | None = None

    def felt(self) -> bool:
        """Whether it was read within a moment."""
        with self._lock:
            if self._asked is None or self._asked[0].is_set():
                self._asked = (Event(), [])
                Thread(target=self._ask, args=self._asked, daemon=True).start()
            told, well = self._asked
        return told.wait(MOMENT) and bool(well)

    def _ask(self, told: Event, well: list[bool]) -> None:
        try:
            self._read()
            well.append(True)
        except NotSaved:
            return
        finally:
            told.set()


def pulse(service: TableService) -> Pulse:
    """That of a house's database."""
    return Pulse(lambda: service.store.knows(""))


@pages.get("/health")
def health() -> Response:
    """Ready or not. Who is about to stop is not."""
    found: Pulse = current_app.config["PULSE"]
    ready = not current_app.config["STOPPING"].is_set() and found.felt()
    return Response("ready\n" if ready else "not ready\n", 200 if ready else 503, mimetype="text/plain")
