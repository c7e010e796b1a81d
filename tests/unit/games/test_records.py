"""Records of each game: a bad one is refused with its line and its reason, a good one is taken exactly.

`tests/unit/games/<slug>/bad_records.py` has them: `BAD` and `GOOD`.
"""

import pytest

from companion.records import record
from companion.records.record import BadRecord, Record
from tests.support.reading import message
from tests.unit.games.banque_fatale import bad_records as banque_fatale
from tests.unit.games.wetten import bad_records as wetten

Lines = list[str]
BAD = {f"{one.__name__.split('.')[2]}: {name}": bad for one in (banque_fatale, wetten) for name, bad in one.BAD.items()}
GOOD = {f"{one.__name__.split('.')[2]}: {name}": ok for one in (banque_fatale, wetten) for name, ok in one.GOOD.items()}


def read(lines: Lines) -> Record:
    return record.read(line.encode() for line in lines)


@pytest.mark.parametrize(("lines", "line", "word"), BAD.values(), ids=BAD)
def test_a_bad_record_names_its_line_and_what_is_wrong(lines: Lines, line: int, word: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(lines)
    assert refused.value.line == line
    assert word in message(refused.value)
    if line > 1:
        assert len(read(lines[: line - 1]).acts) == line - 2, "all lines before it are good"


@pytest.mark.parametrize(("lines", "acts"), GOOD.values(), ids=GOOD)
def test_a_good_record_is_taken(lines: Lines, acts: int) -> None:
    good = read(lines)
    assert len(good.acts) == acts
    assert read(record.write(good.header, good.acts).splitlines()) == good
