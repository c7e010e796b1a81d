"""Records of Wetten!: what is good is taken exactly, the rest is refused with its line and its reason."""

import pytest

from companion import record
from companion.record import BadRecord, Record
from tests.games.wetten.bad_records import BAD, GOOD
from tests.reading import message

Lines = list[str]


def read(lines: Lines) -> Record:
    return record.read([line.encode() for line in lines])


@pytest.mark.parametrize(("lines", "line", "word"), BAD.values(), ids=BAD)
def test_a_bad_record_names_its_line_and_what_is_wrong(lines: Lines, line: int, word: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(lines)
    assert refused.value.line == line
    assert word in message(refused.value)


@pytest.mark.parametrize(("lines", "line"), [(lines, line) for lines, line, _ in BAD.values() if line > 1])
def test_all_lines_before_the_bad_one_are_good(lines: Lines, line: int) -> None:
    assert len(read(lines[: line - 1]).acts) == line - 2


@pytest.mark.parametrize(("lines", "acts"), GOOD.values(), ids=GOOD)
def test_a_good_record_is_taken(lines: Lines, acts: int) -> None:
    good = read(lines)
    assert len(good.acts) == acts
    assert read(record.write(good.header, good.acts).splitlines()) == good
