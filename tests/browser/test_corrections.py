"""The host corrects what everybody saw; one more player says yes; all look at the payout anew."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.inspector import Inspector

pytestmark = pytest.mark.browser


def test_a_pawn_that_stood_elsewhere_is_corrected_with_the_yes_of_ben(reopens: Opens) -> None:
    evening, inspector = reopens().only(screen=False), Inspector()
    evening.seat_all()
    evening.whole_round(1)
    anna, ben, _ = evening.phones
    evening.only().to_the_table()
    evening.skips_pages()
    evening.only("Anna", "Ben").to_the_table()
    for page in (evening.screen.page, anna.page):
        page.wait_for_selector("data[data-scene=play]", state="attached")
    before = anna.texts("#people .money")
    evening.screen.menu("Correct")
    evening.screen.page.get_by_text("Anna's pawn moves 0 tables").click()
    inspector.looks_at("what can be corrected", evening.screen)
    evening.screen.page.get_by_role("button", name="1 table, to table 2").click()
    for device in evening.devices:
        expect(device.page.locator(".question")).to_contain_text("Anna's pawn moves 1 table")
    inspector.looks_at("the question on a phone", ben)
    inspector.looks_at("the question on the host's screen", evening.screen)
    expect(evening.screen.page.get_by_role("button", name="Yes, that is right")).to_have_count(0)
    ben.answers("Yes, that is right")
    for device in evening.devices:
        device.page.wait_for_selector("data[data-scene=payout]", state="attached")
        told = device.page.locator("#notices .passing")
        expect(told).to_contain_text("An entry was corrected, with the yes of Ben:")
        expect(told.locator("s")).to_have_text("Anna's pawn moves 0 tables")
        expect(told.locator("strong")).to_have_text("→ Anna's pawn moves 1 table")
    evening.skips_pages()
    expect(anna.page.locator("#people .money").first).not_to_have_text(before[0])
    assert not inspector.wrong, "\n".join(inspector.wrong)
