"""A network between a phone and the server that can die silently, or buffer streams."""

import socket
import threading
from contextlib import suppress

from tests.support.ports import free_port

BLOCK = 65536
STREAM = b"Content-Type: text/event-stream"
END = b"\r\n\r\n"


class Network:
    """Forwards bytes in both directions, until it swallows them; no connection is closed."""

    def __init__(self, to: int) -> None:
        self.port = free_port()
        self._to = to
        self._dead: set[socket.socket] = set()
        self._open: set[socket.socket] = set()
        self.swallows = False
        self._buffers = ""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self) -> None:
        """Swallow all bytes, on open connections and on new ones."""
        self.swallows = True
        self._dead |= self._open

    def live(self) -> None:
        """Forward new connections again; old ones stay silent, as after a phone's sleep."""
        self.swallows = False
        self._buffers = ""

    def buffer(self, what: str) -> None:
        """Hold back streams that begin from now on: their `body`, or `all` of the response."""
        self._buffers = what

    def close(self) -> None:
        """Close all connections."""
        self._listener.close()
        for end in list(self._open):
            with suppress(OSError):
                end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                self._open |= {here, there}
                if self.swallows:
                    self._dead |= {here, there}
                for ends in ((here, there), (there, here)):
                    threading.Thread(target=self._hand_on, args=ends, daemon=True).start()

    def _hand_on(self, giver: socket.socket, taker: socket.socket) -> None:
        with suppress(OSError):
            while block := giver.recv(BLOCK):
                if self._buffers and STREAM in block:
                    self._dead.add(giver)
                    if self._buffers == "body":
                        taker.sendall(block[: block.index(END) + len(END)])
                if giver not in self._dead:
                    taker.sendall(block)
            if giver not in self._dead:
                taker.shutdown(socket.SHUT_WR)
