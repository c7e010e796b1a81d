"""Before the game: the way in is shown large, and who has no phone is offered the colours that are free meanwhile."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.evening import COLOURS, Evening
from tests.e2e.browser.fullest import Fullest
from tests.e2e.browser.inspector import Inspector
from tests.e2e.browser.laws import PHONES, SCREENS, breaks, usual_game
from tests.support.server import Server

pytestmark = pytest.mark.browser


def test_guest_is_offered_the_free_colours(opens: Opens) -> None:
    evening, inspector = opens(2), Inspector()
    anna, ben = evening.phones
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    evening.sits(anna, "sky")
    evening.screen.open(f"/t/{evening.key}")
    evening.screen.see(1)
    evening.screen.page.get_by_text("Someone has no phone?").click()
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
    expect(evening.screen.page.get_by_text("Start with this order of seats")).to_be_visible()
    evening.screen.page.get_by_text("Someone has no phone?").click()
    expect(evening.screen.page.locator("#guest")).to_have_value("")
    assert offered(evening) == ["orange", "green", "red", "purple"]
    assert not inspector.wrong, "\n".join(inspector.wrong)


@usual_game("banque_fatale")
def test_lobby_keeps_the_layout_rules(slug: str, browser: Browser, server: Server) -> None:
    evening = Fullest(browser, server, slug, screen="de", phones="fr").evening
    screen, anna = evening.screen, evening.phones[0]
    screen.open("/")
    evening.new_table(game=slug)
    screen.open(f"/t/{evening.key}")
    broken = list(breaks(screen.page, "nobody yet", *SCREENS))
    for number, (phone, colour) in enumerate(zip(evening.phones, COLOURS, strict=False), start=1):
        evening.sits(phone, colour)
        screen.see(number)
        if phone is anna:
            broken += breaks(screen.page, "the first", *SCREENS)
            screen.page.locator(".phoneless summary").click()
            broken += breaks(screen.page, "somebody without a phone", *SCREENS)
    broken += breaks(screen.page, "all", *SCREENS)
    anna.open(f"/t/{evening.key}")
    broken += breaks(anna.page, "all", *PHONES)
    assert not broken, "\n".join(broken)
    assert not evening.close()


def test_taken_colour_is_refused_and_another_offered(opens: Opens) -> None:
    evening = opens(2)
    anna, ben = evening.phones
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    ben.open(f"/t/{evening.key}")
    ben.page.fill("#name", "Ben")
    ben.page.locator("[value=sky]").check()
    ben.sleeps()  # the door shows nothing new meanwhile
    evening.sits(anna, "sky")
    ben.press("Sit down")
    expect(ben.page.locator("#toast")).to_contain_text("Anna already has that colour")
    ben.wakes()
    expect(ben.page.locator("[value=sky]")).to_be_disabled()
    expect(ben.page.locator("#name")).to_have_value("Ben")
    expect(ben.page.locator("[name=colour]:checked:enabled")).to_have_count(1)
    ben.press("Sit down")
    ben.arrives("#live")


def test_door_shows_taken_colours(opens: Opens) -> None:
    evening = opens(3)
    anna, ben, carla = evening.phones
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    ben.open(f"/t/{evening.key}")
    ben.page.fill("#name", "Ben")
    offered_first = ben.page.locator("#free :checked").input_value()
    chosen, other = [colour for colour in COLOURS if colour != offered_first][:2]
    ben.page.locator(f"[value={chosen}]").check()
    evening.sits(anna, other)
    expect(ben.page.locator(f"[value={other}]")).to_be_disabled()
    expect(ben.page.locator(f".choice:has([value={other}])")).to_contain_text("Anna")
    expect(ben.page.locator(f"[value={chosen}]")).to_be_checked()
    evening.sits(carla, chosen)
    expect(ben.page.locator(f"[value={chosen}]")).to_be_disabled()
    expect(ben.page.locator(f"[value={offered_first}]")).to_be_checked()
    expect(ben.page.locator("#name")).to_have_value("Ben")
    ben.press("Sit down")
    ben.arrives("#live")


def test_lobby_fits_a_phone_on_its_side(opens: Opens) -> None:
    evening = opens(1)
    anna = evening.phone("Anna")
    evening.screen.open("/")
    evening.new_table(game="vabanque")
    evening.sits(anna, "sky")
    anna.page.set_viewport_size({"width": 568, "height": 320})
    anna.open(f"/t/{evening.key}")
    for shown in (".turn", ".way-in .short-code", "#ask button"):
        found = anna.page.locator(shown).filter(visible=True).first
        expect(found).to_be_in_viewport(ratio=1)
        found.click(trial=True)


def offered(evening: Evening) -> list[str]:
    """The colours that can be seen and tapped."""
    shown = evening.screen.page.locator(".phoneless [name=colour]:enabled").filter(visible=True)
    found: list[str] = shown.evaluate_all("all => all.map(one => one.value)")
    assert set(found) <= set(COLOURS)
    return found
