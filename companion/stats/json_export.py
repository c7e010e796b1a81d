"""Statistics as one JSON object: numbers and names, in no language."""

from collections.abc import Iterable
from typing import Any

from companion.games import GAMES
from companion.i18n import timezone
from companion.stats.achievements import AchievementRecord
from companion.stats.game_stats import GameStats
from companion.stats.head_to_head import compare_with_opponents
from companion.stats.people import Participation, Player
from companion.stats.player_stats import PlayerGameStats, stats_by_game
from companion.table.model.game_result import GameResult
from companion.table.model.names import NameAliases, resolve_alias

Json = dict[str, Any]


def export_all(
    evenings: int,
    people: Iterable[Player],
    chronicles: Iterable[GameStats],
    known: NameAliases,
    *,
    results: bool = False,
) -> Json:
    """`results`: include each result of every player."""
    return {
        "evenings": evenings,
        "people": [export_player(one, known, results=results) for one in people],
        "games": [export_game(one, known) for one in chronicles],
    }


def export_player(player: Player, known: NameAliases, *, results: bool = False) -> Json:
    """`results`: include each result of the player."""
    opponents = [
        {"name": one.name, "together": one.together, "ahead": one.ahead, "behind": one.behind, "level": one.level}
        for one in compare_with_opponents(player, known)
    ]
    return {
        "name": player.name,
        "plays": player.plays,
        "wins": player.wins,
        "colours": dict(player.colours),
        "rivals": opponents,
        "games": [_player_game(one, known, results=results) for one in stats_by_game(player)],
    }


def _player_game(at: PlayerGameStats, known: NameAliases, *, results: bool) -> Json:
    return {
        "game": at.slug,
        "title": at.title,
        "plays": at.plays,
        "wins": at.wins,
        "places": list(at.places),
        "average": at.average,
        "best": _place(at.best),
        "worst": _place(at.worst),
        "years": [one._asdict() for one in at.years],
        **({"results": [_place(one) for one in at.participations]} if results else {}),
        "favourites": dict(at.favourites),
        "feats": [
            {
                "kind": one.word,
                "times": one.times,
                "amount": one.amount,
                "many": one.many,
                "best": _record(one.best, known),
            }
            for one in at.achievements
        ],
    }


def export_game(one: GameStats, known: NameAliases) -> Json:
    lengths, best = one.lengths, one.round
    return {
        "game": one.slug,
        "title": one.title,
        "unit": GAMES[one.slug].unit,
        "plays": one.plays,
        "highest": _won(one.highest, known),
        "lowest": _won(one.lowest, known),
        "closest": {"amount": one.closest.amount, **_table(one.closest.result)},
        "round": best
        and {
            "player": _name(best.result, best.seat, known),
            "round": best.round,
            "amount": best.amount,
            **_table(best.result),
        },
        "records": [_record(record, known) for record in one.records],
        "by_players": [each._asdict() for each in one.by_players],
        "by_turn": [{**each._asdict(), "chance": round(each.chance, 6)} for each in one.by_turn],
        "minutes": lengths
        and {
            "known": lengths.known,
            "average": lengths.average,
            "shortest": {"minutes": lengths.shortest.minutes, **_table(lengths.shortest)},
            "longest": {"minutes": lengths.longest.minutes, **_table(lengths.longest)},
        },
    }


def _table(one: GameResult) -> Json:
    began, ended = (timezone.to_local(at).isoformat(timespec="seconds") for at in (one.began, one.ended))
    return {"table": one.key, "began": began, "ended": ended}


def _name(one: GameResult, seat: int, known: NameAliases) -> str:
    return resolve_alias(one.names[seat], known)


def _place(one: Participation) -> Json:
    turn = one.result.turn(one.seat)
    place = {"result": one.score, "place": one.place, "players": len(one.result.names), "turn": turn}
    return place | _table(one.result)


def _won(one: Participation, known: NameAliases) -> Json:
    return {"result": one.score, "player": _name(one.result, one.seat, known), **_table(one.result)}


def _record(one: AchievementRecord, known: NameAliases) -> Json:
    found, result = one.achievement, one.result
    player = None if found.seat is None else _name(result, found.seat, known)
    values = {"kind": found.word, "player": player, "round": found.round, "amount": found.amount, "what": found.what}
    return {**values, "many": found.many, **_table(result)}
