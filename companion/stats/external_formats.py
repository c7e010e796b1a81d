"""Results for other programs, in no language: a play for BG Stats, and all plays as CSV."""

import csv
import io
import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import quote

from companion.games.types import Seat
from companion.i18n import timezone
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases, is_erased, name_id, resolve_alias

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
"""Import address, as published under bgstatsapp.com/support."""

SOURCE = "Companion"
DIGITS = 16
"""Length of a play's id."""

BYTE_ORDER_MARK = "\ufeff"
COLUMNS = ("date", "game", "players", "minutes", "place", "player", "result", "winner", "turn", "play")
FORMULA = re.compile(r"""(^|[;|\t])([\s"]*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])""")
"""The start of a formula in a cell, also if the program expects another separator.

The wide signs start formulas in programs for Chinese and Japanese.
"""


def display_names(one: GameResult, known: NameAliases) -> tuple[str, ...]:
    """Return the known name at each seat, or the typed ones if two players would have the same."""
    names = [resolve_alias(name, known) for name in one.names]
    folded = [name.casefold() for name in names]
    return tuple(
        name if folded.count(name.casefold()) == 1 else typed for name, typed in zip(names, one.names, strict=True)
    )


def play_id(one: GameResult) -> str:
    """Hash the table's key, which stays the same after corrections. The key itself would grant access."""
    return sha256(one.key.encode()).hexdigest()[:DIGITS]


def play_for_bg_stats(one: GameResult, known: NameAliases) -> dict[str, object]:
    """Return a play in the format of BG Stats. Its Android program needs each `winner` and `startPlayer`."""
    lasted = one.minutes
    names = display_names(one, known)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(one),
        "playDate": datetime.fromtimestamp(one.began, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        **({} if lasted is None else {"durationMin": lasted}),
        "game": {"name": one.title, "sourceGameId": one.slug, "highestWins": True, "noPoints": False},
        "players": [_player(one, seat, name) for seat, name in enumerate(names)],
    }


def _player(one: GameResult, seat: Seat, name: str) -> dict[str, object]:
    return {
        "name": name,
        "sourcePlayerId": name_id(f"{name} {play_id(one)}" if is_erased(name) else name),  # two forgotten people differ
        "startPlayer": seat == one.starter,
        "rank": one.places[seat],
        "score": one.scores[seat],
        "winner": seat in one.winners,
    }


def link_to_bg_stats(one: GameResult, known: NameAliases) -> str:
    """Return the address that hands a play over to BG Stats."""
    row = json.dumps(play_for_bg_stats(one, known), ensure_ascii=False, separators=(",", ":"))
    return BG_STATS + quote(row, safe="")


def plays_as_csv(results: Iterable[GameResult], known: NameAliases) -> str:
    """Return a line for each player of each play (RFC 4180), in English everywhere.

    The byte-order mark makes Excel read it as UTF-8.
    """
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    lines = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    lines.writerow(COLUMNS)
    for one in results:
        day, lasted = timezone.to_local(one.began).date().isoformat(), one.minutes
        for seat, name in enumerate(display_names(one, known)):
            wins, turn = ("yes" if seat in one.winners else "no"), one.turn(seat)
            row = (one.places[seat], escape_formulas(name), one.scores[seat], wins, turn, play_id(one))
            lines.writerow((day, escape_formulas(one.own_title) or one.slug, len(one.names), lasted, *row))
    return text.getvalue()


def escape_formulas(name: str) -> str:
    """Put an apostrophe before each part of a name that a spreadsheet would take for a formula."""
    return FORMULA.sub(r"\1\2'", name)
