"""All games, one line each. Nothing else in the project lists them."""

from typing import Any

from companion.games import banque_fatale, vabanque, wetten
from companion.games.kit import Game

GAMES: dict[str, Game[Any, Any]] = {
    vabanque.slug: vabanque,
    banque_fatale.slug: banque_fatale,
    wetten.slug: wetten,
}
