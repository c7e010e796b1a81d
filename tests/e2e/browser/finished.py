"""A finished game whose pages are made right in the test: browsers show them, and no server runs."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Route, ViewportSize

from companion.table.model.colours import COLOURS
from companion.table.model.roster import paging
from tests.e2e.browser.devices import Device
from tests.unit.web.support.devices import ORIGIN, Session, new_app, saved
from tests.unit.web.support.devices import Device as Asking

PASSED_ON = ("hx-request", "hx-target", "origin", "accept-language", "companion-tap")


def finished(data: Path, slug: str, names: Sequence[str], seed: int = 4, **options: str) -> Session:
    """A game of chance that these people played to its end, with all its pages."""
    app = new_app(data)
    evening = Session(app, Asking("host", app.test_client())).open(game=slug, **options)
    for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
        evening.players.append(evening.device(f"seat-{seat}"))
        saved(evening.players[-1].tap(evening.key, "sit", name=name, colour=colour))
    evening.begin()
    luck = Random(seed)
    while evening.table.asks or paging(evening.table.party):
        evening.paged()
        if evening.table.asks:
            saved(evening.by_chance(luck))
    return evening


def looks(browser: Browser, device: Asking, size: tuple[int, int], lang: str = "en", **more: Any) -> Device:
    """A browser that shows what this device is sent."""
    view: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=view, has_touch=True, locale=lang, **{"color_scheme": "dark", **more})

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
