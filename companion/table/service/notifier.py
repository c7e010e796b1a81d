"""Wakes the event streams of this process. A wake-up carries no data: each stream renders its own view."""

from queue import Full, Queue
from threading import Lock

WakeUps = Queue[bool]


class Notifier:
    """The streams of each table. Each queue holds one wake-up at most, so slow phones pile up none."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: dict[str, set[WakeUps]] = {}

    def subscribe(self, key: str) -> WakeUps:
        """A queue that gets an item after every change of a table."""
        queue: WakeUps = Queue(maxsize=1)
        with self._lock:
            self._queues.setdefault(key, set()).add(queue)
        return queue

    def unsubscribe(self, key: str, queue: WakeUps) -> None:
        with self._lock:
            room = self._queues.get(key, set())
            room.discard(queue)
            if not room:
                self._queues.pop(key, None)

    def wake(self, key: str) -> None:
        with self._lock:
            queues = list(self._queues.get(key, ()))
        for queue in queues:
            try:
                queue.put_nowait(True)
            except Full:
                continue

    def wake_all(self) -> None:
        """Wake all streams when the server stops."""
        for key in list(self._queues):
            self.wake(key)
