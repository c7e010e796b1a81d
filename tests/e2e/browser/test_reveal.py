"""A payout is revealed on the table screen first; phones show it afterwards, and nobody turns the page before."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Device
from tests.e2e.browser.inspector import LIGHT
from tests.e2e.browser.races import Races
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session
from tests.support.server import Server

PAGE = "document.querySelector('#entry data').dataset.page"
MOMENTS = """before => {
  const RESULT = ".own strong, .gets .amount, .stakes .won .amount, .race .lines .amount";
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  window.moments = {};
  const seen = one => one?.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const note = (what, on) => { if (on && !(what in window.moments)) window.moments[what] = Date.now(); };
  const turned = () => (({page}) => page !== before && page)(document.querySelector("#entry data").dataset);
  document.addEventListener("companion:drawn", () => note("page", turned()));
  const look = () => {
    const page = turned();
    note("page", page);
    note("result", page && [...document.querySelectorAll(RESULT)].some(seen));
    note("verdict", page && seen(document.querySelector(".verdict")));
    note("next", page && seen(document.querySelector("form.pages button")));
    note("arrived", page && [...document.querySelectorAll(".track .is")].some(seen));
    note("suspense", seen(document.querySelector(".suspense")));
    note("light", page && getComputedStyle(document.documentElement).colorScheme === "light");
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note when a page of a payout after `before` shows what, with motion as people have it."""

AS_LONG = "document.adoptedStyleSheets = []"
"""On a page that is loaded, reveals last as long as for people."""

LONGER = "document.adoptedStyleSheets[0].replaceSync('#live { --ends: 60s !important; }')"
"""On a page that is watched, the next reveal waits for a tap."""

SHOWN = "all => all.map(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))"


def watch(device: Device) -> Page:
    """Follow what this device shows from now on, in light."""
    device.page.emulate_media(reduced_motion="no-preference")
    device.page.evaluate(LIGHT, "all")
    device.page.evaluate(MOMENTS, device.page.evaluate(PAGE))
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


def before_race_is_paid(session: Session) -> Session:
    """Run a race of Wetten! to its end; Anna's bet wins, Ben's does not. The run is shown, its payout comes next."""
    session.open(game="wetten", track="10")
    races = Races(session)
    races.bets({"Anna": {(1, 1): 2}, "Ben": {(2, 1): 10}})
    races.runs((9, 8, 1, 1))
    races.bets(do="second-bet")
    races.runs((0, 0, 9, 8), read=True)
    return session


def turn_page(session: Session) -> int:
    """Turn the page on a device that nobody looks at."""
    page = session.phone("Anna").page
    act, step = (page.locator(f"form.pages [name={name}]").input_value() for name in ("act", "step"))
    return session.host_moves(kind="page", act=act, step=step)


PAYOUTS = {"vabanque": (before_payout, pay), "wetten": (before_race_is_paid, turn_page)}


@pytest.mark.parametrize("slug", PAYOUTS)
def test_phones_show_a_result_after_the_table_screen(opens: Opens, slug: str) -> None:
    before, pay = PAYOUTS[slug]
    session = before(opens().only("Anna"))
    anna, screen = watch(session.phone("Anna")), watch(session.screen)
    pay(session)
    on_phone, on_screen = moments(anna), moments(screen)
    assert "suspense" in on_phone
    assert "suspense" not in on_screen
    assert on_screen["result"] - on_screen["page"] < on_phone["result"] - on_phone["page"]
    assert on_phone["result"] - on_phone["page"] > 2_000  # frames come late on a busy machine
    assert all(seen["next"] - seen["page"] > 2_000 for seen in (on_phone, on_screen)), "nobody turns it before"
    assert on_phone["light"] - on_phone["page"] > 2_000, "a reveal is dark in both themes"
    assert "light" not in on_screen
    expect(anna.locator(".suspense")).to_be_hidden()


def test_headline_of_a_run_waits_for_the_horses(opens: Opens) -> None:
    session = opens().only("Anna")
    session.open(game="wetten", track="10")
    races = Races(session)
    races.bets()
    races.lays_cards((9, 8, 1, 1))
    anna, screen = watch(session.phone("Anna")), watch(session.screen)
    races.go()
    for page in (anna, screen):
        page.wait_for_function("() => 'verdict' in window.moments && 'arrived' in window.moments")
        seen = page.evaluate("window.moments")
        assert seen["verdict"] - seen["page"] > 2_000
        assert seen["arrived"] - seen["page"] > 2_000


def test_phone_shows_a_result_sooner_if_asked(opens: Opens) -> None:
    session = before_payout(opens().only("Anna"))
    anna = watch(session.phone("Anna"))
    anna.evaluate(LONGER)
    pay(session)
    own = anna.locator(".own").filter(visible=True)
    anna.locator(".suspense h2").tap()
    expect(own).to_have_count(0)
    anna.get_by_role("button", name="Show it on this phone now").tap()
    expect(own).to_have_count(1)
    assert "next" not in anna.evaluate("window.moments")


def test_phone_loaded_again_in_mid_reveal_waits_again(opens: Opens) -> None:
    session = before_payout(opens().only("Anna"))
    anna = watch(session.phone("Anna"))
    anna.add_init_script(AS_LONG)
    anna.evaluate(LONGER)
    pay(session)
    own, waits = anna.locator(".own").filter(visible=True), anna.locator(".suspense h2")
    waits.wait_for()
    anna.reload()
    expect(waits).to_be_visible()
    expect(own).to_have_count(0)
    expect(own).to_have_count(1)
    anna.reload()
    expect(own, "what was shown is there at once").to_have_count(1, timeout=2_000)


def test_screen_loaded_again_in_mid_reveal_is_at_its_end(opens: Opens) -> None:
    session = before_payout(opens().only("Anna"))
    screen = watch(session.screen)
    screen.add_init_script(AS_LONG)
    screen.evaluate(LONGER)
    pay(session)
    screen.wait_for_function("() => 'page' in window.moments")
    expect(screen.locator("body")).not_to_have_class(re.compile("at-end|revealed"))
    screen.reload()
    at_its_end = re.compile("(?=.*at-end)(?=.*revealed)")
    expect(screen.locator("body"), "phones would be first").to_have_class(at_its_end, timeout=2_000)


@pytest.mark.parametrize(("slug", "again"), [("wetten", False), ("vabanque", True)], ids=["first", "loaded again"])
def test_phones_without_a_screen_reveal_by_themselves(opens: Opens, slug: str, *, again: bool) -> None:
    before, pay = PAYOUTS[slug]
    session = before(opens().only("Anna", screen=False))
    anna = watch(session.phone("Anna"))
    pay(session)
    shown = moments(anna)
    assert "suspense" not in shown
    assert shown["result"] - shown["page"] > 2_000, "the cards turn first"
    if again:
        anna.add_init_script(AS_LONG)
        anna.reload()
        anna.evaluate(MOMENTS, "")
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


ASIDE = """() => {
  const {left, right} = document.querySelector(".podium").getBoundingClientRect();
  return left + right - innerWidth;
}"""
STREAMED = "addEventListener('htmx:sse:after:message', () => { window.streamed = true; }, true);"


def test_totals_and_the_winner_come_after_the_podium(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "vabanque")
    game.begin()
    page = game.session.screen.page
    for state in game.played(asleep=True):
        if state.kind == "over":
            break
    game.seen()
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("document.adoptedStyleSheets = []; " + STREAMED)
    page.evaluate("sessionStorage.clear()")
    page.route("**/ending.css*", lambda route: route.abort())
    page.reload()
    assert page.evaluate(ENDING) == [], "nothing tells the places before the style sheet has come"
    page.unroute_all()
    page.evaluate("sessionStorage.clear()")
    page.reload(wait_until="domcontentloaded")
    assert "bars" not in page.evaluate(ENDING)
    page.locator(".place-1").wait_for()
    page.wait_for_function("() => document.body.classList.contains('revealed')")
    whole = ["victor", "bars", "place-1", "place-2", "place-3"]
    assert page.evaluate(ENDING) == whole
    page.reload()
    page.wait_for_function("() => window.streamed")
    assert page.evaluate(ENDING) == whole, "the podium that was seen is there at once"
    game.session.screen.send(f"/t/{game.session.key}/again", {})
    page.wait_for_selector(".ends [href$='/again']")
    assert page.evaluate(ENDING) == whole, "it stays when somebody opens a new game"
    assert abs(page.evaluate(ASIDE)) < 2, "the podium stands in the middle"
    for seen in (page, game.phone(None).page):
        seen.evaluate(LIGHT, "all")
        assert seen.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert not game.session.close()


DELAYS = """() => document.getAnimations().filter(one => one.effect.target?.matches(".flip"))
  .map(one => one.effect.getTiming().delay)"""


def test_secret_choices_turn_up_one_after_the_other(opens: Opens) -> None:
    session = opens().only("Anna")
    session.open(game="any_game")
    anna, screen = watch(session.phone("Anna")), watch(session.screen)
    session.screen.stands_still()
    for seat, name in enumerate(session.names):
        session.send(name, kind="act", slot=f"1.1.{seat}", do="choose", value=0)
    screen.wait_for_selector(".flip", state="attached")
    assert screen.evaluate(DELAYS) == [720, 940, 1510], "the last one makes people wait"
    anna.wait_for_function("() => window.moments.suspense")


TURNED_AND_PAID = """() => {
  const all = shown => document.getAnimations().filter(one => one.effect.target?.matches(shown));
  const turns = all(".turned .flip").filter(one => one.animationName === "flip");
  return [Math.max(...turns.map(one => one.effect.getComputedTiming().endTime)),
    Math.min(...all(".gets > li, .caught, .gets .amount, .ring .late").map(one => one.effect.getTiming().delay))];
}"""


LIT = """all => all.map(one => [getComputedStyle(one).opacity,
  ...[one, ...one.querySelectorAll(".name, .money")].map(part => getComputedStyle(part).color)].join())"""


@pytest.mark.parametrize("cards", [7, 10, 12])
def test_all_cards_turn_before_anybody_is_paid(cards: int, opens: Opens) -> None:
    session = opens(4).only("Anna")
    session.open(game="vabanque")
    session.place_all_chips({1: 16}, seen=False)
    turns = [(name, nth) for nth in range(3) for name in session.names]
    for laid, (name, nth) in enumerate(turns):
        session.card(name, 1 if laid < cards else 5, nth)
    for name in session.names[:3]:
        session.posts(name, "pawns", "move", steps=0)
    for device in (session.screen, session.phone("Anna")):
        device.page.emulate_media(reduced_motion="no-preference")
        device.stands_still()
    session.all_see(session.posts(session.names[3], "pawns", "move", steps=0))
    lit = session.screen.page.locator(".shares > li").evaluate_all(LIT)
    assert lit[0].startswith("1,")
    assert lit == [lit[0]] * 4, "players whose trap still lies hidden look like all others"
    for device in (session.screen, session.phone("Anna")):
        turned, paid = device.page.evaluate(TURNED_AND_PAID)
        assert 0 < turned <= paid
    assert session.screen.page.evaluate("side.dataset.fit") == "100", "cards overlap, and all else stays large"


def test_sums_of_a_turn_wait_for_its_cards(opens: Opens) -> None:
    session = opens().only("Anna")
    session.open(game="wetten", track="10")
    races = Races(session)
    races.bets()
    for device in session.devices:
        device.page.emulate_media(reduced_motion="no-preference")
        device.stands_still()
    races.lays_cards((9, 8, 1, 1))
    for device in session.devices:
        sums = device.page.locator(".ghost, .due")
        assert sums.count()
        assert not any(sums.evaluate_all(SHOWN))


def test_purses_of_a_race_wait_for_the_slips(opens: Opens) -> None:
    session = before_race_is_paid(opens().only("Anna"))
    session.screen.page.emulate_media(reduced_motion="no-preference")
    session.screen.stands_still()
    session.all_see(turn_page(session))
    told = session.screen.page.locator(".purses .paid, .gift")
    assert told.count() == 3, "what Anna gets, what Ben has lost, and the gift to him"
    assert not any(told.evaluate_all(SHOWN))
