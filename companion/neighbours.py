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
from urllib.parse import unquote_to_bytes
from zlib import crc32

import gevent
from gevent.server import StreamServer

ASKED = re.compile(r"\s*\S+\s+([^\s?]+)[\s?]")
"""The address in what has come of a first line, once it is whole."""

WHOSE = re.compile(rb"/*(?:t/([^/]{1,64})|new)(?:/|$)")
"""Addresses of a table, and the one at which all are opened, which is the same worker's."""

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
        key = whose(begun)
        if key is None:
            return False
        first = crc32(key) % self._count
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


def whose(begun: bytes) -> bytes | None:
    """The key of the table that a request is for, by what has come of it; none for a new one. None: any worker serves.

    An address is read as the server and the app read it: there is more than one way to write the same.
    """
    asked = ASKED.match(begun.decode("latin-1"))
    found = asked and WHOSE.match(unquote_to_bytes(asked[1].encode("latin-1")))
    return None if found is None else found[1] or b""


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
