"""The comparison of secrecy must catch a leak: it is run against builds that have one."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.web.leaks import LEAKS, Leak, own_acts_in_the_hand
from tests.web.pairs import PAIRS
from tests.web.transcript import differences, transcript


def with_a_payout(number: int) -> tuple[bool, int]:
    """Short games first in which something was turned up and something was not."""
    pair = PAIRS["vabanque"](number)
    return not any(step.ask.final for step in pair.ours), len(pair.ours)


PAIRS_TRIED = sorted(range(80), key=with_a_payout)[:8]
PAIRS_THAT_MUST_BE_ALIKE = PAIRS_TRIED[:3]


def caught(leak: Leak, patch: pytest.MonkeyPatch, data: Path, numbers: Sequence[int] = PAIRS_TRIED) -> bool:
    """Whether a pair of games shows it."""
    for number in numbers:
        pair = PAIRS["vabanque"](number)
        games = []
        for name, steps in (("ours", pair.ours), ("theirs", pair.theirs)):
            with patch.context() as broken:
                build = leak(broken)
                games.append(transcript(pair, steps, number, data / f"{name} {number}", build))
        if len(games[0]) != len(games[1]) or differences(*games):
            return True
    return False


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert caught(leak, monkeypatch, tmp_path)


@pytest.mark.usefixtures("still_clock")
def test_the_own_cards_of_a_running_round_are_no_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not caught(own_acts_in_the_hand, monkeypatch, tmp_path, PAIRS_THAT_MUST_BE_ALIKE)
