"""The replay of a finished game: it plays, stops and goes faster, by taps and keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.table.model import replay
from companion.table.model.history import PageRef
from companion.table.model.player_view import player_view
from tests.e2e.browser.devices import SLEEP, Device
from tests.e2e.browser.in_process import finished, looks
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.layout_rules import at, each_game_slowly, violations
from tests.e2e.browser.random_game import NAMES
from tests.support.cast import CAST
from tests.unit.web.support.devices import Session

SCREENS = ((1280, 800), (1024, 600), (768, 1024))
PHONES = ((390, 844), (320, 568), (568, 320))
BAR = """() => ["#replay-on > *", "#replay-by > *"].flatMap(all => [...document.querySelectorAll(all)]).map(one => {
  const box = one.getBoundingClientRect();
  return [one.id, box.x, box.y, box.width, box.height].join();
})"""
IN_VIEW = """() => [...document.querySelectorAll("#replay :is(a, button)")].filter(one => one.checkVisibility())
  .every(one => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.height >= 44;
  })"""


@pytest.fixture(scope="module")
def low_bid(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A short game of three."""
    return finished(tmp_path_factory.mktemp("toy"), "toy", CAST[:3], rounds="1")


@pytest.fixture
def anna(browser: Browser, low_bid: Session) -> Iterator[Device]:
    """Anna's phone at the beginning of it; time stands still until it is told to pass."""
    phone = looks(browser, low_bid.players[0], (390, 844))
    phone.page.clock.install(time=0)
    phone.open(f"/t/{low_bid.key}/replay")
    phone.page.clock.pause_at(60)
    yield phone
    assert not phone.faults
    phone.context.close()


def stands(phone: Device, step: int) -> None:
    """Waits until a page shows that step, counted from 1, and its address says so."""
    expect(phone.page.locator("#replay-where")).to_contain_text(f" {step}/")


def pressed(phone: Device, *, playing: bool) -> None:
    """Whether it plays."""
    expect(phone.page.locator("#play")).to_have_attribute("aria-pressed", str(playing).lower())


def test_replay_plays_to_the_end_and_starts_again(anna: Device, low_bid: Session) -> None:
    steps, page = len(replay.replay_steps(player_view(low_bid.table))), anna.page
    page.locator("#play").tap()
    for step in range(2, steps + 1):
        stands(anna, step)
        page.clock.run_for(4_300)
    pressed(anna, playing=False)
    assert page.url.endswith("/{}/{}".format(*replay.replay_steps(player_view(low_bid.table))[-1]))
    expect(page.locator("#to-forward")).to_have_attribute("aria-disabled", "true")
    page.locator("#play").tap()
    stands(anna, 1)
    pressed(anna, playing=True)


def test_replay_waits_longer_for_a_payout(anna: Device) -> None:
    page = anna.page
    page.locator("#play").tap()
    stands(anna, 2)
    page.clock.run_for(1_700)
    stands(anna, 2)
    page.clock.run_for(200)
    stands(anna, 3)
    page.locator("#faster").tap()
    page.locator("#faster").tap()
    expect(page.locator("#faster")).to_have_text("4×")
    page.clock.run_for(500)
    stands(anna, 4)
    page.clock.run_for(500)
    stands(anna, 5)
    expect(page.locator("#entry data")).to_have_attribute("data-scene", "payout")
    page.clock.run_for(900)
    stands(anna, 5)
    page.clock.run_for(200)
    stands(anna, 6)
    expect(page.locator("#faster")).to_have_text("4×")  # whatever is drawn round it


@pytest.mark.parametrize("status", [503, 404])
def test_replay_stops_on_an_error_and_says_so(anna: Device, status: int) -> None:
    page, toast = anna.page, anna.page.locator("#toast")
    page.locator("#to-forward").tap()
    stands(anna, 2)
    where = page.url
    page.route("**/replay/**", lambda asked: asked.fulfill(status=status, content_type="text/html", body="<h1>?</h1>"))
    page.locator("#play").tap()
    expect(toast).to_contain_text("can't be reached")
    pressed(anna, playing=False)
    assert page.url == where
    page.unroute_all()
    page.locator("#to-forward").tap()
    stands(anna, 3)


def test_replay_stops_by_tap_key_and_while_hidden(anna: Device) -> None:
    page = anna.page
    for step, how in enumerate(("tap", "key", "pause", "hidden"), 2):
        page.locator("#play").tap()
        stands(anna, step)
        pressed(anna, playing=True)
        match how:
            case "tap":
                page.locator("#turn").tap()
            case "key":
                page.keyboard.press(" ")
            case "pause":
                page.locator("#play").tap()
            case "hidden":
                page.evaluate(SLEEP, True)
        pressed(anna, playing=False)
        page.clock.run_for(9_000)
        stands(anna, step)


def test_keys_and_links_step_without_loading_a_page(anna: Device, low_bid: Session) -> None:
    page, last = anna.page, len(replay.replay_steps(player_view(low_bid.table)))
    page.evaluate("() => { window.same = true; }")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stands(anna, 3)
    page.keyboard.press("ArrowLeft")
    stands(anna, 2)
    page.keyboard.press("End")
    stands(anna, last)
    page.keyboard.press("ArrowRight")
    stands(anna, last)
    page.keyboard.press("Home")
    stands(anna, 1)
    page.locator("#to-forward").tap()
    page.locator("#to-forward").tap()
    stands(anna, 3)
    expect(page.locator("#to-forward")).to_be_attached()
    page.locator("#by-payouts").tap()
    stands(anna, 2)
    assert page.url.endswith("?by=payouts")
    page.keyboard.press(" ")
    stands(anna, 3)
    pressed(anna, playing=False)  # it was the last
    assert page.evaluate("window.same")
    page.reload()
    stands(anna, 3)


def test_replay_without_scripts_has_a_page_for_each_step(browser: Browser, low_bid: Session) -> None:
    phone = looks(browser, low_bid.players[1], (390, 844), java_script_enabled=False)
    phone.page.goto(f"{phone.origin}/t/{low_bid.key}/replay")
    for step in range(2, 5):
        phone.page.locator("#to-forward").click()
        stands(phone, step)
    expect(phone.page.locator("#play")).to_be_hidden()
    phone.context.close()


def looked_at(session: Session) -> dict[str, PageRef]:
    """Steps of each kind that are likely to be full."""
    end = player_view(session.table)
    every, pages = replay.replay_steps(end), [step for step in replay.payout_steps(end) if step[1]]
    later = every[len(every) * 3 // 4 :]
    return {
        "the beginning": every[0],
        "an entry": next(step for step in later if not step[1]),
        "the first payout": pages[0],
        "a late payout": pages[len(pages) * 3 // 4],
        "the last payout": pages[-2],
        "the end": every[-1],
    }


@each_game_slowly("wetten")
def test_replay_neither_scrolls_nor_moves_its_buttons(slug: str, browser: Browser, tmp_path: Path) -> None:
    session = finished(tmp_path, slug, NAMES[: GAMES[slug].players[-1]])
    inspector, broken = Inspector(), list[str]()
    for sizes, more in ((SCREENS, "?screen=1"), (PHONES, "")):
        device = looks(browser, session.players[0], sizes[0], reduced_motion="reduce")
        bars: dict[tuple[int, int], set[str]] = {}
        for what, step in looked_at(session).items():
            device.open(f"/t/{session.key}/replay/{step[0]}/{step[1]}{more}")
            for size in sizes[1:]:
                broken += violations(device.page, what, size)
                bars.setdefault(size, set()).add("\n".join(device.page.evaluate(BAR)))
                broken += [] if device.page.evaluate(IN_VIEW) else [f"{what}, {size[0]} × {size[1]}: out of view"]
            if what in ("an entry", "a late payout"):
                at(device.page, sizes[0])
                inspector.inspect(f"{what} {more}", device)
        assert all(len(places) == 1 for places in bars.values()), bars
        assert not device.faults
        device.context.close()
    assert not broken, "\n".join(broken[:40])
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_history_and_what_if_use_the_width_of_a_wide_screen(browser: Browser, low_bid: Session) -> None:
    laptop = looks(browser, low_bid.host, SCREENS[0])
    number = replay.replay_steps(player_view(low_bid.table))[1][0]
    for path in ("history", f"what-if/{number}"):
        laptop.open(f"/t/{low_bid.key}/{path}?screen=1")
        wide = laptop.page.locator("main.sheet").evaluate("one => [one.clientWidth, one.scrollWidth - one.clientWidth]")
        assert wide[0] > 1_000
        assert wide[1] <= 0
    laptop.context.close()
