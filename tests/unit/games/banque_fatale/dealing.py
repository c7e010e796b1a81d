"""Random records of Banque Fatale, written from the description of the record alone, without Companion's code."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.support.cast import CAST

Json = dict[str, Any]

HUES = ["red", "yellow", "green", "blue", "orange"]
DOUBLES = [f"{one}+{other}" for place, one in enumerate(HUES) for other in HUES[place + 1 :]] + ["red+red"]
OPTIONS: list[Json] = [{}, {"options": {}}, {"options": {"tokens_count": True}}, {"options": {"tokens_count": False}}]

WORDS = ('"hidden"', '"sell"', '"tokens_count": false')
"""Words that many records hold."""
KINDS = ("finished", "broken off", "extra payout", "no bid", "equal bids")
"""Kinds of results that many records have."""


def kinds(result: Json) -> Iterator[str]:
    """The kinds of a result."""
    yield "finished" if result["finished"] else "broken off"
    for told in result["rounds"]:
        if told["extra"]:
            yield "extra payout"
        sizes = sorted(sum(heap.values()) for heap in told["bids"].values())
        yield "equal bids" if sizes[-1] == sizes[-2] > 0 else "no bid" if not sizes[-1] else "other"


def a_record(luck: Random) -> list[str]:
    """A game of three or four players, finished or broken off, with some hidden bids in an open auction."""
    game = _Game(luck)
    lines = game.whole()
    if luck.random() < 1 / 2:
        bids = [number for number, line in enumerate(lines) if line.get("do") == "bid"]
        lines = lines[: luck.choice((luck.randint(1, len(lines)), luck.choice(bids) + 1))]
        hide(lines, game, luck)
    return [json.dumps(line) for line in lines]


class _Game:
    """The little that is needed to know which moves are legal."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.names = list(CAST[: luck.choice((3, 4))])
        luck.shuffle(self.names)
        self.first = luck.randrange(len(self.names))
        self.cards: dict[str, list[str]] = {}
        self.tokens = {name: Counter(dict.fromkeys(HUES, 2)) for name in self.names}
        self.loyal = {name: luck.choice(HUES) for name in self.names}

    def whole(self) -> list[Json]:
        luck, names = self.luck, self.names
        lines: list[Json] = [{"record": 1, "game": "banque_fatale", "players": names, **luck.choice(OPTIONS)}]
        lines.append({"do": "start", "player": names[self.first]})
        singles = luck.sample(HUES, 5)
        for name in luck.sample(names, len(names)):
            self.cards[name] = [singles.pop()]
            lines.append({"do": "deal", "player": name, "card": self.cards[name][0]})
        rest = luck.sample(singles + DOUBLES, len(singles) + len(DOUBLES))
        for number, card in enumerate(rest):
            lines += self.a_round(names[(self.first + number) % len(names)], card)
        return lines

    def a_round(self, start: str, card: str) -> list[Json]:
        luck, names = self.luck, self.names
        lines: list[Json] = [{"do": "auction", "player": start, "card": card}]
        bids = {name: self.a_bid(name) for name in names}
        for name in luck.sample(names, len(names)):
            lines.append({"do": "bid", "player": name, "tokens": bids[name]})
            self.tokens[name].subtract(bids[name])
        order = names[names.index(start) :] + names[: names.index(start)]
        winner = max(order, key=lambda name: sum(bids[name].values()))
        sellable = list(self.cards[start])
        self.cards[winner].append(card)
        middle = [hue for bid in bids.values() for hue, count in bid.items() for _ in range(count)]
        luck.shuffle(middle)
        taker = names.index(winner)
        for token in middle:
            taker = (taker + 1) % len(names)
            self.tokens[names[taker]][token] += 1
            lines.append({"do": "take", "player": names[taker], "token": token})
        if sellable and luck.random() < 0.3:
            sold = luck.choice(sellable)
            self.cards[start].remove(sold)
            return [*lines, {"do": "sell", "player": start, "card": sold}]
        return [*lines, {"do": "keep", "player": start}]

    def a_bid(self, name: str) -> Json:
        """Some tokens, often of the colour to which a player is loyal, so that values rise over 10."""
        there = [hue for hue in HUES for _ in range(self.tokens[name][hue])]
        self.luck.shuffle(there)
        if self.luck.random() < 0.6:
            there.sort(key=lambda hue: hue != self.loyal[name])
        return dict(Counter(there[: self.luck.choice((0, 0, 1, 2, 2, 3, 4, 10))]))


def hide(lines: list[Json], game: _Game, luck: Random) -> None:
    """Hide some bids of an auction that is still open."""
    last = len(lines)
    while last and lines[last - 1].get("do") == "bid":
        last -= 1
    if len(lines) - last < len(game.names):
        for line in lines[last:]:
            if luck.random() < 0.7:
                line["tokens"] = "hidden"
