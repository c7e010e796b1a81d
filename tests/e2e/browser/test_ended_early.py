"""A game is ended early from the menu of the table screen, with the yes of a phone, and goes on again."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens

pytestmark = pytest.mark.browser


def test_game_is_ended_early_and_goes_on_again(reopens: Opens) -> None:
    evening = reopens(3)
    evening.seat_all()
    evening.to_the_table()
    ben, screen = evening.phones[1], evening.screen
    screen.menu("End the game now")
    screen.press("Propose to end it")
    screen.arrives("#live")
    ben.answers("Yes, end it")
    for device in evening.devices:
        device.page.wait_for_selector("data[data-scene=over]", state="attached")
        expect(device.page.locator(".turn")).to_have_text("Ended in the first round")
        expect(device.page.locator(".notice.asks")).to_have_count(0)
    screen.press("Go on playing")
    for device in evening.devices:
        device.page.wait_for_selector("data[data-scene=play]", state="attached")
