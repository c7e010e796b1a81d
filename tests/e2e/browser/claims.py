"""A stranger claims a seat while others play: a notice comes, and nothing else of their pages moves."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.e2e.browser.devices import Device
from tests.e2e.browser.random_game import RandomGame

TAPPED = "button, a[href], .open, label, summary"
PLACES = f"""() => [...document.querySelectorAll({TAPPED!r})]
  .filter(one => !one.closest("#notices") && one.checkVisibility())
  .map(one => {{ const box = one.getBoundingClientRect(); return [one.textContent.trim(), box.x, box.y, box.width, box.height].join(); }})"""  # noqa: E501
"""Boxes of all controls, but for notices."""
HELD = """() => {
  const buttons = [...document.querySelectorAll("#ask button, .pages button, #menu-button")];
  window.held = buttons.find(one => one.checkVisibility() && !one.disabled);
  window.held.focus();
}"""


class SeatClaims:
    """A stranger who claims a seat and is refused."""

    def __init__(self, game: RandomGame) -> None:
        self._game = game
        self._stranger = game.session.stranger("Zoe")
        self._stranger.get(f"/t/{game.session.key}")

    @contextmanager
    def asks(self, *devices: Device) -> Iterator[None]:
        """Show the claim on devices meanwhile."""
        session = self._game.session
        claimed = self._stranger.send(f"/t/{session.key}/tap", {"kind": "claim", "person": 1}).entry
        assert claimed
        for device in devices:
            device.see(claimed)
        yield
        refused = session.host_moves(kind="refuse", claim=claimed)
        for device in devices:
            device.see(refused)

    def disturbs(self, *devices: Device) -> Iterator[str]:
        """Controls that the notice moves, and whether it takes the focus."""
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
