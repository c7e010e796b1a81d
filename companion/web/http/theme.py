"""Dark or light: as chosen on a device, else dark on a table screen, else as its system prefers."""

from flask import request

COOKIE = "companion-theme"
THEMES = ("dark", "light")
MEDIA = {"dark": "not all", "light": "all", "": "(prefers-color-scheme: light)"}


def theme(*, screen: bool) -> str:
    """Return the theme of a page, or nothing if it follows the system."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in THEMES:
        return chosen
    return "dark" if screen else ""


def light_media(theme: str) -> str:
    """Return the media query of the light style sheets in a theme."""
    return MEDIA[theme]
