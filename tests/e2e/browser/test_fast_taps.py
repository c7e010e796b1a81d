"""A second tap that comes too soon to be aimed does nothing."""

from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone, middle
from tests.e2e.browser.races import Races
from tests.e2e.browser.session import COLOURS, Session

PAD = """within => [...document.querySelectorAll(`${within} [data-digit]`)]
  .map(key => key.getBoundingClientRect().toJSON())"""
SEATS = """rows => rows
  .map(row => [getComputedStyle(row, "::before").content, row.querySelector(".name").textContent])"""
WINDOWS = ((320, 568), (360, 640), (390, 844), (568, 320), (768, 1024))


def test_pad_has_one_place_on_page_and_in_hand(reopens: Opens) -> None:
    anna = at_race_cards(reopens())
    for width, height in WINDOWS:
        anna.page.set_viewport_size({"width": width, "height": height})
        before = anna.page.evaluate(PAD, ".typing")
        anna.page.locator(".typing [data-digit='2']").tap()
        anna.page.wait_for_selector("#look form[data-tap]")
        assert anna.page.evaluate(PAD, "#look") == before, (width, height)
        anna.page.locator("#look [data-close]").tap()
        anna.covered()


def test_fast_digits_all_count(reopens: Opens) -> None:
    anna = at_race_cards(reopens())
    before = anna.number
    places = [middle(anna.page.locator(f".typing [data-digit='{digit}']")) for digit in "27"]
    number, lay = anna.page.locator("#look [name=card]"), anna.page.locator("#look .primary")
    with anna.in_haste() as tap:
        tap(places[0])
        number.wait_for()
        tap(places[1])
        expect(number).to_have_value("27")
        with anna.acts():
            tap(middle(lay))
    assert anna.number == before + 1


def test_second_tap_lays_no_card(reopens: Opens) -> None:
    anna = at_race_cards(reopens())
    before, lay = anna.number, anna.page.locator("#look .primary")
    with anna.in_haste() as tap:
        tap(middle(anna.page.locator(".typing [data-digit='2']")))
        expect(lay).to_be_enabled()
        tap(middle(lay))
    expect(lay).to_be_visible()
    with anna.acts():
        lay.tap()
    assert anna.number == before + 1


def at_race_cards(session: Session) -> Phone:
    """Anna's phone, when the first race cards are laid."""
    session.only("Anna", screen=False).seat_all(game="wetten")
    races = Races(session)
    races.bets()
    session.open_table()
    return session.phone("Anna")


def test_second_tap_does_not_leave_the_seat(reopens: Opens) -> None:
    session = reopens(1).only("Anna", screen=False)
    session.new_table(game="vabanque")
    anna = session.phone("Anna")
    anna.open(f"/t/{session.key}")
    anna.page.locator("#name").fill("Anna")
    leave = anna.page.get_by_role("button", name="Leave the seat")
    with anna.in_haste() as tap:
        tap(middle(anna.page.get_by_role("button", name="Sit down")))
        anna.arrives("#live")
        tap(middle(leave))
    assert not anna.page.locator(".sending").count()
    leave.tap()
    expect(anna.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_fast_taps_seat_players_in_their_order(reopens: Opens) -> None:
    session = reopens(5)
    host, order = session.phones[0], ["Carla", "Ben", "Emil", "Anna", "Dora"]
    session.key = host.send("/new", {"game": "wetten"}).leads_to.split("/t/")[1]
    for phone, colour in zip(session.phones, COLOURS, strict=False):
        session.sits(phone, colour)
    host.open(f"/t/{session.key}")
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    rows = {name: middle(host.page.get_by_role("button", name=name, exact=True)) for name in order}
    with host.in_haste() as tap:
        for name in order:
            tap(rows[name])
    host.see(len(session.phones) + len(order))
    seats = host.page.locator("#people li").evaluate_all(SEATS)
    assert seats == [['"4"', "Anna"], ['"2"', "Ben"], ['"1"', "Carla"], ['"5"', "Dora"], ['"3"', "Emil"]]
    assert {name: middle(host.page.get_by_role("button", name=name, exact=True)) for name in order} == rows
    host.press("Start with")
    host.page.locator(".places").wait_for(state="attached")  # the list of all opens by a tap
    assert host.listed(".places .name")[:5] == order
