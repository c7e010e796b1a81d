"""An independent reckoning of `companion stats --json`, from records, their results and the events of their games.

It shares no code with Companion except the rules and `companion score`. What belongs to one game is in
`tests/unit/games/<slug>/achievements.py` (`plays.py`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import floor
from typing import Any, cast

from tests.unit.stats.plays import Did, Json, Play, memory


def reckon(plays: Iterable[Play], known: Mapping[str, str]) -> Json:
    """All figures; people and rivals by name without regard to case, games by slug."""
    order = sorted(plays, key=lambda play: play.ended)  # stable: as they were taken in
    sat: dict[str, list[tuple[Play, int]]] = defaultdict(list)
    for play in order:
        for who, seat in seats(play, known).items():
            sat[who].append((play, seat))
    return {
        "evenings": len(order),
        "people": {who: person(who, mine, known) for who, mine in sat.items()},
        "games": {slug: game([one for one in order if one.slug == slug]) for slug in {one.slug for one in order}},
    }


def _records(slug: str) -> Json:
    return cast(Json, getattr(memory(slug), "RECORDS", {}))


def _likes(slug: str) -> object:
    return getattr(memory(slug), "LIKES", None)


def whose(typed: str, known: Mapping[str, str]) -> str:
    """The person behind a typed name; nobody if it was erased."""
    name = known.get(typed.casefold(), typed)
    return "" if name.startswith("N. N.") else name.casefold()


def seats(play: Play, known: Mapping[str, str]) -> dict[str, int]:
    """Each person's seat; of two names of one person the display name's, else the first."""
    found: dict[str, int] = {}
    for who in {whose(typed, known) for typed in play.names} - {""}:
        theirs = [seat for seat, typed in enumerate(play.names) if whose(typed, known) == who]
        own = [seat for seat in theirs if play.names[seat].casefold() == who]
        found[who] = (own or theirs)[0]
    return found


def rounded(amounts: list[int]) -> int:
    """Rounded to the nearest, a half upwards."""
    return floor(sum(amounts) / len(amounts) + 0.5)


def person(who: str, mine: list[tuple[Play, int]], known: Mapping[str, str]) -> Json:
    met: dict[str, list[int]] = defaultdict(list)
    for play, seat in mine:
        for name, other in seats(play, known).items():
            if name != who:
                met[name].append(play.places[other] - play.places[seat])
    return {
        "plays": len(mine),
        "wins": sum(play.places[seat] == 1 for play, seat in mine),
        "rivals": {
            name: {
                "together": len(apart),
                "ahead": len([one for one in apart if one > 0]),
                "behind": len([one for one in apart if one < 0]),
                "level": apart.count(0),
            }
            for name, apart in met.items()
        },
        "games": {
            slug: at_game(slug, [(play, seat) for play, seat in mine if play.slug == slug])
            for slug in {play.slug for play, _ in mine}
        },
    }


def at_game(slug: str, mine: list[tuple[Play, int]]) -> Json:
    results = [sat(play, seat) for play, seat in mine]
    scores = [one["result"] for one in results]
    places = Counter(one["place"] for one in results)
    years = sorted({one["began"][:4] for one in results})
    did = [(play, one) for play, seat in mine for one in play.did if one[2] == seat]
    return {
        "plays": len(mine),
        "wins": places[1],
        "places": [places[place + 1] for place in range(max(one["players"] for one in results))],
        "average": rounded(scores),
        "best": results[scores.index(max(scores))],
        "worst": results[scores.index(min(scores))],
        "results": results,
        "years": [year_of(year, [one for one in results if one["began"].startswith(year)]) for year in years],
        "favourites": dict(Counter(one[5] for _, one in did if one[0] == _likes(slug))),
        "feats": [
            summed(kind, pick, did) for kind, pick in _records(slug).items() if kind in {one[0] for _, one in did}
        ],
    }


def sat(play: Play, seat: int) -> Json:
    told = {"result": play.scores[seat], "place": play.places[seat], "players": len(play.names)}
    return {**told, "turn": play.turns[seat], **play.at}


def year_of(year: str, results: list[Json]) -> Json:
    wins = sum(one["place"] == 1 for one in results)
    average = rounded([one["result"] for one in results])
    return {"year": int(year), "plays": len(results), "wins": wins, "average": average}


def summed(kind: str, pick: Any, did: list[tuple[Play, Did]]) -> Json:
    ours = [(play, one) for play, one in did if one[0] == kind]
    return {
        "kind": kind,
        "times": len(ours),
        "amount": sum(one[3] for _, one in ours),
        "many": sum(one[4] for _, one in ours),
        "best": deed(*best(pick, ours)),
    }


def best(pick: Any, did: list[tuple[Play, Did]]) -> tuple[Play, Did]:
    wanted = pick((one[3], one[4]) for _, one in did)
    return next((play, one) for play, one in did if (one[3], one[4]) == wanted)


def deed(play: Play, did: Did) -> Json:
    kind, number, seat, amount, many, what = did
    told = {"kind": kind, "round": number, "amount": amount, "many": many, "what": what}
    return {**told, "player": None if seat is None else play.names[seat], **play.at}


def game(plays: list[Play]) -> Json:
    slug = plays[0].slug
    won = [(max(play.scores), play) for play in plays]
    apart = [sorted(play.scores)[-1] - sorted(play.scores)[-2] for play in plays]
    close = plays[apart.index(min(apart))]
    did = [(play, one) for play in plays for one in play.did]
    players = sorted({len(play.names) for play in plays})
    return {
        "plays": len(plays),
        "highest": winning(*max(won, key=lambda one: one[0])),
        "lowest": winning(*min(won, key=lambda one: one[0])),
        "closest": {"amount": min(apart), **close.at},
        "round": best_round(plays),
        "records": [
            deed(*best(pick, ours))
            for kind, pick in _records(slug).items()
            if (ours := [one for one in did if one[1][0] == kind])
        ],
        "by_players": [by_players([play for play in plays if len(play.names) == number]) for number in players],
        "by_turn": by_turn(plays),
        "minutes": lengths([play for play in plays if play.seconds]),
    }


def winning(score: int, play: Play) -> Json:
    """The winner; among equals the first."""
    return {"result": score, "player": play.names[play.places.index(1)], **play.at}


def best_round(plays: list[Play]) -> Json | None:
    """The largest gain of anybody in a finished round."""
    found = None
    for play in plays:
        for name, had in zip(play.names, series(play), strict=True):
            for number, (before, after) in enumerate(pairwise(had), start=1):
                if found is None or after - before > found["amount"]:
                    found = {"player": name, "round": number, "amount": after - before, **play.at}
    return found


def series(play: Play) -> list[list[int]]:
    """Each player's score at the start and after each finished round."""
    ours, rounds = memory(play.slug), play.told["rounds"]
    if ours is None:
        return [list(had[: len(rounds) + 1]) for had in play.story] or [[] for _ in play.names]
    return [[ours.STARTS_WITH, *(told[ours.AFTER_A_ROUND][name] for told in rounds)] for name in play.names]


def by_players(plays: list[Play]) -> Json:
    average = rounded([score for play in plays for score in play.scores])
    winning = rounded([max(play.scores) for play in plays])
    return {"players": len(plays[0].names), "plays": len(plays), "average": average, "winning": winning}


def by_turn(plays: list[Play]) -> list[Json]:
    """Wins by turn, and the chance of winning."""
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for play in plays:
        for turn, place in zip(play.turns, play.places, strict=True):
            if turn is not None:
                found[turn].append((place == 1, play.places.count(1) / len(play.places)))
    return [
        {
            "turn": turn,
            "plays": len(ours),
            "wins": sum(won for won, _ in ours),
            "chance": round(sum(chance for _, chance in ours) / len(ours), 6),
        }
        for turn, ours in sorted(found.items())
    ]


def lengths(plays: list[Play]) -> Json | None:
    """Durations in minutes, at least one."""
    if not plays:
        return None
    took = [max(1, floor((play.seconds or 0) / 60 + 0.5)) for play in plays]
    seconds = [play.seconds or 0 for play in plays]
    ends = {
        "shortest": plays[seconds.index(min(seconds))],
        "longest": plays[seconds.index(max(seconds))],
    }
    told = {what: {"minutes": took[plays.index(play)], **play.at} for what, play in ends.items()}
    return {"known": len(plays), "average": rounded(took), **told}
