"""A database session: opened when needed, again after every error, and cut when the server hangs."""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from companion.table.storage.group_commit import NotSaved

STUCK_SECONDS = 15.0  # longer than any statement may take

T = TypeVar("T")


class Session:
    """One connection in autocommit mode, used by one thread at a time. `listens`: it receives notifications."""

    def __init__(self, arguments: Mapping[str, Any], *, listens: bool = False) -> None:
        self._arguments = arguments
        self._listens = listens
        self._lock = Lock()
        self._db: Any = None
        self._began: float | None = None

    def run(self, do: Callable[[Any], T]) -> T:
        """Call `do` with the connection and return its result. Raises NotSaved; then the connection is closed."""
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
            except BaseException:  # leave no open transaction
                self.close()
                raise
            finally:
                self._began = None

    def _check_connection(self) -> None:
        """Close a connection that broke while idle, so that the next request succeeds."""
        import psycopg

        try:
            for _ in range(2 if self._db else 0):  # data comes before the end of the stream
                self._db.pgconn.consume_input()
        except psycopg.Error:
            self.close()

    @property
    def pid(self) -> int | None:
        return None if self._db is None else self._db.info.backend_pid

    def cut_if_stuck(self) -> None:
        """Shut down the socket of a request that hangs, so that it fails."""
        began, db = self._began, self._db
        if began is not None and db is not None and monotonic() - began > STUCK_SECONDS:
            with suppress(Exception), socket.socket(fileno=os.dup(db.fileno())) as wire:
                wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(Exception):
                db.close()


def one_line(error: object) -> str:
    return " ".join(str(error).split())[:200]
