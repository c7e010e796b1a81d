"""Bad records of Banque Fatale (lines, the first bad line, a word of the message) and good ones (lines, moves)."""

HEADER = '{"record": 1, "game": "banque_fatale", "players": ["Anna", "Ben", "Carla"]}'
START = '{"do": "start", "player": "Anna"}'


def header(options: str, players: str = '["Anna", "Ben", "Carla"]') -> str:
    return f'{{"record": 1, "game": "banque_fatale", "players": {players}, "options": {options}}}'


def card(do: str, player: str, word: str) -> str:
    return f'{{"do": "{do}", "player": "{player}", "card": "{word}"}}'


def bid(player: str, tokens: str = "{}") -> str:
    return f'{{"do": "bid", "player": "{player}", "tokens": {tokens}}}'


def take(player: str, token: str) -> str:
    return f'{{"do": "take", "player": "{player}", "token": "{token}"}}'


def keep(player: str) -> str:
    return f'{{"do": "keep", "player": "{player}"}}'


DEALT = [HEADER, START, card("deal", "Anna", "red"), card("deal", "Ben", "yellow"), card("deal", "Carla", "green")]
BIDS = [*DEALT, card("auction", "Anna", "red+green")]
MIDDLE = [*BIDS, bid("Carla"), bid("Ben", '{"red": 2}'), bid("Anna", '{"blue": 1}')]
SALE = [*MIDDLE, take("Carla", "red"), take("Anna", "red"), take("Ben", "blue")]

CARDS = ["red+red", "blue", "orange", "red+yellow", "red+blue", "red+orange"]
CARDS += ["yellow+green", "yellow+blue", "yellow+orange", "green+blue", "green+orange", "blue+orange"]
WHOLE = [*SALE, keep("Anna")]
for _place, _card in enumerate(CARDS, start=1):
    _start = ("Anna", "Ben", "Carla")[_place % 3]
    WHOLE += [card("auction", _start, _card), bid("Anna"), bid("Ben"), bid("Carla"), keep(_start)]

Bad = tuple[list[str], int, str]

BAD: dict[str, Bad] = {
    "two players": ([header("{}", '["Anna", "Ben"]')], 1, "3 to 4"),
    "tokens_count in quotes": ([header('{"tokens_count": "true"}')], 1, "true, false"),
    "an option of Vabanque": ([header('{"edition": "2021"}')], 1, "tokens_count"),
    "an unknown action": ([HEADER, START.replace("start", "chip")], 2, "start, deal, auction, bid, take, sell, keep"),
    "a start at a table": ([HEADER, START[:-1] + ', "table": 1}'], 2, "table"),
    "a first card with two piques": ([HEADER, START, card("deal", "Ben", "red+green")], 3, "red, yellow, green"),
    "a hidden first card": ([HEADER, START, card("deal", "Ben", "hidden")], 3, "red, yellow, green"),
    "a card in the other order": ([*DEALT, card("auction", "Anna", "green+red")], 6, "red+green"),
    "twice blue": ([*DEALT, card("auction", "Anna", "blue+blue")], 6, "red+red"),
    "an auction auctioned before": ([*WHOLE[:13], card("auction", "Ben", "red+green")], 14, "red and green"),
    "a bid without tokens": ([*BIDS, '{"do": "bid", "player": "Anna"}'], 7, "tokens"),
    "tokens in a list": ([*BIDS, bid("Anna", '["red"]')], 7, "by colour"),
    "a count of 0": ([*BIDS, bid("Anna", '{"red": 0}')], 7, "1 to 8"),
    "a count of 9": ([*BIDS, bid("Anna", '{"red": 9}')], 7, "1 to 8"),
    "a count true": ([*BIDS, bid("Anna", '{"red": true}')], 7, "whole number"),
    "a count hidden": ([*BIDS, bid("Anna", '{"red": "hidden"}')], 7, "whole number"),
    "a colour that is none": ([*BIDS, bid("Anna", '{"purple": 1}')], 7, "red, yellow, green, blue, orange"),
    "a colour given twice": ([*BIDS, bid("Anna", '{"red": 1, "red": 1}')], 7, "twice"),
    "a hidden token": ([*MIDDLE, take("Carla", "hidden")], 10, "red, yellow, green, blue, orange"),
    "a token too many": ([*SALE, take("Carla", "red")], 13, "sell a card or pass"),
}

GOOD: dict[str, tuple[list[str], int]] = {
    "a header alone": ([HEADER], 0),
    "all but the last bid hidden": ([*BIDS, bid("Ben", '"hidden"'), bid("Carla", '"hidden"')], 7),
    "colours in another order": ([*BIDS, bid("Ben", '{"orange": 1, "red": 2}')], 6),
    "a whole game": (WHOLE, len(WHOLE) - 1),
}
