"""The first round of Banque Fatale, tapped on three phones, and what must fit on its pages."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.auctions import TOKENS, Auctions, add, button
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import PHONES, violations
from tests.e2e.browser.traffic import kept

pytestmark = pytest.mark.browser

ANNA, BEN, CARLA, DORA = "Anna", "Ben", "Carla", "Dora"
FIRSTS = {ANNA: "red", BEN: "yellow", CARLA: "green", DORA: "blue"}
AUCTIONED = ("red+yellow", "red+green", "red+red")
"""The cards of the first three rounds, in which red rises from 6 to 12."""
PLACES = "buttons => buttons.map(one => [one.value, one.offsetLeft, one.offsetTop])"


@pytest.mark.slow
def test_three_phones_play_an_auction_and_a_sale(opens: Opens) -> None:
    auctions = Auctions(opens())
    first_cards(auctions)
    first_auction(auctions)
    first_payout(auctions)


def test_card_turned_up_is_named_beside_the_scale(opens: Opens) -> None:
    """On a phone where the last sale is told too, each part has its room."""
    auctions = Auctions(opens().only(ANNA, BEN), heard=False)
    auctions.deals(FIRSTS)
    for card in AUCTIONED:
        with auctions.session.acts(ANNA) as anna:
            button(anna, "up", card).tap()
    with auctions.session.acts(ANNA) as anna:
        button(anna, "card", AUCTIONED[0]).tap()
    auctions.session.all_see(max(auctions.closed(1, name, {"red": 1}) for name in (ANNA, BEN, CARLA)))
    auctions.skip()
    auctions.sells(ANNA, FIRSTS[ANNA])
    ben = auctions.session.phone(BEN)
    assert ben.page.locator(".asked, .news").filter(visible=True).count() == 2
    broken = [*violations(ben.page, "a card was turned up", *PHONES)]
    assert not broken, "\n".join(broken)


def test_moving_reveal_is_as_large_as_a_still_one(reopens: Opens) -> None:
    auctions = Auctions(reopens().only(), heard=False)
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


def first_cards(auctions: Auctions) -> None:
    """Everybody says on their own phone which card lies before them."""
    session = auctions.session
    stood = session.phone(ANNA).page.locator("button[name=card]").filter(visible=True).evaluate_all(PLACES)
    for name in (*session.names[2:], *session.names[:2]):
        auctions.names_first_card(name, FIRSTS[name])
        if name in session.names[2:]:
            assert (
                session.phone(ANNA).page.locator("button[name=card]").filter(visible=True).evaluate_all(PLACES) == stood
            ), "none moves"
        shown = [device.texts(".places li .carte") for device in session.devices]
        assert all(cards == shown[0] for cards in shown)
    assert session.phone(BEN).glance().turn == "Waiting for Anna: a card for the auction"


def first_auction(auctions: Auctions) -> None:
    """Anna puts up a card; all close their hands, and nobody hears of a token before the last of them."""
    session, anna = auctions.session, auctions.session.phone(ANNA)
    auctions.puts_up(ANNA, AUCTIONED[0])
    anna.opens_hand()
    assert TOKENS.search(kept(anna.page)), "else the search below proves nothing"
    add(anna, {"red": 2})
    anna.page.locator("#look [data-close]").tap()
    anna.opens_hand()
    expect(anna.page.locator("#look h2")).to_have_text("red and yellow · 2 in hand")
    anna.page.locator("#look [data-close]").tap()
    auctions.rests()
    auctions.closes_hand(CARLA, {})
    auctions.closes_hand(ANNA, {"blue": 1})  # what was in the opened hand is there again
    assert session.screen.texts(".places li .now") == ["start player", "ready", "…", "ready"]
    with anna.looks():
        assert anna.texts("#look .held")[0] == "2 red 0 yellow 0 green 1 blue 0 orange"
    auctions.rests()
    assert auctions.overheard() == []
    auctions.closes_hand(BEN, {"red": 1}, last=True)
    bids = ("Anna 2 red 1 blue 3", "Ben 1 red 1", "Carla no token 0")
    assert {tuple(device.texts(".payout .lines > li")) for device in session.devices} == {bids}
    assert session.screen.texts(".payout .sum") == ["Anna wins the card with the most tokens, 3"]


def first_payout(auctions: Auctions) -> None:
    """Values, tokens back, and a sale; the card that was won may not be sold."""
    session, anna = auctions.session, auctions.session.phone(ANNA)
    session.turns_page()
    assert session.screen.texts(".payout .lines .amount") == ["6 → 8", "6 → 2", "6 → 2", "6 → 5", "6 → 2"]
    session.turns_page()
    for name in (BEN, CARLA):
        auctions.takes(name, "red")
    assert [device.texts(".middle-tokens") for device in session.devices] == [
        [] if device is anna else ["In the middle: 1 red 1 blue"] for device in session.devices
    ]
    auctions.takes(ANNA, "red")  # the blue one is Ben's, who has no choice
    won, before = button(anna, "card", AUCTIONED[0]), anna.number
    expect(won).to_be_disabled()
    expect(anna.page.locator(".sells + .hint")).to_have_text("red and yellow: won in this round")
    expect(button(anna, "card", "red")).to_have_accessible_name("red 8 million")
    won.tap(force=True)
    assert anna.number == before
    auctions.sells(ANNA, "red")
    assert auctions.money() == {ANNA: 8, BEN: 0, CARLA: 0}
