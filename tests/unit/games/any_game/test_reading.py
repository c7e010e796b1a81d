"""Bad sheets are refused at their line, with what to write instead."""

import pytest

from companion.games.any_game.choosing import change, options_from_form
from companion.games.any_game.lines import EXAMPLES
from companion.games.any_game.reading import read_sheet
from companion.games.types import InvalidMove
from companion.rendering.error_messages import format_error
from tests.unit.games.any_game.playing import BIDDING, GUESS, PLAIN, VOTE

LONG = f'formula = "{"+".join(["1"] * 90)}"'
BAD = {
    "rounds = 10 => rounds = 51": (2, "rounds = 10"),
    'rounds = 10 => rounds = "10"': (2, "rounds = 10"),
    "rounds = 10 => rounds =": (2, 'title = "My game"'),
    'title = "Trick bidding" => title = ""': (1, 'title = "My game"'),
    'title = "Trick bidding" => title = 3': (1, "in quotes"),
    'order = "rotate" => order = "left"': (3, '"clockwise", "rotate", "standing"'),
    'order = "rotate" => players = [3, 11]': (3, "players = [3, 6]"),
    "right = 20 => right = 1.5": (6, "a whole number"),
    "right = 20 => Right = 20": (6, "lower-case letters"),
    "right = 20 => rounds = 20": (6, "rounds already has a meaning"),
    'name = "bid" => nam = "bid"': (11, "name, kind, ask"),
    'name = "bid" => ': (10, 'name = "bid"'),
    'name = "bid" => name = "round"': (11, "already has a meaning"),
    'name = "tricks" => name = "bid"': (18, "bid"),
    'kind = "secret" => kind = "hidden"': (13, '"secret", "each", "turn"'),
    "to = round => text = true\nwords = []": (15, "one kind of answer"),
    'kind = "one" => kind = "secret"': (23, '"turn", "one" or "table"'),
    "from = 0 => from = nothing": (14, 'title = "My game"'),
    'limit = "sum(all_tricks) == round" => limit = "sum(all_trick) == round"': (23, "all_trick is not known"),
    'limit = "sum(all_tricks) == round" => limit = "sum(all_tricks) = round"': (23, "this formula doesn't work"),
    "each_trick * tricks if => each_trick ** tricks if": (29, "this formula doesn't work"),
    "each_trick * tricks if => each_trick * trick if": (29, "trick is not known"),
    "each_trick * tricks if => bid.real if": (29, "this formula doesn't work"),
    "each_trick * tricks if => open('x') if": (29, "open is not known"),
    "each_trick * tricks if => 'a' * tricks if": (29, "this formula doesn't work"),
    "else -wrong * abs(bid - tricks) => else 2 * all_bid": (29, "give every if an else"),
    "else -wrong * abs(bid - tricks) => else 'no'": (29, "calculate only with numbers"),
    "else -wrong * abs(bid - tricks) => else count(1)": (29, "this formula doesn't work"),
    "if bid == tricks else => if bid == no else": (29, "sum, min, max"),
    'kind = "score" => kind = "value"': (28, "Nothing is scored"),
    '[[steps]]\nname = "tricks" => [[steps]]\nname = "a"\nkind = "value"\nformula = 5\n\n[[steps]]\nname = "tricks"': (
        25,
        "Move it before them",
    ),
}


def changed(what: str) -> str:
    before, _, after = what.partition(" => ")
    before = before.replace("to = round", 'to = "round"')
    assert before in BIDDING
    return BIDDING.replace(before, after, 1)


@pytest.mark.parametrize("what", BAD)
def test_bad_sheet_is_refused_at_its_line(what: str) -> None:
    line, instead = BAD[what]
    with pytest.raises(InvalidMove) as refused:
        read_sheet(changed(what))
    said = format_error("any_game", refused.value, ())
    assert instead in said
    assert f"ine {line} of the sheet" in said or "ine " not in said, said


def test_examples_are_keys_of_a_sheet() -> None:
    for key, example in EXAMPLES.items():
        assert key in example


def test_sheet_with_too_many_steps_or_letters_is_refused() -> None:
    step = GUESS.partition("[[steps]]")[2].partition("[[steps]]")[0]
    for text in (GUESS + f"[[steps]]{step}" * 12, PLAIN + "#" * 40_000, "[" * 5_000, 'a = "\0"', ""):
        with pytest.raises(InvalidMove):
            read_sheet(text)


def test_all_formulas_together_are_limited() -> None:
    long = "\n".join(f'[[steps]]\nname = "s{number}"\nkind = "score"\n{LONG}\n' for number in range(10))
    with pytest.raises(InvalidMove, match="sheet-terms"):
        read_sheet(PLAIN.partition('[[steps]]\nname = "result"')[0] + long)


def test_host_changes_title_rounds_and_numbers() -> None:
    text = change(BIDDING, {"title": 'Say "it"', "rounds": "7", "right": "-5", "unknown": "1"})
    sheet = read_sheet(text)
    assert (sheet.title, sheet.rounds, dict(sheet.numbers)["right"]) == ('Say "it"', 7, -5)
    assert read_sheet(change(BIDDING, {"rounds": ""})).open_end
    with pytest.raises(InvalidMove):
        change(BIDDING, {"rounds": "51"})


def test_form_chooses_a_sheet_or_takes_ones_own() -> None:
    assert options_from_form({}) == {"sheet": BIDDING}
    assert options_from_form({"which": "secret_vote", "secret_vote-rounds": "5"}) == {"sheet": VOTE}
    assert options_from_form({"which": "own", "sheet": PLAIN.replace("\n", "\r\n")}) == {"sheet": PLAIN}
    assert options_from_form({"which": "own", "sheet": "", "file": GUESS}) == {"sheet": GUESS}
    with pytest.raises(InvalidMove):
        options_from_form({"which": "own", "sheet": "no"})
