"""Server-sent events: first the full stage, later only what changed, each with the number of the latest entry."""

from collections.abc import Iterator
from queue import Empty
from threading import Event

from flask import Response, current_app, request

from companion.table.bus import Bus
from companion.table.desk import Desk, NoSuchTable
from companion.web.broadcast import Broadcast, TooSlow

HEARTBEAT = 2.0


def events(broadcast: Broadcast, key: str) -> Response:
    """The stream of one page: what every page of this kind and language is sent."""
    desk: Desk = current_app.config["DESK"]
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    messages = _messages(broadcast, desk.bus, key, current_app.config["STOPPING"], packed=packed)
    return Response(messages, mimetype="text/event-stream", headers=headers)


def _messages(broadcast: Broadcast, bus: Bus, key: str, stopping: Event, *, packed: bool) -> Iterator[bytes]:
    queue = bus.join(key)
    try:
        count, first = broadcast.join()
        yield first.bytes(packed=packed)
        while not stopping.is_set():
            try:
                queue.get(timeout=HEARTBEAT)
            except Empty:
                broadcast.ping(count)
            for message in broadcast.after(count):
                count += 1
                yield message.bytes(packed=packed)
    except (NoSuchTable, TooSlow):
        return
    finally:
        bus.leave(key, queue)
