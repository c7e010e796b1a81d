"""Words of a finished PDF that are not of its language.

The HTML of sheets is read in a pseudo-language (`tests/support/pseudo_language.py`); here finished PDFs are read.
"""

import re
from collections.abc import Iterable
from functools import cache
from string import ascii_uppercase

from companion.games import GAMES
from companion.i18n.languages import SOURCE, languages
from tests.integration.printing.sheets import Printed
from tests.support.pseudo_language import BLANK, WORD, own_words
from tests.support.words.catalogues import catalogue, forms_of
from tests.unit.games.worded import AS_WRITTEN

EDGES = set(ascii_uppercase)
"""The edge of a sheet that is glued to the one of the same letter."""
BREAKS = "[-\u2010\u00ad]?\\s?"
"""Between two letters of a name: the end of a line, or the wide setting of a title."""


def in_one_language(pdf: Printed, lang: str, names: Iterable[str] = ()) -> None:
    """No word of it is of another language; and read by somebody of any other language, it has some that are."""
    assert pdf.language == lang
    found = foreign(pdf, lang, names)
    assert not found, f"not {lang}, or not in its catalogue yet (`make words`): {sorted(found)}"
    for other in languages():
        assert other == lang or foreign(pdf, other, names), f"nothing that is not {other}"


def foreign(pdf: Printed, lang: str, names: Iterable[str] = ()) -> set[str]:
    """The words of a PDF and of its title that no sentence in this language has, without titles and sheets.

    At the head of a sheet a title stands in capitals.
    """
    titles = [game.title for game in GAMES.values()]
    written = (*titles, *AS_WRITTEN)
    called = {
        word
        for name in (*names, *written, *map(str.upper, written))
        for word in (*WORD.findall(name), *re.findall(r"\w+_\w+", name))
    }
    left = _spelled(frozenset(called)).sub(" ", f"{pdf.title}\n{pdf.text}")
    return {word for word in WORD.findall(left) if word.casefold() not in _words(lang)} - EDGES


@cache
def _spelled(called: frozenset[str]) -> re.Pattern[str]:
    """These, the longest first."""
    longest = sorted(called, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(BREAKS.join(word) for word in longest)})\b")


@cache
def _words(lang: str) -> set[str]:
    """All that a language's sentences are made of; English stands in every catalogue."""
    there = catalogue(max(languages()) if lang == SOURCE else lang)
    said = (text for one in there if one.id for text in forms_of(one.id if lang == SOURCE else one.string))
    return {word.casefold() for text in said for word in WORD.findall(BLANK.sub(" ", text))} | {
        word.casefold() for word in own_words(lang)
    }
