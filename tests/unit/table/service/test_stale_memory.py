"""Two processes on one database: the database wins over a process's memory."""

import pytest

from companion.table.commands.types import Stale
from companion.table.model.permissions import NO_PERMISSIONS
from companion.table.service.cache import Unreadable
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import MAX_ATTEMPTS, TableService
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store
from tests.support.databases import Where
from tests.unit.table.tables import LiveTable


class Twice(LiveTable):
    """A game that has begun, in the memory of both."""

    def __init__(self, where: Where) -> None:
        super().__init__(where, 3)
        self.send("host", "begin", order="0 1 2")
        self.there = self.process()
        assert self.there.rights(self.key, "Anna").person == 0

    def annas_seat_moves(self) -> None:
        """Another phone takes Anna's seat at the other process."""
        claim = self.send("other", "claim", at=self.there, person=0)
        self.send("host", "admit", at=self.there, claim=claim)


pytestmark = pytest.mark.usefixtures("deaf")


@pytest.fixture
def twice(where: Where) -> Twice:
    return Twice(where)


def test_seat_lost_elsewhere_is_lost_here(twice: Twice) -> None:
    here, woken = twice.service, twice.service.notifier.subscribe(twice.key)
    twice.annas_seat_moves()
    assert here.rights(twice.key, "Anna").person == 0, "what memory holds"
    assert here.stored_rights(twice.key, "Anna") == NO_PERMISSIONS
    assert here.stored_rights(twice.key, "other").person == 0
    assert here.rights(twice.key, "Anna") == NO_PERMISSIONS
    assert here.table(twice.key) == twice.there.table(twice.key)
    assert not woken.empty(), "phones at this process are told"


def test_repeated_open_at_another_process_opens_one_table(where: Where) -> None:
    here, there = (TableService(Store(where), Notifier()) for _ in range(2))
    first = here.open("host", "vabanque", {}, {}, "one-press")
    assert there.open("host", "vabanque", {}, {}, "one-press") == first
    assert there.open("host", "vabanque", {}, {}, "another-press") != first
    assert here.store.count_by_status() == {"lobby": 2}


def test_undo_respects_moves_of_the_other_process(twice: Twice) -> None:
    twice.send("host", "act", "start", do="start", seat="0", table="1")
    annas = twice.send("Anna", "act", "1.chips.0.0", do="chip", table="1")
    bens = twice.send("Ben", "act", "1.chips.1.0", at=twice.there, do="chip", table="1")
    assert twice.service.table(twice.key).number == annas, "what memory holds"
    with pytest.raises(Stale):
        twice.send("Anna", "back", entry=str(annas))
    assert twice.send("Ben", "back", entry=str(bens)) == bens + 1
    assert twice.send("Anna", "back", at=twice.there, entry=str(annas)) == bens + 2
    assert twice.service.table(twice.key).state != twice.there.table(twice.key).state
    assert twice.service.stored_rights(twice.key, "Anna").person == 0
    assert twice.service.table(twice.key) == twice.there.table(twice.key)


def test_operator_is_known_to_both_processes(twice: Twice) -> None:
    assert not twice.service.rights(twice.key, "laptop").operator
    twice.there.make_operator("laptop")
    assert twice.service.stored_rights(twice.key, "laptop").operator
    assert twice.service.rights(twice.key, "laptop").operator


def corrupted(store: Store, number: int) -> None:
    """Make an entry unreadable."""
    with store.engine.connect() as db, db.begin():
        db.exec_driver_sql(f"UPDATE entries SET body = '{{}}' WHERE number = {number}")  # a number


def test_unreadable_entry_of_another_process_breaks_a_table(
    twice: Twice,
) -> None:
    here, there = twice.service, twice.there
    corrupted(there.store, twice.send("Anna", "rename", at=twice.there, name="Annabel"))
    for _ in range(2):
        with pytest.raises(Unreadable):
            here.stored_rights(twice.key, "Anna")
    with pytest.raises(Unreadable):
        here.table(twice.key)
    assert here.store.count_by_status() == {"broken": 1}


def test_endless_collisions_end_in_an_error(twice: Twice, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[None] = []

    def outrun(*_: object) -> None:
        tried.append(None)
        raise ConcurrentWriteError

    before = twice.service.table(twice.key)
    with monkeypatch.context() as busy:
        busy.setattr(TableService, "_execute", outrun)
        with pytest.raises(NotSaved):
            twice.send("Anna", "rename", name="Annabel")
    assert len(tried) == MAX_ATTEMPTS
    assert twice.service.table(twice.key) == before
    assert twice.send("Anna", "rename", name="Annabel") == before.number + 1
