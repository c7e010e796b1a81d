"""A limit on pages rendered at once, so that a flood of page loads delays no move, event stream or hand."""

import time
from threading import Semaphore

from flask import Flask, current_app, g, request

from companion.table.service.registry import NOT_SHOWN
from companion.web import context
from companion.web.http.device_cookie import device

MAX_PAGES = 2
PAUSE = 0.0001
"""Seconds before each page. Without a pause, gevent serves dozens of waiting pages before it polls for new requests."""
UNLIMITED = ("static", "health.health")
UNLIMITED_FOR_PLAYERS = ("play.hand", "play.me")
"""Endpoints that do not wait either if the device has rights at the table."""


def limit_pages(app: Flask) -> None:
    """Make requests wait for a slot before anything else. Event streams run after their slot is released."""
    app.config["PAGE_SLOTS"] = Semaphore(MAX_PAGES)
    app.before_request(acquire_slot)
    app.teardown_request(release_slot)


def acquire_slot() -> None:
    """Wait for a slot if the request renders a page."""
    if request.method not in ("GET", "HEAD") or _skips_queue():
        return
    slots: Semaphore = current_app.config["PAGE_SLOTS"]
    slots.acquire()
    g.release_slot = slots.release
    time.sleep(PAUSE)


def release_slot(_error: BaseException | None = None) -> None:
    """Release the request's slot if it still has one. Call it before a long wait that needs no processor."""
    if (release := g.pop("release_slot", None)) is not None:
        release()


def _skips_queue() -> bool:
    if request.endpoint not in UNLIMITED_FOR_PLAYERS:
        return request.endpoint in UNLIMITED
    try:
        return not context.service().rights((request.view_args or {})["key"], device()).stranger
    except NOT_SHOWN:
        return False
