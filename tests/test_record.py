"""Records: what is good is taken exactly, the rest is refused with its line and its reason."""

from collections.abc import Iterator
from itertools import chain, repeat
from json import dumps

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import record, words
from companion.record import BadRecord, Record
from tests.bad_actions import ACTIONS
from tests.bad_records import CHIPS, FREE, HEADER, QUIET, START, WHOLE, all_bad, chip, chips, header, move

BAD = {**dict(all_bad()), **ACTIONS}


def lines_of(text: bytes) -> Iterator[bytes]:
    """As the command line cuts a file into lines: at each line feed, and nowhere else."""
    yield from (line for line in text.split(b"\n")[:-1])
    if last := text.rsplit(b"\n", 1)[-1]:
        yield last


def read(lines: list[str | bytes]) -> Record:
    return record.read([line.encode() if isinstance(line, str) else line for line in lines])


def refusal(lines: list[str | bytes]) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        read(lines)
    return refused.value


def message(bad: BadRecord) -> str:
    """The sentence, which is one line of printable text whatever is in the record."""
    told = words.sentence(bad.slug, bad.trouble, bad.names)
    assert told.isprintable()
    assert told.endswith(".")
    assert "expected" in told.lower()
    assert len(told) < 700
    return told


@pytest.mark.parametrize(("lines", "line", "word"), BAD.values(), ids=BAD)
def test_a_bad_record_names_the_line_and_what_is_wrong(lines: list[str | bytes], line: int, word: str) -> None:
    bad = refusal(lines)
    assert bad.line == line
    assert word in message(bad)


@pytest.mark.parametrize(("lines", "line", "word"), ACTIONS.values(), ids=ACTIONS)
def test_all_lines_before_the_bad_one_are_good(lines: list[str | bytes], line: int, word: str) -> None:
    assert word
    assert len(read(lines[: line - 1]).acts) == line - 2


GOOD: dict[str, tuple[list[str | bytes], int]] = {
    "a header alone": ([HEADER], 0),
    "keys in another order": (['{"players": ["A", "B", "C"], "game": "vabanque", "record": 1}'], 0),
    "names of 20 letters, of blanks within, of signs": ([header('["Abcdefghijklmnopqrst", "B C", "<>{{7*7}}"]')], 0),
    "a name beyond the basic plane, in escapes": ([header('["\\ud83d\\ude00", "Ben", "Carla"]')], 0),
    "names that differ by an accent": ([header('["Anna", "\u00c4nna", "A\u0308nna"]')], 0),
    "six players": ([header('["A", "B", "C", "D", "E", "F"]', '{"turns": "free", "edition": "2001"}')], 0),
    "a carriage return before each line feed": ([line + "\r" for line in WHOLE], 50),
    "before some": ([HEADER + "\r", START, CHIPS + "\r"], 2),
    "a line of 64 KiB": ([HEADER + " " * (65_536 - len(HEADER))], 0),
    "counts of 0": ([HEADER, START, chips('{"7": 0, "1": 12, "2": 0}')], 2),
    "all that is left": ([HEADER, START, chip("1"), chips('{"7": 11}')], 3),
    "free turns": ([FREE, START, chip("1", "Ben"), chip("1", "Ben"), chip("1", "Anna")], 4),
    "a whole game": ([*WHOLE], 50),
    "the last pawn round the circle": ([HEADER, START, *QUIET[:-1], move("Carla", 4)], 14 - 1),
}


@pytest.mark.parametrize(("lines", "acts"), GOOD.values(), ids=GOOD)
def test_a_good_record_is_taken(lines: list[str | bytes], acts: int) -> None:
    good = read(lines)
    assert len(good.acts) == len(good.told) == acts
    assert read([*record.write(good.header, good.acts).splitlines()]) == good


def test_line_ends_and_the_last_ones_absence_make_no_difference() -> None:
    texts = ["\n".join(WHOLE), "\n".join(WHOLE) + "\n", "\r\n".join(WHOLE), "\r\n".join(WHOLE) + "\r\n"]
    first, *others = [record.read(lines_of(text.encode())) for text in texts]
    assert others == [first] * 3


def test_a_name_is_kept_to_the_letter() -> None:
    names = ("\u00c4nne-Marie", "\u0411\u0435\u043d", "O'Neil \"2\"")
    assert read([record.write(record.Header("vabanque", names, {}), [])]).header.players == names


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_record_cut_at_any_byte_is_read_up_to_a_whole_line_or_not_at_all(end: str) -> None:
    text = "".join(line + end for line in WHOLE).encode()
    whole = record.read(lines_of(text))
    ends, at = [], 0
    for line in WHOLE:
        ends.append(at + len(line.encode()))
        at = ends[-1] + len(end)
    for cut in range(len(text) + 1):
        complete = sum(place <= cut for place in ends)
        begun = cut - (ends[complete - 1] + len(end) if complete else 0)
        if complete and begun <= 0:
            assert record.read(lines_of(text[:cut])).acts == whole.acts[: complete - 1]
        else:
            with pytest.raises(BadRecord) as refused:
                record.read(lines_of(text[:cut]))
            assert refused.value.line == complete + 1


def test_a_record_without_a_line_is_followed_by_a_bad_one() -> None:
    """Left out, doubled or exchanged with the next: the chips at once can stand only where they stand."""
    for gap in range(1, len(WHOLE) - 1):
        lines = WHOLE[:gap] + WHOLE[gap + 1 :]
        assert gap < refusal([*lines]).line <= len(WHOLE)
    for double in range(len(WHOLE)):
        assert refusal([*WHOLE[: double + 1], *WHOLE[double:]]).line >= double + 2


def test_the_first_bad_line_ends_the_reading() -> None:
    taken = 0

    def lines() -> Iterator[bytes]:
        nonlocal taken
        for line in chain([HEADER.encode()], repeat(START.encode(), 1_000_000)):
            taken += 1
            yield line

    with pytest.raises(BadRecord) as refused:
        record.read(lines())
    assert (refused.value.line, taken) == (3, 3)


def test_a_million_good_lines_end_where_the_game_does() -> None:
    lines = chain(map(str.encode, WHOLE), repeat(CHIPS.encode(), 1_000_000))
    with pytest.raises(BadRecord) as refused:
        record.read(lines)
    assert (refused.value.line, refused.value.trouble.reason) == (len(WHOLE) + 1, "over")


def test_many_keys_on_a_line_are_no_burden() -> None:
    """8,000 different keys, the last of them twice: it took seconds once."""
    keys = [f'"{number:04x}":0' for number in range(8_000)]
    bad = refusal(["{" + ",".join([*keys, keys[-1]]) + "}"])
    assert bad.trouble.blanks == {"key": "1f3f"}


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
        try:
            read([*lines])
        except BadRecord as bad:
            message(bad)
            assert bad.line == len(lines)
        else:
            assert text in ("start", "raise", "bluff", "trap", "hidden", "vabanque", "strict", "free", "Anna", "1")


@given(anything)
def test_a_name_is_taken_or_refused_and_never_changed(text: str) -> None:
    try:
        taken = read([header(dumps([text, "2", "3"]))]).header.players[0]
    except BadRecord as bad:
        message(bad)
        good = 1 <= len(text) <= 20 and text.isprintable() and text == text.strip() and text not in ("2", "3")
        assert not good
    else:
        assert taken == text
