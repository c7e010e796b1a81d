"""Somebody without a phone: a device is handed over for one look or one entry, and goes back by itself."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Opens
from tests.browser.inspector import Inspector

pytestmark = pytest.mark.browser

LENT = "This device is in the hands of Carla"


def test_carla_looks_and_plays_on_annas_phone(opens: Opens) -> None:
    evening, inspector = opens(2), Inspector()
    evening.seat_all(guests=["Carla"])
    evening.to_the_table()
    evening.place_all_chips({1: 12})
    anna, ben = evening.phones
    own = evening.hand("Anna")

    with anna.acts():
        anna.press("Hand this device to Carla for a look")
    expect(anna.page.locator("#notices")).to_contain_text(f"{LENT}, for one look.", use_inner_text=True)
    assert anna.own == ["Carla"]
    for device in (ben, evening.screen):
        expect(device.page.locator("#notices")).to_contain_text(
            "The device of Anna was handed to Carla.", use_inner_text=True
        )
    inspector.looks_at("handed over for a look", anna)
    with anna.looks() as cards:
        assert sorted(cards) == ["Bluff", "Raise", "Trap"]
    expect(anna.page.locator("#notices")).not_to_contain_text(LENT, use_inner_text=True)
    assert anna.own == ["Anna"]
    assert evening.hand("Anna") == own

    evening.lay("Anna", 1, 2)
    evening.lay("Ben", 1, 2)
    anna.page.get_by_role("button", name="Hand this device to Carla", exact=True).wait_for()
    with anna.acts():
        anna.press("Hand this device to Carla")
    expect(anna.page.locator("#notices")).to_contain_text(f"{LENT}, for one entry.", use_inner_text=True)
    inspector.looks_at("handed over for an entry", anna)
    with anna.looks():
        pass
    expect(anna.page.locator("#notices")).to_contain_text(LENT, use_inner_text=True)
    with anna.acts():
        anna.choose(2)
        anna.tap(5)
    expect(anna.page.locator("#notices")).not_to_contain_text(LENT, use_inner_text=True)
    assert anna.own == ["Anna"]
    evening.all_see(anna.number)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_a_device_that_is_not_told_whose_it_is_now_asks_again(opens: Opens) -> None:
    evening, held = opens(2), list[Route]()
    evening.seat_all(guests=["Carla"])
    evening.to_the_table()
    anna = evening.phone("Anna")
    anna.page.route("**/me", lambda route: route.continue_() if held else held.append(route))
    anna.press("Hand this device to Carla for a look")
    expect(anna.page.locator("#notices")).to_contain_text(f"{LENT}, for one look.", use_inner_text=True, timeout=30_000)
    assert anna.own == ["Carla"]
    assert len(held) == 1
