"""A game in a browser outside the tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser.conftest import CHROMIUMS
from tests.e2e.browser.random_game import NAMES, RandomGame
from tests.support.server import NAME, Server, python, running

FLAGS = ("--no-sandbox", "--force-color-profile=srgb", f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
FETCH = "at => fetch(at).then(got => got.text())"


@contextmanager
def a_game(slug: str, names: Sequence[str] = NAMES, lang: str = "en-GB") -> Iterator[RandomGame]:
    """A game whose screen is open; server, data and browser are gone afterwards. Errors bear the server's output."""
    found = os.environ.get("COMPANION_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    command = python("tests.support.serving")
    with tempfile.TemporaryDirectory() as data, running(Server(Path(data), host=NAME, command=command)) as server:
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
                game = RandomGame(browser, server, slug, names=names, screen=lang, phones=lang)
                game.begin()
                yield game
                browser.close()
        except Exception as error:
            error.add_note(server.faults())  # a page waits in vain for what failed there
            raise


def record_of(game: RandomGame) -> str:
    """Record of the game, as the screen saves it."""
    return str(game.session.screen.page.evaluate(FETCH, f"/t/{game.session.key}/record.jsonl"))
