"""The host's browser once more, as large as a phone, where moves can be corrected."""

from collections.abc import Iterator

from tests.e2e.browser.devices import Device
from tests.e2e.browser.layout_rules import TIGHT_PHONES, Size, violations
from tests.e2e.browser.random_game import RandomGame

PHONE: Size = (360, 640)


class HostsPhone:
    """A phone of the host of a game."""

    def __init__(self, game: RandomGame) -> None:
        session = game.session
        self._at = f"/t/{session.key}"
        self._device = Device(session.context(PHONE), session.origin)
        for one in session.screen.context.cookies():
            if one["name"] != "companion-kind":
                self._device.context.add_cookies([{"name": one["name"], "value": one["value"], "url": session.origin}])

    @property
    def corrects(self) -> int:
        """Number of moves that the page of corrections offers."""
        return self._device.get(f"{self._at}/correct").count("<details")

    def shows(self, path: str) -> bytes:
        """Picture of a whole page of the table, with its first details unfolded."""
        self._device.open(f"{self._at}{path}")
        self._device.page.evaluate("() => document.querySelector('main details')?.setAttribute('open', '')")
        return self._device.page.screenshot(full_page=True)

    def violations(self, kind: str) -> Iterator[str]:
        """Rules that the page of corrections breaks on small phones, with all details unfolded."""
        self._device.open(f"{self._at}/correct")
        self._device.page.evaluate(
            "() => document.querySelectorAll('main details').forEach(one => { one.open = true; })"
        )
        yield from violations(self._device.page, f"{kind}, what can be corrected", *TIGHT_PHONES)
