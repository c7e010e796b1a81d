"""Random records of Vabanque, written from the description of the record alone, without Companion's code."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.support.cast import CAST
from tests.unit.games.vabanque.reckoning import TABLES, reckon

Json = dict[str, Any]

CHIPS = [4, 3, 2, 1]
FREE: list[Json] = [{"options": {"turns": "free"}}, {"options": {"turns": "free", "edition": "2001"}}]
STRICT: list[Json] = [{}, {"options": {}}, {"options": {"turns": "strict"}}, {"options": {"edition": "2021"}}]

WORDS = ('"hidden"', '"chips"', '"chip"', '"free"', '"Fritz"')
"""Words that many records hold."""
KINDS = ("finished", "broken off", "tie")
"""Kinds of results that many records have."""


def kinds(result: Json) -> Iterator[str]:
    """The kinds of a result."""
    yield "finished" if result["finished"] else "broken off"
    for told in result["rounds"]:
        if told["next_order"] and len(set(told["money"].values())) < len(told["order"]):
            yield "tie"


def a_record(luck: Random) -> list[str]:
    """A game of three to six players: strict or free turns, finished or broken off, with or without hidden cards."""
    names = list(CAST[: luck.randint(3, 6)])
    luck.shuffle(names)
    free = luck.random() < 0.5
    options = luck.choice(FREE if free else STRICT)
    first = luck.randrange(len(names))
    order = names[first:] + names[:first]
    lines: list[Json] = [
        {"record": 1, "game": "vabanque", "players": names, **options},
        {"do": "start", "player": names[first], "table": luck.randint(1, TABLES[len(names)])},
    ]
    hiding = luck.random() < 0.5
    for number in range(4):
        lines += a_round(luck, number, order, len(names), free=free)
        if hiding:
            hide(lines, len(names))
        if number < 3:
            order = reckon(written(lines))["rounds"][-1]["next_order"]
    if luck.random() < 1 / 3:
        lines = lines[: luck.randint(1, len(lines))]
    return written(lines)


def written(lines: list[Json]) -> list[str]:
    return [json.dumps(line) for line in lines]


def turns(luck: Random, order: list[str], times: int, *, free: bool) -> list[str]:
    """The players' turns, `times` each; in any order if turns are free."""
    players = order * times
    if free:
        luck.shuffle(players)
    return players


def a_round(luck: Random, number: int, order: list[str], players: int, *, free: bool) -> list[Json]:
    def table() -> int:
        return luck.randint(1, TABLES[players])

    chips = turns(luck, order, CHIPS[number], free=free)
    single = luck.choice((0, len(chips), luck.randint(0, len(chips))))
    lines: list[Json] = [{"do": "chip", "player": player, "table": table()} for player in chips[:single]]
    if chips[single:]:
        counts = Counter(str(table()) for _ in chips[single:])
        empty = {str(table()): 0 for _ in range(luck.randint(0, 2))}
        lines.append({"do": "chips", "tables": {**empty, **counts}})
    hands = {player: luck.sample(["raise", "bluff", "trap"], 3) for player in order}
    for player in turns(luck, order, 3, free=free):
        lines.append({"do": "card", "player": player, "card": hands[player].pop(), "table": table()})
    return lines + [{"do": "move", "player": player, "steps": luck.randint(0, 4)} for player in order]


def hide(lines: list[Json], players: int) -> None:
    """Hide the last round's cards at tables without a pawn."""
    visited = {told["table"] for told in reckon(written(lines))["rounds"][-1]["tables"]}
    for line in [line for line in lines if line.get("do") == "card"][-3 * players :]:
        if line["table"] not in visited:
            line["card"] = "hidden"
