"""Achievements in Vabanque, computed a second time from the lines of records."""

import json
from collections.abc import Iterator
from typing import Any

from companion.games.types import GameEvent
from tests.unit.games.vabanque.reckoning import TABLES
from tests.unit.stats.plays import Did, Json, Play

STARTS_WITH = 0
AFTER_A_ROUND = "money"
RECORDS: dict[str, Any] = {"pawn": max, "trap": max, "table": max, "bluff": max}
LIKES = "pawn"


def did(play: Play, _facts: list[GameEvent]) -> Iterator[Did]:
    """Yield the achievements of each round; a card counts where a pawn stands."""
    header, *acts = map(json.loads, play.lines)
    names, tables = header["players"], TABLES[len(header["players"])]
    pawns: dict[str, int] = {}
    cards: list[tuple[str, str, int]] = []
    moves = 0
    for act in acts:
        if act["do"] == "start":
            first = names.index(act["player"])
            order = names[first:] + names[:first]
            pawns = {name: (act["table"] - 1 + 2 * place) % tables + 1 for place, name in enumerate(order)}
        elif act["do"] == "card":
            cards.append((act["player"], act["card"], act["table"]))
        elif act["do"] == "move":
            pawns[act["player"]] = (pawns[act["player"]] - 1 + act["steps"]) % tables + 1
            moves += 1
            if moves % len(names) == 0:
                yield from _casinos(play.told["rounds"][moves // len(names) - 1], names, pawns, cards)
                cards = []


def _casinos(paid: Json, names: list[str], pawns: dict[str, int], cards: list[tuple[str, str, int]]) -> Iterator[Did]:
    for told in paid["tables"]:
        number, value, there = paid["round"], told["value"], str(told["table"])
        here = [name for name in paid["order"] if pawns[name] == told["table"]]
        yield "table", number, None, value, 0, there
        for name in here:
            traps = [owner for owner, card, at in cards if (card, at) == ("trap", told["table"]) and owner != name]
            yield "pawn", number, names.index(name), 0 if traps else value, len(traps), there
        for owner, card, at in sorted(cards, key=lambda laid: paid["order"].index(laid[0])):
            if at == told["table"] and card == "trap":
                caught = [name for name in here if name != owner]
                yield "trap", number, names.index(owner), value * len(caught), len(caught), there
            elif at == told["table"] and card == "bluff":
                yield "bluff", number, names.index(owner), value, 0, there
