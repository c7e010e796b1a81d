"""The list of all games. No other shared module names one."""

from typing import Any

from companion.games import any_game, banque_fatale, vabanque, wetten
from companion.games.game import Game

_ALL: tuple[Game[Any, Any], ...] = (vabanque.GAME, banque_fatale.GAME, wetten.GAME, any_game.GAME)
GAMES = {game.slug: game for game in _ALL}
