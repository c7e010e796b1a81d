"""Reads records as the command does, and checks the messages about bad ones."""

import re
from collections.abc import Iterable, Iterator

from companion.records import record
from companion.records.record import BadRecord, Record
from companion.rendering import error_messages


def lines_of(text: bytes) -> Iterator[bytes]:
    """The lines of a file, split at line feeds only."""
    yield from (line for line in text.split(b"\n")[:-1])
    if last := text.rsplit(b"\n", 1)[-1]:
        yield last


def attempt(lines: Iterable[bytes]) -> Record | BadRecord:
    """The record, or the reason why it is bad."""
    try:
        return record.read(lines)
    except BadRecord as bad:
        return bad


ADVICE = (
    "begin, bet, bid, choose, correct, enter, next in, let, open, place, play, put, save, use, write, someone else's, "
    "'s turn, too many, too much, too little"
)
"""Words of a message that says what to do, or by how much something missed."""


def check_advice(told: str) -> None:
    """Check that an English message says what to do, not what was expected."""
    words = ADVICE.replace(", ", "|")
    assert re.search(rf"\b({words})\b", told, re.IGNORECASE), (
        f"A message must say what to do. In English it needs one of these: {ADVICE}. It says: {told}"
    )
    assert "expected" not in told, f"A message must say what to do, without the word *expected*. It says: {told}"


def message(bad: BadRecord) -> str:
    """The message, checked to be one printable line that says what to do."""
    told = error_messages.format_error(bad.slug, bad.error, bad.names)
    assert told.isprintable()
    assert told.endswith(".")
    check_advice(told)
    assert len(told) < 700
    return told
