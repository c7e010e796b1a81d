"""Records of each game: bad ones are refused with line and reason, good ones read exactly (`<slug>/bad_records.py`)."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.records import record
from companion.records.record import BadRecord, Record
from tests.support.reading import message
from tests.unit.games.owned import owned

Lines = list[str | bytes]


def cases(kind: str) -> list[Any]:
    named = {slug: getattr(owned(slug, "bad_records"), kind, {}) for slug in GAMES}
    return [pytest.param(*case, id=f"{slug}: {name}") for slug, some in named.items() for name, case in some.items()]


def read(lines: Lines) -> Record:
    return record.read(line.encode() if isinstance(line, str) else line for line in lines)


@pytest.mark.parametrize(("lines", "line", "word"), cases("BAD"))
def test_bad_record_names_its_line_and_reason(lines: Lines, line: int, word: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(lines)
    assert refused.value.line == line
    assert word in message(refused.value)
    if line > 1:
        assert len(read(lines[: line - 1]).acts) == line - 2, "all lines before it are good"


@pytest.mark.parametrize(("lines", "acts"), cases("GOOD"))
def test_good_record_is_read(lines: Lines, acts: int) -> None:
    good = read(lines)
    assert len(good.acts) == len(good.events) == acts
    assert read([*record.write(good.header, good.acts).splitlines()]) == good
