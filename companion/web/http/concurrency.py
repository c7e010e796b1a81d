"""A limit on pages rendered at once, so that a flood of page loads delays no move, event stream or hand."""

import time
from threading import Semaphore

from flask import Flask, g, request

from companion.table.service.registry import NOT_SHOWN
from companion.web import context
from companion.web.http.device_cookie import device

MAX_PAGES = 2
PAUSE = 0.0001
"""Seconds before each page. Without a pause, gevent serves dozens of waiting pages before it polls for new requests."""
UNLIMITED = ("static", "health.health")
UNLIMITED_FOR_PLAYERS = ("play.hand", "play.me")
"""Endpoints that do not wait either if the device has rights at the table."""


class PageSlots:
    """Slots that requests hold while they render a page."""

    def __init__(self) -> None:
        self.slots = Semaphore(MAX_PAGES)

    def acquire(self) -> None:
        """Wait for a slot if the request needs one."""
        if request.method not in ("GET", "HEAD") or _skips_queue():
            return
        self.slots.acquire()
        g.release_slot = self.slots.release
        time.sleep(PAUSE)


def limit_pages(app: Flask) -> None:
    """Make requests wait for a slot before anything else. Event streams run after their slot is released."""
    app.config["PAGE_SLOTS"] = slots = PageSlots()
    app.before_request(slots.acquire)
    app.teardown_request(release_slot)


def release_slot(_error: BaseException | None = None) -> None:
    """Release the request's slot if it still has one. Call it before a long wait that needs no processor."""
    if (release := g.pop("release_slot", None)) is not None:
        release()


def _skips_queue() -> bool:
    if request.endpoint in UNLIMITED:
        return True
    try:
        return request.endpoint in UNLIMITED_FOR_PLAYERS and not _is_stranger()
    except NOT_SHOWN:
        return False


def _is_stranger() -> bool:
    return context.service().rights((request.view_args or {})["key"], device()).stranger
