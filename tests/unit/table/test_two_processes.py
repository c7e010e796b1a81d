"""Two desks on one file, as two processes have them: memory is not believed where the disk says otherwise."""

import pytest

from companion.table.commands.types import Command, Forbidden, Stale
from companion.table.model.permissions import NOBODY
from companion.table.service.loading import Unreadable
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TRIES, TableService
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import NotSaved, Store
from tests.support.houses import Where
from tests.unit.table.parties import Party


class Twice(Party):
    """A table that has begun, in the memory of both."""

    def __init__(self, where: Where) -> None:
        super().__init__(where, 3)
        self.send("host", "begin", order="0 1 2")
        self.there = self.process()
        assert self.there.rights(self.key, "Anna").person == 0

    def annas_seat_moves(self) -> None:
        """Another phone gets it from the host, at the other process."""
        claim = self.send("other", "claim", at=self.there, person=0)
        self.send("host", "admit", at=self.there, claim=claim)


pytestmark = pytest.mark.usefixtures("deaf")


@pytest.fixture
def twice(where: Where) -> Twice:
    """Three people."""
    return Twice(where)


def test_who_lost_a_seat_at_the_other_process_is_not_shown_its_hand_by_this_one(twice: Twice) -> None:
    here, woken = twice.service, twice.service.bus.join(twice.key)
    twice.annas_seat_moves()
    assert here.rights(twice.key, "Anna").person == 0, "what memory holds"
    assert here.known_by_disk(twice.key, "Anna") == NOBODY
    assert here.known_by_disk(twice.key, "other").person == 0
    assert here.rights(twice.key, "Anna") == NOBODY
    assert here.table(twice.key) == twice.there.table(twice.key)
    assert not woken.empty(), "phones at this process are told"


def test_a_copy_of_new_at_the_other_process_opens_no_table(where: Where) -> None:
    here, there = (TableService(Store(where), Notifier()) for _ in range(2))
    first = here.open("host", "vabanque", {}, {}, "one-press")
    assert there.open("host", "vabanque", {}, {}, "one-press") == first
    assert there.open("host", "vabanque", {}, {}, "another-press") != first
    assert here.store.by_status() == {"lobby": 2}


def test_nobody_is_refused_for_what_the_other_process_has_changed(twice: Twice) -> None:
    twice.annas_seat_moves()
    with pytest.raises(Forbidden):
        twice.send("Anna", "act", do="start", seat="0")
    twice.service.table(twice.key)
    slot = twice.there.table(twice.key).asks[0].slot
    twice.there.send(twice.key, "host", Command("act", {"do": "start", "seat": "0", "table": "1"}, "tap-start", slot))
    table = twice.there.table(twice.key)
    ask = next(ask for ask in table.asks if ask.seat == 0)
    chip = Command("act", {"do": ask.do, "table": "1"}, "tap-first-chip", ask.slot)
    assert twice.service.send(twice.key, "other", chip) == table.number + 1


def test_nothing_is_taken_back_that_was_answered_at_the_other_process(twice: Twice) -> None:
    twice.send("host", "act", "start", do="start", seat="0", table="1")
    annas = twice.send("Anna", "act", "1.chips.0.0", do="chip", table="1")
    bens = twice.send("Ben", "act", "1.chips.1.0", at=twice.there, do="chip", table="1")
    assert twice.service.table(twice.key).number == annas, "what memory holds"
    with pytest.raises(Stale):
        twice.send("Anna", "back", entry=str(annas))
    assert twice.send("Ben", "back", entry=str(bens)) == bens + 1
    assert twice.send("Anna", "back", at=twice.there, entry=str(annas)) == bens + 2
    assert twice.service.table(twice.key).state != twice.there.table(twice.key).state
    assert twice.service.known_by_disk(twice.key, "Anna").person == 0
    assert twice.service.table(twice.key) == twice.there.table(twice.key)


def test_who_opens_the_house_at_one_process_runs_it_at_both(twice: Twice) -> None:
    assert not twice.service.rights(twice.key, "laptop").operator
    twice.there.make_operator("laptop")
    assert twice.service.known_by_disk(twice.key, "laptop").operator
    assert twice.service.rights(twice.key, "laptop").operator


def corrupted(store: Store, number: int) -> None:
    """An entry in a way that this version cannot read."""
    with store.engine.connect() as db, db.begin():
        db.exec_driver_sql(f"UPDATE entries SET body = '{{}}' WHERE number = {number}")  # a number


def test_a_table_to_which_the_other_process_added_what_this_one_cannot_read_is_given_up_and_told_as_such(
    twice: Twice,
) -> None:
    here, there = twice.service, twice.there
    corrupted(there.store, twice.send("Anna", "rename", at=twice.there, name="Annabel"))
    for _ in range(2):
        with pytest.raises(Unreadable):
            here.known_by_disk(twice.key, "Anna")
    with pytest.raises(Unreadable):
        here.table(twice.key)
    assert here.store.by_status() == {"broken": 1}


def test_a_tap_that_other_processes_outrun_again_and_again_is_refused_loudly(
    twice: Twice, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[None] = []

    def outrun(*_: object) -> None:
        tried.append(None)
        raise ConcurrentWriteError

    before = twice.service.table(twice.key)
    with monkeypatch.context() as busy:
        busy.setattr(TableService, "_take", outrun)
        with pytest.raises(NotSaved):
            twice.send("Anna", "rename", name="Annabel")
    assert len(tried) == TRIES
    assert twice.service.table(twice.key) == before
    assert twice.send("Anna", "rename", name="Annabel") == before.number + 1
