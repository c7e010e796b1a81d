"""A move is undone, the host changes, a game is ended early: every page shows it."""

import re

from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.session import Session
from tests.support.server import Server


def asks_for(session: Session, name: str) -> Phone:
    """Another phone at the door asks for somebody's seat; everybody sees that it does."""
    other = session.stranger(name)
    other.open(f"/t/{session.key}")
    other.press(name)
    other.page.get_by_text("asked to let you in").wait_for()
    for device in session.devices:
        expect(device.page.locator("#notices")).to_contain_text(f"Another device is asking for {name}'s seat.")
        if device is not session.screen:
            expect(device.page.get_by_role("button", name="Let them in")).to_have_count(0)
    return other


def test_move_is_undone_until_somebody_else_has_moved(reopens: Opens) -> None:
    session = reopens().only("Anna", "Ben")
    session.open()
    anna, ben = session.phone("Anna"), session.phone("Ben")
    with anna.acts():
        anna.tap(3)
    session.all_see(anna.number)
    offered = [
        device.page.get_by_text("Undo your last move").filter(visible=True).count() for device in session.devices
    ]
    assert offered == [0, 1, 0]
    with anna.acts():
        anna.press("Undo your last move")
    session.all_see(anna.number)
    for device in session.devices:
        assert device.page.locator(".casino .chips").count() == 0
        assert device.glance().waits_for == ["Anna"]
        expect(device.page.locator("#notices")).to_contain_text("Anna undid the last move.")
    for phone, casino in ((anna, 4), (ben, 5)):
        with phone.acts():
            phone.tap(casino)
        session.all_see(phone.number)
    offered = [
        device.page.get_by_text("Undo your last move").filter(visible=True).count() for device in session.devices
    ]
    assert offered == [0, 0, 1]
    for device in session.devices:
        expect(device.page.locator("#notices")).not_to_contain_text("undid the last move")


def test_operator_takes_over_from_a_lost_host(reopens: Opens, server: Server) -> None:
    session = reopens().only("Ben")
    session.open()
    invited = re.search(r"/house/(\S+)", server.output.read_text())
    assert invited is not None
    laptop = session.screen
    laptop.context.clear_cookies()
    laptop.open(f"/house/{invited[1]}")
    laptop.open(f"/t/{session.key}")
    laptop.press("Become the host of this table")
    laptop.arrives("#live")
    expect(session.phone("Ben").page.locator("#notices")).to_contain_text("The host is now on another device.")
    new = asks_for(session, "Anna")
    laptop.answers("Let them in")
    new.arrives("#live")
    assert new.own == ["Anna"]


def test_game_is_ended_early_and_goes_on_again(reopens: Opens) -> None:
    session = reopens(3)
    session.seat_all()
    session.open_table()
    ben, screen = session.phones[1], session.screen
    screen.menu("End the game now")
    screen.press("Propose ending it")
    screen.arrives("#live")
    ben.answers("Yes, end it")
    for device in session.devices:
        device.page.wait_for_selector("data[data-scene=over]", state="attached")
        expect(device.page.locator(".turn")).to_have_text("Ended in the first round")
        expect(device.page.locator(".notice.asks")).to_have_count(0)
    screen.press("Carry on playing")
    for device in session.devices:
        device.page.wait_for_selector("data[data-scene=play]", state="attached")
