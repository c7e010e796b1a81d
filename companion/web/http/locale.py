"""The language of a device: what it chose here, else what its browser asks for, else English."""

import re
from functools import lru_cache

from babel import Locale
from flask import Blueprint, Response, redirect, request
from flask_babel import get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.i18n import languages
from companion.printing import material
from companion.web.http.device_cookie import cookie, set_cookie

COOKIE = "companion-language"
LONGEST = 200
"""Characters that are read of what a browser says; the answers are cached."""
HERE = re.compile(r"/(?![/\\])[!-\[\]-~]*", re.ASCII)  # no blanks: werkzeug drops tabs, and "/\t/evil" became "//evil"

pages = Blueprint("languages", __name__)


def chosen() -> str:
    """The language of the request."""
    return _chosen(cookie(COOKIE)[:LONGEST], _accepted())


def _accepted() -> str:
    return request.headers.get("Accept-Language", "")[:LONGEST]


@lru_cache(1_000)
def _chosen(wanted: str, accepted: str) -> str:
    if wanted in languages.languages():
        return wanted
    return parse_accept_header(accepted, LanguageAccept).best_match(list(languages.languages())) or languages.SOURCE


def lang() -> str:
    """The language that words are being rendered in now."""
    return str(get_locale() or Locale(languages.SOURCE))


def region() -> Locale:
    """How the reader writes dates: the words' language, as it is spoken where their browser says they are."""
    return _region(_accepted(), lang()) if request else Locale(lang())


@lru_cache(1_000)
def _region(accepted: str, spoken: str) -> Locale:
    return languages.date_locale(parse_accept_header(accepted, LanguageAccept).values(), spoken)


def usual_paper() -> str:
    """The paper that is usual where the reader's language is spoken."""
    tags = (tag for tag, _ in request.accept_languages if tag.startswith(lang()))
    return material.usual_paper(next(tags, lang()))


@pages.post("/language")
def choose() -> Response:
    """Changes the language of this device alone, and goes back to where it was."""
    wanted, back = request.form.get("language", ""), request.form.get("back", "/")
    response = redirect(back if HERE.fullmatch(back) else "/", code=303)
    if wanted in languages.languages():
        set_cookie(response, COOKIE, wanted)
    return response  # type: ignore[return-value]  # Flask's own class behind werkzeug's name
