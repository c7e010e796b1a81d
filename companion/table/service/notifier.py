"""Wakes the streams of this process. A wake-up carries nothing: a stream reads its own chair."""

from queue import Full, Queue
from threading import Lock

WakeUps = Queue[bool]


class Notifier:
    """Who listens at which table. A wake-up that waits already is enough, so slow phones never pile any up."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queues: dict[str, set[WakeUps]] = {}

    def subscribe(self, key: str) -> WakeUps:
        """A queue that gets an item after every change of the table."""
        queue: WakeUps = Queue(maxsize=1)
        with self._lock:
            self._queues.setdefault(key, set()).add(queue)
        return queue

    def unsubscribe(self, key: str, queue: WakeUps) -> None:
        """Stops the waking."""
        with self._lock:
            room = self._queues.get(key, set())
            room.discard(queue)
            if not room:
                self._queues.pop(key, None)

    def wake(self, key: str) -> None:
        """Something changed at a table."""
        with self._lock:
            queues = list(self._queues.get(key, ()))
        for queue in queues:
            try:
                queue.put_nowait(True)
            except Full:
                continue

    def wake_all(self) -> None:
        """The server goes down: every stream shall look."""
        for key in list(self._queues):
            self.wake(key)
