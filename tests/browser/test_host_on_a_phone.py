"""Who opens a table on a phone and takes no seat has a phone's page, from the first one on."""

import pytest

from tests.browser.conftest import Opens
from tests.browser.devices import Screen
from tests.browser.evening import Evening

pytestmark = pytest.mark.browser

OF_A_SCREEN = "() => [...document.body.classList].includes('screen')"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def on_a_phone(evening: Evening, size: tuple[int, int]) -> Screen:
    evening.screen.context.close()
    evening.screen = Screen(evening.context(size), evening.origin)
    return evening.screen


def test_a_host_with_a_phone_sees_a_phones_page(opens: Opens) -> None:
    evening = opens()
    host = on_a_phone(evening, (390, 844))
    evening.seat_all(started=False)
    host.open(f"/t/{evening.key}")
    assert not host.page.evaluate(OF_A_SCREEN)
    assert host.page.evaluate(FITS)
    host.open(f"/t/{evening.key}/screen")
    assert host.page.evaluate(OF_A_SCREEN), "the table screen is one on any device"


def test_a_phone_that_comes_to_its_table_first_is_a_phone_all_the_same(opens: Opens) -> None:
    evening = opens()
    host = on_a_phone(evening, (844, 390))
    evening.seat_all(started=False)
    host.context.clear_cookies(name="companion-kind")
    host.page.goto(f"{evening.origin}/t/{evening.key}")
    host.page.wait_for_selector(".phone #live")
