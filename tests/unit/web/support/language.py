"""Finds words of another language on pages in a language of marks (`tests/support/pseudo_language.py`)."""

import re
from collections import defaultdict

import pytest

from companion.games import GAMES
from companion.games.types import format_for_record
from tests.support.cast import CAST
from tests.support.pseudo_language import HEARD, UNSAID, WORD, is_marked, own_words, pieces, readable
from tests.unit.games.worded import AS_WRITTEN, WORDED

LANG = "de"
"""The language of marks."""

NO_LANGUAGE = {
    "Companion": "its name",
    "Letter": "a size of paper, as it is called on every pack of it",
    **dict.fromkeys("ABCDE", "the edge of a sheet that is glued to the one of the same letter"),
    **{
        word: "the title of a game, as it stands on its box"
        for slug in GAMES
        for word in WORD.findall(GAMES[slug].title)
    },
    "ready": "what a proxy reads at /health",
    **dict.fromkeys((*CAST, "Gina"), "people"),
    **dict.fromkeys(("code", *"code"), "the code of the table that `shown` draws"),
}
"""Each word that may stand on a page of any language, with the reason."""
CODES = re.compile(
    r"(https?://|\b)companion\.test(:\d+)?[/\w]*|\b[A-Z]{4} [A-Z]{4}\b|\b[A-Z]{5}\b|\b(?:[A-Z] ){4}[A-Z]\b"
)
"""Addresses, and codes for typing: of a seat, of a table, and of a table as it is read aloud."""
HOUSE_RULES = {
    word
    for slug in GAMES
    if slug not in WORDED
    for choices in (GAMES[slug].choices, GAMES[slug].preferences)
    for key, values in choices.items()
    for word in (key, *map(format_for_record, values))
    if WORD.search(word)
}
IN_CODE = re.compile(rf"\b({'|'.join(sorted(map(re.escape, HOUSE_RULES | AS_WRITTEN), key=len, reverse=True))})")
"""The house rules of games of rules alone, as *New table* names them: in their code's words, and those whole."""
FILLED_IN = re.compile(r"\{\w+\}")
"""A blank that a script fills in with a number."""


class Reader:
    """Reads each page once, and keeps words of another language."""

    def __init__(self) -> None:
        self.foreign: dict[str, dict[str, None]] = defaultdict(dict)
        self.read = 0
        self._known = own_words(LANG) | NO_LANGUAGE.keys()
        self._seen: set[str] = set()
        self._heard = set(HEARD)
        self._attributes: dict[tuple[str, str], str] = {}

    def page(self, where: str, html: str, but: re.Pattern[str] = CODES) -> None:
        """Read texts at once, attributes once it is known which are sentences."""
        if html in self._seen:
            return
        self._seen.add(html)
        self.read += is_marked(html)
        for name, text in pieces(html):
            if not name:
                self.text(where, but.sub("", text))
            elif name in HEARD or name.startswith("data-"):
                self._attributes.setdefault((name, text), where)
                self._heard |= {name} if is_marked(text) else set()

    def text(self, where: str, text: str) -> None:
        left = WORD.findall(IN_CODE.sub("", CODES.sub("", FILLED_IN.sub("", text))))
        if set(left) - self._known:
            self.foreign[where][readable(" ".join(text.split()))] = None

    def done(self) -> None:
        """Fail if a word was of another language."""
        for (name, text), where in self._attributes.items():
            if name in self._heard:
                self.text(f"{where}, {name}", text)
        told = ["\n  ".join((f"{where}:", *texts)) for where, texts in self.foreign.items()]
        if told:
            pytest.fail("\n".join((UNSAID, *told)), pytrace=False)
