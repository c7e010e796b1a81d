"""Inspects pages for accessibility: findings of axe, small targets, small type."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

from tests.e2e.browser.devices import Device

MEASURE = Path(__file__).with_name("measure.js").read_text()
TARGET, TYPE = 44, 16

AXE = Axe().axe_script
RUN = """options => axe.run({reporter: 'no-passes', selectors: false, preload: {assets: ['media']}, ...options})
  .then(told => told.violations)"""
"""Style sheets are not fetched once more: of the rules that are asked none reads them."""
ONLY_COLOURS = {"runOnly": ["color-contrast"]}
ALIKE_IN_LIGHT = """() => getComputedStyle(document.documentElement).colorScheme === "normal" &&
  [...document.styleSheets].every(sheet => [...sheet.cssRules].every(rule => !/color-scheme/.test(rule.cssText)))"""
"""Whether a page has the same colours in light, as what is printed has: to look once more finds the same."""

LIGHT = """media => [...document.querySelectorAll("link[data-light]")]
  .map(sheet => { const before = sheet.media; sheet.media = media; return before; })[0]"""
"""Let a page that follows no system be light; gives when it was so before."""


class Inspector:
    """Looks at pages as they come, and tells all that is wrong at the end."""

    def __init__(self, *, everywhere: bool = False) -> None:
        self.everywhere = everywhere
        self.seen: list[str] = []
        self.wrong: list[str] = []

    def inspect(self, kind: str, device: Device, *, paper: bool = False) -> None:
        """Look at a page in dark, and at every other one (`everywhere`: each) in light. Paper may have smaller type."""
        device.dressed()
        assert kind not in self.seen
        self.seen.append(kind)
        page, size = device.page, device.page.viewport_size
        assert size is not None
        found = page.evaluate(MEASURE, [size["width"], TARGET, 0 if paper else TYPE])
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        for violation in page.evaluate(RUN, {}):
            found += [f"axe, {violation['id']}: {node['html'][:120]}" for node in violation["nodes"]]
        if (self.everywhere or len(self.seen) % 2) and not (paper and page.evaluate(ALIKE_IN_LIGHT)):
            page.emulate_media(color_scheme="light")
            media = page.evaluate(LIGHT, "all")
            for violation in page.evaluate(RUN, ONLY_COLOURS):
                found += [f"axe, in light: {node['html'][:120]}" for node in violation["nodes"]]
            page.emulate_media(color_scheme="dark")
            page.evaluate(LIGHT, media)
        self.wrong += [f"{kind}: {what}" for what in found]
