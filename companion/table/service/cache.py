"""What memory holds of tables: the table itself, the names of its operations, and who may do what at it."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import RLock

from companion.table.model.log import Table
from companion.table.model.permissions import NOBODY, Grant, Permissions, rights_of
from companion.table.service.idempotency import Answers
from companion.table.storage.statements import Listing

Operations = dict[str, tuple[int, str]]
"""Of each operation the number of its entry and its fingerprint."""


@dataclass(eq=False, slots=True)
class CachedTable:
    """One table in memory. `turn` is held by the tap that is being taken.

    `listing` is what lists tell of it on disk. `unsure`: a write has failed, so the disk may hold more than this.
    `heard` is the number of the latest entry of which another process has told.
    """

    table: Table
    listing: Listing
    operations: Operations
    held: dict[str, dict[str, int | None]]
    turn: RLock = field(default_factory=RLock)
    answers: Answers = field(default_factory=Answers)
    waiting: int = 0
    unsure: bool = False
    heard: int = 0

    @property
    def behind(self) -> bool:
        """Whether another process has written more than this."""
        return self.heard > self.table.number

    def take_over(self, fresh: "CachedTable") -> None:
        """What the disk holds, in place of what memory held."""
        self.table, self.listing = fresh.table, fresh.listing
        self.operations, self.held = fresh.operations, fresh.held
        self.unsure = False

    def rights(self, device: str, *, operator: bool) -> Permissions:
        """What a device may do at this table."""
        held = self.held.get(device)
        if held is None:
            return Permissions(operator=True) if operator else NOBODY
        return rights_of({**held, "operator": None} if operator else held)

    def holders(self) -> Iterator[Grant]:
        """Every right at this table."""
        return (Grant(device, role, number) for device, held in self.held.items() for role, number in held.items())


def granted(held: dict[str, dict[str, int | None]], grants: Iterable[Grant]) -> None:
    """Who holds what, once these are written: as the statements for the disk do it."""
    for grant in grants:
        others = list(held) if grant.exclusive else []
        for device in others:
            if held[device].get(grant.role, ...) == grant.number:
                _taken(held, device, grant.role)
        _taken(held, grant.device, grant.role)
        if not grant.revoked:
            held.setdefault(grant.device, {})[grant.role] = grant.number


def _taken(held: dict[str, dict[str, int | None]], device: str, role: str) -> None:
    if device in held:
        held[device].pop(role, None)
        if not held[device]:
            del held[device]


class Memory(OrderedDict[str, CachedTable]):
    """Tables by key, those that were used last at the end; the others leave. One that takes a tap stays."""

    def __init__(self, most: int, entries: int = 200_000) -> None:
        """Keeps so many tables at most, and so many entries of them all: about 0.5 kB each."""
        super().__init__()
        self.most, self.entries = most, entries
        self._keys: dict[int, str] = {}
        self._heard: OrderedDict[int, int] = OrderedDict()

    def by_id(self, table_id: int) -> CachedTable | None:
        """A table that is in memory, by its row."""
        return self.get(self._keys.get(table_id, ""))

    def heard(self, table_id: int, number: int) -> CachedTable | None:
        """Another process has told of an entry at a table; gives the table back, where it is in memory.

        One that is being read just now gets to know when it is kept.
        """
        kept = self.by_id(table_id)
        if kept is not None:
            kept.heard = max(kept.heard, number)
            return kept
        self._heard[table_id] = max(number, self._heard.pop(table_id, 0))
        if len(self._heard) > self.most:
            self._heard.popitem(last=False)
        return None

    def used(self, key: str) -> CachedTable | None:
        """A table that is in memory."""
        kept = self.get(key)
        if kept is not None:
            self.move_to_end(key)
        return kept

    def keep(self, key: str, kept: CachedTable) -> CachedTable:
        """One more table, or the one that somebody else has read meanwhile."""
        kept = self.setdefault(key, kept)
        self.move_to_end(key)
        self._keys[kept.table.id] = key
        kept.heard = max(kept.heard, self._heard.pop(kept.table.id, 0))
        held = sum(kept.table.number for kept in self.values())
        for old in [old for old, kept in self.items() if not kept.waiting and old != key]:
            if len(self) <= self.most and held <= self.entries:
                break
            gone = self.pop(old).table
            held -= gone.number
            self._keys.pop(gone.id, None)
        return kept
