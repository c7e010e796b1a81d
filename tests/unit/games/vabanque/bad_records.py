"""Bad records of Vabanque (lines, the first bad line, a word of the message) and good ones (lines, moves)."""

from collections.abc import Iterator

HEADER = '{"record": 1, "game": "vabanque", "players": ["Anna", "Ben", "Carla"]}'
FREE = '{"record": 1, "game": "vabanque", "players": ["Anna", "Ben", "Carla"], "options": {"turns": "free"}}'
START = '{"do": "start", "player": "Anna", "table": 1}'
CHIPS = '{"do": "chips", "tables": {"1": 12}}'


def header(players: str = '["Anna", "Ben", "Carla"]', options: str = "{}", more: str = "") -> str:
    return f'{{"record": 1, "game": "vabanque", "players": {players}, "options": {options}{more}}}'


def card(player: str, word: str, table: int) -> str:
    return f'{{"do": "card", "player": "{player}", "card": "{word}", "table": {table}}}'


def move(player: str, steps: int = 0) -> str:
    return f'{{"do": "move", "player": "{player}", "steps": {steps}}}'


def chip(table: str, player: str = "Anna") -> str:
    return f'{{"do": "chip", "player": "{player}", "table": {table}}}'


def chips(tables: str) -> str:
    return f'{{"do": "chips", "tables": {tables}}}'


HIDDEN = [card(player, "hidden", 3) for player in ("Anna", "Ben", "Carla") * 3]
QUIET = [CHIPS, *HIDDEN, move("Anna", 1), move("Ben", 1), move("Carla", 1)]
"""All pawns leave table 3 and end at tables 2, 4 and 6."""
BACK = ("Carla", "Ben", "Anna")
SECOND = [
    chips('{"1": 9}'),
    *[card(player, "hidden", 1) for player in BACK * 3],
    *[move(player) for player in BACK],
]
"""Nobody earned, so the order is reversed. Nobody moves, and table 1 is empty."""
THIRD = [chips('{"1": 6}'), *[card(player, "hidden", 1) for player in BACK[::-1] * 3], *map(move, BACK[::-1])]
FOURTH = [chips('{"1": 3}'), *SECOND[1:]]
WHOLE = [HEADER, START, *QUIET, *SECOND, *THIRD, *FOURTH]

Bad = tuple[list[str | bytes], int, str]

HEADERS: dict[str, tuple[str | bytes, str]] = {
    "nothing on the line": ("", "blank"),
    "blanks on the line": (" \t ", "blank"),
    "no JSON": ("Vabanque", "JSON"),
    "JSON, but a list": ("[1]", "object"),
    "JSON, but a number": ("1", "object"),
    "JSON, but null": ("null", "object"),
    "two objects": (HEADER + " " + HEADER, "JSON"),
    "half an object": (HEADER[:-1], "JSON"),
    "a comma too many": (HEADER[:-1] + ",}", "JSON"),
    "a comment": (HEADER + " // mine", "JSON"),
    "single quotes": (HEADER.replace('"', "'"), "JSON"),
    "an action for a header": (START, "do"),
    "a byte-order mark": (b"\xef\xbb\xbf" + HEADER.encode(), "byte-order mark"),
    "UTF-16": (HEADER.encode("utf-16"), "UTF-8"),
    "Latin-1": (header('["Ännie", "Ben", "Carla"]').encode("latin-1"), "UTF-8"),
    "a surrogate in UTF-8": (HEADER.encode().replace(b"Ben", b"\xed\xa0\x80"), "UTF-8"),
    "an overlong slash": (HEADER.encode().replace(b"Ben", b"\xc0\xaf"), "UTF-8"),
    "NUL between": (HEADER.replace(", ", ",\0"), "JSON"),
    "NUL in a name": (HEADER.replace("Ben", "Be\0n"), "JSON"),
    "an escaped NUL in a name": (HEADER.replace("Ben", "Be\\u0000n"), "shown"),
    "an unknown key": (header(more=', "date": 1'), "date"),
    "no version": (HEADER.replace('"record": 1, ', ""), "record"),
    "no game": (HEADER.replace('"game": "vabanque", ', ""), "game"),
    "no players": ('{"record": 1, "game": "vabanque"}', "players"),
    "version 2": (HEADER.replace("1", "2"), "version"),
    "version true": (HEADER.replace("1", "true"), "version"),
    "version 1.0": (HEADER.replace("1", "1.0"), "version"),
    "version 1e0": (HEADER.replace("1", "1e0"), "version"),
    "version in quotes": (HEADER.replace("1", '"1"'), "version"),
    "version 10^400": (HEADER.replace("1", "1" + "0" * 400), "version"),
    "a version of 5,000 digits": (HEADER.replace("1", "1" * 5_000), "Write one move"),
    "an unknown game": (HEADER.replace("vabanque", "poker"), "vabanque"),
    "a game with a capital": (HEADER.replace("vabanque", "Vabanque"), "vabanque"),
    "a list for a game": (HEADER.replace('"vabanque"', '["vabanque"]'), "game"),
    "a key given twice": (header(more=', "players": ["Anna", "Ben", "Carla"]'), "twice"),
    "an option given twice": (header(options='{"turns": "free", "turns": "free"}'), "twice"),
    "players by seat": (header('{"1": "Anna", "2": "Ben", "3": "Carla"}'), "list"),
    "players in one string": (header('"Anna"'), "list"),
    "players null": (header("null"), "list"),
    "no player": (header("[]"), "3 to 6"),
    "two players": (header('["Anna", "Ben"]'), "3 to 6"),
    "seven players": (header('["A", "B", "C", "D", "E", "F", "G"]'), "3 to 6"),
    "a name that is a number": (header('["Anna", "Ben", 3]'), "not text"),
    "a name that is null": (header('["Anna", "Ben", null]'), "not text"),
    "an empty name": (header('["Anna", "Ben", ""]'), "1 to 20"),
    "a name of 21 letters": (header(f'["Anna", "Ben", "{"C" * 21}"]'), "1 to 20"),
    "a name of 10,000 letters": (header(f'["Anna", "Ben", "{"C" * 10_000}"]'), "1 to 20"),
    "a blank before a name": (header('["Anna", "Ben", " Carla"]'), "space"),
    "a blank behind a name": (header('["Anna", "Ben", "Carla "]'), "space"),
    "a name that is a blank": (header('["Anna", "Ben", " "]'), "space"),
    "a line break in a name": (header('["Anna", "Ben", "Car\\nla"]'), "shown"),
    "a tab in a name": (header('["Anna", "Ben", "Car\\tla"]'), "shown"),
    "a terminal escape in a name": (header('["Anna", "Ben", "\\u001b[31mCarla"]'), "shown"),
    "right-to-left override in a name": (header('["Anna", "Ben", "\\u202eCarla"]'), "shown"),
    "a zero-width joiner in a name": (header('["Anna", "Ben", "Car\\u200dla"]'), "shown"),
    "a no-break space in a name": (header('["Anna", "Ben", "Car\\u00a0la"]'), "shown"),
    "a line separator in a name": (header('["Anna", "Ben", "Car\\u2028la"]'), "shown"),
    "half a pair in a name": (header('["Anna", "Ben", "\\ud800"]'), "shown"),
    "a name twice": (header('["Anna", "Ben", "Anna"]'), "same name"),
    "a name twice but for case": (header('["Anna", "Ben", "aNNA"]'), "capital letters"),
    "a name twice but for a sharp s": (header('["Anna", "Gro\u00df", "GROSS"]'), "same name"),
    "options null": (header(options="null"), "object"),
    "options in a list": (header(options='["free"]'), "object"),
    "an unknown option": (header(options='{"track": 30}'), "track"),
    "an option with a blank": (header(options='{"turns ": "free"}'), 'has no option "turns "'),
    "an option without a letter": (header(options='{"": "free"}'), 'has no option ""'),
    "an unknown value of an option": (header(options='{"turns": "loose"}'), "strict, free"),
    "an edition that is a number": (header(options='{"edition": 2021}'), "2021, 2001"),
    "an option null": (header(options='{"edition": null}'), "2021, 2001"),
    "an option in a list": (header(options='{"turns": ["free"]}'), "strict, free"),
    "JSON a thousand levels deep": ("[" * 1_000 + "]" * 1_000, "Write one move"),
    "objects a thousand levels deep": ('{"a":' * 1_000 + "1" + "}" * 1_000, "Write one move"),
    "options 900 levels deep": (header(options="[" * 900 + "]" * 900), "object"),
    "names 900 levels deep": (header('["Anna", "Ben", ' + "[" * 900 + "]" * 900 + "]"), "name"),
    "JSON a hundred thousand levels deep": ("[" * 100_000, "long"),
    "JSON nine thousand levels deep": ("[" * 9_000 + "]" * 9_000, "Write one move"),
    "a later version with more in it": (header(more=', "date": 1').replace("1", "2", 1), "version"),
    "a line over 64 KiB": (HEADER + " " * 65_536, "long"),
    "a carriage return alone between lines": (HEADER + "\r" + START, "JSON"),
}

VALUES: dict[str, tuple[str, str]] = {
    "0": ("0", "1 to"),
    "minus one": ("-1", "1 to"),
    "a table that no circle has": ("13", "1 to"),
    "a table of a larger circle": ("8", "1 to 7"),
    "2^63": (str(2**63), "1 to"),
    "10^400": ("1" + "0" * 400, "1 to"),
    "5,000 digits": ("1" * 5_000, "too many digits"),
    "1e0": ("1e0", "whole number"),
    "1e3": ("1e3", "whole number"),
    "1e999": ("1e999", "whole number"),
    "2.0": ("2.0", "whole number"),
    "true": ("true", "whole number"),
    "null": ("null", "whole number"),
    "a number in quotes": ('"4"', "whole number"),
    "a list": ("[4]", "whole number"),
    "NaN": ("NaN", "JSON"),
    "Infinity": ("Infinity", "JSON"),
    "minus Infinity": ("-Infinity", "JSON"),
    "a plus": ("+4", "JSON"),
    "a leading zero": ("04", "JSON"),
    "a hexadecimal": ("0x4", "JSON"),
    "an underscore": ("1_0", "JSON"),
    "a full-width digit": ("\uff14", "JSON"),
    "an Arabic digit": ("\u0664", "JSON"),
    "no value": ("", "JSON"),
}

DIGITS = ["04", "+4", " 4", "4 ", "4.0", "-4", "1e0", "\uff14", "\u0664", "4\\u0000"]
TABLE_KEYS = [*DIGITS, "0", "13", "", "four", "\\ud800"]

CARDS = [HEADER, START, CHIPS]
PAWNS = [*CARDS, *HIDDEN]
TRAPS = [card("Ben", "trap", 1), card("Ben", "hidden", 1), card("Ben", "trap", 2)]

ACTIONS: dict[str, Bad] = {
    "a blank line between": ([HEADER, "", START], 2, "blank"),
    "a second header": ([HEADER, HEADER], 2, "do"),
    "a line of a list": ([HEADER, START, "[]"], 3, "object"),
    "a line over 64 KiB": ([HEADER, START + " " * 65_536], 2, "long"),
    "a stray byte": ([HEADER, START.encode() + b"\x80"], 2, "UTF-8"),
    "no action at all": ([HEADER, "{}"], 2, "do"),
    "an unknown action": ([HEADER, '{"do": "bid", "player": "Anna"}'], 2, "start, chip, chips, card, move"),
    "a list for an action": ([HEADER, START.replace('"start"', '["start"]')], 2, "start"),
    "a note": ([HEADER, START[:-1] + ', "note": ""}'], 2, "note"),
    "a key given twice": ([HEADER, START[:-1] + ', "table": 1}'], 2, "twice"),
    "a table given twice": ([HEADER, START, chips('{"4": 6, "4": 6}')], 3, "twice"),
    "a table given twice in disguise": ([HEADER, START, chips('{"4": 6, "\\u0034": 6}')], 3, "twice"),
    "no table": ([HEADER, '{"do": "start", "player": "Anna"}'], 2, "table"),
    "a stranger": ([HEADER, START.replace("Anna", "Dora")], 2, "Anna, Ben, Carla"),
    "a seat for a player": ([HEADER, START.replace('"Anna"', "0")], 2, "Anna, Ben, Carla"),
    "all chips at once by a player": ([HEADER, START, CHIPS[:-1] + ', "player": "Anna"}'], 3, "player"),
    "all chips before the start": ([HEADER, CHIPS], 2, "start player"),
    "a start in round 2": ([HEADER, START, *QUIET, START], 16, "round 2"),
    "counts that add up with a minus": ([HEADER, START, chips('{"1": 13, "2": -1}')], 3, "0 to"),
    "chips in a list": ([HEADER, START, chips("[12]")], 3, "how many chips go where"),
    "round 1's chips in round 2": ([HEADER, START, *QUIET, CHIPS], 16, "9"),
    "an unknown card": ([*CARDS, card("Anna", "joker", 1)], 4, "raise, bluff, trap"),
    "a list for a card": ([*CARDS, card("Anna", "X", 1).replace('"X"', '["trap"]')], 4, "raise, bluff, trap"),
    "a card at a hidden table": ([*CARDS, card("Anna", "raise", 1).replace("1", '"hidden"')], 4, "whole"),
    "a known card twice round a hidden one": ([FREE, START, CHIPS, *TRAPS], 6, "Ben"),
    "a step back": ([*PAWNS, move("Anna", -1)], 13, "0 to 4"),
    "steps hidden": ([*PAWNS, move("Anna").replace("0", '"hidden"')], 13, "0 to 4"),
    "hidden cards under one pawn": ([*PAWNS, move("Anna", 1), move("Ben"), move("Carla", 1)], 15, "Anna"),
    "the old order in round 2": ([HEADER, START, *QUIET, chip("1", "Anna")], 16, "Carla"),
    "an action after the end": ([*WHOLE, chip("1")], 55, "over"),
    "rubbish after the end": ([*WHOLE, "rubbish"], 55, "JSON"),
}


def _values() -> Iterator[tuple[str, Bad]]:
    for name, (value, word) in VALUES.items():
        yield f"chip: {name}", ([HEADER, START, chip(value), CHIPS], 3, word)
    for key in TABLE_KEYS:
        yield f"chips: table {key!r}", ([HEADER, START, chips(f'{{"1": 12, "{key}": 0}}')], 3, "table")


BAD: dict[str, Bad] = {
    "an empty file": ([], 1, "empty"),
    **{f"header: {name}": ([line, START], 1, word) for name, (line, word) in HEADERS.items()},
    **dict(_values()),
    **ACTIONS,
}

GOOD: dict[str, tuple[list[str], int]] = {
    "a header alone": ([HEADER], 0),
    "keys in another order": (['{"players": ["A", "B", "C"], "game": "vabanque", "record": 1}'], 0),
    "names of 20 letters, of a blank within, of signs": (
        [header(f'["{"A" * 20}", "B C", "<>{{{{7*7}}}}"]')],
        0,
    ),
    "a name beyond the basic plane, in escapes": ([header('["\\ud83d\\ude00", "Ben", "Carla"]')], 0),
    "names that differ by an accent": ([header('["Anna", "\u00c4nna", "A\u0308nna"]')], 0),
    "six players": ([header('["A", "B", "C", "D", "E", "F"]', '{"turns": "free", "edition": "2001"}')], 0),
    "a carriage return before each line feed": ([line + "\r" for line in WHOLE], 53),
    "before some": ([HEADER + "\r", START, CHIPS + "\r"], 2),
    "a line of 64 KiB": ([HEADER + " " * (65_536 - len(HEADER))], 0),
    "counts of 0": ([HEADER, START, chips('{"7": 0, "1": 12, "2": 0}')], 2),
    "all that is left": ([HEADER, START, chip("1"), chips('{"7": 11}')], 3),
    "free turns": ([FREE, START, chip("1", "Ben"), chip("1", "Ben"), chip("1", "Anna")], 4),
    "a whole game": ([*WHOLE], 53),
    "the last pawn round the circle": ([HEADER, START, *QUIET[:-1], move("Carla", 4)], 14),
}
