"""A session with the database: opened when it is needed, anew after every fault, and cut where nobody answers."""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from companion.table.storage.group_commit import NotSaved

STUCK_SECONDS = 15.0
"""Seconds after which nobody waits any more: every statement has its end before."""

T = TypeVar("T")


class Session:
    """It begins no transaction of its own, and is asked by one at a time. One that `hears` is told things unasked."""

    def __init__(self, arguments: Mapping[str, Any], *, listens: bool = False) -> None:
        self._arguments = arguments
        self._listens = listens
        self._lock = Lock()
        self._db: Any = None
        self._began: float | None = None

    def run(self, do: Callable[[Any], T]) -> T:
        """What `do` gives back, which gets the connection. Raises NotSaved; then the connection is given up."""
        import psycopg

        with self._lock:
            self._began = monotonic()
            try:
                if not self._listens:
                    self._check_connection()
                self._db = self._db or psycopg.connect(**self._arguments, autocommit=True, prepare_threshold=2)
                return do(self._db)
            except psycopg.Error as error:
                self.close()
                raise NotSaved(one_line(error)) from error
            except BaseException:  # nothing of a half-done transaction is left for whoever asks next
                self.close()
                raise
            finally:
                self._began = None

    def _check_connection(self) -> None:
        """Gives a connection up that was cut while nobody asked: so nobody is refused where the database is back."""
        import psycopg

        try:
            for _ in range(2 if self._db else 0):  # what was said at the end comes before the end
                self._db.pgconn.consume_input()
        except psycopg.Error:
            self.close()

    @property
    def pid(self) -> int | None:
        """The number of the process that answers."""
        return None if self._db is None else self._db.info.backend_pid

    def cut_if_stuck(self) -> None:
        """Whoever waits for an answer that does not come gets a fault instead."""
        began, db = self._began, self._db
        if began is not None and db is not None and monotonic() - began > STUCK_SECONDS:
            with suppress(Exception), socket.socket(fileno=os.dup(db.fileno())) as wire:
                wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Gives the connection back; the next question opens another one."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                db.close()


def one_line(error: object) -> str:
    """What the driver says, in one line."""
    return " ".join(str(error).split())[:200]
