"""An independent reckoning of a Vabanque record, from its lines to its result.

Written from the rules and the description of the record alone. It shares no code with Companion and checks nothing.
"""

import json
from collections import Counter
from typing import Any

Json = dict[str, Any]

TABLES = {3: 7, 4: 9, 5: 10, 6: 12}
WORTH = [5, 10, 20, 50]


def reckon(lines: list[str]) -> Json:
    """The result of a good record."""
    header, *actions = map(json.loads, lines)
    names: list[str] = header["players"]
    tables = TABLES[len(names)]
    order: list[str] = []
    pawns: dict[str, int] = {}
    chips: Counter[int] = Counter()
    cards: list[tuple[str, str, int]] = []
    moves = 0
    money = dict.fromkeys(names, 0)
    rounds: list[Json] = []
    for action in actions:
        player, table = action.get("player"), action.get("table")
        if action["do"] == "start":
            first = names.index(player)
            order = names[first:] + names[:first]
            pawns = {name: (table - 1 + 2 * place) % tables + 1 for place, name in enumerate(order)}
        elif action["do"] == "chip":
            chips[table] += WORTH[len(rounds)]
        elif action["do"] == "chips":
            for there, count in action["tables"].items():
                chips[int(there)] += WORTH[len(rounds)] * count
        elif action["do"] == "card":
            cards.append((player, action["card"], table))
        elif action["do"] == "move":
            pawns[player] = (pawns[player] - 1 + action["steps"]) % tables + 1
            moves += 1
            if moves % len(names) == 0:
                rounds.append(settle(len(rounds) + 1, order, pawns, chips, cards, money))
                order, cards = rounds[-1]["next_order"] or order, []
    finished = len(rounds) == 4
    places = {name: 1 + sum(other > money[name] for other in money.values()) for name in names}
    ranked = sorted(names, key=lambda name: (places[name], names.index(name)))
    return {
        "game": "vabanque",
        "players": names,
        "finished": finished,
        "rounds": rounds,
        "money": money,
        "standings": [{"place": places[name], "player": name, "money": money[name]} for name in ranked],
        "winners": [name for name in names if money[name] == max(money.values())] if finished else [],
    }


def settle(
    number: int,
    order: list[str],
    pawns: dict[str, int],
    chips: Counter[int],
    cards: list[tuple[str, str, int]],
    money: dict[str, int],
) -> Json:
    """A round of the result; adds the payments to the money."""
    paid = dict.fromkeys(money, 0)
    told = []
    for table in sorted(set(pawns.values())):
        raises = [card for _, card, there in cards if there == table].count("raise")
        value = 1000 * chips[table] * (1 + raises)
        here = [name for name in order if pawns[name] == table]
        traps = [owner for owner, card, there in cards if (card, there) == ("trap", table)]
        pays: list[Json] = []
        for name in order:
            caught = [guest for guest in here if guest != name]
            if value and name in here and not [owner for owner in traps if owner != name]:
                pays.append({"player": name, "for": "pawn", "amount": value})
            if value and name in traps and caught:
                amount = value * len(caught)
                pays.append({"player": name, "for": "trap", "pawns": len(caught), "amount": amount})
        for pay in pays:
            paid[pay["player"]] += pay["amount"]
            money[pay["player"]] += pay["amount"]
        told.append({"table": table, "chips": chips[table], "raises": raises, "value": value, "pays": pays})
    turned: list[str] = []
    for sum_ in sorted(set(money.values()), reverse=True):
        turned += [name for name in reversed(order) if money[name] == sum_]
    return {
        "round": number,
        "order": order,
        "tables": told,
        "paid": paid,
        "money": dict(money),
        "next_order": None if number == 4 else turned,
    }
