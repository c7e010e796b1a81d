"""An entry has a phone style what changes, and not all of its page anew: what our style sheets select decides that."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Browser

from tests.browser.fullest import Fullest, State
from tests.browser.server import Server
from tests.browser.test_stage import every_game

pytestmark = pytest.mark.browser

BEGUN, WATCHED = 6, 10
ALL = "document.querySelectorAll('*').length"
PART = 1 / 2
"""Of a page as a script finds it; what symbols are made of is styled besides."""


@every_game
def test_an_entry_styles_a_part_of_a_phones_page(slug: str, browser: Browser, server: Server) -> None:
    game = Fullest(browser, server, slug)
    game.begin()
    game.looks(game.evening.phones[0])
    states = islice(game.states(), BEGUN + WATCHED)
    for _state in islice(states, BEGUN):
        pass
    small = min(device.page.evaluate(ALL) for device in game.watching)
    styled = sorted(styled_while(browser, states).values())
    game.evening.close()
    phones = styled[: len(game.watching) - 1]  # the screen tries sizes besides
    assert len(phones) == len(game.watching) - 1
    assert phones[-1] <= PART * small * WATCHED, f"{phones[-1] / WATCHED:.0f} of {small} elements at each entry"


def styled_while(browser: Browser, states: Iterator[State]) -> Counter[int]:
    """How many elements each page had styled, while these states came."""
    browser.start_tracing(categories=["blink", "devtools.timeline"])
    for _state in states:
        pass
    found: Counter[int] = Counter()
    for event in json.loads(browser.stop_tracing())["traceEvents"]:
        if event["name"] == "UpdateLayoutTree" and event["ph"] == "X":
            found[event["pid"]] += event["args"]["elementCount"]
    return found
