"""What people's fingers do, counted where they touch the glass."""

from collections.abc import Iterable

from tests.e2e.browser.devices import Phone
from tests.e2e.browser.evening import Evening

COUNT = """addEventListener("pointerdown", event => {
  if (event.isTrusted) sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps")));
}, true)"""
TAPS = "Number(sessionStorage.getItem('taps'))"


def counted(evening: Evening) -> Evening:
    """From now on each page counts the fingers on it; it must not have been opened."""
    for phone in evening.phones:
        phone.context.add_init_script(COUNT)
    return evening


def taps(phones: Iterable[Phone]) -> list[int]:
    """How many each phone has felt."""
    return [int(phone.page.evaluate(TAPS)) for phone in phones]
