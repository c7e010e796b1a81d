"""Which playthroughs there are, and how each is made."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES
from tests.games.listed import listed
from tests.playthroughs.house import house
from tests.playthroughs.pages import pages
from tests.playthroughs.stages import stages
from tests.web.stillness import still

HERE: Final = Path(__file__).parent
HOUSE: Final = "house.txt"


def games() -> list[str]:
    """Those that are recorded: they have a folder."""
    return [slug for slug in GAMES if (HERE / slug).is_dir()]


def names() -> list[str]:
    """The files, as they are called in this folder."""
    return [*(f"{slug}/{kind}.txt" for slug in games() for kind in ("stages", "pages")), HOUSE]


def played(name: str) -> str:
    """What that file should hold."""
    slug, _, kind = name.rpartition("/")
    with _standing_still() as data, listed(games()):
        if name == HOUSE:
            return house(data)
        return pages(GAMES[slug], data) if kind == "pages.txt" else stages(GAMES[slug])


@contextmanager
def _standing_still() -> Iterator[Path]:
    """Clock, place and tokens, with a new data folder."""
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
        still(patch)
        patch.setattr("companion.addresses.candidates", lambda: ("companion.test",))
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield Path(data)
    time.tzset()
