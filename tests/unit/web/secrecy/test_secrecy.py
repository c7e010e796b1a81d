"""Nobody else sees a hidden choice before the rules reveal it; what they never reveal is never shown (promise P3)."""

from pathlib import Path
from shutil import rmtree

import pytest

from companion.games import GAMES
from tests.support.cases import slow
from tests.unit.web.games import SUPPORT
from tests.unit.web.secrecy.pairing import random_pair
from tests.unit.web.secrecy.routes import known_routes, routes
from tests.unit.web.secrecy.transcript import Served, differences, transcript
from tests.unit.web.support.devices import new_app

SOME, ALL = 6, 2_500
"""Pairs of each game, usually and as promised."""

every_game = pytest.mark.parametrize("slug", GAMES)


def test_comparison_knows_every_route(tmp_path: Path) -> None:
    assert routes(new_app(tmp_path)) == known_routes()


@every_game
@pytest.mark.parametrize("pairs", [SOME, pytest.param(ALL, marks=slow)])
def test_nearly_all_pairs_really_differ(slug: str, pairs: int) -> None:
    differing = sum(random_pair(slug, number, SUPPORT[slug].another).differs for number in range(pairs))
    assert differing >= 0.95 * pairs


@every_game
@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("number", range(SOME))
def test_games_that_differ_in_secrets_are_served_alike(slug: str, number: int, tmp_path: Path) -> None:
    served_alike(slug, number, tmp_path)


@pytest.mark.slow
@every_game
@pytest.mark.usefixtures("still_clock")
def test_all_promised_pairs_are_served_alike(slug: str, tmp_path: Path) -> None:
    for number in range(SOME, ALL):
        served_alike(slug, number, tmp_path / str(number))
        rmtree(tmp_path / str(number))


def served_alike(slug: str, number: int, tmp_path: Path) -> None:
    """The two games of a pair, before whoever may not know the difference."""
    pair = random_pair(slug, number, SUPPORT[slug].another)
    ours = list(transcript(pair, pair.ours, number, tmp_path / "ours"))
    theirs = transcript(pair, pair.theirs, number, tmp_path / "theirs")
    assert [(told(one), told(other)) for one, other in differences(ours, theirs)] == []


def told(served: Served | None) -> str:
    """The beginning of an answer, for a person who looks for the leak."""
    if served is None:
        return "nothing"
    what = f"{served.status} {served.headers} {served.body[:4000]!r}"
    return f"step {served.step}, {served.viewer}, {served.asked}: {what}"
