"""P3: nobody else sees a hidden choice before the rules turn it up, and what they never turn up nobody sees at all."""

from pathlib import Path

import pytest

from companion.games import GAMES
from tests.proving import many
from tests.web.devices import an_app
from tests.web.pairs import PAIRS
from tests.web.routes import known_routes, routes
from tests.web.transcript import Served, differences, transcript

NUMBERS = range(-(-many(30, 10_000) // len(GAMES)))

every_game = pytest.mark.parametrize("slug", GAMES)


def test_every_game_has_pairs() -> None:
    assert set(PAIRS) == set(GAMES)


def test_the_comparison_knows_every_route(tmp_path: Path) -> None:
    assert routes(an_app(tmp_path)) == known_routes()


@every_game
def test_nearly_all_pairs_really_differ(slug: str) -> None:
    differing = sum(PAIRS[slug](number).differs for number in NUMBERS)
    assert differing >= 0.95 * len(NUMBERS)


@every_game
@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("number", NUMBERS)
def test_two_games_that_differ_in_secrets_alone_are_served_alike(slug: str, number: int, tmp_path: Path) -> None:
    pair = PAIRS[slug](number)
    ours = list(transcript(pair, pair.ours, number, tmp_path / "ours"))
    theirs = transcript(pair, pair.theirs, number, tmp_path / "theirs")
    assert [(told(one), told(other)) for one, other in differences(ours, theirs)] == []


def told(served: Served | None) -> str:
    """The beginning of an answer, for a person who looks for the leak."""
    if served is None:
        return "nothing"
    what = f"{served.status} {served.headers} {served.body[:4000]!r}"
    return f"step {served.step}, {served.viewer}, {served.asked}: {what}"
