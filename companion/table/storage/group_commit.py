"""Group commit: writes that arrive during a commit share the next synced transaction.

The first writer commits. Others wait, and the first of them then commits for all of them.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Generic, TypeVar

W = TypeVar("W")

Outcome = Exception | None  # None, or why the write is not on disk

Run = Callable[[Callable[[], Sequence[Outcome]]], Sequence[Outcome]]
"""Calls a function and returns its result. A server passes one that keeps other greenlets running."""

MAX_WRITES = 500  # in one transaction


class NotSaved(Exception):
    """The write failed. Probably nothing was stored; repeat it with the same idempotency key."""


def run_directly(commit: Callable[[], Sequence[Outcome]]) -> Sequence[Outcome]:
    return commit()


@dataclass(eq=False, slots=True)
class _PendingWrite(Generic[W]):
    """A write that waits for its outcome, or for its turn to commit for all who wait."""

    write: W
    is_leader: bool = False
    outcome: Outcome = None
    done: Event = field(default_factory=Event)


class Writer(Generic[W]):
    """`commit` writes a batch in one transaction and returns the outcome of each write; it never raises."""

    def __init__(self, commit: Callable[[Sequence[W]], Sequence[Outcome]], run: Run = run_directly) -> None:
        self._commit = commit
        self._run = run
        self._lock = Lock()
        self._pending: deque[_PendingWrite[W]] = deque()
        self._committing = False

    def write(self, write: W) -> None:
        """Return when the write is on disk. Raises its outcome."""
        mine = _PendingWrite(write)
        with self._lock:
            self._pending.append(mine)
            mine.is_leader, self._committing = not self._committing, True
        if not mine.is_leader:
            self._wait(mine)
        if mine.is_leader:
            self._write_pending()
        if mine.outcome is not None:
            raise mine.outcome

    def _wait(self, mine: _PendingWrite[W]) -> None:
        try:
            mine.done.wait()
        except BaseException:  # let others commit if this thread is killed
            with self._lock:
                if mine in self._pending:
                    self._pending.remove(mine)
                if mine.is_leader:
                    self._wake_next()
            raise

    def _write_pending(self) -> None:
        with self._lock:
            batch = [self._pending.popleft() for _ in range(min(len(self._pending), MAX_WRITES))]
        outcomes: Sequence[Outcome] = [NotSaved("interrupted") for _ in batch]
        try:
            outcomes = self._run(lambda: self._commit([waiting.write for waiting in batch]))
        finally:  # wake all waiting writers even if this thread is killed
            for waiting, outcome in zip(batch, outcomes, strict=True):
                waiting.outcome = outcome
                waiting.done.set()
            with self._lock:
                self._wake_next()

    def _wake_next(self) -> None:
        """Let the next waiting writer commit for itself and all behind it."""
        self._committing = bool(self._pending)
        if self._pending:
            self._pending[0].is_leader = True
            self._pending[0].done.set()
