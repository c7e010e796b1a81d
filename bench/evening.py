"""The phones of one table, and what they are going to tap."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter

from bench.loop import Loop
from bench.phones import PATIENCE, Phone, Unwelcome
from bench.script import Step
from bench.stream import Stream
from bench.wire import Answer


@dataclass(slots=True)
class Waits:
    """Seconds from each tap until it was saved, and until all phones of its table had seen it.

    `further`: of these, how many went by since all that are at the same server as the tap had.
    """

    saved: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    further: list[float] = field(default_factory=list)


class Evening:
    """A table taps again when all its phones have seen the tap before, as people do who take turns.

    So no change is left out because a later one has covered it.
    """

    def __init__(
        self, loop: Loop, key: str, phones: list[Phone], number: int, steps: Iterator[Step], most: int
    ) -> None:
        self.key = key
        self.phones = phones
        self.number = number
        self.began = 0.0
        self.busy = False
        self._loop = loop
        self._steps = iter(list(islice(steps, most)))
        self._next = next(self._steps, None)
        self.answered = False
        self._waits = Waits()
        self._tapped = phones[0]
        self._seen_there: float | None = None
        self._after: Callable[[Evening], None] = lambda _evening: None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to tap."""
        return self._next is None

    @property
    def streams(self) -> list[Stream]:
        """Those that are open."""
        return [phone.stream for phone in self.phones if phone.stream is not None]

    def listen(self) -> None:
        """Every phone opens its stream and gets the whole table."""
        for phone in self.phones:
            phone.listen(self.key, self._noticed)
        if not self._loop.run(lambda: all(stream.number >= self.number for stream in self.streams), PATIENCE):
            raise Unwelcome("no first message", self.key)

    def hush(self) -> None:
        """Every phone goes to sleep."""
        for phone in self.phones:
            phone.hush()

    def close(self) -> None:
        """Everybody goes home."""
        for phone in self.phones:
            phone.close()

    def tap(self, waits: Waits, after: Callable[["Evening"], None], began: float | None = None) -> None:
        """The next tap; `after` is called when all have seen it. It may have `began` before it could be sent."""
        step = self._next
        if step is None or self.busy:
            raise RuntimeError("there is nothing to tap now")
        self._next = next(self._steps, None)
        self.busy, self.answered = True, False
        self._waits, self._after = waits, after
        self.began = perf_counter() if began is None else began
        self._tapped, self._seen_there = self.phones[step.phone], None
        self._tapped.tap(self.key, step.fields, self._saved)

    def _saved(self, answer: Answer) -> None:
        number = int(answer.header("Companion-Entry")) if answer.status == 200 else 0
        if number <= self.number:  # what made itself stands between two taps
            raise Unwelcome(answer.status, answer.head, answer.body)
        self.number = number
        self._waits.saved.append(perf_counter() - self.began)
        self.answered = True
        self._noticed()

    def _noticed(self) -> None:
        if not (self.busy and self.answered):
            return
        behind = {phone.port for phone in self.phones if phone.stream is not None and phone.stream.number < self.number}
        now = perf_counter()
        if self._seen_there is None and self._tapped.port not in behind:
            self._seen_there = now
        if behind or self._seen_there is None:
            return
        self._waits.seen.append(now - self.began)
        self._waits.further.append(now - self._seen_there)
        self.busy = False
        self._after(self)
