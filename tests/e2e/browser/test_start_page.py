"""The start page of a house with evenings: its cards on phones and large screens, and what is done there by taps."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from companion.records import record
from companion.table.service.importing import imported
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.store import Store
from tests.e2e.browser.devices import Screen
from tests.e2e.browser.evening import Evening
from tests.e2e.browser.inspector import Inspector
from tests.support.server import NAME, Server
from tests.unit.games.playing import whole_game
from tests.unit.games.worded import WORDED

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (390, 844), (1280, 800))
LONG = ("Maximiliane Sophie M", "WWWWWWWWWWWWWWWWWWWW", "Jörg", "Giovanni Battista Me", "Zoë", "Ünal")
"""Names of twenty letters, the widest letters too."""

CUT_OFF = """() => [...document.querySelectorAll(".evening, .evening *")].filter(one => {
  const box = one.getBoundingClientRect(), card = one.closest(".evening").getBoundingClientRect();
  return one.checkVisibility() && box.width > 1 && !one.closest(".hidden-text") && (box.right > card.right + 1 || box.left < card.left - 1);
}).map(one => one.outerHTML.slice(0, 90))"""  # noqa: E501


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A house with an evening of each game, with the most players, and a table that is being played."""
    folder = tmp_path_factory.mktemp("house")
    service = TableService(Store(folder / FILE), Notifier())
    for number, slug in enumerate(WORDED):
        game = GAMES[slug]
        played = whole_game(slug, game.players[-1], {}, number)
        header = replace(played.header, players=LONG[: game.players[-1]])
        told = record.read(record.write(header, played.acts).encode().splitlines(keepends=True))
        imported(service, told, 1_700_000_000.0 + number)
    invitation = service.invitations.new()
    service.store.close()
    server = Server(folder, host=NAME)
    server.start()
    evening = Evening(browser, server.origin, ("Anna",))
    evening.screen.open(f"/house/{invitation}")
    evening.screen.send("/new", {"game": "vabanque"})
    yield evening
    assert not evening.close()
    server.stop()


def at(device: Screen, size: tuple[int, int]) -> None:
    """A window of another size."""
    device.page.set_viewport_size({"width": size[0], "height": size[1]})


def test_cards_and_what_they_open_to_are_for_everybody(house: Evening) -> None:
    screen, inspector, cut = house.screen, Inspector(), []
    for size in (SIZES[0], SIZES[-1]):
        at(screen, size)
        screen.open("/")
        inspector.looks_at(f"cards, {size}", screen)
        cut += screen.page.evaluate(CUT_OFF)
        screen.page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        inspector.looks_at(f"cards that are open, {size}", screen)
        cut += screen.page.evaluate(CUT_OFF)
    key = house.screen.page.locator(".evening .primary").first.get_attribute("href")
    assert key is not None
    key = key.split("/")[2]
    for path in ("/kept", "/put-away", f"/t/{key}/delete", f"/t/{key}/bg-stats"):
        for size in SIZES[:1]:
            at(screen, size)
            screen.open(path)
            inspector.looks_at(f"{path}, {size}", screen)
    assert not inspector.wrong, "\n".join(inspector.wrong)
    assert not cut


def test_a_tap_anywhere_on_a_card_opens_it_and_an_evening_is_deleted_for_good_by_two_yes(house: Evening) -> None:
    page = house.screen.page
    at(house.screen, SIZES[1])
    house.screen.open("/")
    there = page.locator(".evening").count()
    card = page.locator(".evening").first
    expect(card.get_by_role("link", name="Look at it")).to_be_hidden()
    card.locator(".picture").click(force=True)  # what opens the card lies over all of it
    expect(card.get_by_role("link", name="Look at it")).to_be_visible()
    card.get_by_role("link", name="Delete for good").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Delete this for good?")).to_be_visible()
    page.get_by_label("I understand this can't be undone.").check()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url(f"{house.origin}/")
    expect(page.locator(".evening")).to_have_count(there - 1)


def test_a_table_is_put_away_from_the_start_page_by_a_tap(house: Evening) -> None:
    page = house.screen.page
    house.screen.open("/")
    page.get_by_text("Put this table away").click()
    page.get_by_role("button", name="Yes, put it away").click()
    expect(page.get_by_role("link", name="1 table was put away")).to_be_visible()
    expect(page.locator(".going-on")).to_have_count(0)
