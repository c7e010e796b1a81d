"""Available languages, and the choice among them for a tag such as de-AT."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global

from companion.paths import HERE

CATALOGUES = HERE / "translations"
SOURCE = "en"
BRITISH = Locale("en", "GB")  # the English of the texts


@cache
def languages() -> dict[str, str]:
    """Map each available language to its own name. English is in the templates."""
    found = [SOURCE, *sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))]
    return {lang: str(Locale.parse(lang).display_name).capitalize() for lang in found}


def find_language(tag: str) -> str | None:
    """Return the available language for a tag such as de-AT, or None."""
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    return locale.language if locale.language in languages() else None


def date_locale(tags: Iterable[str], lang: str) -> Locale:
    """Return the locale for dates: the first tag of this language with a country, such as en-US, or the usual one."""
    for tag in tags:
        with suppress(ValueError, UnknownLocaleError):
            locale = Locale.parse(tag.replace("_", "-"), sep="-")
            if locale.language == lang and locale.territory:
                return locale
    return BRITISH if lang == SOURCE else Locale(lang)


def find_country(tag: str) -> str:
    """Return the country of a tag such as de-AT, or the likeliest one for its language."""
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, UnknownLocaleError):
        return ""
    return locale.territory or str(get_global("likely_subtags").get(locale.language, "")).rpartition("_")[2]
