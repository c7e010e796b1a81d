"""Sentences for people: what is wrong and what to do, in plain text, whose blanks must not be escaped."""

from collections.abc import Sequence

from babel.numbers import format_decimal
from jinja2 import UndefinedError

from companion.games.types import Seat, Trouble
from companion.i18n.languages import SOURCE
from companion.rendering.templating import signed, text

LONGEST_BLANK = 60


def sentence(slug: str, trouble: Trouble, names: Sequence[str], lang: str = SOURCE) -> str:
    """What is wrong and what to do, on one line, in plain text."""
    template = text(lang).select_template([f"{slug}/_refused.txt", "table/_refused.txt"])
    blanks = {key: _blank(key, value, names, lang) for key, value in trouble.blanks.items()}
    try:
        told = template.render(reason=trouble.reason, b=blanks)
    except UndefinedError:  # a sentence of that name wants other blanks: nobody may be left without an answer for it
        told = template.render(reason=f"{slug}: {trouble.reason}", b={})
    return " ".join(filter(None, map(str.strip, told.splitlines())))


def _blank(key: str, value: object, names: Sequence[str], lang: str) -> object:
    """Seats become names, numbers are written as in the language; text from outside is cut and stays on its line."""
    if key == "player" and isinstance(value, Seat) and value < len(names):
        return names[value]
    if isinstance(value, str) and not (value.isprintable() and len(value) <= LONGEST_BLANK * 4):
        return ascii(value[:LONGEST_BLANK])
    if key == "key" and isinstance(value, str) and value.split() != [value]:
        return f'"{value}"'  # else blanks at its ends, or no letter at all, could not be seen
    if type(value) is int:
        return signed(format_decimal(value, locale=lang))
    return value
