"""A new entry makes a browser restyle only a part of the page, which depends on our selectors."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from playwright.sync_api import Browser

from tests.e2e.browser.layout_rules import each_game_slowly
from tests.e2e.browser.random_game import RandomGame
from tests.support.server import Server

BEGUN, WATCHED = 6, 10
ALL = "document.querySelectorAll('*').length"
PART = 1 / 2
"""Part of a page's elements; those inside of symbols are styled besides."""


@each_game_slowly("wetten")
def test_entry_restyles_a_part_of_the_page(slug: str, browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, slug)
    phone = game.session.phones[0]
    game.begin()
    game.looks(phone)
    states = game.played()
    for _state in islice(states, BEGUN):
        game.seen()
    whole = phone.page.evaluate(ALL)
    game.session.screen.looks_away()  # it tries sizes besides
    with styled_by(browser) as styled:
        for _state in islice(states, WATCHED):
            phone.see(game.entry)
    assert not game.session.close()
    elements = max(styled.values())  # the phone's: a page that goes away may be styled once more
    assert elements <= PART * whole * WATCHED, f"{elements / WATCHED:.0f} of {whole} elements at each entry"


@contextmanager
def styled_by(browser: Browser) -> Iterator[Counter[int]]:
    """Elements that each page has styled meanwhile."""
    found: Counter[int] = Counter()
    browser.start_tracing(categories=["blink", "devtools.timeline"])
    yield found
    for event in json.loads(browser.stop_tracing())["traceEvents"]:
        if event["name"] == "UpdateLayoutTree" and event["ph"] == "X" and event["args"]["elementCount"]:
            found[event["pid"]] += event["args"]["elementCount"]
