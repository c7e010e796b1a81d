"""Find names that the fonts of this machine cannot print, which would become boxes."""

from collections.abc import Iterable
from functools import cache, lru_cache
from gettext import gettext as _
from unicodedata import category

PACKAGES = "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
"""Debian's packages with fonts for nearly every script, and for emoji."""

MAX_NAMES = 20
"""Most names in a warning."""

TIMEOUT = 20.0
"""Seconds for fontconfig, which reads all fonts at its first call."""


def find_unprintable(names: Iterable[str]) -> list[str]:
    """List the names with a letter that no font has; empty if fontconfig is missing."""
    return [name for name in names if not name.isascii() and not all(map(_printable, name))]


def missing_glyphs_warning(names: Iterable[str]) -> str:
    """Return a warning for the terminal if some names cannot be printed."""
    missing = find_unprintable(sorted(set(names)))
    if not missing:
        return ""
    some = ", ".join(missing[:MAX_NAMES]) + (", …" if len(missing) > MAX_NAMES else "")
    problem = _("The server has no font to print %(names)s; boxes appear on paper instead.") % {"names": some}
    solution = _("To fix it, install the Noto fonts there (Debian: %(packages)s) and restart the server.")
    return f"{problem}\n{solution % {'packages': PACKAGES}}"


@lru_cache(4096)
def _printable(letter: str) -> bool:
    if _needs_no_ink(letter):
        return True
    return not _ranges() or any(first <= ord(letter) <= last for first, last in _ranges())


def _needs_no_ink(letter: str) -> bool:
    """Whether it is a blank, or only changes the letter before it (variation selectors)."""
    return category(letter) in ("Cf", "Zs") or "\ufe00" <= letter <= "\ufe0f"


@cache
def _ranges() -> tuple[tuple[int, int], ...]:
    """Return the ranges (first, last) of all fonts' letters. WeasyPrint uses any font, as Pango does."""
    import subprocess  # keeps scoring of records fast

    try:
        asked = subprocess.run(
            ["fc-list", "--format", "%{charset}\n"], capture_output=True, text=True, check=True, timeout=TIMEOUT
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    found = {tuple(int(end, 16) for end in part.split("-")) for part in asked.stdout.split()}
    return tuple((part[0], part[-1]) for part in sorted(found))
