"""One table, one broadcast: a change is drawn once and packed once, and the same bytes go to all who look.

A message is packed with the ones before it in mind, so that what was said already costs nothing. Whoever comes in
later has not heard those: from then on the packing begins anew.
"""

import zlib
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from threading import RLock
from weakref import WeakValueDictionary

from companion.table.model.player_view import player_view
from companion.table.service.table_service import TableService
from companion.web.live.public_page import PublicPage, WayIn, full
from companion.web.settings import Settings

KEPT = 64
"""Messages that are kept for those who are slow; who is slower still must come anew."""

BROADCASTS_KEPT = 200
"""Stages that stay drawn though nobody streams them."""

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
WINDOW = -15  # 32 kB, without a head: several messages back
PING = "event: ping\ndata:\n\n"

Rendering = tuple[str, str, bool]
"""A table's key, a language, and whether it is the screen in the middle."""


@dataclass(frozen=True, slots=True)
class Message:
    """What all are sent, as it is and packed."""

    plain: bytes
    packed: bytes

    def bytes(self, *, packed: bool) -> bytes:
        """As a stream wants it."""
        return self.packed if packed else self.plain


class TooSlow(Exception):
    """Messages were missed: the page must come anew."""


class Broadcast:
    """What is sent to all who look at one table in one language and kind."""

    def __init__(self, service: TableService, settings: Settings, key: str, lang: str, *, screen: bool) -> None:
        self._desk, self._settings, self._key = service, settings, key
        self._stage = PublicPage(lang, screen=screen)
        self._lock = RLock()
        self._drawn: tuple[int, WayIn] | None = None
        self._messages: deque[Message] = deque(maxlen=KEPT)
        self._count = 0
        self._packer: zlib._Compress | None = None
        self._first: Message | None = None

    def fragments(self) -> dict[str, str]:
        """The stage as it stands now, for a page load."""
        with self._lock:
            self._draw()
            return self._stage.whole()

    def join(self) -> tuple[int, Message]:
        """The full stage for a stream that begins, and where it goes on from."""
        with self._lock:
            number = self._draw()
            if self._first is None:
                text = _message(full(self._stage.whole()), number)
                self._first = Message(text, GZIP_HEAD + _block(zlib.compressobj(6, zlib.DEFLATED, WINDOW), text))
            self._packer = None
            return self._count, self._first

    def after(self, count: int) -> list[Message]:
        """What came after so many messages. Raises TooSlow."""
        with self._lock:
            self._draw()
            behind = self._count - count
            if behind > len(self._messages):
                raise TooSlow
            return [self._messages[-nth] for nth in range(behind, 0, -1)]

    def ping(self, count: int) -> None:
        """A sign of life, where nothing has come after so many messages: for all, as every message is."""
        with self._lock:
            if self._count == count:
                self._send(PING.encode())

    def _draw(self) -> int:
        table, way_in = self._desk.table(self._key), WayIn.now(self._settings)
        if self._drawn != (table.number, way_in):
            updates = self._stage.draw(player_view(table), way_in)
            if self._drawn is not None:
                self._send(_message("\n".join(updates), table.number))
            self._drawn, self._first = (table.number, way_in), None
        return table.number

    def _send(self, text: bytes) -> None:
        self._packer = self._packer or zlib.compressobj(8, zlib.DEFLATED, WINDOW, 6)
        self._messages.append(Message(text, _block(self._packer, text)))
        self._count += 1


class Broadcasts:
    """The broadcasts of a house: those that somebody looks at, and the latest of the others."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._desk, self._settings = service, settings
        self._lock = RLock()
        self._all: WeakValueDictionary[Rendering, Broadcast] = WeakValueDictionary()
        self._latest: OrderedDict[Rendering, Broadcast] = OrderedDict()

    def of(self, key: str, lang: str, *, screen: bool) -> Broadcast:
        """The one of a table. Raises NoSuchTable."""
        self._desk.table(key)
        kind = (key, lang, screen)
        with self._lock:
            found = self._all.get(kind)
            if found is None:
                found = self._all[kind] = Broadcast(self._desk, self._settings, key, lang, screen=screen)
            self._latest[kind] = found
            self._latest.move_to_end(kind)
            if len(self._latest) > BROADCASTS_KEPT:
                self._latest.popitem(last=False)
            return found

    def empty(self) -> None:
        """Keeps none that nobody looks at."""
        with self._lock:
            self._latest.clear()


def _message(data: str, number: int) -> bytes:
    """One unnamed message, which htmx swaps in."""
    return f"id: {number}\n{''.join(_lines(data))}\n".encode()


def _lines(data: str) -> Iterator[str]:
    return (f"data: {line}\n" for line in data.splitlines() if line.strip())


def _block(packer: "zlib._Compress", text: bytes) -> bytes:
    return packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
