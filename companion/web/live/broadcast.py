"""Broadcasts: each change of a table is rendered and compressed once, and all its viewers get the same bytes.

Messages share one compression window, so that repeated text costs nothing. A new stream has not received the earlier
messages, so the window starts afresh with it.
"""

import zlib
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock
from weakref import WeakValueDictionary

from companion.table.model.player_view import player_view
from companion.table.service.table_service import TableService
from companion.web.live.public_page import JoinAddress, PublicPage, as_partials
from companion.web.settings import Settings

MESSAGES_KEPT = 16
"""For slow clients. Slower ones must reconnect."""
BROADCASTS_KEPT = 50
"""Broadcasts that stay rendered without a stream. Each takes about 0.3 MB."""

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
WINDOW = -15  # 32 kB, without a head: several messages back
PING = b"event: ping\ndata:\n\n"

HasScreen = Callable[[int], bool]
"""Whether a table screen shows the table with this id."""

Rendering = tuple[str, str, bool]
"""(table key, language, whether it is the table screen)"""


@dataclass(frozen=True, slots=True)
class Message:
    plain: bytes
    packed: bytes


class TooSlow(Exception):
    """The stream missed messages: it must reconnect."""


class Broadcast:
    """The messages for all viewers of a table in one language, on phones or on screens."""

    def __init__(
        self, service: TableService, settings: Settings, has_screen: HasScreen, key: str, lang: str, *, screen: bool
    ) -> None:
        self._service, self._settings, self._has_screen, self._key = service, settings, has_screen, key
        self.screen = screen
        self._page = PublicPage(lang, screen=screen)
        self._lock = RLock()
        self._rendered: tuple[int, JoinAddress, bool] | None = None
        self._messages: deque[Message] = deque(maxlen=MESSAGES_KEPT)
        self._count = 0
        self._compressor: zlib._Compress | None = None
        self._first: Message | None = None

    def fragments(self) -> dict[str, str]:
        """Return the current fragments by name, for a page load."""
        with self._lock:
            self._render()
            return self._page.fragments()

    def join(self) -> tuple[int, Message]:
        """Return the message count to continue from, and the whole page as first message."""
        with self._lock:
            number = self._render()
            if self._first is None:
                text = _event(as_partials(self._page.fragments()), number)
                self._first = Message(text, GZIP_HEAD + _compress(zlib.compressobj(6, zlib.DEFLATED, WINDOW), text))
            self._compressor = None
            return self._count, self._first

    def after(self, count: int) -> list[Message]:
        """Return the messages after the first `count`. Raises TooSlow."""
        with self._lock:
            self._render()
            behind = self._count - count
            if behind > len(self._messages):
                raise TooSlow
            return [self._messages[-nth] for nth in range(behind, 0, -1)]

    def ping(self, count: int) -> None:
        """Send everyone a heartbeat, unless there were messages after the first `count`."""
        with self._lock:
            if self._count == count:
                self._send(PING)

    def _render(self) -> int:
        table, address = self._service.table(self._key), JoinAddress.now(self._settings)
        watched = not self.screen and self._has_screen(table.id)
        if self._rendered != (table.number, address, watched):
            updates = self._page.render(player_view(table), address, watched=watched)
            if self._rendered is not None:
                self._send(_event("\n".join(updates), table.number))
            self._rendered, self._first = (table.number, address, watched), None
        return table.number

    def _send(self, text: bytes) -> None:
        self._compressor = self._compressor or zlib.compressobj(8, zlib.DEFLATED, WINDOW, 6)
        self._messages.append(Message(text, _compress(self._compressor, text)))
        self._count += 1


class Broadcasts:
    """The broadcasts of the server: those with streams, and the latest others."""

    def __init__(self, service: TableService, settings: Settings, has_screen: HasScreen) -> None:
        self._service, self._settings, self._has_screen = service, settings, has_screen
        self._lock = RLock()
        self._all: WeakValueDictionary[Rendering, Broadcast] = WeakValueDictionary()
        self._latest: OrderedDict[Rendering, Broadcast] = OrderedDict()

    def get(self, key: str, lang: str, *, screen: bool) -> Broadcast:
        """Return the broadcast of a table. Raises NoSuchTable."""
        self._service.table(key)
        rendering = (key, lang, screen)
        with self._lock:
            found = self._all.get(rendering)
            if found is None:
                found = Broadcast(self._service, self._settings, self._has_screen, key, lang, screen=screen)
                self._all[rendering] = found
            self._latest[rendering] = found
            self._latest.move_to_end(rendering)
            if len(self._latest) > BROADCASTS_KEPT:
                self._latest.popitem(last=False)
            return found

    def clear(self) -> None:
        """Drop broadcasts without streams."""
        with self._lock:
            self._latest.clear()


def _event(data: str, number: int) -> bytes:
    """Format an unnamed event, which htmx swaps into the page."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() if line.strip())
    return f"id: {number}\n{lines}\n".encode()


def _compress(compressor: "zlib._Compress", text: bytes) -> bytes:
    return compressor.compress(text) + compressor.flush(zlib.Z_SYNC_FLUSH)
