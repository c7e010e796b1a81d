"""An independent reckoning of a Wetten! record, move by move.

Written from the rules and the description of the record alone. It shares no code with Companion and checks nothing.
"""

import json
from typing import Any

Json = dict[str, Any]

LEAST = [1000, 1000, 2000, 2000, 3000]
ACTION = [0, 3, 5]


def reckon(lines: list[str]) -> Json:
    """The result of a good record."""
    header, *actions = map(json.loads, lines)
    sums = Reckoning(header)
    for action in actions:
        sums.take(action)
    return sums.result()


class Reckoning:
    def __init__(self, header: Json) -> None:
        self.names: list[str] = header["players"]
        self.track: int = header.get("options", {}).get("track", 30)
        self.money = dict.fromkeys(self.names, 10_000)
        self.bank = 824_000 - sum(self.money.values())
        self.rounds: list[Json] = []
        self.ended_by: str | None = None
        self.new_race()

    @property
    def least(self) -> int:
        return LEAST[len(self.rounds)]

    def new_race(self) -> None:
        self.turns = 0
        self.fields = dict.fromkeys("1234", 0)
        self.places: dict[str, int] = {}
        self.slips: list[tuple[str, int, Json]] = []
        """(player, 1 for the first slip and 0 for the second, action)"""
        self.odds: dict[tuple[str, int, int], int] = {}
        """(player, horse, place) of the bets on open first slips"""
        self.bought = dict.fromkeys(self.names, 0)
        self.played = dict.fromkeys(self.names, 0)
        self.new_turn()

    def new_turn(self) -> None:
        self.cards: dict[str, list[int]] = {}
        self.further = dict.fromkeys("1234", 0)

    def spend(self, player: str, amount: int) -> None:
        self.money[player] -= amount
        self.bank += amount

    def take(self, action: Json) -> None:
        player = action.get("player", "")
        match action["do"]:
            case "bet" | "second-bet":
                known = action["bets"] != "hidden"
                self.spend(player, sum(bet["stake"] for bet in action["bets"]) if known else action["stake"])
                self.slips.append((player, 1 if action["do"] == "bet" else 0, action))
                if opened := action.get("open"):
                    self.odds[player, opened["horse"], opened["place"]] = 8
            case "race-card":
                self.cards[player] = action["moves"]
            case "buy-card":
                self.spend(player, 1_000 * 2 ** self.bought[player])
                self.bought[player] += 1
            case "action-card":
                self.spend(player, ACTION[self.played[player]] * self.least)
                self.played[player] += 1
                for horse, by in action["adjust"].items():
                    self.further[horse] += by
            case "run":
                self.run()
            case "stop":
                self.ended_by = "stop"

    def run(self) -> None:
        self.turns += 1
        came: list[tuple[int, int, str]] = []
        for horse in "1234":
            if horse in self.places:
                continue
            steps = sum(card[int(horse) - 1] for card in self.cards.values()) + self.further[horse]
            steps = max(steps, 0)
            self.fields[horse] += steps
            if self.fields[horse] >= self.track + 1:
                came.append((self.fields[horse], steps, horse))
        place = len(self.places)
        for field, steps, horse in came:
            better = [other for other in came if other[0] > field or (other[0] == field and other[1] > steps)]
            self.places[horse] = place + len(better) + 1
        self.new_turn()
        if len(self.places) == 4:
            self.pay()

    def pay(self) -> None:
        wins: list[tuple[int, int, int, int, str]] = []
        for player, which, action in self.slips:
            for row, bet in enumerate(action["bets"]):
                if self.places[str(bet["horse"])] == bet["place"]:
                    odds = self.odds.get((player, bet["horse"], bet["place"]), 4) if which else 2
                    wins.append((odds * bet["stake"], self.names.index(player), which, row, player))
        paid = dict.fromkeys(self.names, 0)
        broken = sum(win[0] for win in wins) > self.bank
        for amount, _, _, _, player in sorted(wins):
            got = min(amount, self.bank)
            paid[player] += got
            self.spend(player, -got)
        gifts: dict[str, int] = {}
        number = len(self.rounds) + 1
        if not broken and number < 5:
            for player in self.names:
                gift = min(LEAST[number], self.bank)
                if self.money[player] == 0 and gift > 0:
                    gifts[player] = gift
                    self.spend(player, -gift)
        told: Json = {"race": number, "min_stake": self.least, "turns": self.turns, "places": self.places}
        self.rounds.append(
            {**told, "paid": paid, "gifts": gifts, "money": dict(self.money), "bank": self.bank},
        )
        if broken:
            self.ended_by = "bank"
        elif number == 5:
            self.ended_by = "races"
        else:
            self.new_race()

    def result(self) -> Json:
        finished = self.ended_by is not None
        ranks = {name: 1 + sum(other > self.money[name] for other in self.money.values()) for name in self.names}
        ranked = sorted(self.names, key=lambda name: (ranks[name], self.names.index(name)))
        return {
            "game": "wetten",
            "players": self.names,
            "finished": finished,
            "rounds": self.rounds,
            "money": self.money,
            "standings": [{"place": ranks[name], "player": name, "money": self.money[name]} for name in ranked],
            "winners": [name for name in self.names if ranks[name] == 1] if finished else [],
            "ended_by": self.ended_by,
        }
