"""A second tap that nobody can have aimed: it goes nowhere, wherever the first one has brought a control."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.devices import middle

pytestmark = pytest.mark.browser


def test_an_opened_slip_is_not_laid_by_a_second_tap(reopens: Opens) -> None:
    evening = reopens().only("Anna", screen=False)
    evening.seat_all(game="wetten")
    evening.to_the_table()
    anna = evening.phone("Anna")
    before, lay = anna.number, anna.page.locator("#look .primary")
    with anna.in_haste() as tap:
        tap(middle(anna.page.locator("[data-open]").filter(visible=True)))
        lay.wait_for()
        tap(middle(lay))
    expect(lay).to_be_visible()
    with anna.acts():
        lay.tap()
    assert anna.number == before + 1


def test_the_last_question_is_not_answered_by_a_second_tap(reopens: Opens) -> None:
    evening = reopens().only(screen=False)
    evening.seat_all()
    evening.whole_round(1, moves=2)
    evening.only("Carla", screen=False).to_the_table()
    carla = evening.phone("Carla")
    before, yes = carla.number, carla.page.locator("#sure [value=yes]")
    with carla.in_haste() as tap:
        tap(middle(carla.page.locator(".open[data-name=steps][data-value='0']")))
        yes.wait_for()
        tap(middle(yes))
    expect(yes).to_be_visible()
    with carla.acts():
        yes.tap()
    assert carla.number == before + 1


def test_who_sits_down_does_not_get_up_by_a_second_tap(reopens: Opens) -> None:
    evening = reopens(1).only("Anna", screen=False)
    evening.new_table(game="vabanque")
    anna = evening.phone("Anna")
    anna.open(f"/t/{evening.key}")
    anna.page.locator("#name").fill("Anna")
    leave = anna.page.get_by_role("button", name="Get up again")
    with anna.in_haste() as tap:
        tap(middle(anna.page.get_by_role("button", name="Sit down")))
        anna.arrives("#live")
        tap(middle(leave))
    assert not anna.page.locator(".sending").count()
    leave.tap()
    expect(anna.page.get_by_role("button", name="Sit down")).to_be_visible()
