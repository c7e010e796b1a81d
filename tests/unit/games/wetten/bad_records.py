"""Bad records of Wetten! (lines, the first bad line, a word of the message) and good ones (lines, moves)."""

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

VALUES: dict[str, Any] = {"true": True, "2.0": 2.0, "null": None, "hidden": "hidden"}

BAD: dict[str, Bad] = {
    "a track of 9": ([header(track=9)], 1, "10 to 200"),
    "a track of 201": ([header(track=201)], 1, "10 to 200"),
    "a track in quotes": ([header(track="30")], 1, "10 to 200"),
    "an unknown pro": ([header(pro="from-race-3")], 1, "from-race-4, never, always"),
    "another game's option": ([header(turns="free")], 1, "track, pro"),
    "six players": ([HEADER.replace('"Carla"', '"Carla", "Dora", "Emil", "Fritz"')], 1, "3 to 5"),
    "an unknown action": ([HEADER, line("chip", "Anna")], 2, "bet, race-card, second-bet"),
    "no bets": ([HEADER, line("bet", "Anna")], 2, "do, player, bets"),
    "a second bet with odds": ([HEADER, second("Anna", odds=2)], 2, "do, player, bets, open"),
    "bets by horse": ([HEADER, line("bet", "Anna", bets={"1": 2000})], 2, "list"),
    "a bet in a list": ([HEADER, line("bet", "Anna", bets=[[1, 1, 2000]])], 2, "horse, place, stake"),
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
    "a horse 5": ([HEADER, bet("Anna", (5, 1, 2000))], 2, "1 to 4"),
    "a place 5": ([HEADER, bet("Anna", (1, 5, 2000))], 2, "place"),
    "half a thousand": ([HEADER, bet("Anna", (1, 1, 2500))], 2, "thousands"),
    "all the money of the world": ([HEADER, bet("Anna", (1, 1, 10**400))], 2, "stake"),
    "a sum beside known bets": ([HEADER, bet("Anna", (1, 1, 2000), stake=2000)], 2, "stake"),
    "a hidden slip without its sum": ([HEADER, line("bet", "Anna", bets="hidden")], 2, "stake"),
    "a hidden sum of half a thousand": ([HEADER, hidden("Anna", 1500)], 2, "thousands"),
    "an open bet on a first slip": ([HEADER, bet("Anna", (1, 1, 2000), open={"horse": 1, "place": 1})], 2, "open"),
    "three numbers on a race card": ([HEADER, *BETS, card("Anna", (1, 1, 1))], 5, "4 horses"),
    "a 10 on a race card": ([HEADER, *BETS, card("Anna", (10, 0, 0, 0))], 5, "0 to 9"),
    "a run by a player": ([HEADER, *UP, line("run", "Anna")], 8, "player"),
    "an action card after the run": ([HEADER, *FIRST_TURN, action("Anna", {"1": 2})], 9, "second slip"),
    "an action card for no horse": ([HEADER, *UP, action("Anna", {})], 8, "horses"),
    "an action card for a horse 5": ([HEADER, *UP, action("Anna", {"5": 2})], 8, "1 to 4"),
    "an action card of 0": ([HEADER, *UP, action("Anna", {"1": 0})], 8, "not 0"),
    "an action card of 100": ([HEADER, *UP, action("Anna", {"1": 100})], 8, "99"),
    "a horse twice on an action card": (
        [HEADER, *UP, '{"do": "action-card", "player": "Anna", "adjust": {"1": 1, "1": 2}}'],
        8,
        "twice",
    ),
    "a second bet when all are in": ([SHORT, *RACE, SECONDS[0]], 9, "put down a first slip"),
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
    "a sixth race": ([*WHOLE, BETS[0]], 37, "over"),
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
