"""A server under load, and the tables at it."""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from random import Random
from time import perf_counter

from gevent.event import Event
from gevent.lock import BoundedSemaphore
from sqlalchemy import select

from bench.phones import PATIENCE, Phone, Unwelcome
from bench.script import Begun, Step, whole_game
from bench.server import Server
from companion.table.model.names import COLOURS
from companion.table.model.tokens import draw
from companion.table.storage.database import FILE
from companion.table.storage.schema import tables
from companion.table.storage.store import Store

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
PLAYERS = {"vabanque": 5, "banque_fatale": 4, "wetten": 5}
MOST = 400
"""Taps of one table, if it is not said otherwise."""
A_NET = 250


@dataclass(slots=True)
class Tap:
    """The moments at which a tap was made, was saved, and was on all phones of its table; 0 if that has not come."""

    began: float = field(default_factory=perf_counter)
    saved: float = 0.0
    seen: float = 0.0


class Table:
    """The phones of a table and their taps. The next tap waits until all phones have seen the one before."""

    def __init__(self, key: str, phones: list[Phone], number: int, steps: Iterator[Step]) -> None:
        self.key = key
        self.phones = phones
        self.number = number
        made = list(steps)
        self._steps, self._left = iter(made), len(made)
        self._news = Event()
        self._turn = BoundedSemaphore()

    @property
    def over(self) -> bool:
        """Whether no tap is left."""
        return not self._left

    def listen(self) -> None:
        """Open the streams of all phones and wait for their first message."""
        for phone in self.phones:
            phone.listen(self.key, self._news.set)
        self._wait()

    def close(self) -> None:
        """Disconnect all phones."""
        for phone in self.phones:
            phone.close()

    def tap(self, tap: Tap) -> None:
        """Make the next tap, and wait until all phones have seen it."""
        self._left -= 1
        with self._turn:
            step = next(self._steps)
            answer = self.phones[step.phone].post(f"/t/{self.key}/tap", **step.fields)
            tap.saved, self.number = perf_counter(), int(answer.headers["Companion-Entry"])
            self._wait()
            tap.seen = perf_counter()

    def _wait(self) -> None:
        while any(phone.number < self.number for phone in self.phones):
            self._news.clear()
            if not self._news.wait(PATIENCE):
                raise Unwelcome("a phone has not seen entry", self.number, self.key)


class Rig:
    """A server and its phones. `seed` makes all runs tap the same."""

    def __init__(self, server: Server, seed: int = 1) -> None:
        self.server = server
        self.luck = Random(seed)
        self._phones = count()

    def phone(self) -> Phone:
        """A new browser with an address of its own."""
        number = next(self._phones)
        address = f"127.{1 + number // A_NET // A_NET}.{number // A_NET % A_NET}.{1 + number % A_NET}"
        return Phone(self.server.port, address)

    def table(self, slug: str = "vabanque", players: int = 0, most: int = MOST) -> Table:
        """Seat players and begin a game; `most` bounds their taps."""
        players = players or PLAYERS[slug]
        phones = [self.phone() for _ in range(players)]
        for phone in phones:
            phone.get("/")
        key = phones[0].post("/new", game=slug).headers["Location"].rpartition("/")[2]
        for phone, name, colour in zip(phones, NAMES, COLOURS, strict=False):
            phone.post(f"/t/{key}/tap", kind="sit", name=name, colour=colour)
        order = " ".join(str(person) for person in range(players))
        begun = int(phones[0].post(f"/t/{key}/tap", kind="begin", order=order).headers["Companion-Entry"])
        secret = secret_of(self.server.data, key)
        game = Begun(slug, players, {}, begun, lambda word: draw(secret, word), Random(self.luck.random()))
        return Table(key, phones, begun, islice(whole_game(game), most))

    def tables(self, number: int, slug: str = "vabanque") -> list[Table]:
        """Tables with all streams open."""
        tables = [self.table(slug) for _ in range(number)]
        for table in tables:
            table.listen()
        return tables


def secret_of(where: Path | str, key: str) -> bytes:
    """The secret from which a table's hands are drawn: a hidden card is tapped by its place in the hand.

    `where` is a data folder, or the address of a database.
    """
    where = where / FILE if isinstance(where, Path) else where
    with closing(Store(where, reads_only=True)) as store, store.engine.connect() as db:
        secret: bytes = db.execute(select(tables.c.secret).where(tables.c.key == key)).scalar_one()
    return secret


@contextmanager
def open_rig(module: str = "companion") -> Iterator[Rig]:
    """A server on an empty data folder."""
    with tempfile.TemporaryDirectory() as data, closing(Server(Path(data), module)) as server:
        yield Rig(server)
