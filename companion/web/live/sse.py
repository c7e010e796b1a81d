"""Server-sent events: first the full stage, later only what changed, each with the number of the latest entry."""

from collections.abc import Iterator
from functools import partial
from queue import Empty
from threading import Event

from flask import Response, current_app, request

from companion.table.service.notifier import Notifier
from companion.table.service.registry import NOT_SHOWN
from companion.web import context
from companion.web.http.device_cookie import address, device
from companion.web.live.broadcast import Broadcast, TooSlow
from companion.web.live.stream_limits import Streams, StreamSlot

HEARTBEAT = 2.0


def events(broadcast: Broadcast, key: str) -> Response:
    """The stream of one page: what every page of this kind and language is sent."""
    service = context.service()
    streams: Streams = current_app.config["STREAMS"]
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    here, stranger = device() or address(), service.rights(key, device()).stranger
    standing = StreamSlot(here, address(), service.table(key).id, stranger, partial(service.bus.wake, key))
    streams.enter(standing)
    messages = _messages(broadcast, service.bus, key, standing, current_app.config["STOPPING"], packed=packed)
    response = Response(messages, mimetype="text/event-stream", headers=headers)
    response.call_on_close(partial(streams.leave, standing))
    return response


def _messages(
    broadcast: Broadcast, bus: Notifier, key: str, standing: StreamSlot, stopping: Event, *, packed: bool
) -> Iterator[bytes]:
    queue = bus.join(key)
    try:
        count, first = broadcast.join()
        yield first.bytes(packed=packed)
        while not stopping.is_set() and not standing.over:
            try:
                queue.get(timeout=HEARTBEAT)
            except Empty:
                broadcast.ping(count)
            for message in broadcast.after(count):
                count += 1
                yield message.bytes(packed=packed)
    except (*NOT_SHOWN, TooSlow):
        return  # who still looks asks for the page, which says why
    finally:
        bus.leave(key, queue)
