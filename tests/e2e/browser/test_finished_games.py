"""Pages about finished games and their players: the start page with its cards, statistics, a season."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.table.model.names import name_id
from tests.e2e.browser.devices import Device
from tests.e2e.browser.inspector import Inspector
from tests.support.server import NAME, Server, running
from tests.unit.games.worded import WORDED
from tests.unit.web.support.devices import new_session
from tests.unit.web.support.finished import finished_game

SMALL, PHONE, LAPTOP = (320, 568), (390, 844), (1280, 800)
LONG = "Schneeweißensteinern"
NAMES = ("W" * 19 + "A", "W" * 19 + "B", "Carla", LONG, "Zoë", "Giovanni Battista Me")
"""Some of twenty letters, and of the widest ones."""
TIGHT = {
    "people": "/people",
    "a player with a wide name": f"/people/{name_id(NAMES[0])}",
    f"records of {WORDED[0]}": f"/games/{WORDED[0]}",
}
PATHS = TIGHT | {
    "a player": f"/people/{name_id('Carla')}",
    **{f"records of {slug}": f"/games/{slug}" for slug in WORDED},
    "kept data": "/kept",
    "tables put away": "/put-away",
}
"""Pages that are like another one on a laptop are looked at on a phone only."""
TORN_OR_CUT = """() => {
  const lines = one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight);
  const heads = [...document.querySelectorAll(".ledger th, .fits")];
  const wrong = one => lines(one) > 3.5 || one.scrollWidth > one.clientWidth + 1;
  return heads.filter(wrong).map(one => one.innerText);
}"""
"""Heads that take four lines, as a word in single letters does, and what does not show all it says."""
CUT_OFF = """() => [...document.querySelectorAll(".evening, .evening *")].filter(one => {
  const box = one.getBoundingClientRect(), card = one.closest(".evening").getBoundingClientRect();
  return one.checkVisibility() && box.width > 1 && !one.closest(".hidden-text") && (box.right > card.right + 1 || box.left < card.left - 1);
}).map(one => one.outerHTML.slice(0, 90))"""  # noqa: E501
UNFOLD = "() => document.querySelectorAll('details').forEach(one => { one.open = true; })"


@pytest.fixture(scope="module")
def operator(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """A browser that runs a server with finished games, and a table in play."""
    folder: Path = tmp_path_factory.mktemp("finished")
    session = new_session(folder)
    for day in range(18):
        slug = WORDED[day % len(WORDED)]
        finished_game(session, slug, NAMES[: min(4, GAMES[slug].players[-1]) if day else 6], day * 25)
    link = f"/house/{session.service.invitations.create()}"
    session.service.store.close()
    with running(Server(folder, host=NAME)) as server:
        device = Device(browser.new_context(), server.origin)
        device.open(link)
        yield device
        device.context.close()
        assert not device.faults
    assert not server.faults()


def shown(operator: Device, path: str, size: tuple[int, int]) -> Page:
    """A page, dressed, in a window of this size."""
    operator.page.set_viewport_size({"width": size[0], "height": size[1]})
    operator.open(path)
    operator.dressed()
    return operator.page


def test_pages_are_accessible_at_any_size(operator: Device) -> None:
    inspector = Inspector()
    for size, paths in ((SMALL, PATHS), (LAPTOP, TIGHT)):
        for what, path in paths.items():
            shown(operator, path, size).evaluate(UNFOLD)
            inspector.inspect(f"{what}, {size}", operator)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_cards_show_all_and_are_accessible(operator: Device) -> None:
    inspector, cut = Inspector(), []
    for size in (SMALL, LAPTOP):
        page = shown(operator, "/", size)
        inspector.inspect(f"cards, {size}", operator)
        cut += page.evaluate(CUT_OFF)
        page.evaluate(UNFOLD)
        inspector.inspect(f"cards that are open, {size}", operator)
        cut += page.evaluate(CUT_OFF)
    key = operator.page.locator(".evening .primary").first.get_attribute("href")
    assert key is not None
    for path in ("delete", "bg-stats"):
        shown(operator, f"/t/{key.split('/')[2]}/{path}", SMALL)
        inspector.inspect(path, operator)
    assert not inspector.wrong, "\n".join(inspector.wrong)
    assert not cut


@pytest.mark.parametrize("path", ["/people", "/games/vabanque"])
def test_score_goes_below_rather_than_tear_a_name(operator: Device, path: str) -> None:
    page = shown(operator, path, SMALL)
    short, long = (page.locator(".persons .name").get_by_text(name).first for name in ("Carla", LONG))
    heights = [one.evaluate("one => one.clientHeight") for one in (short, long)]
    assert heights[0] == heights[1] > 0


def test_season_shows_every_name_whole_on_a_phone(operator: Device) -> None:
    """A phone shows it where no PDFs can be made."""
    page = shown(operator, "/season/2024", (360, 640))
    assert set(NAMES[:4]) <= set(page.locator(".ledger th").all_inner_texts())
    assert page.evaluate(TORN_OR_CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_figures_link_to_their_games(operator: Device) -> None:
    page = shown(operator, "/games/vabanque", PHONE)
    page.get_by_role("link", name="Highest winning score").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    operator.open("/people")
    page.get_by_role("link", name="Carla").click()
    page.get_by_role("link", name="Rivals").click()
    expect(page.get_by_role("heading", name="Rivals")).to_be_in_viewport()


def test_card_opens_by_a_tap_and_its_game_is_deleted(operator: Device) -> None:
    page = shown(operator, "/", PHONE)
    before = page.locator(".evening").count()
    card = page.locator(".evening").first
    expect(card.get_by_role("link", name="See the result")).to_be_hidden()
    card.locator(".picture").click(force=True)  # what opens the card lies over all of it
    expect(card.get_by_role("link", name="See the result")).to_be_visible()
    card.get_by_role("link", name="Delete for good").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Delete this for good?")).to_be_visible()
    page.get_by_label("I understand this can't be undone.").check()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url(f"{operator.origin}/")
    expect(page.locator(".evening")).to_have_count(before - 1)


def test_table_is_put_away_from_the_start_page(operator: Device) -> None:
    page = shown(operator, "/new", PHONE)
    operator.send("/new", {"game": "vabanque"})
    operator.open("/")
    page.get_by_text("Put this table away").first.click()
    page.get_by_role("button", name="Yes, put it away").first.click()
    expect(page.get_by_role("link", name="1 table was put away")).to_be_visible()
