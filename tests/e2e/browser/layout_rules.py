"""Rules of layout, as `layout_rules.js` measures them, in windows of the sizes that they are promised for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.games import GAMES
from companion.paths import data_dir
from tests.e2e.browser.random_game import State
from tests.support.cases import usually

Size = tuple[int, int]
"""Width and height of a window, in CSS pixels."""

SCREENS = ((1024, 600), (1280, 800), (1920, 1080), (3840, 2160), (768, 1024))
PHONES = ((320, 568), (360, 640), (390, 844), (568, 320))
TIGHT = {(1024, 600), (768, 1024), (320, 568), (568, 320)}
TIGHT_PHONES = tuple(size for size in PHONES if size in TIGHT)
WITH_BARS = (390, 664)
"""An iPhone whose browser shows its bars."""
MEASURED = (1280, 800)
"""Window in which results have a least size."""

OWN = [slug for slug in GAMES if (data_dir("templates") / slug / "_board.html").is_file()]
every_game = pytest.mark.parametrize("slug", OWN)
"""Games with pages of their own."""


def each_game_slowly(slug: str) -> pytest.MarkDecorator:
    """Parametrize a test of code that all games share: the usual run takes this game only."""
    return pytest.mark.parametrize("slug", usually(slug, of=OWN))


_LAWS = Path(__file__).with_name("layout_rules.js").read_text(encoding="utf-8")


_ZOOMED = Path(__file__).with_name("zoomed.js").read_text(encoding="utf-8")
_SPACING = """out => {
  const sheet = window.spacing ??= new CSSStyleSheet();
  const others = document.adoptedStyleSheets.filter(one => one !== sheet);
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = out ? [...others, sheet] : others;
}"""
ENLARGED = ((195, 422), (180, 320), (320, 256))
"""Phones of 390 × 844 and 360 × 640 at 200 %, and a window of 1280 × 1024 at 400 % (WCAG 1.4.10)."""


def at(page: Page, size: Size) -> None:
    """Give the window this size, and wait until it is drawn."""
    view: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != view:
        page.set_viewport_size(view)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def violations(page: Page, what: str, *sizes: Size) -> Iterator[str]:
    """Rules that a page breaks, in windows of these sizes."""
    for size in sizes:
        at(page, size)
        yield from (f"{what}, {size[0]} × {size[1]}: {fault}" for fault in page.evaluate(_LAWS))


def enlarged(page: Page, what: str, *sizes: Size) -> Iterator[str]:
    """List the parts of a page that are lost when it is enlarged to 200 % or 400 %."""
    for size in sizes or ENLARGED:
        at(page, size)
        yield from (f"{what}, {size[0]} × {size[1]}: {fault}" for fault in page.evaluate(_ZOOMED))


def spaced(page: Page, what: str, *sizes: Size) -> Iterator[str]:
    """List the parts of a page that are lost when its text is spaced out (WCAG 1.4.12)."""
    page.evaluate(_SPACING, True)
    for size in sizes or TIGHT_PHONES:
        at(page, size)
        lost = (fault for fault in page.evaluate(_ZOOMED) if not fault.startswith("stays over"))
        yield from (f"{what}, spaced out, {size[0]} × {size[1]}: {fault}" for fault in lost)
    page.evaluate(_SPACING, False)


def measured(sizes: Sequence[Size], state: State, looks: Counter[str], *, everywhere: bool = False) -> Iterator[Size]:
    """Choose windows: tight ones, that of results, and for the first state of a kind one more in turn.

    `looks` are those at each kind so far, with this one. A later one of a kind has one of the tight windows in turn.
    """
    first, late = looks[state.kind] == 1, looks.total() - len(looks)
    if state.kind == "over" or (first and everywhere):
        yield from sizes
        return
    tight, others = [size for size in sizes if size in TIGHT], [size for size in sizes if size not in TIGHT]
    wanted = set(tight) if first or everywhere else {tight[late % len(tight)]}
    wanted |= {others[len(looks) % len(others)]} if first else set()
    wanted |= {MEASURED} if state.paged else set()
    yield from (size for size in (*others, *tight) if size in wanted)
