"""A phone as narrow as they come, which shows pages of an app in every language, and no script runs on it.

A page whose style sheets are those of the page before takes its place body for body, so a look costs some milliseconds.
"""

import re
from collections.abc import Iterator

from playwright.sync_api import Browser, Route

from companion.languages import languages
from tests.web.devices import ORIGIN, Device

NARROW, HIGH = 320, 640
STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
SWAP = """html => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.replaceWith(fresh.body);
}"""
UNFOLD = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll(".unfold")) one.checked = true;
  document.getElementById("menu")?.showPopover();
}"""
HAND = """html => {
  const look = document.getElementById("look");
  document.getElementById("menu").hidePopover();
  look.className = "choosing";
  look.innerHTML = html;
}"""
LINES = """
  const shown = one => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length;
  function lines(text) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), boxes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || node.parentElement.closest(".hidden-text") || !shown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...[...range.getClientRects()].filter(box => box.width > 1));
    }
    boxes.sort((one, other) => one.top - other.top);
    let count = 0, bottom = -Infinity;
    for (const box of boxes) {
      if (box.top + box.height / 4 > bottom) count++;
      bottom = Math.max(bottom, box.bottom - box.height / 4);
    }
    return count;
  }
"""
"""How many lines a text takes where it is shown."""
HEADLINE = f"""() => {{ {LINES}
  const turn = [...document.querySelectorAll("#turn .turn")].find(shown);
  return [lines(turn), turn.innerText.trim().replace(/\\s+/g, " ")];
}}"""
BROKEN = (
    f"() => {{ {LINES}"
    + """
  const said = button => button.innerText.trim().replace(/\\s+/g, " ");
  const all = selector => [...document.querySelectorAll(selector)];
  const breaks = one => !one.closest(".choices") && lines(one) > 1;
  const buttons = all("button, .button").filter(shown);
  const broken = buttons.filter(one => breaks(one) || one.scrollWidth > one.clientWidth).map(said);
  const box = document.getElementById("sure"), asked = new Set(all("[data-sure]").map(one => one.dataset.sure));
  document.getElementById("menu")?.hidePopover();
  if (box) {
    const yes = box.querySelector("[value=yes]");
    box.showModal();
    for (const sure of asked) {
      yes.textContent = sure;
      if (lines(yes) > 1) broken.push(sure);
    }
    box.close();
  }
  return broken;
}"""
)
"""The labels of buttons that break or stick out, and those that would break in the question before a final tap."""


class Narrow:
    """What broke or stuck out: a language and a label, with where that was first."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport={"width": NARROW, "height": HIGH}, reduced_motion="reduce")
        self.context.route("**/*", self._answer)
        self.broken: dict[tuple[str, str], str] = {}
        self._page = self.context.new_page()
        self._styles: list[str] = []
        self._html = ""
        self._device: Device | None = None

    def looks(self, where: str, device: Device, path: str) -> None:
        """At a page in each language: as it comes, unfolded with its menu, then with the hand where one opens."""
        self._device = device
        for lang in languages():
            device.client.set_cookie("companion-language", lang, domain="companion.test")
            html = device.get(path).text
            self._show(html)
            self._measure(lang, where)
            self._page.evaluate(UNFOLD)
            self._measure(lang, where)
            if "data-open=" in html:
                self._page.evaluate(HAND, device.get(f"{path}/hand").text)
                self._measure(lang, f"{where}, opened")

    def headlines(self, device: Device, path: str) -> Iterator[tuple[str, int, str]]:
        """Each language with how many lines the headline of a page takes there, and what it says."""
        self._device = device
        for lang in languages():
            device.client.set_cookie("companion-language", lang, domain="companion.test")
            self._show(device.get(path).text)
            lines, said = self._page.evaluate(HEADLINE)
            yield lang, lines, said

    def measures(self, html: str) -> list[str]:
        """The labels that break in a piece of a page that is without style."""
        self._page.set_content(html)
        broken: list[str] = self._page.evaluate(BROKEN)
        return broken

    def _show(self, html: str) -> None:
        styles = STYLES.findall(html)
        if styles == self._styles:
            self._page.evaluate(SWAP, html)
            return
        self._styles, self._html = styles, html
        self._page.goto(f"{ORIGIN}/")
        self._page.wait_for_function("() => document.fonts.status === 'loaded'")

    def _measure(self, lang: str, where: str) -> None:
        for label in self._page.evaluate(BROKEN):
            self.broken.setdefault((lang, label), where)

    def _answer(self, route: Route) -> None:
        asked = route.request
        if asked.resource_type == "document":
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif asked.resource_type == "script" or self._device is None:
            route.abort()
        else:
            found = self._device.get(asked.url.removeprefix(ORIGIN))
            route.fulfill(body=found.data, content_type=found.headers["Content-Type"])
