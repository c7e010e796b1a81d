"""Strict JSON Lines: one object a line, no duplicate keys, no NaN or Infinity."""

import json
from collections.abc import Iterable, Iterator
from typing import NoReturn

from companion.games.types import InvalidMove, Refusal

LONGEST_LINE = 65_536
BOM = b"\xef\xbb\xbf"


class BadLine(Exception):
    """A line that is not a JSON object."""

    def __init__(self, line: int, trouble: Refusal) -> None:
        super().__init__(line, trouble)
        self.line = line
        self.error = trouble


def read_objects(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Yield each line's object. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        try:
            yield _object(line)
        except InvalidMove as trouble:
            raise BadLine(number, trouble) from trouble


def _object(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise InvalidMove("long-line", most=LONGEST_LINE)
    if line.startswith(BOM):
        raise InvalidMove("bom")
    if not line.strip():
        raise InvalidMove("blank-line")
    try:
        entry = json.loads(line.decode(), object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
    except UnicodeDecodeError:
        raise InvalidMove("not-utf8") from None
    except json.JSONDecodeError:
        raise InvalidMove("not-json") from None
    except (ValueError, RecursionError):
        raise InvalidMove("too-much") from None
    if not isinstance(entry, dict):
        raise InvalidMove("not-object")
    return entry


def _reject_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entry: dict[str, object] = {}
    for key, value in pairs:
        if key in entry:
            raise InvalidMove("twice", key=key)
        entry[key] = value
    return entry


def _reject_constant(_word: str) -> NoReturn:
    raise InvalidMove("not-json")  # NaN and Infinity are not JSON
