"""Sentences of a game, as plain text."""

import re
from typing import Any

from companion.rendering import templating

FIGURE = re.compile(r"\d+(?:,\d{3})*")
PLUS_NOTHING = re.compile(r"\+[^\w\s]?0(?![.,]?\d)")
"""A plus before zero, with or without a unit. Sums with blanks, as in 4 + 0 + 0, are allowed."""


def sentences(slug: str, lang: str = "en") -> Any:
    """The macros of the game's `_words.html`, as plain text."""
    return templating.text_environment(lang).get_template(f"{slug}/_words.html").module


def unbroken(told: object) -> str:
    """The text with plain spaces instead of no-break spaces."""
    return str(told).replace("\u00a0", " ")
