"""Old phones: Chromium, from which a script removes features before each page."""

import pytest
from playwright.sync_api import Browser, expect

from companion.paths import data_dir
from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.layout_rules import at
from tests.support.server import Server

NO_POPOVER = """
for (const one of ["popover", "showPopover", "hidePopover", "togglePopover"]) delete HTMLElement.prototype[one];
new MutationObserver(() => {
  for (const name of ["popover", "popovertarget"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
  }
}).observe(document, {childList: true, subtree: true});
"""

IOS_15 = """
delete HTMLFormElement.prototype.requestSubmit;
FormData = class extends FormData { constructor(form) { super(form); } };
"""


def test_browser_without_submitters_sends_its_buttons(opens: Opens) -> None:
    session = opens(3).only("Anna")
    anna = session.phone("Anna")
    anna.context.add_init_script(IOS_15)
    session.open()
    with anna.acts():
        anna.tap(3)
    assert anna.page.locator(".casino .chips").all_text_contents() == ["5"]
    with anna.acts():
        anna.press("Undo your last move")
    assert anna.page.locator(".casino .chips").all_text_contents() == []


def test_menu_and_hint_open_without_popovers(opens: Opens) -> None:
    session = opens(3).only("Anna")
    anna = session.phone("Anna")
    anna.context.add_init_script(NO_POPOVER)
    session.open()
    at(anna.page, (375, 740))
    rules = anna.page.locator("#menu").get_by_role("link", name="Rules")
    expect(rules).not_to_be_visible()
    anna.page.locator("#menu-button").tap()
    expect(rules).to_be_visible()
    anna.page.touchscreen.tap(100, 40)
    expect(rules).not_to_be_visible()
    at(anna.page, (568, 320))
    hint = anna.page.locator("#lesson")
    expect(hint).not_to_be_visible()
    anna.page.locator(".what-for").tap()
    expect(hint).to_be_visible()
    anna.page.locator("#board").tap(position={"x": 5, "y": 5})
    expect(hint).not_to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_browser_without_has_reads_that_it_is_too_old(browser: Browser, server: Server, *, scripts: bool) -> None:
    styles = (data_dir("static") / "base.css").read_text("utf-8").replace("selector(:has(a))", "selector(:news(a))")
    context = browser.new_context(java_script_enabled=scripts)
    context.route("**/base.css*", lambda route: route.fulfill(body=styles, content_type="text/css"))
    page = context.new_page()
    page.goto(server.origin)
    expect(page.get_by_text("This browser is too old")).to_be_visible()
    context.close()


FILMS = """window.films = [];
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function film() {
  const begun = play.call(this);
  begun.then(() => films.push("plays"), () => films.push("may not"));
  return begun;
};"""
NO_FILMS = "HTMLMediaElement.prototype.play = () => Promise.reject(new Error('no such film'));"


def test_screen_stays_awake_after_a_tap_or_says_so(opens: Opens) -> None:
    session = opens(3).only()
    page = session.screen.page
    session.screen.context.add_init_script(FILMS)
    session.open()
    assert not page.evaluate("'wakeLock' in navigator")
    page.locator("#turn").click()
    page.wait_for_function("() => films.includes('plays')")
    expect(page.locator("#toast")).to_be_empty()
    session.screen.context.add_init_script(NO_FILMS)
    page.reload()
    page.locator("#turn").click()
    expect(page.locator("#toast")).to_contain_text("may switch itself off")
