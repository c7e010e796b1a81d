"""Answers to requests that left no entry, so that a late copy gets the first answer.

They are kept as long as a copy can be under way. With one process, memory suffices: a copy arrives at the same process.
With several processes, refusals of players are also in the database.
"""

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.table.commands.types import Conflict, Forbidden, Stale

ANSWER_SECONDS = 300.0  # a phone gives up a request after ten

MAX_ANSWERS = 64  # for one device; all devices without a seat share so many

MAX_TEXT = 250  # of a text that an answer quotes

Answer = Refusal | int

TROUBLES: dict[str, type[Refusal]] = {
    "Garbled": InvalidMove,
    "Refused": IllegalMove,
    "Stale": Stale,
    "Forbidden": Forbidden,
    "Conflict": Conflict,
}  # refusals by the names that databases store
KINDS = {kind: name for name, kind in TROUBLES.items()}


@dataclass(frozen=True, slots=True)
class _StoredAnswer:
    op: str
    sent: str
    answer: Answer
    at: float


class AnswerCache:
    """The latest refusals of a table, and answers to commands with nothing to do."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._by_op: dict[str, _StoredAnswer] = {}
        self._by_device: dict[str | None, deque[_StoredAnswer]] = {}

    def add(self, device: str | None, op: str, sent: str, answer: Answer) -> None:
        """Store the answer to a device; None stands for all devices without a seat."""
        self._drop_old()
        if op in self._by_op:
            return
        if isinstance(answer, Refusal):
            answer = _stripped_refusal(answer)
        first = self._by_op[op] = _StoredAnswer(op, sent, answer, self._clock())
        answers = self._by_device.setdefault(device, deque())
        answers.append(first)
        if len(answers) > MAX_ANSWERS:
            self._drop(answers)

    def find(self, op: str, sent: str) -> int | None:
        """Return the entry number of an operation, or None. Raises its refusal."""
        first = self._by_op.get(op)
        if first is None or first.at + ANSWER_SECONDS < self._clock():
            return None
        if first.sent != sent:
            raise Conflict("other-content")
        if isinstance(first.answer, Refusal):
            raise _stripped_refusal(first.answer)
        return first.answer

    def _drop_old(self) -> None:
        past = self._clock() - ANSWER_SECONDS
        for device, answers in list(self._by_device.items()):
            while answers and answers[0].at < past:
                self._drop(answers)
            if not answers:
                del self._by_device[device]

    def _drop(self, answers: deque[_StoredAnswer]) -> None:
        del self._by_op[answers.popleft().op]


def _stripped_refusal(trouble: Refusal) -> Refusal:
    """The refusal without traceback and with shortened texts."""
    blanks = {key: value[:MAX_TEXT] if isinstance(value, str) else value for key, value in trouble.params.items()}
    return type(trouble)(trouble.reason, **blanks)


def dump_answer(answer: Answer) -> str:
    if isinstance(answer, int):
        return json.dumps(answer)
    refusal = _stripped_refusal(answer)
    return json.dumps([KINDS[type(refusal)], refusal.reason, refusal.params], ensure_ascii=False, default=str)


def load_answer(text: str) -> Answer:
    match json.loads(text):
        case [kind, reason, blanks]:
            return TROUBLES[kind](reason, **blanks)
        case number:
            return int(number)
