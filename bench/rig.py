"""A house under load: the server, the loop that all phones share, and the tables."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count, cycle
from pathlib import Path
from random import Random

from sqlalchemy import select

from bench.evening import Evening
from bench.loop import Loop
from bench.phones import Phone
from bench.script import Begun, Script, whole_game
from bench.server import Server, serving
from companion.table.colours import COLOURS
from companion.table.database import FILE
from companion.table.schema import tables
from companion.table.store import Store
from companion.table.tokens import draw

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
LONGEST = 20_000
A_NET = 250


class Rig:
    """`seed` makes every run tap the same. Of several servers of a house each has every so-manieth table.

    `spread`: or every so-manieth phone, so that all of them draw every table.
    """

    def __init__(self, server: Server, *others: Server, spread: bool = False, seed: int = 1) -> None:
        self.server = server
        self.spread = spread
        self.loop = Loop()
        self.luck = Random(seed)
        self._servers = cycle((server, *others))
        self.servers = (server, *others)
        self._phones = count()

    def cpu(self) -> float:
        """Seconds of processor that all servers have used."""
        return sum(server.cpu() for server in self.servers)

    def phone(self, port: int = 0) -> Phone:
        """A browser that was never here before, from an address of its own."""
        number = next(self._phones)
        address = f"127.{1 + number // A_NET // A_NET}.{number // A_NET % A_NET}.{1 + number % A_NET}"
        return Phone(self.loop, port or self.server.port, address)

    def evening(
        self, slug: str, players: int = 5, script: Script = whole_game, most: int = 400, **rules: str
    ) -> Evening:
        """People sit down to a game and begin it; the first of them is the host. `most` bounds what they will tap."""
        phones = [self.phone(port) for port in self._ports(players)]
        for phone in phones:
            phone.get("/")
        key = phones[0].post("/new", game=slug, **rules).header("Location").rpartition("/")[2]
        for phone, name, colour in zip(phones, NAMES, COLOURS, strict=False):
            phone.post(f"/t/{key}/tap", kind="sit", name=name, colour=colour)
        order = " ".join(str(person) for person in range(players))
        begun = int(phones[0].post(f"/t/{key}/tap", kind="begin", order=order).header("Companion-Entry"))
        secret = secret_of(self.server.database or self.server.data, key)
        game = Begun(slug, players, rules, begun, lambda word: draw(secret, word), Random(self.luck.random()))
        return Evening(self.loop, key, phones, begun, script(game), most)

    def _ports(self, phones: int) -> list[int]:
        """Where the phones of a table come to."""
        if self.spread:
            return [next(self._servers).port for _ in range(phones)]
        return [next(self._servers).port] * phones

    def evenings(self, number: int, slug: str = "vabanque", players: int = 5) -> list[Evening]:
        """Several tables, all phones of which listen."""
        evenings = [self.evening(slug, players) for _ in range(number)]
        for evening in evenings:
            evening.listen()
        return evenings


def secret_of(where: Path | str, key: str) -> bytes:
    """What a table's hands are drawn from: a hidden card is tapped by its place, and only the owner's look tells it.

    `where` is a data folder, or the address of a database.
    """
    where = where / FILE if isinstance(where, Path) else where
    with closing(Store(where, reads_only=True)) as store, store.engine.connect() as db:
        secret: bytes = db.execute(select(tables.c.secret).where(tables.c.key == key)).scalar_one()
    return secret


@contextmanager
def open_rigs(database: str, servers: int, *, spread: bool = False) -> Iterator[Rig]:
    """Several servers of one house. All phones of a table come to the same one, as a proxy can see to, or to all."""
    with ExitStack() as stack:
        yield Rig(*(stack.enter_context(serving(database=database)) for _ in range(servers)), spread=spread)


@contextmanager
def open_rig(preload: Path | None = None) -> Iterator[Rig]:
    """A fresh server, and a house round it."""
    with serving(preload) as server:
        yield Rig(server)
