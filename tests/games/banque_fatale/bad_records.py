"""Records of Banque Fatale that cannot be read: their lines, the line that cannot stand, a word of the message."""

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
    "five players": ([header("{}", '["A", "B", "C", "D", "E"]')], 1, "3 to 4"),
    "tokens_count in quotes": ([header('{"tokens_count": "true"}')], 1, "true, false"),
    "tokens_count a number": ([header('{"tokens_count": 1}')], 1, "true, false"),
    "tokens_count null": ([header('{"tokens_count": null}')], 1, "true, false"),
    "an option of Vabanque": ([header('{"edition": "2021"}')], 1, "tokens_count"),
    "an unknown action": ([HEADER, START.replace("start", "chip")], 2, "start, deal, auction, bid, take, sell, keep"),
    "a start at a table": ([HEADER, START[:-1] + ', "table": 1}'], 2, "table"),
    "no player": ([HEADER, '{"do": "start"}'], 2, "player"),
    "no start": ([HEADER, DEALT[2]], 2, "the start player"),
    "two starts": ([HEADER, START, START], 3, "the first card"),
    "a first card with two piques": ([HEADER, START, card("deal", "Ben", "red+green")], 3, "red, yellow, green"),
    "twice red as a first card": ([HEADER, START, card("deal", "Ben", "red+red")], 3, "red, yellow, green"),
    "a hidden first card": ([HEADER, START, card("deal", "Ben", "hidden")], 3, "red, yellow, green"),
    "the first card twice": ([*DEALT[:3], card("deal", "Ben", "red")], 4, "red"),
    "two first cards of a player": ([*DEALT[:3], card("deal", "Anna", "blue")], 4, "Anna"),
    "a fourth first card": ([*DEALT, card("deal", "Anna", "blue")], 6, "a card for the auction"),
    "an auction too early": ([*DEALT[:4], card("auction", "Anna", "blue")], 5, "the first card"),
    "an auction by another player": ([*DEALT, card("auction", "Ben", "blue")], 6, "Anna"),
    "an auction of a dealt card": ([*DEALT, card("auction", "Anna", "green")], 6, "green"),
    "an auction of a hidden card": ([*DEALT, card("auction", "Anna", "hidden")], 6, "red+red"),
    "a card in the other order": ([*DEALT, card("auction", "Anna", "green+red")], 6, "red+green"),
    "a card with blanks": ([*DEALT, card("auction", "Anna", "red + green")], 6, "red+green"),
    "a card with three piques": ([*DEALT, card("auction", "Anna", "red+red+green")], 6, "red+green"),
    "twice blue": ([*DEALT, card("auction", "Anna", "blue+blue")], 6, "red+red"),
    "a card null": ([*DEALT, card("auction", "Anna", "X").replace('"X"', "null")], 6, "red+red"),
    "an auction auctioned before": ([*WHOLE[:13], card("auction", "Ben", "red+green")], 14, "red and green"),
    "a bid too early": ([*DEALT, bid("Anna")], 6, "a card for the auction"),
    "a bid without tokens": ([*BIDS, '{"do": "bid", "player": "Anna"}'], 7, "tokens"),
    "tokens in a list": ([*BIDS, bid("Anna", '["red"]')], 7, "by colour"),
    "tokens null": ([*BIDS, bid("Anna", "null")], 7, "by colour"),
    "tokens in a number": ([*BIDS, bid("Anna", "2")], 7, "by colour"),
    "tokens in a word": ([*BIDS, bid("Anna", '"red"')], 7, "by colour"),
    "a count of 0": ([*BIDS, bid("Anna", '{"red": 0}')], 7, "1 to 8"),
    "a count of 9": ([*BIDS, bid("Anna", '{"red": 9}')], 7, "1 to 8"),
    "a count below 0": ([*BIDS, bid("Anna", '{"red": -1}')], 7, "1 to 8"),
    "a count true": ([*BIDS, bid("Anna", '{"red": true}')], 7, "whole number"),
    "a count of 2.0": ([*BIDS, bid("Anna", '{"red": 2.0}')], 7, "whole number"),
    "a count null": ([*BIDS, bid("Anna", '{"red": null}')], 7, "whole number"),
    "a count hidden": ([*BIDS, bid("Anna", '{"red": "hidden"}')], 7, "whole number"),
    "a colour that is none": ([*BIDS, bid("Anna", '{"purple": 1}')], 7, "red, yellow, green, blue, orange"),
    "a hidden colour": ([*BIDS, bid("Anna", '{"hidden": 1}')], 7, "red, yellow, green, blue, orange"),
    "a colour given twice": ([*BIDS, bid("Anna", '{"red": 1, "red": 1}')], 7, "twice"),
    "more than held": (
        [*BIDS, bid("Ben", '{"red": 2, "orange": 3}')],
        7,
        "the bid is 1 too many",
    ),
    "a second bid": ([*BIDS, bid("Ben"), bid("Ben")], 8, "Ben has bid"),
    "a second bid after a hidden one": ([*BIDS, bid("Ben", '"hidden"'), bid("Ben")], 8, "Ben has bid"),
    "a hidden bid at the last": ([*BIDS, bid("Ben", '"hidden"'), bid("Anna"), bid("Carla")], 9, "Ben's bid"),
    "a hidden last bid": ([*BIDS, bid("Ben"), bid("Anna"), bid("Carla", '"hidden"')], 9, "Carla's bid"),
    "a token too early": ([*BIDS, bid("Ben", '{"red": 1}'), take("Anna", "red")], 8, "the bids"),
    "a token out of turn": ([*MIDDLE, take("Anna", "red")], 10, "Carla"),
    "a token that is not there": ([*MIDDLE, take("Carla", "green")], 10, "red, blue"),
    "a token that is gone": ([*SALE[:-1], take("Ben", "red")], 12, "Expected: blue"),
    "a token of no colour": ([*MIDDLE, take("Carla", "purple")], 10, "red, yellow, green, blue, orange"),
    "a hidden token": ([*MIDDLE, take("Carla", "hidden")], 10, "red, yellow, green, blue, orange"),
    "a token too many": ([*SALE, take("Carla", "red")], 13, "a sale, or none"),
    "a token where none was bid": ([*BIDS, *map(bid, ("Anna", "Ben", "Carla")), take("Ben", "red")], 10, "a sale"),
    "a sale before all tokens are taken": ([*SALE[:-1], card("sell", "Anna", "red")], 12, "a token"),
    "no sale before all tokens are taken": ([*SALE[:-1], keep("Anna")], 12, "a token"),
    "a sale by another player": ([*SALE, card("sell", "Ben", "yellow")], 13, "Anna"),
    "a sale of another's card": ([*SALE, card("sell", "Anna", "yellow")], 13, "Anna has no such card"),
    "a sale of a card still to come": ([*SALE, card("sell", "Anna", "blue")], 13, "Anna has no such card"),
    "a sale of the card just won": (
        [*BIDS, bid("Ben"), bid("Carla"), bid("Anna"), card("sell", "Anna", "red+green")],
        10,
        "red and green",
    ),
    "two sales": ([*SALE, card("sell", "Anna", "red"), keep("Anna")], 14, "a card for the auction"),
    "no sale with a card": ([*SALE, keep("Anna")[:-1] + ', "card": "red"}'], 13, "card"),
    "no sale by another player": ([*SALE, keep("Carla")], 13, "Anna"),
    "the old start player in round 2": ([*SALE, keep("Anna"), card("auction", "Anna", "blue")], 14, "Ben"),
    "a sold card auctioned": ([*SALE, card("sell", "Anna", "red"), card("auction", "Ben", "red")], 14, "red"),
    "an action after the end": ([*WHOLE, keep("Anna")], len(WHOLE) + 1, "over"),
    "the end again": ([*WHOLE, WHOLE[-1]], len(WHOLE) + 1, "over"),
}
