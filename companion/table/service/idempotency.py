"""First answers that left nothing on disk: what was refused once is not taken because a copy of it came late.

They are kept for as long as a copy can be under way. Of one process they lie in memory alone: a copy is under way on a
connection to this very process, which takes its copies down with what it remembers of them. Where several processes
serve a house, those of whoever plays are in the database beside it.
"""

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.table.commands.types import Conflict, Forbidden, Stale

ANSWER_SECONDS = 300.0
"""Seconds: a phone gives a request up after ten."""

MAX_ANSWERS = 64
"""Answers kept for one device; all who have no seat share so many, so that nobody pushes out a player's."""

MAX_TEXT = 250
"""Of a text that was sent: a sentence quotes less of it."""

Answer = Refusal | int

TROUBLES: dict[str, type[Refusal]] = {
    "Garbled": InvalidMove,
    "Refused": IllegalMove,
    "Stale": Stale,
    "Forbidden": Forbidden,
    "Conflict": Conflict,
}
"""Refusals by the names under which databases keep them."""
KINDS = {kind: name for name, kind in TROUBLES.items()}


@dataclass(frozen=True, slots=True)
class _StoredAnswer:
    op: str
    sent: str
    answer: Answer
    at: float


class AnswerCache:
    """The latest refusals of a table, and the numbers that were told where nothing was to be done."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_op: dict[str, _StoredAnswer] = {}
        self._by_device: dict[str | None, deque[_StoredAnswer]] = {}

    def add(self, device: str | None, op: str, sent: str, answer: Answer) -> None:
        """The answer to a tap of a device at this table; `None` are all who have no place there."""
        self._drop_old()
        if op in self._by_op:
            return
        first = self._by_op[op] = _StoredAnswer(op, sent, _stripped(answer), self._clock())
        theirs = self._by_device.setdefault(device, deque())
        theirs.append(first)
        if len(theirs) > MAX_ANSWERS:
            self._drop(theirs)

    def find(self, op: str, sent: str) -> int | None:
        """The number that was told for this operation, None where none was. Raises what it was refused with."""
        first = self._by_op.get(op)
        if first is None or first.at + ANSWER_SECONDS < self._clock():
            return None
        if first.sent != sent:
            raise Conflict("other-content")
        if isinstance(first.answer, Refusal):
            raise _stripped_trouble(first.answer)
        return first.answer

    def _drop_old(self) -> None:
        past = self._clock() - ANSWER_SECONDS
        for device, theirs in list(self._by_device.items()):
            while theirs and theirs[0].at < past:
                self._drop(theirs)
            if not theirs:
                del self._by_device[device]

    def _drop(self, theirs: deque[_StoredAnswer]) -> None:
        del self._by_op[theirs.popleft().op]


def _stripped(answer: Answer) -> Answer:
    return _stripped_trouble(answer) if isinstance(answer, Refusal) else answer


def _stripped_trouble(trouble: Refusal) -> Refusal:
    """The same words without the way they came, and no more of what was sent than a sentence quotes."""
    blanks = {key: value[:MAX_TEXT] if isinstance(value, str) else value for key, value in trouble.blanks.items()}
    return type(trouble)(trouble.reason, **blanks)


def dump_answer(answer: Answer) -> str:
    """An answer as a database keeps it."""
    if isinstance(answer, int):
        return json.dumps(answer)
    kept = _stripped_trouble(answer)
    return json.dumps([KINDS[type(kept)], kept.reason, kept.blanks], ensure_ascii=False, default=str)


def load_answer(text: str) -> Answer:
    """An answer that was kept by a database."""
    match json.loads(text):
        case [kind, reason, blanks]:
            return TROUBLES[kind](reason, **blanks)
        case number:
            return int(number)
