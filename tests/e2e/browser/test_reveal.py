"""A payout is revealed on the table screen first; phones show it afterwards, and nobody turns the page before."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Device
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session
from tests.support.server import Server

MOMENTS = """() => {
  document.adoptedStyleSheets = [];
  window.moments = {};
  const note = (what, on) => { if (on && !(what in window.moments)) window.moments[what] = Date.now(); };
  const seen = one => one?.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const look = () => {
    const page = document.querySelector("#entry data").dataset.page;
    note("page", page);
    note("result", page && [...document.querySelectorAll(".own strong, .gets .amount")].some(seen));
    note("verdict", page && seen(document.querySelector(".verdict")));
    note("next", page && seen(document.querySelector("form.pages button")));
    note("suspense", seen(document.querySelector(".suspense")));
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note on a page when it shows what, with motion as people have it."""


def watch(device: Device) -> Page:
    """Follow what this device shows from now on."""
    device.page.emulate_media(reduced_motion="no-preference")
    device.page.evaluate(MOMENTS)
    return device.page


def moments(page: Page) -> dict[str, int]:
    """Wait until the page has shown all of a reveal; give when it showed what, in milliseconds."""
    page.wait_for_function("() => 'next' in window.moments && 'result' in window.moments")
    found: dict[str, int] = page.evaluate("window.moments")
    return found


def before_payout(session: Session) -> Session:
    """Play up to the pawns; then each device watches."""
    session.open()
    session.place_all_chips({1: 12})
    for nth in range(3):
        for name in session.order:
            session.card(name, 1, nth)
    return session


def pay(session: Session) -> int:
    """Move all pawns: the table pays."""
    return max(session.posts(name, "pawns", "move", 0, 1, steps=0) for name in session.order)


def test_phones_show_a_result_after_the_table_screen(opens: Opens) -> None:
    session = before_payout(opens().only("Anna"))
    anna, screen = watch(session.phone("Anna")), watch(session.screen)
    pay(session)
    on_phone, on_screen = moments(anna), moments(screen)
    assert "suspense" in on_phone
    assert "suspense" not in on_screen
    assert on_screen["result"] - on_screen["page"] < on_phone["result"] - on_phone["page"]
    assert on_phone["result"] - on_phone["page"] > 2_000  # frames come late on a busy machine
    assert all(seen["next"] - seen["page"] > 2_000 for seen in (on_phone, on_screen)), "nobody turns it before"
    expect(anna.locator(".suspense")).to_be_hidden()


def test_phone_shows_a_result_sooner_if_asked(opens: Opens) -> None:
    session = before_payout(opens().only("Anna"))
    anna = watch(session.phone("Anna"))
    pay(session)
    own = anna.locator(".own").filter(visible=True)
    anna.locator(".suspense h2").tap()
    expect(own).to_have_count(0)
    anna.get_by_role("button", name="Show it on this phone now").tap()
    expect(own).to_have_count(1)
    assert "next" not in anna.evaluate("window.moments")


@pytest.mark.parametrize("again", [False, True], ids=["first", "loaded again"])
def test_phones_without_a_screen_reveal_by_themselves(opens: Opens, *, again: bool) -> None:
    session = before_payout(opens().only("Anna", screen=False))
    anna = watch(session.phone("Anna"))
    pay(session)
    shown = moments(anna)
    assert "suspense" not in shown
    assert shown["result"] - shown["page"] > 2_000, "the cards turn first"
    if again:
        anna.reload()
        anna.evaluate(MOMENTS)
        shown = moments(anna)
        assert shown["result"] - shown["page"] < 1_000, "what was shown is there at once"


def test_own_line_opens_all_players_and_closes(opens: Opens) -> None:
    session = opens().only("Anna", screen=False)
    session.open()
    page = session.phone("Anna").page
    people, strip = page.locator("#people"), page.locator(".strip").filter(visible=True)
    expect(people).to_be_hidden()
    expect(strip).to_have_attribute("aria-expanded", "false")
    strip.tap()
    expect(people).to_be_visible()
    expect(strip).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(people).to_be_hidden()
    strip.tap()
    strip.tap()
    expect(people).to_be_hidden()


ENDING = """() => {
  const names = ["victor", "bars", "place-1", "place-2", "place-3"];
  const seen = one => one?.checkVisibility({visibilityProperty: true, opacityProperty: true});
  return names.filter(name => seen(document.querySelector(`.${name}`)));
}"""


def test_totals_and_the_winner_come_after_the_podium(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "vabanque")
    game.begin()
    page = game.session.screen.page
    for state in game.played():
        if state.kind == "over":
            break
    game.seen()
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("document.adoptedStyleSheets = []")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    assert "bars" not in page.evaluate(ENDING)
    page.locator(".place-1").wait_for()
    page.wait_for_function("() => document.body.classList.contains('revealed')")
    assert page.evaluate(ENDING) == ["victor", "bars", "place-1", "place-2", "place-3"]
    assert not game.session.close()
