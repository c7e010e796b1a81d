"""An independent reckoning of a Banque Fatale record, from its lines to its result.

Written from the rules and the description of the record alone. It shares no code with Companion and checks nothing.
"""

import json
from collections import Counter
from typing import Any

Json = dict[str, Any]

HUES = ["red", "yellow", "green", "blue", "orange"]


def reckon(lines: list[str]) -> Json:
    """The result of a good record."""
    header, *actions = map(json.loads, lines)
    names: list[str] = header["players"]
    worth = dict.fromkeys(HUES, 6)
    purse = dict.fromkeys(names, 0)
    cards: dict[str, list[str]] = {name: [] for name in names}
    tokens = {name: Counter(dict.fromkeys(HUES, 2)) for name in names}
    bids: Json = {}
    now: Json = {}
    rounds: list[Json] = []
    for action in actions:
        name, do = action["player"], action["do"]
        if do == "start":
            first = names.index(name)
        elif do == "deal":
            cards[name].append(action["card"])
        elif do == "auction":
            now = {"round": len(rounds) + 1, "start": name, "card": action["card"]}
        elif do == "bid":
            bids[name] = action["tokens"]
            if len(bids) == len(names):
                now["bids"] = {player: bids[player] for player in names}
                now |= settle(names, now, worth, purse, cards)
                for player in names:
                    tokens[player].subtract(bids[player])
                bids = {}
        elif do == "take":
            tokens[name][action["token"]] += 1
        else:
            now["sold"] = None
            if do == "sell":
                price = sum(worth[pique] for pique in action["card"].split("+"))
                purse[name] += price
                cards[name].remove(action["card"])
                now["sold"] = {"player": name, "card": action["card"], "price": price}
            rounds.append({**now, "cash": dict(purse)})
    for number, told in enumerate(rounds):
        assert told["start"] == names[(first + number) % len(names)]
    finished = len(rounds) == 16 - len(names)
    money = dict(purse)
    if finished:
        for name in names:
            if header.get("options", {}).get("tokens_count", True):
                money[name] += tokens[name].total()
            money[name] += sum(worth[pique] for card in cards[name] for pique in card.split("+"))
    places = {name: 1 + sum(other > money[name] for other in money.values()) for name in names}
    ranked = sorted(names, key=lambda name: (places[name], names.index(name)))
    return {
        "game": "banque_fatale",
        "players": names,
        "finished": finished,
        "rounds": rounds,
        "money": money,
        "standings": [{"place": places[name], "player": name, "money": money[name]} for name in ranked],
        "winners": [name for name in names if money[name] == max(money.values())] if finished else [],
    }


def settle(names: list[str], now: Json, worth: dict[str, int], purse: dict[str, int], cards: Json) -> Json:
    """Apply the bids of a round to values, cash and cards; return its results."""
    size = {name: sum(now["bids"][name].values()) for name in names}
    winner = now["start"]
    for step in range(1, len(names)):
        rival = names[(names.index(now["start"]) + step) % len(names)]
        if size[rival] > size[winner]:
            winner = rival
    cards[winner].append(now["card"])
    heap = [hue for bid in now["bids"].values() for hue, count in bid.items() for _ in range(count)]
    top = max([2, *(heap.count(hue) for hue in HUES)])
    extra = dict.fromkeys(names, 0)
    for hue in HUES:
        if heap.count(hue) == 0:
            worth[hue] = 2
        elif heap.count(hue) == 1 and worth[hue] > 2:
            worth[hue] -= 1
        elif heap.count(hue) == top:
            worth[hue] += 2
        if worth[hue] > 10:
            for name in names:
                piques = "+".join(cards[name]).split("+").count(hue)
                extra[name] += piques * {11: 5, 12: 6}[worth[hue]]
            worth[hue] = 6
    for name in names:
        purse[name] += extra[name]
    paid = {name: sum_ for name, sum_ in extra.items() if sum_}
    return {"winner": winner, "values": dict(worth), "extra": paid}
