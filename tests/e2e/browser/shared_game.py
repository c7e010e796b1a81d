"""A game whose phones are at two services, one of which is killed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from itertools import count, cycle

from playwright.sync_api import Browser, ConsoleMessage

from tests.e2e.browser.devices import Device
from tests.e2e.browser.random_game import RandomGame, State
from tests.e2e.browser.session import Session
from tests.support.server import PATIENCE, Server
from tests.support.waiting import wait_until

CUT = re.compile(
    r"net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|CONNECTION_REFUSED|EMPTY_RESPONSE|HTTP2_PROTOCOL_ERROR)"
    r"|^htmx: htmx:(sse:)?error: (network error|signal is aborted|Failed to fetch)"
)
"""Messages of a browser, and of htmx, about a connection that was cut."""

HEARD = """window.streams = 0;
document.addEventListener("htmx:sse:after:connection", () => { window.streams += 1; });"""


class RetryingSession(Session):
    """Sends each move again until a server has answered, as the pages' own script does."""

    _ops = count()

    def _sent(self, device: Device, fields: Mapping[str, object]) -> int:
        named = {"op": f"patient-{next(self._ops):06d}", **fields}

        def entry() -> int:
            answer = device.send(f"/t/{self.key}/tap", named)
            if answer.status >= 500:
                raise HTTPException(f"{device.origin}: {answer}")
            assert answer.status == 200, answer
            return answer.entry

        return wait_until(entry, PATIENCE, despite=(OSError, HTTPException))


class Game(RandomGame):
    """A game whose phones all look, at the services in turn; the host's own device only posts, to the first."""

    made = RetryingSession

    def __init__(self, browser: Browser, services: Sequence[Server], slug: str, names: tuple[str, ...]) -> None:
        super().__init__(browser, services[0], slug, names=names)
        for phone, service in zip(self.session.phones, cycle(services), strict=False):
            phone.origin = service.origin
        self.consoles: list[str] = []
        self.going: Iterator[State] = iter(())
        self.over = False
        self._resting = False

    @property
    def watching(self) -> list[Device]:
        """The phones."""
        return list(self.session.phones)

    def begin(self) -> None:
        """Seat all players and open their pages."""
        self.session.seat_all(started=False, game=self.slug)
        for phone in self.watching:
            phone.page.on("console", self._said)
            phone.context.add_init_script(HEARD)
            phone.open(f"/t/{self.session.key}")
        self.going = self.states()

    def goes_on(self) -> None:
        """Play on to the next state, which one of the phones shows."""
        self.over = next(self.going).kind == "over"

    def sleeps(self, resting: bool) -> None:
        """Let all phones sleep, or wake up and show what was done meanwhile."""
        if resting == self._resting:
            return
        self._resting = resting
        for phone in self.watching:
            (phone.sleeps if resting else phone.wakes)()
        for phone in () if resting else self.watching:
            phone.see(self.entry)

    def seen(self) -> None:
        """Wait until one of the phones shows the latest entry, unless all sleep."""
        if not self._resting:
            self.watching[self.entry % len(self.watching)].see(self.entry)

    def _said(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and not CUT.search(line.text):
            self.consoles.append(line.text)

    def streams(self) -> list[int]:
        """Streams that each phone's page has opened."""
        return [int(phone.page.evaluate("window.streams")) for phone in self.watching]
