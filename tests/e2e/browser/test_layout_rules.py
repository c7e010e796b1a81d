"""Rules of layout in every game's fullest states: nothing scrolls, hides, or moves under a thumb."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.i18n.languages import languages
from tests.e2e.browser.claims import SeatClaims
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Device, Phone, Screen
from tests.e2e.browser.hosts_phone import HostsPhone
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.layout_rules import (
    ENLARGED,
    MEASURED,
    OWN,
    PHONES,
    SCREENS,
    TIGHT,
    TIGHT_PHONES,
    Size,
    at,
    enlarged,
    every_game,
    measured,
    spaced,
    violations,
)
from tests.e2e.browser.random_game import RandomGame, State
from tests.support.cases import slow
from tests.support.server import Server

OFTEN = {1, 9}
"""Numbers of the states of each kind that are looked at: the first, and a late one with much on the table."""


def spoken() -> Iterator[Any]:
    """Each game with a screen in one language and phones in the next, no two games in the same; slowly each in each."""
    langs = list(languages())
    for nth, slug in enumerate(OWN):
        for turn in range(len(langs)):
            spoken = langs[(nth + turn) % len(langs)], langs[(nth + turn + 1) % len(langs)]
            yield pytest.param(slug, *spoken, True, marks=slow)
            if not turn:
                yield pytest.param(slug, *spoken, False)


AT_FIRST, A_REVEAL, LONGEST = 1_000, 1_000, 4_000
SOME, MANY = 3, 9
"""Pages of a payout that are looked at in motion: of each kind, and in all."""
RUNNING = """() => Math.max(0, ...document.getAnimations()
  .filter(one => !one.effect.target?.closest("#notices") && one.effect.getTiming().iterations === 1)
  .map(one => one.effect.getComputedTiming().endTime))"""
STEPS = (
    ".flip, :is(.hands, .steps) .amount, .horse",
    ".climb, .came, .track .place",
    ".gets > *",
    ".gets .money",
)
"""Steps of a reveal: cards or horses, their values or places, who gets what, the amounts."""
WRITTEN = """() => [...document.querySelectorAll("#live *")].map(one => getComputedStyle(one))
  .map(style => `${style.fontFamily} ${style.fontSize}`)"""
SHAPE = """steps => steps.map(step => document.getAnimations().filter(one => one.effect.target?.matches(step))
  .map(one => [one.effect.getTiming().delay, one.effect.getComputedTiming().endTime]))
  .filter(times => times.length).map(times => [Math.min(...times.map(one => one[0])), Math.max(...times.map(one => one[1]))])"""  # noqa: E501


def looked_at(game: RandomGame) -> Iterator[State]:
    """The states of a whole game that are looked at."""
    met: Counter[str] = Counter()
    for state in game.played(asleep=True):
        met[state.kind] += 1
        if met[state.kind] in OFTEN or state.kind == "over":
            if state.kind == "over":
                phone = game.phone(None)
                at(phone.page, game.session.usual(phone))
            game.seen()
            yield state


@pytest.mark.parametrize(("slug", "screens", "phones", "everywhere"), list(spoken()))
def test_whole_games_keep_the_layout_rules(
    slug: str, screens: str, phones: str, everywhere: bool, browser: Browser, server: Server
) -> None:
    game = RandomGame(browser, server, slug, screen=screens, phones=phones)
    inspector, broken, kinds = Inspector(everywhere=everywhere), [], Counter[str]()
    screen = game.session.screen
    game.begin()
    door, host = SeatClaims(game), HostsPhone(game)
    for state in looked_at(game):
        kinds[state.kind] += 1
        phone = game.phone(state.seat)
        if state.kind == "over" and phone.page.evaluate("scrollY"):
            broken.append("over: the phone does not begin with who has won")
        for device, sizes in ((screen, SCREENS), (phone, PHONES)):
            broken += violations(device.page, state.kind, *measured(sizes, state, kinds, everywhere=everywhere))
            if device is phone:
                broken += opened(phone, state.kind)
        if kinds[state.kind] == 1:
            if everywhere or len(kinds) % 2:
                broken += host.violations(state.kind)
            if everywhere or not len(kinds) % 2:
                broken += [f"{state.kind}: {what}" for what in door.disturbs(screen, phone)]
            own = game.session.usual(screen), game.session.usual(phone)
            inspected(inspector, state.kind, screen, own[0], SCREENS, now=len(kinds) % 2 == 1)
            inspected(inspector, state.kind, phone, own[1], PHONES, now=len(kinds) % 2 == 0)
            inspect_hand(inspector, state.kind, phone, own[1])
            broken += spaced(phone.page, state.kind)
            broken += enlarged(phone.page, state.kind)
    assert "over" in kinds, f"it was not played to its end: {kinds}"
    for way in pages_of_history(screen, game.session.key):
        screen.page.goto(screen.origin + way)
        broken += violations(screen.page, way, *TIGHT.intersection(SCREENS), MEASURED)
    for path in ("replay", "history", "rules"):
        phone.open(f"/t/{game.session.key}/{path}")
        broken += spaced(phone.page, path)
        broken += enlarged(phone.page, path)
    screen.open(f"/t/{game.session.key}/summary")
    inspector.inspect("summary", screen, paper=True)
    if slug == OWN[0]:
        screen.open("/")
        inspector.inspect("start page with a finished table", screen)
    faults = game.session.close()
    assert not broken, f"{len(broken)}:\n" + "\n".join(broken[:60])
    assert not inspector.wrong, "\n".join(inspector.wrong)
    assert not faults


def inspected(inspector: Inspector, kind: str, device: Device, own: Size, sizes: Sequence[Size], *, now: bool) -> None:
    """By axe, a kind of state on the screen and on a phone in turn, at the end on both; or on both in all windows."""
    for size in dict.fromkeys((own, *sizes)) if inspector.everywhere else [own] if now or kind == "over" else []:
        at(device.page, size)
        inspector.inspect(f"{kind}, {size[0]} × {size[1]}", device, paper=size != own)


def inspect_hand(inspector: Inspector, kind: str, phone: Phone, own: Size) -> None:
    """By axe, the hand in which something is chosen."""
    if phone.page.locator("[data-open]").filter(visible=True).count():
        at(phone.page, own)
        phone.opens_hand()
        inspector.inspect(f"{kind}, in the hand", phone)
        phone.page.locator("#look [data-close]").tap()
        phone.covered()


def opened(phone: Phone, kind: str) -> Iterator[str]:
    """The same of the hand in which something is chosen, and of the one that is held up, where there is one."""
    if phone.page.locator("[data-open]").filter(visible=True).count():
        phone.opens_hand()
        yield from violations(phone.page, f"{kind}, in the hand", *TIGHT_PHONES)
        yield from enlarged(phone.page, f"{kind}, in the hand", ENLARGED[-1])
        phone.page.locator("#look [data-close]").tap()
    if phone.page.locator(".look").filter(visible=True).count():
        with phone.looks():
            yield from violations(phone.page, f"{kind}, the hand that is looked at", *TIGHT_PHONES)


def pages_of_history(screen: Screen, key: str) -> list[str]:
    """The first and the last page of a payout that a table screen can look back at."""
    screen.open(f"/t/{key}/history?screen=1")
    ways = screen.page.locator(".leaves a").evaluate_all("links => links.map(one => one.getAttribute('href'))")
    return [ways[0], ways[-1]]


def test_notice_goes_by_its_button_and_by_itself(opens: Opens) -> None:
    session = opens().only("Anna", "Ben")
    session.open(turns="free")
    with session.acts("Anna") as anna:
        anna.tap(3)
    with session.acts("Anna"):
        anna.press("Undo your last move")
    told = session.phone("Ben").page.locator(".notice.passing").filter(visible=True)
    told.wait_for()
    assert session.phone("Ben").page.evaluate(LEFT) <= 5_000
    told.tap()
    assert not told.count()
    screen = session.screen.page
    assert screen.evaluate(LEFT) <= 10_000
    told = screen.locator(".notice.passing").filter(visible=True)
    told.locator("[data-dismiss]").click()
    assert not told.count()
    screen.reload()
    session.screen.see(session.screen.number)
    assert screen.locator(".notice.passing").count()
    assert not told.count()


LEFT = "document.querySelector('.notice.passing').getAnimations()[0].effect.getComputedTiming().endTime"


def test_result_of_an_auction_fills_the_screen(browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, "banque_fatale")
    filled: dict[tuple[str, Size], float] = {}
    page = game.session.screen.page
    game.begin()
    for state in game.played(asleep=True):
        if state.paged and (state.kind, MEASURED) not in filled:
            game.seen()
            for size in MEASURED, (1920, 1080):
                at(page, size)
                filled[state.kind, size] = page.evaluate(FILLED)
        if len(filled) > 4:
            break
    assert not game.session.close()
    assert min(filled.values()) > 0.9, filled


FILLED = """() => {
  const {top} = document.querySelector("#side").getBoundingClientRect();
  const told = [...document.querySelectorAll(".payout > *:not(.own, .pages)")].map(one => one.getBoundingClientRect());
  return (Math.max(...told.map(one => one.bottom)) - top) / (innerHeight - top);
}"""


@every_game
def test_reveal_ends_soon_and_at_once_after_a_tap(slug: str, browser: Browser, server: Server) -> None:
    game, moved, steps = RandomGame(browser, server, slug), 0.0, 0
    anna, ben = game.session.phones[:2]
    anna.page.emulate_media(reduced_motion="no-preference")
    game.sit()
    game.looks(anna, ben)
    anna.stands_still()
    met = Counter[str]()
    for state in game.played(asleep=True, live=lambda kind: met[kind] < SOME):
        if not state.paged:
            continue
        met[state.kind] += 1
        if met.total() > MANY:
            break
        if met[state.kind] > SOME:
            continue
        game.seen()
        assert ben.page.evaluate(RUNNING) == 0, state.kind
        longest = anna.page.evaluate(RUNNING)
        assert longest <= LONGEST, state.kind
        moved = max(moved, longest)
        shape = anna.page.evaluate(SHAPE, STEPS)
        steps = max(steps, len(shape))
        assert all(before[1] <= after[0] for before, after in pairwise(shape)), (
            f"{state.kind}: what turns up, its value, who gets what and the amounts begin and end at {shape} ms, and "
            f"not one after the other: static/{slug}/game.css says when (animation-delay)"
        )
        assert not shape or shape[0][0] <= AT_FIRST, f"{state.kind}: {shape[0][0]} ms nothing is there: {shape}"
        if longest:
            written = anna.page.evaluate(WRITTEN)
            anna.page.locator("#turn").tap()
            assert anna.page.evaluate(RUNNING) == 0, state.kind
            assert anna.page.evaluate(WRITTEN) == written, f"{state.kind}: a tap changes how amounts are written"
            if met.total() == 1:
                with SeatClaims(game).asks(anna):
                    assert anna.page.evaluate(RUNNING) == 0, "what was seen to its end moves again"
    assert moved >= A_REVEAL, (
        f"on no page of a payout anything moves for {A_REVEAL} ms: static/{slug}/game.css animates what is turned up"
    )
    assert steps > 1, "on no page of a payout one thing comes after the other"
    assert not game.session.close()


def test_there_are_such_games() -> None:
    assert {"vabanque", "banque_fatale", "wetten"} <= set(OWN)
