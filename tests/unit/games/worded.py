"""Which games have words of their own. One of rules alone shows its code's, and so is no matter of any language."""

from typing import Final

from companion.games import GAMES
from companion.paths import data_dir

WORDED: Final = [slug for slug in GAMES if (data_dir("templates") / slug).is_dir()]
