"""Nothing is shown otherwise than somebody has read it: all pages of whole games and of a house."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.playthroughs.recorded import HERE, games, names, played

LINES = 60


def test_there_are_playthroughs() -> None:
    assert {"vabanque", "banque_fatale", "wetten", "toy"} <= set(games())


@pytest.mark.parametrize("name", names())
def test_what_is_shown_is_what_was_recorded(name: str) -> None:
    before, now = (HERE / name).read_text(encoding="utf-8"), played(name)
    if before != now:
        other = unified_diff(before.splitlines(), now.splitlines(), "recorded", "shown now", n=1, lineterm="")
        pytest.fail(
            "\n".join(["was this meant? make playthroughs writes it anew", *islice(other, LINES)]), pytrace=False
        )
