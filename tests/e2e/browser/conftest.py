"""A server for each worker, and a real Chromium. Without one the tests fail; they are never skipped."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.e2e.browser.devices import PATIENCE
from tests.e2e.browser.session import Session
from tests.support.cast import CAST
from tests.support.server import NAME, Server, python, running

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first of these is taken: Chromium without its windows, which is the same but needs half the time."""
QUIET = (
    "--disable-gpu",  # else it draws as a graphics card would, by software
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Opens = Callable[..., Session]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """Debian's Chromium, Google's Chrome, or Playwright's own."""
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
def session_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all modules: its start takes longer than many a test."""
    command = python("tests.support.serving")
    with running(Server(tmp_path_factory.mktemp("companion"), host=NAME, command=command)) as server:
        yield server
    assert not server.faults()


@pytest.fixture(scope="module")
def server(session_server: Server) -> Iterator[Server]:
    """The same; a module leaves nothing on it but tables, since each test opens its own."""
    before = session_server.output.stat().st_size
    yield session_server
    assert not session_server.faults(before)


@pytest.fixture
def opens(browser: Browser, server: Server) -> Iterator[Opens]:
    """Open sessions with a screen and a phone for each of the first names of the cast."""
    sessions: list[Session] = []

    def begin(players: int = 3) -> Session:
        sessions.append(Session(browser, server.origin, CAST[:players]))
        return sessions[-1]

    yield begin
    faults = [fault for session in sessions for fault in session.close()]
    assert not faults


@pytest.fixture(scope="session")
def browsers(browser: Browser) -> Iterator[dict[tuple[str, int], Session]]:
    """Browsers that go on from test to test."""
    open_: dict[tuple[str, int], Session] = {}
    yield open_
    if browser.is_connected():
        for session in open_.values():
            session.close()


@pytest.fixture
def reopens(browser: Browser, server: Server, browsers: dict[tuple[str, int], Session]) -> Iterator[Opens]:
    """The same in browsers of a test before, which know nothing of it: to begin one is two thirds of a page's cost.

    Not for a test that changes what every page of a browser does (`Traffic`, `counted`, `stands_still`): that stays.
    """
    sessions: list[Session] = []

    def begin(players: int = 3) -> Session:
        which = server.origin, players
        kept = browsers.pop(which) if which in browsers else Session(browser, server.origin, CAST[:players])
        sessions.append(kept)
        return sessions[-1]

    yield begin
    faults = [fault for session in sessions for fault in session.faults()]
    for session in sessions:
        session.afresh()
        browsers[server.origin, len(session.names)] = session
    assert not faults
