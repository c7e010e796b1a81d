"""Server-sent events: first the full state, later only what changed, each with the number of the latest entry.

A stream is packed as it goes and flushed after each message, so that a board which is drawn again costs a phone a
few hundred bytes.
"""

import zlib
from collections.abc import Iterable, Iterator
from queue import Empty

from flask import Response, current_app, request, stream_with_context

from companion.table.desk import Desk, NoSuchTable
from companion.web.devices import device
from companion.web.fragments import render_all, view

HEARTBEAT = 2.0
GZIP = 16 + 14  # a gzip head, and a window of 16 kB: a page of fragments fits in


def message(data: str, number: int) -> str:
    """One unnamed message, which htmx swaps in."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() if line.strip())
    return f"id: {number}\n{lines}\n"


def partial(name: str, html: str) -> str:
    """A fragment with its address on the page."""
    return f'<hx-partial hx-target="#{name}" hx-swap="innerMorph">{html}</hx-partial>'


def events(key: str, *, screen: bool) -> Response:
    """The stream of one page. It reads its chair anew at each wake-up, and its rights too."""
    desk: Desk = current_app.config["DESK"]
    view(desk, key, device(), screen=screen)  # a table that is not there is an error before the stream begins
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    messages = stream_with_context(_messages(desk, key, device(), screen))
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(messages, mimetype="text/event-stream", headers=headers)
    headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(_packed(messages), mimetype="text/event-stream", headers=headers)


def _messages(desk: Desk, key: str, asking: str | None, screen: bool) -> Iterator[str]:
    queue = desk.bus.join(key)
    sent: dict[str, str] = {}
    stopping = current_app.config["STOPPING"]
    try:
        while not stopping.is_set():
            now = view(desk, key, asking, screen=screen)
            fragments = render_all(now)
            changed = [partial(name, html) for name, html in fragments.items() if sent.get(name) != html]
            if changed:
                yield message("\n".join(changed), now.chair.number)
            sent = fragments
            while not stopping.is_set():
                try:
                    queue.get(timeout=HEARTBEAT)
                    break
                except Empty:
                    yield "event: ping\ndata:\n\n"
    except NoSuchTable:
        return
    finally:
        desk.bus.leave(key, queue)


def _packed(messages: Iterable[str]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, GZIP, 6)
    for part in messages:
        yield packer.compress(part.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
