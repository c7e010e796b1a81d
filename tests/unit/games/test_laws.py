"""The laws of decisions, moves and events hold in whole games, which are played once for all laws."""

from collections.abc import Callable
from functools import cache

import pytest

from companion.games import GAMES
from tests.unit.games.laws import LAWS, some_games
from tests.unit.games.playing import Played

GAMES_EACH = 3


@cache
def played(slug: str) -> list[Played]:
    return some_games(slug, GAMES_EACH)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_game_keeps_the_law(law: Callable[[Played], None], slug: str) -> None:
    for game in played(slug):
        law(game)
