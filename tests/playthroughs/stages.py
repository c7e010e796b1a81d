"""Whole games as they are shown at the table: the stage on phones and on the screen, and each hand."""

import json
from typing import Any

from companion.games.game import Game
from companion.games.kit import spelled
from companion.table.chair import chair
from companion.web.stage import hand
from tests.games.playing import whole_game
from tests.playthroughs.account import Account
from tests.web.showing import Shown, shown

SEED = 3


def stages(game: Game[Any, Any]) -> str:
    """Of two games by chance: the fewest play by what is chosen first of everything, the most by what comes last."""
    account = Account(f"{game.title}: the stage on phones and on the screen, and each hand")
    for nth in (0, -1):
        players, everything = game.players[nth], {**game.choices, **game.preferences}
        chosen = {key: values[nth] for key, values in everything.items()}
        account.moment(", ".join([f"{players} players", *(f"{key} {spelled(value)}" for key, value in chosen.items())]))
        played = whole_game(game.slug, players, {key: chosen[key] for key in game.choices}, SEED)
        for one in shown(played, {key: chosen[key] for key in game.preferences}):
            _tell(account, one)
    return str(account)


def _tell(account: Account, one: Shown) -> None:
    table, looking = one.table, f"page {one.page.word}" if one.page else ""
    latest = table.played[-1].act if table.played and not looking else None
    account.moment(f"{table.number} {looking or (json.dumps(table.game.write(latest.move)) if latest else 'begun')}")
    for name, html in one.phone.items():
        account.shows(name, html)
    for name, html in one.screen.items():
        if html != one.phone[name]:
            account.shows(f"{name} on the screen", html)
    for seat, player in enumerate(table.names):
        account.shows(f"hand of {player}", hand("en", chair(table, seat), looks_only=False))
