"""Of several workers each has its tables: whoever begins to read a request for another's hands the connection on.

So all phones of a table come to the same worker, which draws it once. Nothing but that depends on it: any worker serves
any table, and does so where those before it do not take the connection at once.
"""

import os
import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import gevent
from gevent.server import StreamServer

WHOSE = re.compile(rb"[A-Z]{1,7} /(?:t/([^/ ?]{1,64})|new)[/ ?]")
"""The table that a request is for, in what has come of its first line. All tables are opened at the same worker."""

AT_ONCE = 65_536
WAITING = 256

BEAT, STUCK = 1.0, 3.0
"""Seconds between two signs of life, and those after which a worker that gave none is handed nothing."""

Take = Callable[[socket.socket, Any, bytes], None]


class Neighbours:
    """The workers of one port, as the `nth` of so many sees them. Each has a socket in a folder that they share."""

    def __init__(self, folder: Path, nth: int, count: int) -> None:
        self._folder = folder
        self._nth = nth
        self._count = count
        self._server: StreamServer | None = None

    def open(self, take: Take) -> None:
        """From now on connections are taken: each is given to `take`, with who it is and what was read of it."""
        own = self._place(self._nth)
        own.unlink(missing_ok=True)  # of one that was killed
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(str(own))
        listener.listen(WAITING)
        listener.setblocking(False)
        self._server = StreamServer(listener, lambda line, _: _taken(line, take))
        self._server.start()
        gevent.spawn(self._beat)

    def close(self) -> None:
        """No more are taken."""
        self._place(self._nth).unlink(missing_ok=True)
        if self._server is not None:
            self._server.stop()

    def hand_on(self, client: socket.socket, begun: bytes) -> bool:
        """Whether another worker has taken a connection of which so much was read: it is none of ours then.

        Where the one whose table it is takes none, the next one is asked, so that all of its phones stay together.
        """
        found = WHOSE.match(begun)
        if found is None:
            return False
        first = crc32(found[1] or b"") % self._count
        for nth in range(first, first + self._count):
            if nth % self._count == self._nth:
                return False
            if _given(self._place(nth % self._count), client, begun):
                return True
        return False

    def _beat(self) -> None:
        with suppress(FileNotFoundError):  # closed
            while True:
                os.utime(self._place(self._nth))
                gevent.sleep(BEAT)

    def _place(self, nth: int) -> Path:
        return self._folder / f"worker-{nth}"


def _given(place: Path, client: socket.socket, begun: bytes) -> bool:
    """Whether it was taken at once: by nobody who is dead, stuck, not there yet or has too many waiting."""
    try:
        if time.time() - place.stat().st_mtime > STUCK:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.setblocking(False)
            line.connect(str(place))
            return socket.send_fds(line, [begun], [client.fileno()]) == len(begun)
    except OSError:
        return False


def _taken(line: socket.socket, take: Take) -> None:
    with line:  # a connection that is handed on takes one handle here, however long it lasts
        begun, handles, _, _ = socket.recv_fds(line, AT_ONCE, 1)
        while more := line.recv(AT_ONCE):
            begun += more
    for handle in handles:
        os.set_inheritable(handle, False)
        with socket.socket(fileno=handle) as client, suppress(OSError):  # who is gone has no address
            client.setblocking(False)
            take(client, client.getpeername(), begun)
