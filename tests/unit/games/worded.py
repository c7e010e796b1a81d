"""Games with sentences of their own; the others show the words of their code in every language."""

import re
from typing import Final

from companion.games import GAMES
from companion.games.choices import FreeText
from companion.paths import data_dir

WORDED: Final = [slug for slug in GAMES if (data_dir("templates") / slug).is_dir()]

AS_WRITTEN: Final = {
    word
    for game in GAMES.values()
    for values in game.choices.values()
    if isinstance(values, FreeText)
    for text in values
    for quoted, key in re.findall(r'"([^"]+)"|^(\w+) =', text, re.MULTILINE)
    for word in (quoted or key, *(re.findall(r"\w+", quoted) if re.search("[(*=]", quoted) else ()))
}
"""Sentences, names and formulas in texts that ship as the value of a house rule: they are the same in all languages."""
