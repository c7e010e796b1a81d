"""A phone's event stream, packed as phones ask for it: which entry it has come to, and what that took."""

import zlib
from collections.abc import Callable

from bench.loop import Loop
from bench.wire import END_OF_HEAD, Broken, Chunks, Watched, chunked

PACKED = 16 + zlib.MAX_WBITS
ID = b"\nid: "


class Stream(Watched):
    """`number` is that of the latest entry seen, `changes` the bytes on the wire of each message after the first."""

    def __init__(self, loop: Loop, port: int, address: str, request: bytes, seen: Callable[[], None]) -> None:
        super().__init__(loop, port, address)
        self.number = -1
        self.changes: list[int] = []
        self._seen = seen
        self._head = b""
        self._chunks: Chunks | None = None
        self._packed: zlib._Decompress | None = None
        self._text = b"\n"
        self.send(request)

    def _came(self, part: bytes) -> None:
        if not part:
            raise Broken(self._head[:200])
        if END_OF_HEAD not in self._head:
            part = self._begun(part)
        if part:
            self._told(part)

    def _begun(self, part: bytes) -> bytes:
        """Reads the head; gives back what follows it."""
        head, mark, rest = (self._head + part).partition(END_OF_HEAD)
        self._head = head + mark
        if not mark:
            return b""
        if b" 200 " not in head[:15]:
            raise Broken(head + rest)
        self._chunks = Chunks() if chunked(head) else None
        self._packed = zlib.decompressobj(PACKED) if b"content-encoding: gzip" in head.lower() else None
        return rest

    def _told(self, part: bytes) -> None:
        data = part if self._chunks is None else self._chunks.feed(part)
        whole, mark, rest = (self._text + self._unpacked(data)).rpartition(b"\n\n")
        self._text = b"\n" + rest if mark else whole + rest
        latest = whole.rfind(ID)
        if latest >= 0:
            self._message(int(whole[latest + len(ID) :].split(b"\n", 1)[0]), len(part))
        elif self.changes and b"event: ping" not in whole:
            self.changes[-1] += len(part)

    def _message(self, number: int, size: int) -> None:
        if self.number >= 0:
            self.changes.append(size)
        self.number = number
        self._seen()

    def _unpacked(self, data: bytes) -> bytes:
        if self._packed is None:
            return data
        text = self._packed.decompress(data)
        while self._packed.eof and (more := self._packed.unused_data):  # the next packet begins
            self._packed = zlib.decompressobj(PACKED)
            text += self._packed.decompress(more)
        return text
