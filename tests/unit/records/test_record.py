"""Records: what is good is taken exactly, the rest is refused with its line and its reason."""

from json import dumps

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records import record
from companion.records.record import BadRecord, Record
from tests.support.reading import attempt, lines_of, message
from tests.unit.games.vabanque.bad_actions import ACTIONS
from tests.unit.games.vabanque.bad_records import (
    CHIPS,
    FREE,
    HEADER,
    QUIET,
    START,
    WHOLE,
    all_bad,
    chip,
    chips,
    header,
    move,
)

BAD = {**dict(all_bad()), **ACTIONS}


Lines = list[str | bytes]


def read(lines: Lines) -> Record:
    return record.read([line.encode() if isinstance(line, str) else line for line in lines])


def refusal(lines: Lines) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        read(lines)
    return refused.value


@pytest.mark.parametrize(("lines", "line", "word"), BAD.values(), ids=BAD)
def test_a_bad_record_names_its_line_and_what_is_wrong(lines: Lines, line: int, word: str) -> None:
    bad = refusal(lines)
    assert bad.line == line
    assert word in message(bad)


@pytest.mark.parametrize(("lines", "line", "word"), ACTIONS.values(), ids=ACTIONS)
def test_all_lines_before_the_bad_one_are_good(lines: Lines, line: int, word: str) -> None:
    assert word
    assert len(read(lines[: line - 1]).acts) == line - 2


GOOD: dict[str, tuple[Lines, int]] = {
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


@pytest.mark.parametrize(("lines", "acts"), GOOD.values(), ids=GOOD)
def test_a_good_record_is_taken(lines: Lines, acts: int) -> None:
    good = read(lines)
    assert len(good.acts) == len(good.told) == acts
    assert read([*record.write(good.header, good.acts).splitlines()]) == good


def test_line_ends_and_the_last_ones_absence_make_no_difference() -> None:
    texts = ["\n".join(WHOLE), "\n".join(WHOLE) + "\n", "\r\n".join(WHOLE), "\r\n".join(WHOLE) + "\r\n"]
    first, *others = [record.read(lines_of(text.encode())) for text in texts]
    assert others == [first] * 3


def test_a_name_is_kept_to_the_letter() -> None:
    names = ("\u00c4nne-Marie", "\u0411\u0435\u043d", 'O\'Neil "2"')
    assert read([record.write(record.Header("vabanque", names, {}), [])]).header.players == names


ODD = "Be\n\x1b[31m\u202e\u2028\x00n"
anything = st.one_of(st.text(), st.text("\n\r\x1b\u202e\u2028\u0085%{}<>\\'\"\x00\ud800"), st.just(ODD))
"""Text that could break out of its line; a lone surrogate can come in as an escape."""


@given(anything)
def test_the_message_is_one_printable_line_whatever_is_in_the_record(text: str) -> None:
    odd = dumps(text)
    for lines in (
        [header(more=f", {odd}: 1")],
        [header(f'["Anna", "Ben", {odd}, ""]')],
        [header(options=f"{{{odd}: 1}}")],
        [header(options=f'{{"turns": {odd}}}')],
        [HEADER.replace('"vabanque"', odd)],
        [odd],
        [HEADER, f'{{"do": {odd}, "player": "Anna"}}'],
        [HEADER, f'{{"do": "start", "player": {odd}, "table": 1}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": {odd}}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": 1, {odd}: 1}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": 1, {odd}: 1, {odd}: 2}}'],
        [HEADER, START, chips(f"{{{odd}: 12}}")],
        [HEADER, START, CHIPS, f'{{"do": "card", "player": "Anna", "card": {odd}, "table": 1}}'],
    ):
        bad = attempt(line.encode() for line in lines)
        if isinstance(bad, BadRecord):
            message(bad)
            assert bad.line == len(lines)
        else:
            assert text in (*"1234567", "Anna", "vabanque", "strict", "free", "raise", "bluff", "trap", "hidden")


@given(anything)
def test_a_name_is_taken_or_refused_and_never_changed(text: str) -> None:
    good = 1 <= len(text) <= 20 and text.isprintable() and text == text.strip() and text not in ("2", "3")
    taken = attempt([header(dumps([text, "2", "3"])).encode()])
    if isinstance(taken, BadRecord):
        message(taken)
        assert not good
    else:
        assert good
        assert taken.header.players[0] == text
