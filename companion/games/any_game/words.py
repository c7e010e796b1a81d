"""The words of a sheet that people read, for the catalogues."""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from companion.games.any_game.reading import read_sheet
from companion.games.any_game.sheet import Sheet

NAME: Final = "Any game"
CONTEXT: Final = "sheet"
"""The context of these words in the catalogues."""

Found = tuple[int, str, tuple[str, str], list[str]]


def extract(file: BinaryIO, *_settings: object, options: object = None) -> Iterator[Found]:
    """Gather the words of a sheet's file, as a method for Babel (`pyproject.toml`)."""
    sheet = read_sheet(file.read().decode())
    yield from ((1, "pgettext", (CONTEXT, word), []) for word in dict.fromkeys(_words(sheet)))


def _words(sheet: Sheet) -> Iterator[str]:
    """The name of the game, and of a sheet its title, questions, sentences, words of lists and words of formulas."""
    yield from (NAME, sheet.title)
    yield from (name for name, _ in sheet.numbers)
    for step in sheet.steps:
        yield from filter(None, (step.name, step.ask, step.say, *step.words))
        yield from re.findall(r"[a-z]\w*", f"{step.formula} {step.limit}")
