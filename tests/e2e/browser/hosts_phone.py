"""The host's browser once more, as large as a phone: it has the page of corrections, which no other has."""

from collections.abc import Iterator

from tests.e2e.browser.devices import Device
from tests.e2e.browser.fullest import Fullest
from tests.e2e.browser.laws import TIGHT_PHONES, Size, breaks

PHONE: Size = (360, 640)


class HostsPhone:
    """At the table of a game that is played."""

    def __init__(self, game: Fullest) -> None:
        evening = game.evening
        self._at = f"/t/{evening.key}"
        self._device = Device(evening.context(PHONE), evening.origin)
        for one in evening.screen.context.cookies():
            if one["name"] != "companion-kind":
                self._device.context.add_cookies([{"name": one["name"], "value": one["value"], "url": evening.origin}])

    @property
    def corrects(self) -> int:
        """How many entries the page of corrections offers."""
        return self._device.get(f"{self._at}/correct").count("<details")

    def shows(self, path: str) -> bytes:
        """A picture of a page of the table from its top to its end, with the first of what it has folded unfolded."""
        self._device.open(f"{self._at}{path}")
        self._device.page.evaluate("() => document.querySelector('main details')?.setAttribute('open', '')")
        return self._device.page.screenshot(full_page=True)

    def breaks(self, kind: str) -> Iterator[str]:
        """Each law that the page of corrections breaks on small phones, with all unfolded."""
        self._device.open(f"{self._at}/correct")
        self._device.page.evaluate(
            "() => document.querySelectorAll('main details').forEach(one => { one.open = true; })"
        )
        yield from breaks(self._device.page, f"{kind}, what can be corrected", *TIGHT_PHONES)
