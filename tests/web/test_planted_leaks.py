"""The comparison of secrecy must catch a leak: it is run against builds that have one."""

from pathlib import Path

import pytest

from tests.web.leaks import LEAKS, Leak, own_acts_in_the_hand
from tests.web.pairs import PAIRS
from tests.web.transcript import differences, transcript

ENOUGH = 12


def caught(leak: Leak, patch: pytest.MonkeyPatch, data: Path) -> int | None:
    """How many pairs it took."""
    for number in range(ENOUGH):
        pair = PAIRS["vabanque"](number)
        games = []
        for name, steps in (("ours", pair.ours), ("theirs", pair.theirs)):
            with patch.context() as broken:
                build = leak(broken)
                games.append(transcript(pair, steps, number, data / f"{name} {number}", build))
        if len(games[0]) != len(games[1]) or differences(*games):
            return number + 1
    return None


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert caught(leak, monkeypatch, tmp_path) is not None


@pytest.mark.usefixtures("still_clock")
def test_the_own_cards_of_a_running_round_are_no_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert caught(own_acts_in_the_hand, monkeypatch, tmp_path) is None
