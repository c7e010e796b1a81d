"""Games played with keys alone: the focus is never lost, and what happens is announced."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser.keyboard import KeyboardGame, Typist
from tests.e2e.browser.layout_rules import OWN
from tests.support.cases import slow
from tests.support.cast import CAST
from tests.support.server import Server

MOVES = """() => [...document.querySelectorAll('.entries > li:not(:has(.leaves))')]
  .map(one => Number(one.id.replace('entry-', '')))"""
"""Moves without a payout; what its pages say is announced as the own result."""
OWN_RESULT = "() => companion.shown('.payout .own strong')?.textContent.replace(/\\s+/g, ' ').trim()"


@pytest.mark.parametrize(
    ("slug", "whole"), [case for slug in OWN for case in ((slug, False), pytest.param(slug, True, marks=slow))]
)
def test_game_is_played_with_keys(slug: str, whole: bool, browser: Browser, server: Server) -> None:
    game = KeyboardGame(browser, server, slug, names=CAST[:3])
    session, anna = game.session, game.session.phones[0]
    game.sit()
    game.looks(anna)
    typist = Typist(anna.page)
    game.begins_with(typist)
    anna.page.keyboard.press("Tab")
    broken, own = list[str](), list[str]()
    for state in game.states():
        typist.listens()
        broken += [f"{state.kind}: {what}" for what in typist.faults()]
        if own and not state.paged and not whole:
            break
        if state.paged and (result := anna.page.evaluate(OWN_RESULT)):
            own.append(result)
    anna.open(f"/t/{session.key}/history")
    announced = {entry for entry, _text in typist.heard}
    assert not broken, "\n".join(dict.fromkeys(broken))
    assert set(anna.page.evaluate(MOVES)) <= announced
    assert own
    heard = "\n".join(text for _entry, text in typist.heard)
    assert [result for result in own if result not in heard] == [], heard
    assert not session.close()
