"""The menu is in view and can be tapped in every window, for hosts and players."""

import re

from playwright.sync_api import Browser, expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Device
from tests.e2e.browser.inspector import TARGET, Inspector
from tests.e2e.browser.layout_rules import PHONES, SCREENS, Size, at, each_game_slowly, violations
from tests.e2e.browser.random_game import RandomGame
from tests.support.server import Server

TIMER_IN_HEADLINE = """() => document.getElementById("timer").getBoundingClientRect().bottom
  <= document.getElementById("turn").getBoundingClientRect().bottom + 1"""
BREAKS = """target => {
  const menu = document.getElementById("menu"), box = menu.getBoundingClientRect(), found = [];
  const out = box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  if (out) found.push("is not in view");
  if (menu.scrollWidth > menu.clientWidth + 1) found.push("scrolls sideways");
  for (const one of menu.querySelectorAll("a, button")) {
    if (!one.checkVisibility()) continue;
    one.scrollIntoView({block: "nearest"});
    const its = one.getBoundingClientRect();
    if (its.height < target - .5) found.push(`${one.textContent.trim()} is ${its.height} px high`);
    if (its.top < box.top - 1 || its.bottom > box.bottom + 1) found.push(`${one.textContent.trim()} cannot be reached`);
  }
  menu.scrollTo(0, 0);
  return found;
}"""


@each_game_slowly("vabanque")
def test_menu_is_in_view_and_returns_the_focus(slug: str, browser: Browser, server: Server) -> None:
    game = RandomGame(browser, server, slug, screen="fr", phones="de")
    game.begin()
    inspector, broken = Inspector(), []
    phone = game.phone(next(state.seat for state in game.states() if state.seat is not None))
    for device, sizes in ((game.session.screen, SCREENS), (phone, PHONES)):
        for size in sizes:
            broken += opened(device, size, inspector)
    assert not broken, "\n".join(broken)
    assert not inspector.wrong, "\n".join(inspector.wrong)
    assert not game.session.close()


def opened(device: Device, size: Size, inspector: Inspector) -> list[str]:
    """Faults of the menu in a window; axe inspects the largest and the smallest."""
    at(device.page, size)
    device.page.locator("#menu-button").click()
    found = device.page.evaluate(BREAKS, TARGET)
    if size in (SCREENS[1], PHONES[0]):
        inspector.inspect(f"menu, {size[0]} × {size[1]}", device)
    device.page.keyboard.press("Escape")
    if device.page.evaluate("document.activeElement.id") != "menu-button":
        found.append("the focus is not where it was")
    return [f"{size[0]} × {size[1]}: {what}" for what in found]


LEFT = "document.getElementById('timer').textContent.split(':').reduce((whole, part) => 60 * whole + Number(part), 0)"


def test_timer_runs_alike_on_all_devices_and_covers_nothing(opens: Opens) -> None:
    session = opens().only("Anna")
    session.open(game="wetten", track="30")
    anna, screen = session.phone("Anna").page, session.screen.page
    screen.locator("#menu-button").click()
    screen.locator("#timer-seconds").select_option("120")
    screen.get_by_role("button", name="Set the timer").click()
    for page in (anna, screen):
        expect(page.locator("#timer")).to_have_text(re.compile(r"^(2:00|1:5\d)$"))
    left = [page.evaluate(LEFT) for page in (anna, screen)]
    assert abs(left[0] - left[1]) <= 1
    broken = [*violations(anna, "timer", *PHONES), *violations(screen, "timer", *SCREENS)]
    assert not broken, "\n".join(broken)
    for size in PHONES:
        at(anna, size)
        assert anna.evaluate(TIMER_IN_HEADLINE)
