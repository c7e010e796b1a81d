"""Before the game: who has no phone is offered the colours that are free, also those that come free meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.evening import COLOURS, Evening
from tests.browser.inspector import Inspector

pytestmark = pytest.mark.browser


def test_somebody_without_a_phone_is_offered_the_free_colours_as_they_are_now(opens: Opens) -> None:
    evening, inspector = opens(2), Inspector()
    anna, ben = evening.phones
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    evening.sits(anna, "sky")
    evening.screen.open(f"/t/{evening.key}")
    evening.screen.see(1)
    evening.screen.page.get_by_text("Somebody has no phone?").click()
    evening.screen.page.fill("#guest", "Carla")
    evening.screen.page.locator(".phoneless [value=green]").click()
    assert offered(evening) == ["orange", "green", "yellow", "red", "purple"]
    inspector.looks_at("somebody without a phone", evening.screen)
    evening.sits(ben, "green")
    evening.screen.see(2)
    assert offered(evening) == ["orange", "yellow", "red", "purple"]
    expect(evening.screen.page.locator(".phoneless :checked")).to_have_count(0)
    expect(evening.screen.page.locator("#guest")).to_have_value("Carla")
    evening.send("Ben", kind="leave")
    evening.screen.see(3)
    assert offered(evening) == ["orange", "green", "yellow", "red", "purple"]
    evening.screen.page.locator(".phoneless [value=yellow]").click()
    evening.screen.press("Seat them")
    evening.screen.see(4)
    assert evening.screen.texts("#people .name") == ["Anna", "Carla"]
    assert offered(evening) == ["orange", "green", "red", "purple"]
    assert not inspector.wrong, "\n".join(inspector.wrong)


def offered(evening: Evening) -> list[str]:
    """The colours that can be seen and tapped."""
    shown = evening.screen.page.locator(".phoneless [name=colour]:enabled").filter(visible=True)
    found: list[str] = shown.evaluate_all("all => all.map(one => one.value)")
    assert set(found) <= set(COLOURS)
    return found
