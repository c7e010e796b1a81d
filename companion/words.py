"""Words for people, outside of a request: catalogues, sentences for refusals, numbers as a language writes them.

Pages of the server get their words through Flask-Babel; this is the same catalogues and filters for the command
line and the printer, and for plain sentences, whose blanks must not be escaped.
"""

from collections.abc import Callable, MutableMapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import drawing, paper
from companion.catalogue import bound
from companion.games.kit import Seat, Trouble, spelled
from companion.paths import HERE, data_dir
from companion.table.colours import COLOURS

CATALOGUES = HERE / "translations"
SOURCE = "en"
LONGEST_BLANK = 60


@cache
def languages() -> dict[str, str]:
    """Every language there are words for, and what it calls itself. English is in the templates."""
    found = [SOURCE, *sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))]
    return {lang: str(Locale.parse(lang).display_name).capitalize() for lang in found}


@cache
def page(lang: str) -> Environment:
    """The environment for HTML in one language."""
    return environment(lang, autoescape=True)


@cache
def text(lang: str) -> Environment:
    """The environment for plain text in one language: the same templates, nothing escaped."""
    return environment(lang, autoescape=False)


class _Plain(Environment):
    """Templates read its globals themselves, and not through a chain of mappings, which costs more than the drawing."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The environment's own where a template brings none."""
        return {**self.globals, **d} if d else self.globals


def environment(lang: str, *, autoescape: bool) -> Environment:
    """A new environment whose words are those of one language."""
    env = _Plain(
        loader=FileSystemLoader([data_dir("templates"), data_dir("printables")]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    words = Translations.load(str(CATALOGUES), [lang]) if lang != SOURCE else NullTranslations()
    env.globals |= bound(words, html=autoescape)
    locale = Locale.parse(lang)
    equip(env, lambda: locale)
    env.globals["lang"] = lang
    return env


def equip(env: Environment, locale: Callable[[], Locale]) -> None:
    """Gives an environment the filters, pictures and colours that all templates share."""
    env.globals |= {
        "zip": zip,
        "ring": drawing.ring,
        "curves": drawing.curves,
        "qr": drawing.qr,
        "colours": COLOURS,
        "inks": paper.INKS,
        "shape": paper.shape,
        "ticks": paper.ticks,
        "apart": paper.apart,
    }
    env.filters["number"] = lambda amount: _number(amount, locale())
    env.filters["day"] = lambda at: format_date(datetime.fromtimestamp(at).date(), "long", locale=locale())
    env.filters["spelled"] = spelled
    env.filters["listed"] = lambda names: _listed(tuple(names), locale())
    env.filters["named"] = lambda seats, names: [names[seat] for seat in seats]


@lru_cache(4096)
def _number(amount: int, locale: Locale) -> str:
    return format_decimal(amount, locale=locale)


@lru_cache(1024)
def _listed(names: tuple[str, ...], locale: Locale) -> str:
    return format_list(names, locale=locale)


def sentence(slug: str, trouble: Trouble, names: Sequence[str], lang: str = SOURCE) -> str:
    """What is wrong and what was expected, on one line, in plain text."""
    template = text(lang).select_template([f"{slug}/_refused.txt", "table/_refused.txt"])
    blanks = {key: _blank(key, value, names, lang) for key, value in trouble.blanks.items()}
    return " ".join(filter(None, map(str.strip, template.render(reason=trouble.reason, b=blanks).splitlines())))


def _blank(key: str, value: object, names: Sequence[str], lang: str) -> object:
    """Seats become names, numbers are written as in the language; text from outside is cut and stays on its line."""
    if key == "player" and isinstance(value, Seat) and value < len(names):
        return names[value]
    if isinstance(value, str) and not (value.isprintable() and len(value) <= LONGEST_BLANK * 4):
        return ascii(value[:LONGEST_BLANK])
    if key == "key" and isinstance(value, str) and value.split() != [value]:
        return f'"{value}"'  # else blanks at its ends, or no letter at all, could not be seen
    if type(value) is int:
        return format_decimal(value, locale=lang).replace("-", "−")
    return value


def language(wanted: str) -> str | None:
    """The language there are words for that fits a tag such as de-AT, or None."""
    try:
        locale = Locale.parse(wanted.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    return locale.language if locale.language in languages() else None


def country(tag: str) -> str:
    """Where a language of a tag such as de-AT is spoken: the country in it, else the one where most speak it."""
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return ""
    return locale.territory or str(get_global("likely_subtags").get(locale.language, "")).rpartition("_")[2]
