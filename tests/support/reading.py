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


ADVICE = re.compile(
    r"\b(begin|bet|bid|choose|correct|enter|is waiting for|let|open|place|save|use|write"
    r"|someone else's|'s turn|too (many|much|little))\b",
    re.IGNORECASE,
)
"""Words of a message that says what to do, or by how much something missed."""


def message(bad: BadRecord) -> str:
    """The message, checked to be one printable line that says what to do."""
    told = error_messages.format_error(bad.slug, bad.error, bad.names)
    assert told.isprintable()
    assert told.endswith(".")
    assert ADVICE.search(told), f"it does not say what to do: {told}"
    assert "expected" not in told, f"say what to do, not what was expected: {told}"
    assert len(told) < 700
    return told
