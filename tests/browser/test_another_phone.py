"""Another phone for a seat: the old one shows a code, the new one scans or types it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.evening import Evening
from tests.browser.inspector import Inspector

pytestmark = pytest.mark.browser


def code_on(evening: Evening, name: str) -> str:
    """What somebody's phone shows for another one."""
    phone = evening.phone(name)
    phone.menu("Another phone for my seat")
    phone.arrives(".hand-over")
    return re.sub(r"\s", "", phone.page.locator(".hand-over").inner_text())


def test_the_new_phone_scans_the_code_and_the_old_one_is_out(reopens: Opens) -> None:
    evening, inspector = reopens().only("Anna", "Ben"), Inspector()
    evening.open()
    evening.place_all_chips({1: 12})
    old, hand = evening.phone("Anna"), evening.hand("Anna")
    code = code_on(evening, "Anna")
    inspector.looks_at("another phone for my seat", old)
    expect(old.page.locator(".qr .paper")).to_have_css("fill", "rgb(255, 255, 255)")
    expect(old.page.locator(".qr path:not(.paper)")).to_have_css("fill", "rgb(0, 0, 0)")
    new, asked = evening.stranger("Anna"), list[str]()
    new.page.on("request", lambda request: asked.append(request.url))
    new.open(f"/t/{evening.key}/door#{code}")
    new.arrives("#live")
    assert new.own == ["Anna"]
    assert not any(code in address for address in asked[1:])
    assert code not in new.page.url
    old.page.get_by_text("Whose seat is yours?").wait_for()
    for device in (evening.screen, evening.phone("Ben")):
        expect(device.page.locator("#notices")).to_contain_text("The seat of Anna is now on another device.")
    assert new.texts(".notice") == []
    evening.phones[0] = new
    assert evening.hand("Anna") == hand
    evening.lay("Anna", 1, 2)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_it_is_typed_at_the_door_as_well(reopens: Opens) -> None:
    evening, inspector = reopens().only("Ben", screen=False), Inspector()
    evening.open()
    code, new = code_on(evening, "Ben"), evening.stranger("Ben")
    new.open(f"/t/{evening.key}")
    new.page.get_by_text("I have a seat here on another phone").click()
    new.page.fill("#seat-code", f"{code[:4]} {code[4:]}".lower())
    inspector.looks_at("the code at the door", new)
    new.press("Take my seat")
    new.arrives("#live")
    assert new.own == ["Ben"]
    assert not inspector.wrong, "\n".join(inspector.wrong)
