"""Two desks on one file, as two processes have them: memory is not believed where the disk says otherwise."""

import pytest

from companion.table.bus import Bus
from companion.table.colours import COLOURS
from companion.table.commands import Command, Forbidden, Stale
from companion.table.desk import TRIES, Desk
from companion.table.reading import Unreadable
from companion.table.rights import NOBODY
from companion.table.store import NotSaved, Store
from companion.table.writes import Outrun
from tests.cast import CAST
from tests.houses import Where

HERE, THERE = 0, 1


class Twice:
    """A table that has begun, in the memory of both."""

    def __init__(self, where: Where) -> None:
        self.desks = [Desk(Store(where), Bus()) for _ in (HERE, THERE)]
        self.key = self.desks[HERE].open("host", "vabanque", {}, {})
        self.taps = 0
        for name, colour in zip(CAST[:3], COLOURS, strict=False):
            self.send(HERE, name, "sit", name=name, colour=colour)
        self.send(HERE, "host", "begin", order="0 1 2")
        assert self.desks[THERE].rights(self.key, "Anna").person == 0

    def send(self, where: int, device: str, kind: str, slot: str = "", **fields: str) -> int:
        """A tap that comes to one of them."""
        self.taps += 1
        return self.desks[where].send(self.key, device, Command(kind, fields, f"tap-{self.taps:08d}", slot))

    def annas_seat_moves(self, where: int) -> None:
        """Another phone gets it from the host."""
        claim = self.send(where, "other", "claim", person="0")
        self.send(where, "host", "admit", claim=str(claim))


pytestmark = pytest.mark.usefixtures("deaf")


@pytest.fixture
def twice(where: Where) -> Twice:
    """Three people."""
    return Twice(where)


def test_who_lost_a_seat_at_the_other_process_is_not_shown_its_hand_by_this_one(twice: Twice) -> None:
    here, woken = twice.desks[HERE], twice.desks[HERE].bus.join(twice.key)
    twice.annas_seat_moves(THERE)
    assert here.rights(twice.key, "Anna").person == 0, "what memory holds"
    assert here.known_by_disk(twice.key, "Anna") == NOBODY
    assert here.known_by_disk(twice.key, "other").person == 0
    assert here.rights(twice.key, "Anna") == NOBODY
    assert here.table(twice.key) == twice.desks[THERE].table(twice.key)
    assert not woken.empty(), "phones at this process are told"


def test_a_copy_of_new_at_the_other_process_opens_no_table(where: Where) -> None:
    here, there = (Desk(Store(where), Bus()) for _ in (HERE, THERE))
    first = here.open("host", "vabanque", {}, {}, "one-press")
    assert there.open("host", "vabanque", {}, {}, "one-press") == first
    assert there.open("host", "vabanque", {}, {}, "another-press") != first
    assert here.store.by_status() == {"lobby": 2}


def test_nobody_is_refused_for_what_the_other_process_has_changed(twice: Twice) -> None:
    twice.annas_seat_moves(THERE)
    with pytest.raises(Forbidden):
        twice.send(HERE, "Anna", "act", do="start", seat="0")
    twice.desks[HERE].table(twice.key)
    slot = twice.desks[THERE].table(twice.key).asks[0].slot
    twice.desks[THERE].send(
        twice.key, "host", Command("act", {"do": "start", "seat": "0", "table": "1"}, "tap-start", slot)
    )
    table = twice.desks[THERE].table(twice.key)
    ask = next(ask for ask in table.asks if ask.seat == 0)
    chip = Command("act", {"do": ask.do, "table": "1"}, "tap-first-chip", ask.slot)
    assert twice.desks[HERE].send(twice.key, "other", chip) == table.number + 1


def test_nothing_is_taken_back_that_was_answered_at_the_other_process(twice: Twice) -> None:
    twice.send(HERE, "host", "act", "start", do="start", seat="0", table="1")
    annas = twice.send(HERE, "Anna", "act", "1.chips.0.0", do="chip", table="1")
    bens = twice.send(THERE, "Ben", "act", "1.chips.1.0", do="chip", table="1")
    assert twice.desks[HERE].table(twice.key).number == annas, "what memory holds"
    with pytest.raises(Stale):
        twice.send(HERE, "Anna", "back", entry=str(annas))
    assert twice.send(HERE, "Ben", "back", entry=str(bens)) == bens + 1
    assert twice.send(THERE, "Anna", "back", entry=str(annas)) == bens + 2
    assert twice.desks[HERE].table(twice.key).state != twice.desks[THERE].table(twice.key).state
    assert twice.desks[HERE].known_by_disk(twice.key, "Anna").person == 0
    assert twice.desks[HERE].table(twice.key) == twice.desks[THERE].table(twice.key)


def test_who_opens_the_house_at_one_process_runs_it_at_both(twice: Twice) -> None:
    assert not twice.desks[HERE].rights(twice.key, "laptop").operator
    twice.desks[THERE].make_operator("laptop")
    assert twice.desks[HERE].known_by_disk(twice.key, "laptop").operator
    assert twice.desks[HERE].rights(twice.key, "laptop").operator


def corrupted(store: Store, number: int) -> None:
    """An entry in a way that this version cannot read."""
    with store.engine.connect() as db, db.begin():
        db.exec_driver_sql(f"UPDATE entries SET body = '{{}}' WHERE number = {number}")  # a number


def test_a_table_to_which_the_other_process_added_what_this_one_cannot_read_is_given_up_and_told_as_such(
    twice: Twice,
) -> None:
    here, there = twice.desks
    corrupted(there.store, twice.send(THERE, "Anna", "rename", name="Annabel"))
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
        raise Outrun

    before = twice.desks[HERE].table(twice.key)
    with monkeypatch.context() as busy:
        busy.setattr(Desk, "_take", outrun)
        with pytest.raises(NotSaved):
            twice.send(HERE, "Anna", "rename", name="Annabel")
    assert len(tried) == TRIES
    assert twice.desks[HERE].table(twice.key) == before
    assert twice.send(HERE, "Anna", "rename", name="Annabel") == before.number + 1
