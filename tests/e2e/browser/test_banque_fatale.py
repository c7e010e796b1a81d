"""Pages of Banque Fatale: parts that must fit on them."""

import pytest

from tests.e2e.browser.auctions import Auctions, button
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import PHONES, violations

pytestmark = pytest.mark.browser

ANNA, BEN, CARLA, DORA = "Anna", "Ben", "Carla", "Dora"
FIRSTS = {ANNA: "red", BEN: "yellow", CARLA: "green", DORA: "blue"}
AUCTIONED = ("red+yellow", "red+green", "red+red")
"""The cards of the first three rounds, in which red rises from 6 to 12."""


def test_card_turned_up_is_named_beside_the_scale(opens: Opens) -> None:
    """On a phone where the last sale is told too, each part has its room."""
    auctions = Auctions(opens().only(ANNA, BEN))
    auctions.deals(FIRSTS)
    for card in AUCTIONED:
        with auctions.session.acts(ANNA) as anna:
            button(anna, "up", card).tap()
    with auctions.session.acts(ANNA) as anna:
        button(anna, "card", AUCTIONED[0]).tap()
    auctions.session.all_see(max(auctions.closed(1, name, {"red": 1}) for name in (ANNA, BEN, CARLA)))
    auctions.skip()
    with auctions.session.acts(ANNA) as anna:
        button(anna, "card", FIRSTS[ANNA]).tap()
    ben = auctions.session.phone(BEN)
    assert ben.page.locator(".asked, .news").filter(visible=True).count() == 2
    broken = [*violations(ben.page, "a card was turned up", *PHONES)]
    assert not broken, "\n".join(broken)


def test_moving_reveal_is_as_large_as_a_still_one(reopens: Opens) -> None:
    auctions = Auctions(reopens().only())
    screen = auctions.session.screen
    screen.page.set_viewport_size({"width": 1920, "height": 1080})
    screen.page.emulate_media(reduced_motion="no-preference")
    auctions.deals(FIRSTS)
    auctions.bids(1, ANNA, AUCTIONED[0], {name: {"red": 2} for name in (ANNA, BEN, CARLA)})
    screen.page.wait_for_selector(".payout .climb")
    moving = screen.page.evaluate("board.dataset.fit")
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.reload()
    screen.page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert int(moving) >= 80
    assert screen.page.evaluate("board.dataset.fit") == moving
