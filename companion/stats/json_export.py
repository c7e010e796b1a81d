"""Statistics as one JSON object: numbers and names, in no language."""

from collections.abc import Iterable
from typing import Any

from companion.games import GAMES
from companion.i18n import timezone
from companion.stats.achievements import AchievementRecord, AchievementTotals
from companion.stats.game_stats import GameStats
from companion.stats.head_to_head import compare_with_opponents
from companion.stats.people import Participation, Player
from companion.stats.player_stats import PlayerGameStats, stats_by_game
from companion.table.model.aliases import NameAliases, shown
from companion.table.model.game_result import GameResult

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
    told = [
        {"name": one.name, "together": one.together, "ahead": one.ahead, "behind": one.behind, "level": one.level}
        for one in compare_with_opponents(player, known)
    ]
    return {
        "name": player.name,
        "plays": player.plays,
        "wins": player.wins,
        "colours": dict(player.colours),
        "rivals": told,
        "games": [_at_game(one, known, results=results) for one in stats_by_game(player)],
    }


def _at_game(at: PlayerGameStats, known: NameAliases, *, results: bool) -> Json:
    kinds = [_deeds(one, known) for one in at.achievements]
    return {
        "game": at.slug,
        "plays": at.plays,
        "wins": at.wins,
        "places": list(at.places),
        "average": at.average,
        "best": _sat(at.best),
        "worst": _sat(at.worst),
        "years": [one._asdict() for one in at.years],
        **({"results": [_sat(one) for one in at.participations]} if results else {}),
        "favourites": dict(at.favourites),
        "feats": kinds,
    }


def export_game(one: GameStats, known: NameAliases) -> Json:
    lengths, best = one.lengths, one.round
    return {
        "game": one.slug,
        "unit": GAMES[one.slug].unit,
        "plays": one.plays,
        "highest": _won(one.highest, known),
        "lowest": _won(one.lowest, known),
        "closest": {"amount": one.closest.amount, **_evening(one.closest.result)},
        "round": best
        and {
            "player": _name(best.result, best.seat, known),
            "round": best.round,
            "amount": best.amount,
            **_evening(best.result),
        },
        "records": [_deed(deed, known) for deed in one.records],
        "by_players": [each._asdict() for each in one.by_players],
        "by_turn": [{**each._asdict(), "chance": round(each.chance, 6)} for each in one.by_turn],
        "minutes": lengths
        and {
            "known": lengths.known,
            "average": lengths.average,
            "shortest": {"minutes": lengths.shortest.minutes, **_evening(lengths.shortest)},
            "longest": {"minutes": lengths.longest.minutes, **_evening(lengths.longest)},
        },
    }


def _evening(one: GameResult) -> Json:
    began, ended = (timezone.to_local(at).isoformat(timespec="seconds") for at in (one.began, one.ended))
    return {"table": one.key, "began": began, "ended": ended}


def _name(one: GameResult, seat: int, known: NameAliases) -> str:
    return shown(one.names[seat], known)


def _sat(one: Participation) -> Json:
    turn = one.result.turn(one.seat)
    place = {"result": one.score, "place": one.place, "players": len(one.result.names), "turn": turn}
    return place | _evening(one.result)


def _won(one: Participation, known: NameAliases) -> Json:
    return {"result": one.score, "player": _name(one.result, one.seat, known), **_evening(one.result)}


def _deeds(one: AchievementTotals, known: NameAliases) -> Json:
    sums = {"kind": one.word, "times": one.times, "amount": one.amount, "many": one.many}
    return {**sums, "best": _deed(one.best, known)}


def _deed(one: AchievementRecord, known: NameAliases) -> Json:
    feat = one.achievement
    whose = None if feat.seat is None else _name(one.result, feat.seat, known)
    told = {"kind": feat.word, "player": whose, "round": feat.round, "amount": feat.amount, "what": feat.what}
    return {**told, "many": feat.many, **_evening(one.result)}
