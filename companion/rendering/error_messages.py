"""Error messages in plain text. Their parameters must not be escaped."""

from collections.abc import Sequence

from babel.numbers import format_decimal
from jinja2 import UndefinedError

from companion.games.types import Refusal, Seat
from companion.i18n.languages import SOURCE
from companion.rendering.templating import text_environment, with_minus_sign

LONGEST_VALUE = 60


def format_error(slug: str, refusal: Refusal, names: Sequence[str], lang: str = SOURCE) -> str:
    """Return the reason and what to do, on one line."""
    template = text_environment(lang).select_template([f"{slug}/_refused.txt", "table/_refused.txt"])
    values = {key: _format_value(key, value, names, lang) for key, value in refusal.params.items()}
    try:
        message = template.render(reason=refusal.reason, b=values)
    except UndefinedError:  # its sentence needs other parameters; show the reason at least
        message = template.render(reason=f"{slug}: {refusal.reason}", b={})
    return " ".join(filter(None, map(str.strip, message.splitlines())))


def _format_value(key: str, value: object, names: Sequence[str], lang: str) -> object:
    """Turn seats into names and format numbers; text from outside is cut and stays on its line."""
    if key == "player" and isinstance(value, Seat) and value < len(names):
        return names[value]
    if isinstance(value, str) and not (value.isprintable() and len(value) <= LONGEST_VALUE * 4):
        return ascii(value[:LONGEST_VALUE])
    if key == "key" and isinstance(value, str) and value.split() != [value]:
        return f'"{value}"'  # makes spaces at its ends visible
    if type(value) is int:
        return with_minus_sign(format_decimal(value, locale=lang))
    return value
