"""Players who move without a rest."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from tests.integration.http.services import TwoServices
from tests.support.phones import Phone
from tests.support.server import Server


class Player(Thread):
    """Opens tables and sits down, as fast as the answers come.

    `saved` has (key of the table, idempotency key, entry) of each move.
    """

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.over = Event()
        self.saved: list[tuple[str, str, int]] = []
        self._phone = phone

    def run(self) -> None:
        """Move until told to stop."""
        key = ""
        while not self.over.is_set():
            if not len(self.saved) % 10:
                key = self._phone.new_table()
            op = self._phone.op()
            form: dict[str, object] = {"op": op, "kind": "sit", "name": f"Guest {op[-4:]}", "colour": "sky"}
            if len(self.saved) % 2:
                form = {"op": op, "kind": "leave", "person": len(self.saved) % 10 // 2}
            self.saved.append((key, op, self._phone.post(f"/t/{key}/tap", form).entry))


@contextmanager
def moving(server: Server | TwoServices, *names: str) -> Iterator[Sequence[Player]]:
    """Meanwhile these move."""
    players = [Player(server.phone(name)) for name in names]
    for player in players:
        player.start()
    yield players
    for player in players:
        player.over.set()
        player.join(20)
