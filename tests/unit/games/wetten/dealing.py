"""Random records of Wetten!, written from the description of the record alone, without Companion's code."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.cast import CAST
from tests.unit.games.wetten.reckoning import ACTION, Reckoning

Json = dict[str, Any]
Turn = tuple[dict[str, list[int]], list[tuple[str, dict[str, int]]]]
"""The race cards of a turn, and its action cards."""

PAIRS = [(horse, place) for horse in (1, 2, 3, 4) for place in (1, 2, 3, 4)]

WORDS = ('"bets": "hidden"', '"moves": "hidden"', '"open"', '"buy-card"', '"action-card"', '"never"', '"Emil"')
"""Words that many records hold."""
KINDS = ("races", "bank", "stop", "None", "gift", "shared place", "one turn")
"""Kinds of results that many records have."""


def kinds(result: Json) -> Iterator[str]:
    """The kinds of a result."""
    yield str(result["ended_by"])
    for race in result["rounds"]:
        if race["gifts"]:
            yield "gift"
        if len(set(race["places"].values())) < 4:
            yield "shared place"
        if race["turns"] == 1:
            yield "one turn"


def a_record(luck: Random) -> list[str]:
    """A game of three to five players, finished or broken off, with some hidden values where it breaks off."""
    names = list(CAST[: luck.randint(3, 5)])
    luck.shuffle(names)
    options: Json = {}
    if luck.random() < 0.7:
        options["track"] = luck.choice((10, 11, 14, 20, 30, 45, 90, 200))
    if luck.random() < 0.7:
        options["pro"] = luck.choice(("from-race-4", "never", "always"))
    dealer = Dealer(luck, {"record": 1, "game": "wetten", "players": names, "options": options})
    if not options and luck.random() < 0.5:
        del dealer.lines[0]["options"]
    dealer.play()
    lines = dealer.lines
    if luck.random() < 0.35:
        lines = lines[: luck.randint(1, len(lines))]
        hide(luck, lines)
    return [json.dumps(line) for line in lines]


@dataclass
class Dealer:
    """Writes a game line by line. Prophets know how a race will end, which breaks the bank."""

    luck: Random
    header: Json
    lines: list[Json] = field(init=False)
    sums: Reckoning = field(init=False)
    prophets: set[str] = field(init=False)
    places: dict[str, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = [self.header]
        self.sums = Reckoning(self.header)
        names = self.header["players"]
        self.prophets = set(self.luck.sample(names, self.luck.choice((0, 0, 0, 1, 2, len(names)))))
        self.weary = 0.0 if self.prophets else self.luck.choice((0.0, 0.0, 0.5))

    def add(self, do: str, player: str | None = None, **more: object) -> None:
        line = {"do": do, **({} if player is None else {"player": player}), **more}
        self.lines.append(line)
        self.sums.take(line)

    def play(self) -> None:
        while self.sums.ended_by is None:
            if self.sums.rounds and self.luck.random() < self.weary:
                self.add("stop")
                return
            self.race()

    def race(self) -> None:
        plan = self.plan()
        number = len(self.sums.rounds)
        for player in self.in_any_order():
            self.add("bet", player, bets=self.bets(player))
            self.buy(0.05)
        for turn, (cards, actions) in enumerate(plan):
            for player in self.in_any_order():
                self.add("race-card", player, moves=cards[player])
                self.buy(0.03)
            for player, adjust in actions:
                if ACTION[self.sums.played[player]] * self.sums.least <= self.sums.money[player]:
                    self.add("action-card", player, adjust=adjust)
            self.buy(0.03)
            self.add("run")
            if len(self.sums.rounds) > number:
                return
            if turn == 0:
                self.second_bets()
        self.finish()

    def finish(self) -> None:
        """Finish a race in which a planned action card could not be paid."""
        number = len(self.sums.rounds)
        while len(self.sums.rounds) == number:
            for player in self.in_any_order():
                self.add("race-card", player, moves=[9, 9, 9, 9])
            self.add("run")

    def in_any_order(self) -> list[str]:
        return self.luck.sample(self.sums.names, len(self.sums.names))

    def plan(self) -> list[Turn]:
        """Turns until all horses are in; with prophets only free action cards."""
        scratch = deepcopy(self.sums)
        number, turns = len(scratch.rounds), []
        fastest = self.luck.choice((2, 4, 9)) if scratch.track < 50 else 9
        played: dict[str, int] = dict.fromkeys(scratch.names, 0)
        while len(scratch.rounds) == number:
            cards = {player: [self.luck.randint(0, fastest) for _ in "1234"] for player in scratch.names}
            actions = []
            for player in scratch.names:
                if played[player] < (1 if self.prophets else 3) and self.luck.random() < 0.2:
                    played[player] += 1
                    horses = sorted(self.luck.sample("1234", self.luck.randint(1, 2)))
                    actions.append(
                        (player, {horse: self.luck.choice((-99, -7, -2, -1, 1, 2, 2, 9)) for horse in horses})
                    )
            turns.append((cards, actions))
            for player in scratch.names:
                scratch.cards[player] = cards[player]
            for _, adjust in actions:
                for horse, by in adjust.items():
                    scratch.further[horse] += by
            scratch.run()
        self.places = scratch.rounds[-1]["places"]
        return turns

    def second_bets(self) -> None:
        for player in self.in_any_order():
            more = {}
            first = next(slip for who, which, slip in self.sums.slips if who == player and which == 1)
            if first["bets"] and self.luck.random() < 0.5 and self.pro():
                bet = self.luck.choice(first["bets"])
                more = {"open": {"horse": bet["horse"], "place": bet["place"]}}
            self.add("second-bet", player, bets=self.bets(player), **more)
            self.buy(0.05)

    def pro(self) -> bool:
        pro = self.header.get("options", {}).get("pro", "from-race-4")
        return pro == "always" or (pro == "from-race-4" and len(self.sums.rounds) >= 3)

    def bets(self, player: str) -> list[Json]:
        """A slip that the player can pay; prophets mostly bet on the result."""
        least, left = self.sums.least // 1_000, self.sums.money[player] // 1_000
        right = [(int(horse), place) for horse, place in self.places.items()]
        if player in self.prophets:
            pairs = self.luck.sample(right, self.luck.randint(1, 4))
            pairs += [pair for pair in self.luck.sample(PAIRS, 1) if pair not in pairs]
        else:
            pairs = self.luck.sample(PAIRS, self.luck.choice((0, 1, 2, 3, 5, 16)))
            left = self.luck.choice((left, left // 2, left // 3))
        stakes = []
        for number, (horse, place) in enumerate(pairs, start=1):
            most = left // (len(pairs) + 1 - number)
            if most < least:
                continue
            stake = most if player in self.prophets or number == len(pairs) else self.luck.randint(least, most)
            left -= stake
            stakes.append({"horse": horse, "place": place, "stake": stake * 1_000})
        return stakes

    def buy(self, chance: float) -> None:
        for player in self.sums.names:
            price = 1_000 * 2 ** self.sums.bought[player]
            while self.luck.random() < chance and price <= self.sums.money[player]:
                self.add("buy-card", player)
                price *= 2


def hide(luck: Random, lines: list[Json]) -> None:
    """Hide some of what is not yet revealed: race cards of this turn, slips of this race."""
    sums, begun, run = Reckoning(lines[0]), 1, 1
    for number, line in enumerate(lines[1:], start=1):
        paid = len(sums.rounds)
        sums.take(line)
        if line["do"] == "run":
            run = number
        if len(sums.rounds) > paid:
            begun = number
    opened = {line["player"] for line in lines[begun:] if "open" in line}
    chance = luck.choice((0.0, 0.5, 1.0))
    for number, line in enumerate(lines[1:], start=1):
        if luck.random() >= chance or number < begun:
            continue
        if line["do"] == "race-card" and number > run:
            line["moves"] = "hidden"
        elif line["do"] == "second-bet" or (line["do"] == "bet" and line["player"] not in opened):
            line["stake"] = sum(bet["stake"] for bet in line["bets"])
            line["bets"] = "hidden"
