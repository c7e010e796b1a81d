"""The list of all games. No other shared module names one."""

from typing import Any

from companion.games import banque_fatale, vabanque, wetten
from companion.games.game import Game


def _by_slug(*games: Game[Any, Any]) -> dict[str, Game[Any, Any]]:
    return {game.slug: game for game in games}


GAMES = _by_slug(
    vabanque.GAME,
    banque_fatale.GAME,
    wetten.GAME,
)
