"""The comparison of secrecy must catch a leak: in every game it is run against builds that have one."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.web.games import OURS
from tests.web.leaks import LEAKS
from tests.web.pairs import PAIRS
from tests.web.planting import Leak
from tests.web.transcript import differences, transcript
from tests.web.vabanque_leaks import own_acts_in_the_hand

PLANTED = [
    pytest.param(slug, leak, id=f"{slug}-{leak.__name__}") for slug in GAMES for leak in (*LEAKS, *OURS[slug].LEAKS)
]


def telling(slug: str, number: int) -> tuple[bool, bool, int]:
    """Short games first that hold a secret, and in which something was turned up and something was not."""
    pair = PAIRS[slug](number)
    return not pair.differs, not any(step.ask.final for step in pair.ours), len(pair.ours)


@cache
def tried(slug: str) -> list[int]:
    """The pairs that a leak must show in: a few that tell much in a few steps, and some of all lengths."""
    numbers = sorted(range(80), key=lambda number: telling(slug, number))
    return [*numbers[:5], *numbers[5::9]]


def caught(slug: str, leak: Leak, patch: pytest.MonkeyPatch, data: Path, numbers: Sequence[int]) -> bool:
    """Whether a pair of games shows it."""
    for number in numbers:
        pair = PAIRS[slug](number)
        games = []
        for name, steps in (("ours", pair.ours), ("theirs", pair.theirs)):
            with patch.context() as broken:
                build = leak(broken)
                games.append(transcript(pair, steps, number, data / f"{name} {number}", build))
        if len(games[0]) != len(games[1]) or differences(*games):
            return True
    return False


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize(("slug", "leak"), PLANTED)
def test_a_planted_leak_is_caught(slug: str, leak: Leak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert caught(slug, leak, monkeypatch, tmp_path, tried(slug))


@pytest.mark.usefixtures("still_clock")
def test_the_own_cards_of_a_running_round_are_no_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not caught("vabanque", own_acts_in_the_hand, monkeypatch, tmp_path, tried("vabanque")[:3])
