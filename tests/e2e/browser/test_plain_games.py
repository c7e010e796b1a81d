"""Games without pages of their own: plain forms play them, and keep their secrets."""

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.hosts_phone import HostsPhone
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.layout_rules import OWN, PHONES, SCREENS, TIGHT, Size, at, enlarged, measured, violations
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import SIZES
from tests.support.cases import usually
from tests.support.server import Server

PLAIN = [slug for slug in GAMES if slug not in OWN]
"""The toy, and whichever has no pages of its own yet."""

OFTEN = {1, 7, 9, 14}
LONGEST_LOSES = 4
"""The seed of a game in which whoever has the longest name falls below zero."""

TOLD = """() => {
  const box = one => one.getBoundingClientRect(), [board, ask] = ["#board", "#ask"].map(one => document.querySelector(one));
  const last = [...board.querySelectorAll(".told li")].at(-1);
  if (!last) return [];
  const under = matchMedia("(orientation: portrait)").matches && ask.childElementCount && box(last).bottom > box(ask).top + 12;
  return under || box(last).bottom > box(board).bottom + 1 ? [`the newest is out of view: ${last.textContent.trim()}`] : [];
}"""  # noqa: E501


TEN_PLACES = """ten => {
  const places = document.querySelector(".places");
  for (const copy of places.querySelectorAll(".copy")) copy.remove();
  for (const one of ten ? [...places.children].slice(0, 10 - places.childElementCount) : []) {
    places.append(Object.assign(one.cloneNode(true), {className: "copy"}));
  }
  document.dispatchEvent(new Event("companion:drawn"));
}"""
"""Copy players on the table screen until there are ten, as many as a sheet may have, or remove the copies."""
NUMBERS = """() => {
  const [row] = document.querySelectorAll("#ask form.plain > .row"), {top} = row.getBoundingClientRect();
  return [...document.querySelectorAll("#ask .stepper")].filter(one => one.getBoundingClientRect().bottom < top).length;
}"""
FILLED = """() => [...document.querySelectorAll("#side, .places")].map(one => one.getBoundingClientRect())
  .reduce((sum, one) => sum + one.width * one.height, 0) / (innerWidth * innerHeight)"""


def bids(phone: Phone, number: int) -> None:
    """Open the hand, type a number and send it; afterwards the page has nothing of it."""
    phone.page.locator("[data-open]").filter(visible=True).tap()
    phone.page.fill("#look input[name=number]", str(number))
    with phone.acts():
        phone.page.locator("#look button.primary").tap()
    phone.page.wait_for_selector("#look *", state="detached")
    assert not phone.page.locator("input[name=number]").count()


def in_lower_half(phone: Phone, selector: str) -> bool:
    """Whether an element is in reach of a thumb."""
    box, size = phone.page.locator(selector).bounding_box(), phone.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] > size["height"] / 2 and box["y"] + box["height"] <= size["height"]


def top(phone: Phone, selector: str, size: Size = SIZES[0]) -> float:
    """Top of an element, in a window of this size."""
    at(phone.page, size)
    return float(phone.page.locator(selector).evaluate("one => one.getBoundingClientRect().top"))


def test_plain_game_is_played_to_its_end(opens: Opens) -> None:
    session, inspector = opens(), Inspector()
    session.open(game="toy", rounds="1")
    anna, ben, carla = session.phones
    inspector.inspect("asked", anna)
    assert top(anna, "#people") < top(anna, "#ask"), "nothing is told yet, and nobody stands in its place"
    assert in_lower_half(anna, "#ask [data-open] >> visible=true")
    bids(anna, 7)
    with anna.acts():
        anna.press("Undo your last move")
    bids(anna, 3)
    assert hand(anna) == "number\u00a03"
    bids(ben, 4)
    carla.see(ben.number)
    assert carla.glance().waits_for == ["Carla"]
    carla.page.locator("[data-open]").filter(visible=True).tap()
    carla.page.wait_for_selector("#look form")
    inspector.inspect("the hand opened", carla)
    assert in_lower_half(carla, "#look button.primary")
    carla.page.locator("#look [data-close]").tap()
    bids(carla, 4)
    session.all_see(carla.number)
    inspector.inspect("somebody turns up", ben)
    turns_up(ben)
    session.all_see(ben.number)
    assert anna.glance().turn == "Won"
    inspector.inspect("payout", anna)
    assert top(anna, "#people li:last-child") < SIZES[0][1], "a page of a payout leaves room, and nobody stands there"
    assert top(anna, "#turn", (568, 320)) < 20, "the headline of a payout stands below it"
    with carla.acts():
        carla.press("Go to the result")
    session.all_see(carla.number)
    headlines = sorted(device.glance().turn for device in session.devices)
    assert headlines == ["2nd, by 3 Anna wins"] * 2 + ["Anna wins", "You win! 3 ahead"]
    assert "Anna 3" in anna.texts("#board li")
    inspector.inspect("over", anna)
    inspector.inspect("over, on the screen", session.screen)
    assert not inspector.wrong, "\n".join(inspector.wrong)


@pytest.mark.parametrize("slug", usually("any_game", of=PLAIN))
def test_plain_pages_keep_the_layout_rules(slug: str, browser: Browser, server: Server) -> None:
    game, met, looks = RandomGame(browser, server, slug, LONGEST_LOSES), Counter[str](), Counter[str]()
    broken: list[str] = []
    game.begin()
    host = HostsPhone(game)
    for state in game.played(asleep=True):
        met[state.kind] += 1
        if met[state.kind] == 1 and len(met) % 2:
            broken += host.violations(state.kind)
        if met[state.kind] not in OFTEN and state.kind != "over":
            continue
        game.seen()
        phone = game.phone(state.seat)
        looks[state.kind] += 1
        broken += violations(game.session.screen.page, state.kind, *measured(SCREENS, state, looks))
        if slug == "any_game" and looks[state.kind] == 1 and not state.paged and state.kind != "over":
            broken += fuller(game.session.screen.page, state.kind)
        for size in measured(PHONES, state, looks):
            broken += violations(phone.page, state.kind, size)
            broken += [f"{state.kind}, {size}: {what}" for what in phone.page.evaluate(TOLD)]
        broken += enlarged(phone.page, state.kind)
        if state.kind == "enter-all":
            at(phone.page, (360, 640))
            assert phone.page.evaluate(NUMBERS) == len(game.session.names), "a number for each player is in view"
    assert "over" in met
    assert not broken, "\n".join(broken)
    assert not game.session.close()


def fuller(page: Page, kind: str) -> Iterator[str]:
    """List the rules that the players' places break on a table screen with ten of them, and whether half is empty."""
    page.evaluate(TEN_PLACES, True)
    yield from violations(page, f"{kind}, ten players", *sorted(TIGHT.intersection(SCREENS)))
    page.evaluate(TEN_PLACES, False)
    filled = page.evaluate(FILLED)
    if filled < 1 / 2:
        yield f"{kind}: {filled:.0%} of the table screen is filled"


OWN_PAGE = """names => {
  document.querySelector("#board > .sum").remove();
  const line = name => `<li><span class="what">${name}<span class="muted notes">a note</span></span><span class="amount">+3</span></li>`;
  document.querySelector(".payout").insertAdjacentHTML("afterbegin", `<ul class="lines">${names.map(line).join("")}</ul>`);
  document.dispatchEvent(new Event("companion:drawn"));
}"""  # noqa: E501
MIDDLE = "one => Math.abs(one.getBoundingClientRect().left + one.getBoundingClientRect().right - innerWidth)"
LEFT = """() => ["#people", ".payout .lines"].map(one => document.querySelector(one).getBoundingClientRect().left)"""


def test_list_of_a_payout_has_a_side_or_the_middle(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "toy")
    game.begin()
    next(state for state in game.states() if state.paged)
    page = game.session.screen.page
    page.evaluate(OWN_PAGE, list(game.session.names))
    assert list(violations(page, "an own page", (1024, 600), (1280, 800), (1920, 1080))) == []
    everybody, lines = page.evaluate(LEFT)
    assert everybody < lines
    page.evaluate("() => ['board', 'people'].forEach(one => document.getElementById(one).replaceChildren())")
    assert list(violations(page, "before the last page", (1024, 600), (1280, 800), (1920, 1080))) == []
    assert page.locator(".payout .lines").evaluate(MIDDLE) < 2
    assert not game.session.close()


LONG_NEWS = """() => {
  const told = "Annabelle Hohenlohes and Benedikt Wartburgers get 3 points each. ".repeat(8);
  document.querySelector("#board").innerHTML = `<ul class="told"><li>${told}</li></ul>`;
}"""


IN_VIEW = """() => {
  const end = Math.min(innerHeight, people.getBoundingClientRect().bottom) + 1;
  return [...people.querySelectorAll("[data-of]")].filter(one => one.getBoundingClientRect().bottom <= end).length;
}"""


def test_long_news_leave_the_button_and_two_standings(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "toy")
    game.begin()
    asked = next(state for state in game.states() if state.kind == "bid")
    page = game.phone(asked.seat).page
    game.seen()
    page.evaluate(LONG_NEWS)
    assert list(violations(page, "long news", *PHONES)) == []
    page.evaluate("() => { document.querySelector('#board ul').innerHTML = '<li>Told.</li>'.repeat(20); }")
    assert page.locator("#ask :is(fieldset, .keys, .choices)").count() == 0, "there is a button alone"
    at(page, (360, 640))
    assert page.evaluate(IN_VIEW) >= 2
    assert not game.session.close()


def hand(phone: Phone) -> str:
    """Text of the hand while the finger is down."""
    phone.page.locator(".look").filter(visible=True).hover()
    phone.page.mouse.down()
    phone.page.wait_for_selector("#look *", state="attached")
    told = phone.page.inner_text("#look")
    phone.page.mouse.up()
    phone.page.wait_for_selector("#look *", state="detached")
    return told


def turns_up(phone: Phone) -> None:
    """Choose what wins, and confirm that it is final."""
    form = phone.page.locator("#ask form").filter(has_text="which")
    form.locator("label", has_text="lowest").tap()
    form.locator("label", has_text="nothing can be undone").tap()
    with phone.acts():
        form.locator("button").tap()
