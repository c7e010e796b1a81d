"""Pages of Banque Fatale: parts that must fit on them."""

from playwright.sync_api import Browser

from companion.games.banque_fatale.constants import COLOURS
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import PHONES, at, violations
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session
from tests.e2e.browser.test_reveal import SHOWN, watch
from tests.support.server import Server

ANNA, BEN, CARLA = "Anna", "Ben", "Carla"
FIRSTS = {ANNA: "red", BEN: "yellow", CARLA: "green"}
AUCTIONED = ("red+yellow", "red+green", "red+red")
"""Cards of the first three rounds, in which red rises from 6 to 12."""
ENDS = """() => document.querySelector(".hands > li:last-child").getBoundingClientRect().bottom
  <= companion.shown(".strip").getBoundingClientRect().top"""
"""Whether the last hand ends above the own line."""


def deal(session: Session) -> Session:
    """Open a table, and send the first card of each player."""
    session.seat_all(game="banque_fatale")
    session.open_table()
    for seat, name in enumerate(session.names):
        entry = session.send(name, kind="act", slot=f"deal.{seat}", do="deal", card=FIRSTS[name])
    session.all_see(entry)
    return session


def bid(session: Session, red: int, **others: int) -> None:
    """Send a bid of so many red tokens, and others, of each player."""
    bids = dict.fromkeys(COLOURS, 0) | {"red": red} | others
    seats = enumerate(session.names)
    session.all_see(max(session.send(name, kind="act", slot=f"1.bid.{seat}", do="bid", **bids) for seat, name in seats))


def tap(session: Session, field: str, value: str) -> None:
    """Tap a choice on Anna's page."""
    with session.acts(ANNA) as anna:
        anna.page.locator(f"button[name={field}][value='{value}']").filter(visible=True).tap()


def test_card_turned_up_is_named_beside_the_scale(opens: Opens) -> None:
    """On a phone where the last sale is told too, each part has its room."""
    session = deal(opens().only(ANNA, BEN))
    for card in AUCTIONED:
        tap(session, "up", card)
    tap(session, "card", AUCTIONED[0])
    bid(session, 1)
    session.skips_pages()
    tap(session, "card", FIRSTS[ANNA])
    ben = session.phone(BEN)
    assert ben.page.locator(".asked, .news").filter(visible=True).count() == 2
    broken = [*violations(ben.page, "a card was turned up", *PHONES)]
    assert not broken, "\n".join(broken)


def test_hands_of_all_colours_are_in_view_on_a_low_phone(opens: Opens) -> None:
    session = deal(opens().only(ANNA))
    anna = session.phone(ANNA).page
    assert anna.locator(".cards button").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 14
    session.all_see(session.send(ANNA, kind="act", slot="1.auction", do="auction", card=AUCTIONED[0]))
    bid(session, 1, yellow=1, green=1, blue=1, orange=1)
    at(anna, (568, 320))
    assert anna.evaluate(ENDS)


def test_second_tap_on_the_same_spot_closes_no_empty_hand(reopens: Opens) -> None:
    session = deal(reopens().only(ANNA))
    anna = session.phone(ANNA).page
    session.all_see(session.send(ANNA, kind="act", slot="1.auction", do="auction", card=AUCTIONED[0]))
    anna.get_by_text("Choose your tokens").tap()
    anna.get_by_text("Close my hand").tap()
    anna.locator("#sure [value=no]").tap()
    anna.locator("[data-add='1']").filter(visible=True).first.tap()
    with session.acts(ANNA):
        anna.get_by_text("Close my hand").tap()


def test_winner_is_told_on_the_table_screen_first(opens: Opens) -> None:
    session = deal(opens().only(ANNA))
    session.all_see(session.send(ANNA, kind="act", slot="1.auction", do="auction", card=AUCTIONED[0]))
    anna, screen = watch(session.phone(ANNA)), watch(session.screen)
    bid(session, 2)
    told = [page.wait_for_function("() => window.moments.verdict").json_value() for page in (screen, anna)]
    assert told[0] - screen.evaluate("window.moments.page") > 3_000, "the hands turn over first"
    assert told[0] < told[1]
    assert told[1] <= anna.evaluate("window.moments.result")
    assert f"#card-{AUCTIONED[0]}" not in anna.inner_html("#people"), "the list of players does not tell it sooner"


def test_moving_reveal_is_as_large_as_a_still_one(reopens: Opens) -> None:
    session = reopens().only()
    page = session.screen.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(reduced_motion="no-preference")
    deal(session)
    session.all_see(session.send(ANNA, kind="act", slot="1.auction", do="auction", card=AUCTIONED[0]))
    bid(session, 2)
    page.wait_for_selector(".payout .climb")
    moving = page.evaluate("board.dataset.fit")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert int(moving) >= 80
    assert page.evaluate("board.dataset.fit") == moving


def test_nobody_fades_before_an_extra_payout_is_told(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "banque_fatale")
    game.begin()
    screen = game.session.screen
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.stands_still()
    next(state for state in game.played(asleep=True) if state.kind == "ExtraPaid")
    game.seen()
    cells = screen.page.locator(".extra > li")
    assert set(cells.evaluate_all("all => all.map(one => getComputedStyle(one).opacity)")) == {"1"}
    assert not any(cells.locator(".money").evaluate_all(SHOWN))
    assert not game.session.close()
