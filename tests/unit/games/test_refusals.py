"""Illegal moves of each game are refused with a reason and leave the state as it was (`<slug>/refusals.py`)."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.types import IllegalMove, Seat
from companion.rendering import error_messages
from tests.support.cast import CAST
from tests.unit.games.owned import owned

CASES = [
    pytest.param(slug, *case, id=f"{slug}: {name}")
    for slug in GAMES
    for name, case in getattr(owned(slug, "refusals"), "CASES", {}).items()
]


@pytest.mark.parametrize(("slug", "state", "seat", "move", "reason", "says"), CASES)
def test_illegal_move_is_refused(slug: str, state: Any, seat: Seat | None, move: Any, reason: str, says: str) -> None:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        GAMES[slug].play(state, seat, move)
    assert refused.value.reason == reason
    assert says in error_messages.format_error(slug, refused.value, CAST)
    assert repr(state) == before
