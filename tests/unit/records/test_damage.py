"""Damaged records: cut, flipped, with missing and doubled lines, far too long. Never half an import."""

import json
from itertools import chain, repeat

import pytest

from companion.records import record, scoring
from companion.records.record import BadRecord
from tests.support.reading import attempt, lines_of, message
from tests.unit.games.vabanque.bad_records import CHIPS, HEADER, START, WHOLE, card, chip, chips, move
from tests.unit.games.vabanque.reckoning import reckon

ROUND = [
    HEADER,
    START,
    chip("5"),
    chips('{"3": 2, "5": 9}'),
    *[card(player, word, 5) for word in ("raise", "trap") for player in ("Anna", "Ben", "Carla")],
    *[card(player, "hidden", 7) for player in ("Anna", "Ben", "Carla")],
    move("Anna", 4),
    move("Ben", 0),
    move("Carla", 0),
]


def refused_line(lines: list[str]) -> int:
    with pytest.raises(BadRecord) as refused:
        record.read(map(str.encode, lines))
    return refused.value.line


@pytest.mark.parametrize(("lines", "end"), [(WHOLE[:29], "\n"), (WHOLE[:13], "\r\n")])
def test_record_cut_at_any_byte_keeps_whole_lines(lines: list[str], end: str) -> None:
    text = "".join(line + end for line in lines).encode()
    whole = record.read(lines_of(text))
    ends, at = [], 0
    for line in lines:
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


@pytest.mark.parametrize("bit", range(8))
def test_flipped_bit_is_refused_or_scores_as_it_reads(bit: int) -> None:
    text = "".join(line + "\n" for line in ROUND).encode()
    taken = 0
    for place, byte in enumerate(text):
        damaged = text[:place] + bytes([byte ^ 1 << bit]) + text[place + 1 :]
        read = attempt(lines_of(damaged))
        if isinstance(read, BadRecord):
            assert read.line > text[:place].count(b"\n")
            message(read)
        else:
            taken += 1
            assert json.loads(json.dumps(scoring.build_result(read))) == reckon(damaged.decode().splitlines())
    assert taken < 60


def test_missing_or_doubled_line_is_refused() -> None:
    """All chips at once are legal only once per round, so every shift of a line shows."""
    for gap in range(1, len(WHOLE) - 1):
        lines = WHOLE[:gap] + WHOLE[gap + 1 :]
        assert gap < refused_line(lines) <= len(WHOLE)
    for double in range(len(WHOLE)):
        assert refused_line(WHOLE[: double + 1] + WHOLE[double:]) >= double + 2


def test_million_lines_are_read_to_the_games_end_only() -> None:
    lines = chain(map(str.encode, WHOLE), repeat(CHIPS.encode(), 1_000_000))
    with pytest.raises(BadRecord) as refused:
        record.read(lines)
    assert (refused.value.line, refused.value.error.reason) == (len(WHOLE) + 1, "over")


def test_thousands_of_keys_on_a_line_are_read_quickly() -> None:
    """7,000 different keys, the last of them twice."""
    keys = [f'"{number:04x}":0' for number in range(7_000)]
    with pytest.raises(BadRecord) as refused:
        record.read([("{" + ",".join([*keys, keys[-1]]) + "}").encode()])
    assert refused.value.error.params == {"key": "1b57"}
