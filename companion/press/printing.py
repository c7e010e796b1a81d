"""One sheet: a page of HTML and its style sheets, made into a PDF."""

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from threading import Lock
from typing import Any

from companion.paths import data_dir
from companion.press import (
    bare,
    borders,
    cells,
    lasting,
    layers,
    letters,
    lines,
    measures,
    packing,
    pictures,
    reading,
    starting,
    styles,
)

WRITTEN_FOR = "70."
"""The WeasyPrint that the shortcuts were tried with."""

SHORTCUTS = (lasting, bare, borders, cells, layers, lines, letters, measures, packing, pictures, styles)
_one = Lock()


class Missing(Exception):
    """WeasyPrint cannot work on this machine."""


def make(
    html: str, sheets: Sequence[str], told: Callable[[int], None] | None = None, *, to_scale: bool = False
) -> bytes:
    """The PDF; `told` hears the number of each page that is laid out. `forget` comes after it. Raises Missing."""
    finish = _to_scale if to_scale else None
    engine = ready()
    with _one, _uncollected(), _overheard(told):
        page = _page(html, engine)
        pdf: bytes = page.write_pdf(stylesheets=_styles(*sheets), font_config=_fonts(), finisher=finish)
    return pdf


def forget() -> None:
    """Clears up after a sheet, whether it was made or not: when it is told, so that nobody waits for that."""
    with _one:
        for shortcut in SHORTCUTS:
            shortcut.forget()


def _to_scale(_document: Any, pdf: Any) -> None:
    """What the window in which one prints begins with. WeasyPrint has no option for it."""
    from pydyf import Dictionary

    pdf.catalog["ViewerPreferences"] = Dictionary({"PrintScaling": "/None", "Duplex": "/Simplex"})


def warm() -> None:
    """Does beforehand what every sheet needs, where it can be done at all."""
    with suppress(Missing):  # the sheet that is asked for says so
        make("<html><head><title>.</title></head><body><p>1</p></body></html>", ("base", "a4"))
        forget()


@contextmanager
def _uncollected() -> Iterator[None]:
    """A sheet is one great heap of things that refer to one another, and all of it is needed to the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _overheard(told: Callable[[int], None] | None) -> Iterator[None]:
    """WeasyPrint logs what it is about; the last word of the fifth step is the page."""
    if told is None:
        yield
        return
    progress, ear = logging.getLogger("weasyprint.progress"), _Ear(told)
    level = progress.level
    progress.addHandler(ear)
    progress.setLevel(logging.INFO)
    try:
        yield
    finally:
        progress.removeHandler(ear)
        progress.setLevel(level)


class _Ear(logging.Handler):
    def __init__(self, told: Callable[[int], None]) -> None:
        super().__init__()
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        last = record.getMessage().split()[-1]
        if record.msg.startswith("Step 5") and last.isdigit():
            self.told(int(last))


@cache
def ready() -> Any:
    """The library, with the shortcuts where they are known to be right. Raises Missing."""
    try:
        engine = starting.weasyprint()
    except (ImportError, OSError) as error:
        raise Missing from error
    if quick():
        for shortcut in SHORTCUTS:
            shortcut.take()
    return engine


def quick() -> bool:
    """Whether the shortcuts are taken."""
    return str(starting.weasyprint().__version__).startswith(WRITTEN_FOR)


@cache
def _fonts() -> Any:
    """The fonts of the machine, looked for once."""
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def _styles(*names: str) -> list[Any]:
    from weasyprint import CSS

    files = [data_dir("printables") / f"{name}.css" for name in names]
    return [styles.near(CSS(filename=str(file)), file.read_text("utf-8")) for file in files]


def _page(html: str, engine: Any) -> Any:
    """A page as WeasyPrint takes it. A sheet has everything in it: nothing is fetched."""
    fetcher = engine.urls.URLFetcher(allowed_protocols=())
    try:
        if not quick():
            raise reading.NotOurs
        read = reading.read(html)
        drawn = [pictures.of(picture, fetcher) for picture in read.pictures]
    except reading.NotOurs:
        return engine.HTML(string=html, url_fetcher=fetcher)
    pictures.show({element: drawn[number] for element, number in read.shown.items()})
    return _read_page(engine, read.root, fetcher)


def _read_page(engine: Any, root: Any, fetcher: Any) -> Any:
    """What `HTML` is after it has read a page."""
    page = engine.HTML.__new__(engine.HTML)
    page.base_url, page.url_fetcher, page.media_type = None, fetcher, "print"
    page.wrapper_element = engine.cssselect2.ElementWrapper.from_html_root(root, content_language=None)
    page.etree_element = page.wrapper_element.etree_element
    head = next(page.wrapper_element.iter_children())
    page.wrapper_element.query_all = head.query_all  # WeasyPrint asks for what stands in the head alone
    return page
