"""Who shows everything twice as large has half as many pixels: all of it is there, and it scrolls downward alone."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from companion.table.model.roster import paging
from tests.e2e.browser.in_process import looks
from tests.e2e.browser.layout_rules import at, each_game_slowly
from tests.unit.web.support.devices import Session, new_session, saved

pytestmark = pytest.mark.browser

SIZES = ((195, 422), (180, 320), (260, 562), (288, 512))
"""Phones of 390 × 844 and 360 × 640 at 200 %; the larger one at 150 %, the smaller one at 125 %."""
TOO_WIDE = """() => Math.max(...["html", "#look", "#replay"].map(one => document.querySelector(one))
  .map(one => one ? one.scrollWidth - one.clientWidth : 0))"""
STUCK = "() => getComputedStyle(document.querySelector('#turn')).position === 'sticky'"


def kind(session: Session) -> str:
    """What is shown: a page of a payout, what is awaited and whether of whoever looks, or the end."""
    if paging(session.table.party):
        assert session.table.party.page is not None
        return f"page {session.table.party.page.step}"
    if not session.table.asks:
        return "over"
    return f"{session.ask.do}, {'own' if any(ask.seat == 0 for ask in session.table.asks if ask.waits) else 'waiting'}"


@each_game_slowly("banque_fatale")
def test_page_at_200_percent_scrolls_downward_only(slug: str, browser: Browser, tmp_path: Path) -> None:
    session = new_session(tmp_path, game=slug)
    anna = session.players[0]
    anna.client.set_cookie("companion-kind", "phone", domain="companion.test")
    phone = looks(browser, anna, SIZES[0], lang="de", reduced_motion="reduce")
    luck, met, broken = Random(8), set[str](), list[str]()

    def wide(what: str) -> None:
        for size in SIZES:
            at(phone.page, size)
            if pixels := phone.page.evaluate(TOO_WIDE):
                broken.append(f"{what}, {size[0]} × {size[1]}: {pixels} px too wide")

    while "over" not in met:
        if (shown := kind(session)) not in met:
            met.add(shown)
            phone.open(f"/t/{session.key}")
            wide(shown)
            opener = phone.page.locator("[data-open]").filter(visible=True)
            if opener.count():
                opener.first.tap()
                phone.page.wait_for_selector("#look form[data-tap]")
                wide(f"{shown}, in the hand")
            if phone.page.evaluate(STUCK):
                broken.append(f"{shown}: the headline stays over what is scrolled")
        if paging(session.table.party):
            saved(session.page())
        elif session.table.asks:
            saved(session.by_chance(luck))
    phone.open(f"/t/{session.key}/replay")
    wide("replay")
    phone = looks(browser, session.host, SIZES[0], lang="de")
    for path in (f"/t/{session.key}/correct", f"/t/{session.key}/history", f"/rules/{slug}", "/"):
        phone.open(path)
        phone.page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
        wide(path.replace(session.key, "key"))
    assert not broken, "\n".join(broken)
