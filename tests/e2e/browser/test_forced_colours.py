"""In forced colours (Windows' high contrast), the turn and the choice are still visible."""

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Device, Phone
from tests.e2e.browser.inspector import Inspector

GROUND = "one => getComputedStyle(one).backgroundColor"
FRAMED = """all => all.filter(one => { const style = getComputedStyle(one);
  return style.outlineStyle === "solid" && style.outlineColor !== getComputedStyle(document.body).backgroundColor; })
  .map(one => (one.querySelector(".name") ?? one).innerText.trim())"""


def test_turn_and_choice_show_in_forced_colours(opens: Opens) -> None:
    session, inspector = opens().only("Anna", "Ben"), Inspector()
    session.open()
    anna, ben, _ = session.phones
    for device in session.devices:
        device.page.emulate_media(forced_colors="active", color_scheme="dark")
    assert ground(anna, ".turn.mine") != ground(anna, "body"), "the headline of whose turn it is"
    assert ground(ben, ".turn:not(.mine)") == "rgba(0, 0, 0, 0)"
    for phone in (anna, ben):
        phone.page.locator(".strip").filter(visible=True).tap()
    for device in session.devices:
        assert framed(device, "#people .people > li") == ["Anna"]
    inspector.inspect("all players in forced colours", anna)
    for phone in (anna, ben):
        phone.page.keyboard.press("Escape")
    inspector.inspect("a turn in forced colours", anna)
    inspector.inspect("a table in forced colours", session.screen)
    session.place_all_chips({1: 12})
    anna.turn_comes()
    anna.choose(2)
    assert anna.page.locator(".back").filter(visible=True).evaluate_all(FRAMED) == [""]
    assert anna.page.locator(".back:has(:checked)").filter(visible=True).evaluate_all(FRAMED) == [""]
    inspector.inspect("a chosen card in forced colours", anna)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def ground(device: Device, selector: str) -> str:
    """The colour behind what this device is shown there."""
    found: str = device.page.locator(selector).filter(visible=True).first.evaluate(GROUND)
    return found


def framed(device: Device | Phone, selector: str) -> list[str]:
    """Names of elements with a frame that differs from the background."""
    found: list[str] = device.page.locator(selector).filter(visible=True).evaluate_all(FRAMED)
    return found
