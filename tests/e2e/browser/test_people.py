"""Pages of people and games in a real browser, from the smallest phone to a laptop, in dark and light."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.table.model.aliases import mark_of
from tests.e2e.browser.devices import Device
from tests.e2e.browser.inspector import Inspector
from tests.support.server import NAME, Server
from tests.unit.games.worded import WORDED
from tests.unit.web.support.devices import new_session
from tests.unit.web.support.finished import finished_game

pytestmark = pytest.mark.browser

SIZES = {"small phone": (320, 568), "laptop": (1280, 800)}
LONG = "Schneeweißensteinern"
WIDE = ("W" * 19 + "A", "W" * 19 + "B", "Carla", LONG)
PATHS = {
    "people": "/people",
    "a person": f"/people/{mark_of('Carla')}",
    "a person with a wide name": f"/people/{mark_of(WIDE[0])}",
    **{f"records of {slug}": f"/games/{slug}" for slug in WORDED},
}
ONCE = {"a person", *(f"records of {slug}" for slug in WORDED[1:])}
"""On a laptop as another of these pages: they are looked at where room is tight."""
SEASON = "/season/2024"
TORN_OR_CUT = """() => {
  const lines = one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight);
  const heads = [...document.querySelectorAll(".ledger th, .fits")];
  const wrong = one => lines(one) > 3.5 || one.scrollWidth > one.clientWidth + 1;
  return heads.filter(wrong).map(one => one.innerText);
}"""
"""Heads that take four lines, as a word in single letters does, and what does not show all it says."""


@pytest.fixture(scope="module")
def remembering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server whose house has some evenings behind it, and a way to run it."""
    folder: Path = tmp_path_factory.mktemp("remembering")
    evening = new_session(folder)
    for day in range(18):
        finished_game(evening, WORDED[day % len(WORDED)], WIDE, day * 25)
    link = f"/house/{evening.service.invitations.new()}"
    evening.service.store.close()
    running = Server(folder, host=NAME)
    running.start()
    yield running, link
    running.stop()
    assert not running.faults()


@pytest.fixture(scope="module")
def house(browser: Browser, remembering: tuple[Server, str]) -> Iterator[Device]:
    """A device that runs that house: the way in works once."""
    server, link = remembering
    device = Device(browser.new_context(), server.origin)
    device.open(link)
    yield device
    device.context.close()
    assert not device.faults


def test_the_pages_are_for_everybody_at_any_size(house: Device) -> None:
    inspector = Inspector()
    for size, (width, height) in SIZES.items():
        house.page.set_viewport_size({"width": width, "height": height})
        for what, path in PATHS.items():
            if what in ONCE and size == "laptop":
                continue
            house.open(path)
            house.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            inspector.looks_at(f"{what} on a {size}", house)
    assert not inspector.wrong, "\n".join(inspector.wrong)


@pytest.mark.parametrize("path", ["/people", "/games/vabanque"])
def test_a_score_goes_below_rather_than_tear_a_name(house: Device, path: str) -> None:
    house.page.set_viewport_size({"width": 320, "height": 568})
    house.open(path)
    house.dressed()
    short, long = (house.page.locator(".persons .name").get_by_text(name) for name in ("Carla", LONG))
    heights = [one.evaluate("one => one.clientHeight") for one in (short, long)]
    assert heights[0] == heights[1] > 0


def test_a_season_tells_every_name_whole_on_a_phone(house: Device) -> None:
    """It is what a phone shows where no PDFs can be made."""
    house.page.set_viewport_size({"width": 360, "height": 640})
    house.open(SEASON)
    house.dressed()
    assert set(WIDE) <= set(house.page.locator(".ledger th").all_inner_texts())
    assert house.page.evaluate(TORN_OR_CUT) == []
    assert house.page.evaluate("document.documentElement.scrollWidth") == 360


def test_each_figure_leads_to_its_evening(house: Device) -> None:
    house.open("/games/vabanque")
    house.page.get_by_role("link", name="Highest winning score").click()
    expect(house.page).to_have_url(re.compile(r"/t/\w+$"))
    house.open("/people")
    house.page.get_by_role("link", name="Carla").click()
    house.page.get_by_role("link", name="Rivals").click()
    expect(house.page.get_by_role("heading", name="Rivals")).to_be_in_viewport()
