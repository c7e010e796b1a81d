"""Games played with keys alone: the focus is never lost, and what happens is announced."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.keyboard import KeyboardGame, Typist
from tests.e2e.browser.layout_rules import OWN
from tests.support.cases import slow
from tests.support.cast import CAST
from tests.support.server import Server

MOVES = """() => [...document.querySelectorAll('.entries > li:not(:has(.leaves))')]
  .map(one => Number(one.id.replace('entry-', '')))"""
"""Moves without a payout, whose pages are announced."""
RESULTS = """() => [companion.shown('.payout .own strong'), document.querySelector('#log [data-page]')]
  .filter(Boolean).map(one => one.textContent.replace(/\\s+/g, ' ').trim())"""
"""A page's own result, and everyone's in a sentence."""

READS = """window.read = [], document.addEventListener("focusin", ({target}) => {
  if (target.matches(".turn")) read.push(target.innerText.trim());
})"""
TOLD = "text => document.getElementById('said').textContent.includes(text)"


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
    broken, results = list[str](), list[str]()
    for state in game.states():
        typist.listens()
        broken += [f"{state.kind}: {what}" for what in typist.faults()]
        if results and not state.paged and not whole:
            break
        if state.paged:
            results += anna.page.evaluate(RESULTS)
    anna.open(f"/t/{session.key}/history")
    announced = {entry for entry, _text in typist.heard}
    assert not broken, "\n".join(dict.fromkeys(broken))
    assert set(anna.page.evaluate(MOVES)) <= announced
    assert results
    heard = "\n".join(" ".join(text.split()) for _entry, text in typist.heard)
    assert [result for result in results if result not in heard] == [], heard
    assert not session.close()


def test_headline_is_announced_once(opens: Opens) -> None:
    """Where the focus goes to it, a screen reader reads it; elsewhere it is announced."""
    session = opens().only("Anna", screen=False)
    session.open()
    anna = session.phone("Anna")
    typist = Typist(anna.page)
    anna.page.evaluate(READS)
    tables = anna.page.get_by_role("img", name=re.compile("^Table"))
    expect(tables, "they are buttons, once the script has run").to_have_count(0)
    typist.presses(".open[data-value='1']")
    expect(tables).to_have_count(7)
    anna.see(session.chip("Ben", 2))
    anna.page.wait_for_function(TOLD, arg="Waiting for Carla")
    anna.see(session.chip("Carla", 3))
    anna.turn_comes()
    typist.listens()
    told = [text for entry, text in typist.heard if not entry]
    assert [one.split(" to ")[0] for one in anna.page.evaluate("read")] == [
        "Waiting for Ben",
        "Your turn: place a chip of 5",
    ]
    assert [one.split(" to ")[0] for one in told] == ["Waiting for Carla"]
