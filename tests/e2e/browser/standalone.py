"""A game in a browser outside the tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser.conftest import CHROMIUMS
from tests.e2e.browser.random_game import NAMES, RandomGame
from tests.support.server import NAME, Server, python

FLAGS = ("--no-sandbox", "--force-color-profile=srgb", f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
FETCH = "at => fetch(at).then(got => got.text())"


@contextmanager
def a_game(
    slug: str, names: Sequence[str] = NAMES, lang: str = "en-GB", rules: Mapping[str, str] | None = None
) -> Iterator[RandomGame]:
    """A game whose screen is open; server, data and browser are gone afterwards."""
    found = os.environ.get("COMPANION_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), host=NAME, command=python("tests.support.serving"))
        server.start()
        try:
            with telling(server):
                browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
                game = RandomGame(browser, server, slug, names=names, rules=rules, screen=lang, phones=lang)
                game.begin()
                yield game
                browser.close()
        finally:
            server.stop()


@contextmanager
def telling(server: Server) -> Iterator[None]:
    """Add the server's output to an error: a page may wait in vain for what failed there."""
    try:
        yield
    except Exception as error:
        if wrote := server.faults():
            error.add_note(f"the server wrote:\n{wrote}")
        raise


def record_of(game: RandomGame) -> str:
    """Record of the game, as the screen saves it."""
    return str(game.session.screen.page.evaluate(FETCH, f"/t/{game.session.key}/record.jsonl"))
