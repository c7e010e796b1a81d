"""Records of Wetten! that cannot be read: their lines, the line that cannot stand, and a word the message must hold."""

import json
from typing import Any

Bad = tuple[list[str], int, str]
NAMES = ("Anna", "Ben", "Carla")


def header(**options: object) -> str:
    return json.dumps({"record": 1, "game": "wetten", "players": list(NAMES), "options": options})


def line(do: str, player: str | None = None, **more: Any) -> str:
    return json.dumps({"do": do, **({} if player is None else {"player": player}), **more})


def bet(player: str, *bets: tuple[Any, Any, Any], do: str = "bet", **more: Any) -> str:
    listed = [dict(zip(("horse", "place", "stake"), values, strict=True)) for values in bets]
    return line(do, player, bets=listed, **more)


def hidden(player: str, stake: Any, do: str = "bet", **more: Any) -> str:
    return line(do, player, bets="hidden", stake=stake, **more)


def card(player: str, moves: Any = (1, 1, 1, 1)) -> str:
    return line("race-card", player, moves=list(moves) if isinstance(moves, tuple) else moves)


def cards(*numbers: int) -> list[str]:
    return [card(player, tuple(numbers)) for player in NAMES]


def second(player: str, *bets: tuple[Any, Any, Any], **more: Any) -> str:
    return bet(player, *bets, do="second-bet", **more)


def action(player: str, adjust: Any) -> str:
    return line("action-card", player, adjust=adjust)


HEADER, SHORT, ALWAYS = header(), header(track=10), header(track=10, pro="always")
RUN, STOP = line("run"), line("stop")
BETS = [bet(player) for player in NAMES]
SECONDS = [second(player) for player in NAMES]
ANNAS = [bet("Anna", (1, 1, 2000)), *BETS[1:]]
UP = [*BETS, *cards(1, 1, 1, 1)]
FIRST_TURN = [*UP, RUN]
RACE = [*BETS, *cards(4, 5, 6, 7), RUN]
"""On a track of 10 all horses are in after one turn."""
WHOLE = [SHORT, *RACE * 5]

VALUES: dict[str, Any] = {"a word": "1", "true": True, "2.0": 2.0, "null": None, "a list": [1], "hidden": "hidden"}

BAD: dict[str, Bad] = {
    "a track of 9": ([header(track=9)], 1, "10 to 200"),
    "a track of 201": ([header(track=201)], 1, "10 to 200"),
    "a track of 30.0": ([header(track=30.0)], 1, "10 to 200"),
    "a track that is true": ([header(track=True)], 1, "10 to 200"),
    "a track in quotes": ([header(track="30")], 1, "10 to 200"),
    "an unknown pro": ([header(pro="from-race-3")], 1, "from-race-4, never, always"),
    "another game's option": ([header(turns="free")], 1, "track, pro"),
    "six players": ([HEADER.replace('"Carla"', '"Carla", "Dora", "Emil", "Fritz"')], 1, "3 to 5"),
    "two players": ([HEADER.replace(', "Carla"', "")], 1, "3 to 5"),
    "an unknown action": ([HEADER, line("chip", "Anna")], 2, "bet, race-card, second-bet"),
    "no bets": ([HEADER, line("bet", "Anna")], 2, "do, player, bets"),
    "a second bet with odds": ([HEADER, second("Anna", odds=2)], 2, "do, player, bets, open"),
    "nothing to do": ([HEADER, '{"player": "Anna"}'], 2, "The key do is missing"),
    "bets in a word, and a sum": ([HEADER, line("bet", "Anna", bets="Hidden", stake=0)], 2, "list"),
    "no player": ([HEADER, line("bet", bets=[])], 2, "player"),
    "bets by horse": ([HEADER, line("bet", "Anna", bets={"1": 2000})], 2, "list"),
    "bets in a word": ([HEADER, line("bet", "Anna", bets="Hidden")], 2, "list"),
    "a bet in a list": ([HEADER, line("bet", "Anna", bets=[[1, 1, 2000]])], 2, "horse, place, stake"),
    "a bet without a place": ([HEADER, line("bet", "Anna", bets=[{"horse": 1, "stake": 2000}])], 2, "place"),
    "a bet with more": (
        [HEADER, line("bet", "Anna", bets=[{"horse": 1, "place": 1, "stake": 2000, "odds": 4}])],
        2,
        "horse, place, stake",
    ),
    "a bet twice in one": (
        [HEADER, '{"do": "bet", "player": "Anna", "bets": [{"horse": 1, "horse": 2, "place": 1, "stake": 2000}]}'],
        2,
        "twice",
    ),
    "a horse 0": ([HEADER, bet("Anna", (0, 1, 2000))], 2, "horse"),
    "a horse 5": ([HEADER, bet("Anna", (5, 1, 2000))], 2, "1 to 4"),
    "a place 5": ([HEADER, bet("Anna", (1, 5, 2000))], 2, "place"),
    "a stake of 0": ([HEADER, bet("Anna", (1, 1, 0))], 2, "stake"),
    "a stake of less than 0": ([HEADER, bet("Anna", (1, 1, -2000))], 2, "stake"),
    "half a thousand": ([HEADER, bet("Anna", (1, 1, 2500))], 2, "thousands"),
    "a stake below 1,000": ([HEADER, bet("Anna", (1, 1, 500))], 2, "thousands from €1,000 to"),
    "all the money of the world": ([HEADER, bet("Anna", (1, 1, 10**400))], 2, "stake"),
    "a sum beside known bets": ([HEADER, bet("Anna", (1, 1, 2000), stake=2000)], 2, "stake"),
    "a hidden slip without its sum": ([HEADER, line("bet", "Anna", bets="hidden")], 2, "stake"),
    "a hidden sum of half a thousand": ([HEADER, hidden("Anna", 1500)], 2, "thousands"),
    "a hidden sum below 0": ([HEADER, hidden("Anna", -1000)], 2, "stake"),
    "an open bet on a first slip": ([HEADER, bet("Anna", (1, 1, 2000), open={"horse": 1, "place": 1})], 2, "open"),
    "three numbers on a race card": ([HEADER, *BETS, card("Anna", (1, 1, 1))], 5, "4 horses"),
    "five numbers on a race card": ([HEADER, *BETS, card("Anna", (1,) * 5)], 5, "4 horses"),
    "a race card by horse": ([HEADER, *BETS, card("Anna", {"1": 1})], 5, "4 horses"),
    "a 10 on a race card": ([HEADER, *BETS, card("Anna", (10, 0, 0, 0))], 5, "0 to 9"),
    "a step back on a race card": ([HEADER, *BETS, card("Anna", (0, 0, 0, -1))], 5, "0 to 9"),
    "half a step": ([HEADER, *BETS, card("Anna", (0, 0, 0, 0.5))], 5, "0 to 9"),
    "a hidden number": ([HEADER, *BETS, card("Anna", (0, 0, 0, "hidden"))], 5, "0 to 9"),
    "a run by a player": ([HEADER, *UP, line("run", "Anna")], 8, "player"),
    "an action card after the run": ([HEADER, *FIRST_TURN, action("Anna", {"1": 2})], 9, "second bet"),
    "an action card for no horse": ([HEADER, *UP, action("Anna", {})], 8, "horses"),
    "an action card for a horse 5": ([HEADER, *UP, action("Anna", {"5": 2})], 8, "1 to 4"),
    "an action card for a horse 01": ([HEADER, *UP, action("Anna", {"01": 2})], 8, "1 to 4"),
    "an action card in a list": ([HEADER, *UP, action("Anna", [2, 0, 0, 0])], 8, "1 to 4"),
    "an action card of 0": ([HEADER, *UP, action("Anna", {"1": 0})], 8, "not 0"),
    "an action card of 100": ([HEADER, *UP, action("Anna", {"1": 100})], 8, "99"),
    "an action card of -100": ([HEADER, *UP, action("Anna", {"1": -100})], 8, "99"),
    "an action card of 1.0": ([HEADER, *UP, action("Anna", {"1": 1.0})], 8, "whole"),
    "a horse twice on an action card": (
        [HEADER, *UP, '{"do": "action-card", "player": "Anna", "adjust": {"1": 1, "1": 2}}'],
        8,
        "twice",
    ),
    "a price said": ([HEADER, *BETS, line("buy-card", "Ben", price=1000)], 5, "price"),
    "a second bet when all are in": ([SHORT, *RACE, SECONDS[0]], 9, "a bet"),
    "an open bet that is null": (
        [ALWAYS, *ANNAS, *cards(1, 1, 1, 1), RUN, second("Anna", open=None)],
        9,
        "The value of open",
    ),
    "an open bet that is true": (
        [ALWAYS, *ANNAS, *cards(1, 1, 1, 1), RUN, second("Anna", open=True)],
        9,
        "horse, place",
    ),
    "an open bet with its stake": (
        [ALWAYS, *ANNAS, *cards(1, 1, 1, 1), RUN, second("Anna", open={"horse": 1, "place": 1, "stake": 2000})],
        9,
        "horse, place",
    ),
    "an end by a player": ([SHORT, *RACE, line("stop", "Anna")], 9, "player"),
    "an action after the end": ([SHORT, *RACE, STOP, BETS[0]], 10, "over"),
    "an end twice": ([SHORT, *RACE, STOP, STOP], 10, "over"),
    "a sixth race": ([*WHOLE, BETS[0]], 37, "over"),
    "an end after race 5": ([*WHOLE, STOP], 37, "over"),
}

for _name, _value in VALUES.items():
    BAD[f"a horse that is {_name}"] = ([HEADER, bet("Anna", (_value, 1, 2000))], 2, "horse")
    BAD[f"a stake that is {_name}"] = ([HEADER, bet("Anna", (1, 1, _value))], 2, "stake")
    BAD[f"a hidden sum that is {_name}"] = ([HEADER, hidden("Anna", _value)], 2, "stake")
    BAD[f"a movement that is {_name}"] = ([HEADER, *BETS, card("Anna", (0, _value, 0, 0))], 5, "moves")
    BAD[f"an adjustment that is {_name}"] = ([HEADER, *UP, action("Anna", {"2": _value})], 8, "whole")

GOOD: dict[str, tuple[list[str], int]] = {
    "a header alone": ([header(track=200, pro="never")], 0),
    "a whole game": (WHOLE, 35),
    "an end after a race": ([SHORT, *RACE, STOP], 8),
    "hidden slips and race cards": (
        [HEADER, hidden("Anna", 0), hidden("Ben", 10000), hidden("Carla", 3000), card("Ben", "hidden")],
        4,
    ),
    "hidden race cards that are all down": ([HEADER, *BETS, *[card(player, "hidden") for player in NAMES]], 6),
    "an action card and a purchase upon them": (
        [
            HEADER,
            *BETS,
            *[card(player, "hidden") for player in NAMES],
            action("Ben", {"4": -99, "1": 99}),
            line("buy-card", "Anna"),
        ],
        8,
    ),
    "a hidden second slip with an open first one": (
        [ALWAYS, *ANNAS, *cards(1, 1, 1, 1), RUN, hidden("Anna", 8000, "second-bet", open={"horse": 1, "place": 1})],
        8,
    ),
    "a purchase before the own bet": ([HEADER, BETS[0], line("buy-card", "Ben"), bet("Ben", (1, 1, 9000))], 3),
    "nine bets for the whole purse": (
        [HEADER, bet("Anna", *[(h, p, 1000) for h in (1, 2) for p in (1, 2, 3, 4)], (3, 1, 2000))],
        1,
    ),
}
