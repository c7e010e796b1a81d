"""The comparison of secrecy must catch a leak: in every game it is run against builds that have one."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.support.cases import slow
from tests.unit.web.games import SUPPORT
from tests.unit.web.games.vabanque import own_acts_in_the_hand
from tests.unit.web.secrecy.leaks import LEAKS
from tests.unit.web.secrecy.pairing import Pair, random_pair
from tests.unit.web.secrecy.planting import Leak
from tests.unit.web.secrecy.transcript import differences, transcript

PLANTED = [
    pytest.param(slug, leak, id=f"{slug}-{leak.__name__}", marks=() if nth % len(GAMES) == turn else slow)
    for turn, slug in enumerate(GAMES)
    for nth, leak in enumerate(LEAKS)
] + [pytest.param(slug, leak, id=f"{slug}-{leak.__name__}") for slug in GAMES for leak in SUPPORT[slug].LEAKS]
"""Leaks that every game can have are planted in each in turn, slowly all in all."""

BEGINNINGS, AFTER = 3, 12


@cache
def pair_of(slug: str, number: int) -> Pair:
    """One of the pairs, which are made of chance."""
    return random_pair(slug, number, SUPPORT[slug].another)


def telling(slug: str, number: int) -> tuple[bool, bool, int]:
    """Short games first that hold a secret, and in which something was turned up and something was not."""
    pair = pair_of(slug, number)
    return not pair.differs, not any(step.ask.final for step in pair.ours), len(pair.ours)


def begun(pair: Pair) -> Pair:
    """As far as a little after something was turned up for the first time."""
    first = next((number for number, step in enumerate(pair.ours) if step.ask.final), len(pair.ours))
    return replace(pair, ours=pair.ours[: first + AFTER], theirs=pair.theirs[: first + AFTER])


@cache
def tried(slug: str) -> list[tuple[int, Pair]]:
    """The pairs that a leak must show in: beginnings, a few that tell much in a few steps, and some of all lengths."""
    numbers = sorted(range(36), key=lambda number: telling(slug, number))
    starts = [(number, begun(pair_of(slug, number))) for number in numbers[:BEGINNINGS]]
    whole = ((number, pair_of(slug, number)) for number in [*numbers[:5], *numbers[5::3]])
    return [*starts, *(pair for pair in whole if pair not in starts)]


def caught(leak: Leak, patch: pytest.MonkeyPatch, data: Path, pairs: Sequence[tuple[int, Pair]]) -> bool:
    """Whether a pair of games shows it."""
    for nth, (seed, pair) in enumerate(pairs):
        with patch.context() as broken:
            ours = list(transcript(pair, pair.ours, seed, data / f"ours {nth}", leak(broken)))
        with patch.context() as broken:
            theirs = transcript(pair, pair.theirs, seed, data / f"theirs {nth}", leak(broken))
            with closing(theirs):
                if next(differences(ours, theirs), None):
                    return True
    return False


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize(("slug", "leak"), PLANTED)
def test_planted_leak_is_caught(slug: str, leak: Leak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert caught(leak, monkeypatch, tmp_path, tried(slug)), (
        f"{leak.__name__} was planted in {slug}, and nothing that is served differs; does hand(state, seat) give its "
        "owner what they hid (tests/unit/games/test_acts.py)?"
    )


@pytest.mark.usefixtures("still_clock")
def test_own_cards_of_a_round_are_no_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not caught(own_acts_in_the_hand, monkeypatch, tmp_path, tried("vabanque")[:3])
