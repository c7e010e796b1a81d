"""A server for each worker, and a real Chromium. Where there is none the tests fail: they are never skipped."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tests.e2e.browser.evening import Evening
from tests.support.cast import CAST
from tests.support.server import NAME, Server, python

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first of these is taken: Chromium without its windows, which is the same but needs half the time."""
QUIET = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Opens = Callable[..., Evening]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """Debian's Chromium (without windows, where that is there), Google's Chrome, or playwright's own."""
    found = os.environ.get("COMPANION_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    found = found or playwright.chromium.executable_path
    if not Path(found).exists():
        pytest.fail(
            "no Chromium: install one (apt install chromium-headless-shell) or name it in COMPANION_CHROMIUM",
            pytrace=False,
        )
    flags = [*QUIET, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": found, "args": flags}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all modules: to start it and compile its pages takes longer than many a test."""
    running = Server(tmp_path_factory.mktemp("companion"), host=NAME, command=python("tests.support.printless"))
    running.start()
    yield running
    running.stop()
    assert not running.faults()


@pytest.fixture(scope="module")
def server(house: Server) -> Iterator[Server]:
    """The server, of which a module leaves nothing but its tables: each test opens its own, with devices of its own."""
    before = house.output.stat().st_size
    yield house
    assert not house.faults(before)


@pytest.fixture
def opens(browser: Browser, server: Server) -> Iterator[Opens]:
    """Opens a table with a screen and a phone for each of the first names of the cast."""
    evenings: list[Evening] = []

    def begin(players: int = 3) -> Evening:
        evenings.append(Evening(browser, server.origin, CAST[:players]))
        return evenings[-1]

    yield begin
    faults = [fault for evening in evenings for fault in evening.close()]
    assert not faults


@pytest.fixture(scope="session")
def browsers(browser: Browser) -> Iterator[dict[tuple[str, int], Evening]]:
    """Those that go on from test to test."""
    open_: dict[tuple[str, int], Evening] = {}
    yield open_
    if browser.is_connected():
        for evening in open_.values():
            evening.close()


@pytest.fixture
def reopens(browser: Browser, server: Server, browsers: dict[tuple[str, int], Evening]) -> Iterator[Opens]:
    """The same in browsers of a test before, which know nothing of it: to begin one is two thirds of a page's cost.

    Not for a test that changes what every page of a browser does (`Ear`, `counted`): that stays.
    """
    evenings: list[Evening] = []

    def begin(players: int = 3) -> Evening:
        which = server.origin, players
        kept = browsers.pop(which) if which in browsers else Evening(browser, server.origin, CAST[:players])
        evenings.append(kept)
        return evenings[-1]

    yield begin
    faults = [fault for evening in evenings for fault in evening.faults()]
    for evening in evenings:
        evening.afresh()
        browsers[server.origin, len(evening.names)] = evening
    assert not faults
