"""Server-sent events: first the whole public page, then each change, with the number of the latest entry as id."""

from collections.abc import Iterator
from functools import partial
from queue import Empty
from threading import Event

from flask import Response, current_app, request

from companion.table.service.notifier import Notifier
from companion.table.service.registry import NOT_SHOWN
from companion.web import context
from companion.web.http.device_cookie import client_address, device
from companion.web.live.broadcast import Broadcast, TooSlow
from companion.web.live.stream_limits import Streams, StreamSlot

HEARTBEAT = 2.0


def events(broadcast: Broadcast, key: str) -> Response:
    service = context.service()
    streams: Streams = current_app.config["STREAMS"]
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    address, rights = client_address(), service.rights(key, device())
    wake = partial(service.notifier.wake, key)
    slot = StreamSlot(device() or address, address, service.table(key).id, rights.stranger, wake, broadcast.screen)
    streams.open(slot)
    messages = _messages(broadcast, service.notifier, key, slot, current_app.config["STOPPING"], packed=packed)
    response = Response(messages, mimetype="text/event-stream", headers=headers)
    response.call_on_close(partial(streams.close, slot))
    return response


def _messages(
    broadcast: Broadcast, bus: Notifier, key: str, slot: StreamSlot, stopping: Event, *, packed: bool
) -> Iterator[bytes]:
    queue = bus.subscribe(key)
    try:
        count, first = broadcast.join()
        yield first.packed if packed else first.plain
        while not stopping.is_set() and not slot.ended:
            try:
                queue.get(timeout=HEARTBEAT)
            except Empty:
                broadcast.ping(count)
            for message in broadcast.after(count):
                count += 1
                yield message.packed if packed else message.plain
    except (*NOT_SHOWN, TooSlow):
        return  # the page reconnects or reloads, and is told why
    finally:
        bus.unsubscribe(key, queue)
