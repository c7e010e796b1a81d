"""Somebody at the door asks for a seat while others play: a notice comes, and nothing else of what they see changes."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.e2e.browser.devices import Device
from tests.e2e.browser.fullest import Fullest

TAPPED = "button, a[href], .open, label, summary"
PLACES = f"""() => [...document.querySelectorAll({TAPPED!r})]
  .filter(one => !one.closest("#notices") && one.checkVisibility())
  .map(one => {{ const box = one.getBoundingClientRect(); return [one.textContent.trim(), box.x, box.y, box.width, box.height].join(); }})"""  # noqa: E501
"""Where all that can be tapped lies, but for notices."""
HELD = """() => {
  const buttons = [...document.querySelectorAll("#ask button, .pages button, #menu-button")];
  window.held = buttons.find(one => one.checkVisibility() && !one.disabled);
  window.held.focus();
}"""


class AtTheDoor:
    """One without a seat who asks for one, and is refused, as often as a test likes."""

    def __init__(self, game: Fullest) -> None:
        self._game = game
        self._stranger = game.evening.stranger("Zoe")
        self._stranger.get(f"/t/{game.evening.key}")

    @contextmanager
    def asks(self, *devices: Device) -> Iterator[None]:
        """Meanwhile these show it."""
        evening = self._game.evening
        claimed = self._stranger.send(f"/t/{evening.key}/tap", {"kind": "claim", "person": 1}).entry
        assert claimed
        for device in devices:
            device.see(claimed)
        yield
        refused = evening.at_the_host(kind="refuse", claim=claimed)
        for device in devices:
            device.see(refused)

    def disturbs(self, *devices: Device) -> Iterator[str]:
        """What a notice that comes moves on their pages, and whether it takes the focus."""
        before = []
        for device in devices:
            device.page.evaluate(HELD)
            before.append(device.page.evaluate(PLACES))
        with self.asks(*devices):
            for device, places in zip(devices, before, strict=True):
                moved = sorted(set(places).symmetric_difference(device.page.evaluate(PLACES)))
                yield from (f"a notice moves: {one}" for one in moved)
                if not device.page.evaluate("document.activeElement === window.held"):
                    yield "a notice takes the focus"
