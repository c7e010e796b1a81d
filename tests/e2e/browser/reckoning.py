"""What the pages' own payout lines add up to, reckoned here once more."""

from collections import Counter
from collections.abc import Sequence

from playwright.sync_api import Page

LINES = """() => [...document.querySelectorAll(".payout .lines > li:has(.amount)")]
  .map(line => [".name", ".amount"].map(part => line.querySelector(part).innerText))"""
"""Who gets what; a line without an amount is of somebody who has nothing there."""


def amount(text: str) -> int:
    """A sum of money as the page writes it."""
    return int("".join(letter for letter in text if letter.isdecimal()))


def paid(page: Page) -> Counter[str]:
    """Who gets how much by the lines of the payout page that is shown."""
    got: Counter[str] = Counter()
    for name, sum_ in page.evaluate(LINES):
        got[name] += amount(sum_)
    return got


def new_order(order: Sequence[str], money: Counter[str]) -> list[str]:
    """Richest first; who have the same turn their order round."""
    turned = list(reversed(order))
    return sorted(turned, key=lambda name: -money[name])


def winners(money: Counter[str]) -> set[str]:
    """Most money wins, equals share it."""
    return {name for name in money if money[name] == max(money.values())}
