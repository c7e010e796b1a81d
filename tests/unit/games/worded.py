"""Games with sentences of their own; the others show the words of their code in every language."""

from typing import Final

from companion.games import GAMES
from companion.paths import data_dir

WORDED: Final = [slug for slug in GAMES if (data_dir("templates") / slug).is_dir()]
