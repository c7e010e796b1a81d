"""Listens to notifications of other processes, and checks for missed ones."""

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Any

from companion.table.storage.database import OnWrite
from companion.table.storage.group_commit import NotSaved
from companion.table.storage.postgres.session import Session

CHANNEL = "companion"
SERVING_LOCK = 0x73657276
"""An advisory lock shared by all servers, so that nobody replaces the database meanwhile."""

CHECK_SECONDS = 2.0  # between checks for missed notifications, which normally take milliseconds

RETRY_SECONDS = 0.2  # before it listens again after its connection broke

NOTICE = re.compile(r"(\d{1,10}) (\d{1,10})", re.ASCII)

log = logging.getLogger(__name__)


class Listener:
    """Listens in two threads on a session of its own. It ignores notifications of this process's writes."""

    def __init__(self, hearing: Session, writing: Session, heard: OnWrite, missed: Callable[[], None]) -> None:
        self._session = hearing
        self._writing_session = writing
        self._on_write = heard
        self._on_gap = missed
        self._stopped = Event()

    def start(self) -> None:
        Thread(target=self._listen, daemon=True).start()
        Thread(target=self._watch, daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                self._session.run(self._begin)
                while not self._stopped.is_set():
                    self._on_gap()
                    self._wait_for_notices()
            except NotSaved:
                pass
            except Exception:  # listening must go on
                log.exception("a fault while listening")
            self._stopped.wait(RETRY_SECONDS)
        self._session.close()

    def _begin(self, db: Any) -> None:
        db.execute(f"LISTEN {CHANNEL}")
        db.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING_LOCK,))

    def _wait_for_notices(self) -> None:
        look = monotonic() + CHECK_SECONDS
        while (left := look - monotonic()) > 0 and not self._stopped.is_set():
            for notice in self._session.run(partial(_notices, left)):
                match = NOTICE.fullmatch(notice.payload)
                if match and notice.pid != self._writing_session.pid:
                    self._on_write(int(match[1]), int(match[2]))
        self._session.run(lambda db: db.execute("SELECT 1"))  # a dead connection shows only when used

    def _watch(self) -> None:
        while not self._stopped.wait(1.0):
            for session in (self._session, self._writing_session):
                with suppress(Exception):
                    session.cut_if_stuck()


def _notices(seconds: float, db: Any) -> list[Any]:
    return list(db.notifies(timeout=seconds, stop_after=1))
