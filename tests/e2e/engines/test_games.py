"""Whole games with the most players, and the lobby, by the rules of layout."""

from collections import Counter
from itertools import product

import pytest

from tests.e2e.browser.layout_rules import (
    MEASURED,
    OWN,
    PHONES,
    TIGHT,
    WITH_BARS,
    at,
    each_game_slowly,
    violations,
)
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session
from tests.e2e.engines.pages import Engine
from tests.support.cases import slow, usually
from tests.support.cast import CAST
from tests.support.server import Server

LOOKED_AT = {False: {1}, True: {1, 9}}
"""Numbers of the states of each kind that are looked at, usually and everywhere."""
SCREENS = {False: (MEASURED,), True: (MEASURED, (1024, 600), (768, 1024))}
LOBBIES = (MEASURED, *sorted(TIGHT.difference(PHONES)))
UPRIGHT = [size for size in PHONES if size[0] < size[1]]
TOO_LARGE = """() => {
  const word = document.createRange(), found = [];
  for (const one of document.querySelectorAll("#ask :is(button, .button)")) for (const node of one.getClientRects().length ? one.childNodes : []) {
    for (const letters of node.nodeType === Node.TEXT_NODE ? node.data.matchAll(/\\p{L}+/gu) : []) {
      word.setStart(node, letters.index);
      word.setEnd(node, letters.index + letters[0].length);
      if (new Set([...word.getClientRects()].filter(part => part.width > 1).map(part => part.top)).size > 1) found.push(`torn: ${letters[0]}`);
    }
  }
  const wide = document.documentElement.scrollWidth;
  return wide > innerWidth + 1 ? [...found, `${wide} px wide`] : found;
}"""  # noqa: E501
"""Sideways scrolling, and torn words of buttons."""
PAPER = "() => { const {width, height} = document.querySelector('.qr .paper').getBoundingClientRect(); return [width, height]; }"  # noqa: E501


USUAL = ("webkit", "vabanque"), ("firefox", "wetten")
"""One game in each engine; `test_by_hand.py` plays others."""


@pytest.mark.parametrize(("name", "slug"), usually(*USUAL, of=product(["webkit", "firefox"], OWN)), indirect=["name"])
@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=slow)])
def test_whole_game_keeps_the_laws_of_the_stage(slug: str, everywhere: bool, engine: Engine, server: Server) -> None:
    game, broken, kinds = RandomGame(engine.browser, server, slug), list[str](), Counter[str]()
    game.begin()
    for state in game.played(asleep=True):
        kinds[state.kind] += 1
        if kinds[state.kind] in LOOKED_AT[everywhere]:
            phone = game.phone(state.seat)
            game.seen()
            broken += violations(phone.page, state.kind, *PHONES, WITH_BARS)
            broken += violations(game.session.screen.page, state.kind, *SCREENS[everywhere])
    assert "over" in kinds, f"it was not played to its end: {kinds}"
    assert not broken, f"{len(broken)}:\n" + "\n".join(broken[:60])


def test_lobby_shows_a_large_qr_code(engine: Engine, server: Server) -> None:
    session = Session(engine.browser, server.origin, CAST[:1])
    session.new_table(game="vabanque")
    page = session.screen.page
    session.screen.open(f"/t/{session.key}")
    for size in LOBBIES:
        at(page, size)
        sides = page.evaluate(PAPER)
        assert min(sides) >= min(size) / 3, (size, sides)
    assert not list(violations(page, "lobby", *LOBBIES))


@each_game_slowly("vabanque")
def test_text_twice_as_large_wraps(slug: str, large: Engine, server: Server) -> None:
    game, broken, kinds = RandomGame(large.browser, server, slug), list[str](), set[str]()
    game.sit()
    game.looks(game.session.phones[0])
    for state in game.played(asleep=True):
        if state.kind not in kinds:
            kinds.add(state.kind)
            phone = game.phone(state.seat)
            game.seen()
            for size in UPRIGHT:
                at(phone.page, size)
                broken += [f"{state.kind}, {size[0]} × {size[1]}: {what}" for what in phone.page.evaluate(TOO_LARGE)]
    assert not broken, "\n".join(broken)
