"""The host ends a game early, a player agrees, and the game goes on again."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens

pytestmark = pytest.mark.browser


def test_game_is_ended_early_and_goes_on_again(reopens: Opens) -> None:
    session = reopens(3)
    session.seat_all()
    session.open_table()
    ben, screen = session.phones[1], session.screen
    screen.menu("End the game now")
    screen.press("Propose to end it")
    screen.arrives("#live")
    ben.answers("Yes, end it")
    for device in session.devices:
        device.page.wait_for_selector("data[data-scene=over]", state="attached")
        expect(device.page.locator(".turn")).to_have_text("Ended in the first round")
        expect(device.page.locator(".notice.asks")).to_have_count(0)
    screen.press("Go on playing")
    for device in session.devices:
        device.page.wait_for_selector("data[data-scene=play]", state="attached")
