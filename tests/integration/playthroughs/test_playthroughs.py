"""Whole games show what was recorded."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.integration.playthroughs.recorder import HERE, OPTIONS, played

LINES = 60


@pytest.mark.parametrize("slug", OPTIONS)
def test_games_show_what_was_recorded(slug: str) -> None:
    before, now = (HERE / f"{slug}.txt").read_text(encoding="utf-8"), played(slug)
    if before != now:
        other = unified_diff(before.splitlines(), now.splitlines(), "recorded", "shown now", n=1, lineterm="")
        pytest.fail("\n".join(["meant? `make playthroughs` writes it anew", *islice(other, LINES)]), pytrace=False)
