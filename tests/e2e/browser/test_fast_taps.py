"""A second tap that comes too soon to be aimed does nothing."""

from playwright.sync_api import expect

from companion.table.model.names import COLOURS
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone, middle
from tests.e2e.browser.races import Races
from tests.e2e.browser.session import Session

SEATS = """rows => rows
  .map(row => [getComputedStyle(row, "::before").content, row.querySelector(".name").textContent])"""


def test_second_tap_plays_no_other_card(reopens: Opens) -> None:
    session = reopens()
    anna = at_race_cards(session)
    Races(session).holds("Anna", 4, 17, 23, 33, 41, 58)
    before, tiles = anna.number, anna.page.locator(".tile")
    expect(tiles).to_have_count(6)
    places = [middle(tiles.nth(nth)) for nth in range(2)]
    with anna.acts(), anna.in_haste() as tap:
        for place in places:
            tap(place)
    assert anna.number == before + 1
    anna.press("Undo your last move")
    expect(tiles).to_have_count(6)


def test_slip_is_put_down_right_after_its_last_chip(reopens: Opens) -> None:
    session = reopens().only("Anna", screen=False)
    session.seat_all(game="wetten")
    session.open_table()
    anna = session.phone("Anna")
    anna.opens_hand()
    anna.page.locator("input[name=stake-1-1]").tap()
    chip, lay = (middle(anna.page.locator(f"#look {one}")) for one in ("[data-chip='2']", ".primary"))
    with anna.acts(), anna.in_haste() as tap:
        tap(chip)
        tap(lay)


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


def test_answer_to_a_tap_before_the_own_turn_leaves_with_it(reopens: Opens) -> None:
    session = reopens().only("Ben", screen=False)
    session.open()
    ben = session.phone("Ben")
    ben.tap(3)
    toast = ben.page.locator("#toast")
    expect(toast).to_contain_text("Waiting for Anna")
    session.all_see(session.chip("Anna", 2))
    ben.turn_comes()
    ben.page.wait_for_timeout(1_500)
    assert not toast.inner_text()
