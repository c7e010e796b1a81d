"""Sums of the lines of a payout."""

from collections import Counter
from collections.abc import Sequence

from playwright.sync_api import Page

LINES = """() => [...document.querySelectorAll(".payout :is(.lines, .shares) > li:has(.amount)")]
  .map(line => [".name", ".amount"].map(part => line.querySelector(part).innerText))"""
"""Name and amount of each line that has an amount."""


def amount(text: str) -> int:
    """Number in an amount of money; nothing is 0."""
    return int("".join(letter for letter in text if letter.isdecimal()) or 0)


def paid(page: Page) -> Counter[str]:
    """Amounts by name on the page of a payout."""
    got: Counter[str] = Counter()
    for name, sum_ in page.evaluate(LINES):
        got[name] += amount(sum_)
    return got


def new_order(order: Sequence[str], money: Counter[str]) -> list[str]:
    """Order of the next round: richest first; of equals, the one behind goes first."""
    turned = list(reversed(order))
    return sorted(turned, key=lambda name: -money[name])


def winners(money: Counter[str]) -> set[str]:
    """Players with the most money."""
    return {name for name in money if money[name] == max(money.values())}
