"""A phone 320 pixels wide that shows pages of an app in every language without scripts.

A page whose style sheets are those of the page before takes its place body for body, and the browser is asked once for
all languages: so a page takes some milliseconds.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from playwright.sync_api import Browser, Route

from companion.i18n.languages import languages
from tests.unit.web.support.devices import ORIGIN, Device

NARROW, HIGH = 320, 640
STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
SWAP = """async html => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.replaceWith(fresh.body);
  document.body.getClientRects();
  await document.fonts.ready;
}"""
"""Laid out with the letters that it wants."""
UNFOLD = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll(".unfold")) one.checked = true;
  document.getElementById("menu")?.showModal();
}"""
HAND = """html => {
  const look = document.getElementById("look");
  document.getElementById("menu").close();
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
"""Function that counts the lines of a visible text."""
HEADLINES = f"""async pages => {{ {LINES}
  const swap = {SWAP}, found = [];
  for (const [html] of pages) {{
    await swap(html);
    const turn = [...document.querySelectorAll("#turn .turn")].find(shown);
    found.push([lines(turn), turn.innerText.trim().replace(/\\s+/g, " ")]);
  }}
  return found;
}}"""
BROKEN = (
    f"() => {{ {LINES}"
    + """
  const said = button => button.innerText.trim().replace(/\\s+/g, " ");
  const all = selector => [...document.querySelectorAll(selector)];
  const breaks = one => !one.closest(".choices, .go .row, .more") && lines(one) > 1;
  const buttons = all("button, .button").filter(shown);
  const broken = buttons.filter(one => breaks(one) || one.scrollWidth > one.clientWidth).map(said);
  const box = document.getElementById("sure"), asked = new Set(all("[data-sure]").map(one => one.dataset.sure));
  document.getElementById("menu")?.close();
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
LABELS = f"""async pages => {{
  const swap = {SWAP}, unfold = {UNFOLD}, hand = {HAND}, broken = {BROKEN}, found = [];
  for (const [html, opened] of pages) {{
    await swap(html);
    const labels = broken();
    unfold();
    labels.push(...broken());
    if (opened) hand(opened);
    found.push([labels, opened ? broken() : []]);
  }}
  return found;
}}"""
"""The same of each page, as it comes and unfolded with its menu; then with the hand, where one opens."""


class NarrowPhone:
    """`broken` says of each label that broke or stuck out, by language, where that was first."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport={"width": NARROW, "height": HIGH}, reduced_motion="reduce")
        self.context.route("**/*", self._answer)
        self.broken: dict[tuple[str, str], str] = {}
        self._page = self.context.new_page()
        self._styles: list[str] = []
        self._html = ""
        self._device: Device | None = None

    def check(self, where: str, device: Device, path: str) -> None:
        """Check a page in each language: as it comes, unfolded with its menu, then with the hand where one opens."""
        for lang, (labels, opened) in self._asked(LABELS, device, path):
            for label in labels:
                self.broken.setdefault((lang, label), where)
            for label in opened:
                self.broken.setdefault((lang, label), f"{where}, opened")

    def headlines(self, device: Device, path: str) -> Iterator[tuple[str, int, str]]:
        """Each language with how many lines the headline of a page takes there, and what it says."""
        for lang, (lines, said) in self._asked(HEADLINES, device, path):
            yield lang, lines, said

    def measures(self, html: str) -> list[str]:
        """The labels that break in a piece of a page that is without style."""
        self._page.set_content(html)
        broken: list[str] = self._page.evaluate(BROKEN)
        return broken

    def _asked(self, what: str, device: Device, path: str) -> Iterator[tuple[str, Any]]:
        """Each language with what the browser says of a page in it; of all at once, where they have the same styles."""
        self._device = device
        pages = [(lang, self._fetched(lang, path, hand=what == LABELS)) for lang in languages()]
        for styles, alike in groupby(pages, lambda page: STYLES.findall(page[1][0])):
            langs, shown = zip(*alike, strict=True)
            self._dressed(styles, shown[0][0])
            yield from zip(langs, self._page.evaluate(what, shown), strict=True)

    def _fetched(self, lang: str, path: str, *, hand: bool) -> tuple[str, str]:
        """A page, and the hand that opens on it, where that is wanted."""
        assert self._device is not None
        self._device.client.set_cookie("companion-language", lang, domain="companion.test")
        html = self._device.get(path).text
        return html, self._device.get(f"{path}/hand").text if hand and "data-open=" in html else ""

    def _dressed(self, styles: list[str], html: str) -> None:
        """A page of these style sheets is there."""
        if styles != self._styles:
            self._styles, self._html = styles, html
            self._page.goto(f"{ORIGIN}/")
            self._page.wait_for_function("() => document.fonts.status === 'loaded'")

    def _answer(self, route: Route) -> None:
        asked = route.request
        if asked.resource_type == "document":
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif asked.resource_type == "script" or self._device is None:
            route.abort()
        else:
            found = self._device.get(asked.url.removeprefix(ORIGIN))
            route.fulfill(body=found.data, content_type=found.headers["Content-Type"])
