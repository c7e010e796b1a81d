"""Sheets that nobody has seen before keep their secrets, too, and are played without a fault (promise P3)."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.any_game.reading import LARGEST_SHEET
from companion.games.choices import FreeText
from tests.unit.games.any_game.test_random_sheets import sheets
from tests.unit.web.secrecy.test_secrecy import served_alike


@pytest.mark.slow
@pytest.mark.usefixtures("still_clock")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sheet=sheets(), number=st.integers(0, 2**32))
def test_random_sheets_that_differ_in_secrets_are_served_alike(
    sheet: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = {"sheet": FreeText(sheet, most=LARGEST_SHEET)}
    monkeypatch.setitem(GAMES, "any_game", replace(GAMES["any_game"], choices=only))
    with TemporaryDirectory() as data:
        served_alike("any_game", number, Path(data))
