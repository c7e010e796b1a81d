"""The language of a request: chosen on this device, else requested by its browser, else English."""

import re
from functools import lru_cache

from babel import Locale
from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.i18n import languages
from companion.printing import material
from companion.web.http.device_cookie import set_cookie

COOKIE = "companion-language"
MAX_HEADER_LENGTH = 200
"""Longer values are truncated, since the results are cached."""
LOCAL_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*", re.ASCII)  # no blanks: werkzeug drops tabs, so "/\t/evil" is "//evil"

pages = Blueprint("languages", __name__)


def select_locale() -> str:
    """Return the language of the request."""
    return _select_locale(request.cookies.get(COOKIE, "")[:MAX_HEADER_LENGTH], _accept_language())


def _accept_language() -> str:
    return request.headers.get("Accept-Language", "")[:MAX_HEADER_LENGTH]


@lru_cache(1_000)
def _select_locale(wanted: str, accepted: str) -> str:
    if wanted in languages.languages():
        return wanted
    return parse_accept_header(accepted, LanguageAccept).best_match(list(languages.languages())) or languages.SOURCE


def lang() -> str:
    """Return the language that text is being rendered in."""
    return str(get_locale() or Locale(languages.SOURCE))


def region() -> Locale:
    """Return the locale for dates: the language of the text, in the region that the browser names."""
    return _region(_accept_language() if request else "", lang())


@lru_cache(1_000)
def _region(accepted: str, spoken: str) -> Locale:
    return languages.date_locale(parse_accept_header(accepted, LanguageAccept).values(), spoken)


def usual_paper() -> str:
    tags = (tag for tag, _ in request.accept_languages if tag.startswith(lang()))
    return material.default_paper(next(tags, lang()))


@pages.post("/language")
def choose() -> ResponseReturnValue:
    """Set the language of this device and go back to the page it came from."""
    wanted, back = request.form.get("language", ""), request.form.get("back", "/")
    response = redirect(back if LOCAL_PATH.fullmatch(back) else "/", code=303)
    if wanted in languages.languages():
        set_cookie(response, COOKIE, wanted)
    return response
