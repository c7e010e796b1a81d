"""Which languages there are words for, and which of them a tag such as de-AT means."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from companion.paths import HERE

CATALOGUES = HERE / "translations"
SOURCE = "en"


@cache
def languages() -> dict[str, str]:
    """Every language there are words for, and what it calls itself. English is in the templates."""
    found = [SOURCE, *sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))]
    return {lang: str(Locale.parse(lang).display_name).capitalize() for lang in found}


def find_language(wanted: str) -> str | None:
    """The language there are words for that fits a tag such as de-AT, or None."""
    try:
        locale = Locale.parse(wanted.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    return locale.language if locale.language in languages() else None


def date_locale(tags: Iterable[str], lang: str) -> Locale:
    """How a reader of these words writes a date: as where the first tag of their language is from, such as en-GB."""
    for tag in tags:
        with suppress(ValueError, UnknownLocaleError):
            locale = Locale.parse(tag.replace("_", "-"), sep="-")
            if locale.language == lang:
                return locale
    return Locale(lang)


def find_country(tag: str) -> str:
    """Where a language of a tag such as de-AT is spoken: the country in it, else the one where most speak it."""
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return ""
    return locale.territory or str(get_global("likely_subtags").get(locale.language, "")).rpartition("_")[2]
