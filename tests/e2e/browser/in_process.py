"""A finished game whose pages the test itself makes for browsers, without a server."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Route, ViewportSize

from companion.table.model.names import COLOURS
from companion.table.model.roster import paging
from tests.e2e.browser.devices import Device
from tests.unit.web.support.devices import ORIGIN, Session, new_app, saved
from tests.unit.web.support.devices import Device as Asking

SMALL = 600
"""Least width of a window that is no phone's, as static/kind.js says."""
PASSED_ON = ("hx-request", "hx-target", "origin", "accept-language", "companion-tap")


def finished(data: Path, slug: str, names: Sequence[str], seed: int = 4, **options: str) -> Session:
    """A random game that was played to its end, with all its pages."""
    app = new_app(data)
    session = Session(app, Asking("host", app.test_client())).open(game=slug, **options)
    for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
        session.players.append(session.device(f"seat-{seat}"))
        saved(session.players[-1].tap(session.key, "sit", name=name, colour=colour))
    session.begin()
    luck = Random(seed)
    while session.table.asks or paging(session.table.roster):
        session.paged()
        if session.table.asks:
            saved(session.by_chance(luck))
    return session


def looks(browser: Browser, device: Asking, size: tuple[int, int], lang: str = "en", **more: Any) -> Device:
    """Browser that shows the responses to a device."""
    view: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=view, has_touch=True, locale=lang, **{"color_scheme": "dark", **more})

    if min(size) < SMALL:
        context.add_cookies([{"name": "companion-kind", "value": "phone", "url": ORIGIN}])

    def answer(route: Route) -> None:
        asked = route.request
        if asked.url.endswith("/events"):  # a stream has no end
            route.abort()
            return
        headers = {name: value for name, value in asked.headers.items() if name in PASSED_ON}
        found = device.client.open(
            asked.url.removeprefix(ORIGIN),
            method=asked.method,
            base_url=ORIGIN,
            headers=headers,
            data=asked.post_data_buffer,
            content_type=asked.headers.get("content-type"),
        )
        route.fulfill(status=found.status_code, body=found.data, content_type=found.headers["Content-Type"])

    context.route("**/*", answer)
    return Device(context, ORIGIN)
