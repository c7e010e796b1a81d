"""A pseudo-language: every catalogue with each letter replaced by a private sign.

A letter that is left on a page, a sheet or in the terminal did not go through a catalogue. So one run finds all
untranslated words, in whatever language.
"""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from html import unescape
from pathlib import Path

from babel.dates import get_month_names
from babel.lists import format_list
from babel.messages.catalog import Catalog

from companion.i18n import languages
from tests.support.words import catalogues
from tests.support.words.catalogues import catalogue, forms_of

FIRST = 0xE000
"""The start of Unicode's private use area, whose signs are no letters."""
UNSAID = "these do not go through gettext, or the catalogue has not got them yet (`make words`)"
WORD = re.compile(r"[^\W\d_]+")
BLANK = re.compile(r"(%\(\w+\)[a-z]|%s|%%|\{[^}]*\})")
UNSPOKEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
TEXT = re.compile(r">([^<>]+)(?=<|$)")
TAG = re.compile(r"<[a-zA-Z][^<>]*>")
ATTRIBUTE = re.compile(r'\s([a-z-]+)="([^"]*)"')
HEARD = {"alt", "aria-description", "aria-label", "aria-valuetext", "label", "placeholder", "title"}
"""Attributes with text for people, beside our own that hold sentences."""


def marks(sentence: str) -> str:
    """The sentence with its letters replaced, but not its placeholders."""
    pieces = BLANK.split(sentence)
    pieces[::2] = (
        "".join(chr(FIRST + ord(sign)) if sign.isalpha() else sign for sign in piece) for piece in pieces[::2]
    )
    return "".join(pieces)


def is_marked(text: str) -> bool:
    """Whether any part comes from a catalogue."""
    return any(FIRST <= ord(sign) < 0xF900 for sign in text)


def readable(text: str) -> str:
    """The text with its letters again, for messages of failed tests."""
    return "".join(chr(ord(sign) - FIRST) if FIRST <= ord(sign) < 0xF900 else sign for sign in text)


def speaking(folder: Path) -> AbstractContextManager[None]:
    """Meanwhile every language but the templates' is the pseudo-language. Create apps only after this began."""
    return catalogues.speaking(folder, _marked)


def _marked(lang: str) -> Catalog:
    marked = Catalog(locale=lang)
    for message in catalogue(lang):
        if message.id:
            said = tuple(map(marks, forms_of(message.string)))
            marked.add(message.id, said if message.pluralizable else said[0], context=message.context)
    return marked


def own_words(lang: str) -> set[str]:
    """Words that babel knows without our catalogues: names of languages, months and conjunctions."""
    months = [name for width in ("wide", "abbreviated") for name in get_month_names(width, locale=lang).values()]
    told = [*languages.languages().values(), *months]
    return {word for text in (*told, format_list(("", "", ""), locale=lang)) for word in WORD.findall(text)}


def pieces(html: str) -> Iterator[tuple[str, str]]:
    """The texts of a page, under an empty name, and its attributes, each under its own."""
    for text in TEXT.findall(">" + UNSPOKEN.sub("", html)):
        yield "", unescape(text)
    for tag in TAG.findall(html):
        for name, value in ATTRIBUTE.findall(tag):
            yield name, unescape(value)
