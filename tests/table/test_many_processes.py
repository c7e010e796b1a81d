"""Several processes on one PostgreSQL: none owns a table, the log decides, and what one is told all know."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from companion.games import GAMES
from companion.games.kit import Refused, Trouble
from companion.table.bus import Bus
from companion.table.colours import COLOURS
from companion.table.commands import Command, Stale
from companion.table.desk import Desk
from companion.table.postgres import LOOK, PostgreSQL
from companion.table.rights import NOBODY
from companion.table.schema import Statement
from companion.table.store import BadFile, NotSaved, Store
from companion.table.writer import Outcome
from companion.table.writes import Write
from tests.cast import CAST
from tests.houses import closed_afterwards
from tests.postgres import Cluster

PATIENCE = 20.0


def until(true: Callable[[], bool]) -> float:
    """Waits for it; gives back how many seconds that took."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.001)
    return time.monotonic() - began


class House:
    """A game of three that has begun, at two processes."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.here, self.there = self.process(), self.process()
        self.key = self.here.open("host", "vabanque", {}, {})
        self.taps = 0
        for name, colour in zip(CAST[:3], COLOURS, strict=False):
            self.send(self.here, name, "sit", name=name, colour=colour)
        self.send(self.here, "host", "begin", order="0 1 2")
        self.send(self.here, "host", "act", "start", do="start", seat="0", table="1")

    def process(self) -> Desk:
        """One more."""
        desk = Desk(Store(self.address), Bus())
        desk.follow(lambda: None)
        return desk

    def send(self, desk: Desk, device: str, kind: str, slot: str = "", op: str = "", **fields: str) -> int:
        """A tap that comes to one of them."""
        self.taps += 1
        return desk.send(self.key, device, Command(kind, fields, op or f"tap-{self.taps:08d}", slot))

    def chip(self, desk: Desk, device: str, slot: str, op: str = "") -> int:
        """A chip on table 1."""
        return self.send(desk, device, "act", slot, op, do="chip", table="1")

    def numbers(self) -> list[int]:
        """What is in the log."""
        return [entry.number for entry in self.here.store.log(self.here.table(self.key).id)]


@pytest.fixture
def house(postgres: Cluster) -> Iterator[House]:
    """Two processes that hear each other."""
    with closed_afterwards():
        yield House(postgres.fresh())


@pytest.fixture
def deaf_house(deaf: None, house: House) -> House:  # noqa: ARG001  # before the house is opened
    """Two that hear nothing."""
    return house


def test_phones_of_the_other_process_are_woken_and_see_the_same(house: House) -> None:
    before = house.there.table(house.key).number
    woken = house.there.bus.join(house.key)
    house.chip(house.here, "Anna", "1.chips.0.0")
    assert woken.get(timeout=PATIENCE)
    assert house.there.table(house.key) == house.here.table(house.key)
    assert house.there.table(house.key).number == before + 1


def test_what_is_told_is_a_table_and_a_number_and_nothing_else(house: House) -> None:
    with psycopg.connect(house.address.replace("+psycopg", ""), autocommit=True) as db:
        db.execute("LISTEN companion")
        number = house.chip(house.here, "Anna", "1.chips.0.0")
        (notice,) = db.notifies(timeout=PATIENCE, stop_after=1)
    assert notice.payload == f"{house.here.table(house.key).id} {number}"


def test_who_was_not_told_looks_round(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.there.table(house.key)
    woken = house.there.bus.join(house.key)
    monkeypatch.setattr("companion.table.postgres.saving.CHANNEL", "somewhere-else")
    house.chip(house.here, "Anna", "1.chips.0.0")
    assert woken.get(timeout=LOOK + 1)
    assert house.there.table(house.key) == house.here.table(house.key)


def test_who_reads_on_keeps_what_it_has_played(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = house.there.table(house.key)
    monkeypatch.setattr(Store, "load", None)  # never the whole log again
    number = house.chip(house.here, "Anna", "1.chips.0.0")
    until(lambda: house.there.table(house.key).number == number)
    assert house.there.table(house.key).played[: len(before.played)] == before.played


def test_a_tap_on_what_is_no_longer_so_is_checked_again_and_the_phone_notices_nothing(deaf_house: House) -> None:
    house = deaf_house
    house.there.table(house.key)
    house.chip(house.here, "Anna", "1.chips.0.0")
    assert house.chip(house.there, "Ben", "1.chips.1.0") == house.numbers()[-1]
    with pytest.raises(Stale):
        house.chip(house.here, "Ben", "1.chips.1.0")


def test_a_tap_that_comes_to_another_process_gets_its_first_answer(deaf_house: House) -> None:
    house = deaf_house
    house.there.table(house.key)
    number = house.chip(house.here, "Anna", "1.chips.0.0", "anna-taps")
    assert house.chip(house.there, "Anna", "1.chips.0.0", "anna-taps") == number


def test_a_late_copy_of_what_one_process_refused_is_refused_by_the_others(deaf_house: House) -> None:
    house = deaf_house
    house.there.table(house.key)
    with pytest.raises(Refused) as first:
        house.chip(house.here, "Ben", "1.chips.1.0", "ben-taps")
    house.chip(house.there, "Anna", "1.chips.0.0")
    for desk in (house.there, house.here, house.process()):
        with pytest.raises(Refused) as again:
            house.chip(desk, "Ben", "1.chips.1.0", "ben-taps")
        assert (again.type, again.value.reason) == (first.type, first.value.reason)
        assert dict(again.value.blanks) == dict(first.value.blanks)
    assert house.chip(house.here, "Ben", "1.chips.1.0") == house.numbers()[-1]


def test_of_a_refusal_and_an_entry_of_the_same_tap_only_the_first_is_told(
    deaf_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = deaf_house
    house.there.table(house.key)
    refuse = house.here.store.write

    def meanwhile(*statements: Statement, table_id: int = 0) -> None:
        """While one process writes its refusal down, the other has taken a copy of the tap."""
        house.chip(house.there, "Anna", "1.chips.0.0")
        told.append(house.chip(house.there, "Ben", "1.chips.1.0", "ben-taps"))
        refuse(*statements, table_id=table_id)

    told: list[int] = []
    monkeypatch.setattr(house.here.store, "write", meanwhile)
    assert house.chip(house.here, "Ben", "1.chips.1.0", "ben-taps") == told[0]
    assert house.chip(house.process(), "Ben", "1.chips.1.0", "ben-taps") == told[0]


def test_what_is_told_while_a_table_is_being_read_is_not_lost(
    deaf_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, load = deaf_house, Store.load
    fresh = house.process()

    def slow(store: Store, key: str) -> Any:
        found = load(store, key)
        number = house.chip(house.here, "Anna", "1.chips.0.0")
        fresh._heard(house.here.table(key).id, number)
        return found

    monkeypatch.setattr(Store, "load", slow)
    fresh.table(house.key)
    assert fresh.table(house.key).number == house.here.table(house.key).number


def test_what_others_say_in_the_database_or_a_fault_of_ours_ends_no_listening(house: House) -> None:
    with psycopg.connect(house.address.replace("+psycopg", ""), autocommit=True) as db:
        db.execute("NOTIFY companion, 'nothing of ours'")
    changed = iter((ValueError, None))

    def fault() -> None:
        if (error := next(changed, None)) is not None:
            raise error

    house.there.changed = fault
    house.here.make_operator("operator")
    woken = house.there.bus.join(house.key)
    house.there.table(house.key)
    house.chip(house.here, "Anna", "1.chips.0.0")
    assert woken.get(timeout=PATIENCE)


def test_a_database_that_stops_answering_keeps_a_tap_waiting_for_so_long_and_no_longer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.postgres.session.STUCK", 1.0)
    database = house.here.store.database
    assert isinstance(database, PostgreSQL)
    house.chip(house.here, "Anna", "1.chips.0.0")
    pid = database._writing.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(NotSaved):
            house.chip(house.here, "Ben", "1.chips.1.0", "ben-taps")
    finally:
        os.kill(pid, signal.SIGCONT)
    assert house.chip(house.here, "Ben", "1.chips.1.0", "ben-taps") == house.numbers()[-1]


def test_nothing_of_a_write_that_failed_in_the_middle_reaches_the_disk_with_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = house.numbers()

    def unsayable(*_: object) -> None:
        raise UnicodeEncodeError("utf-8", "", 0, 1, "surrogates")

    with monkeypatch.context() as broken:
        broken.setattr("companion.table.postgres.saving._all_entered", unsayable)
        with pytest.raises(UnicodeEncodeError):
            house.chip(house.here, "Anna", "1.chips.0.0")
    house.here.open("host", "vabanque", {}, {})
    assert house.numbers() == before


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://anna:SECRET@/house?host=/nowhere",
        "postgresql+psycopg:///house?host=/nowhere&user=anna&password=SECRET",
        "postgresql+psycopg://anna:SEC@RET@host/house",
        "postgresql+psycopg://anna:p@h:SECRET/house",
    ],
)
def test_no_refusal_quotes_a_password(address: str) -> None:
    with pytest.raises(BadFile) as bad:
        Store(address)
    assert not {"SECRET", "SEC", "RET"} & set(re.findall(r"[A-Z]+", str(bad.value)))


def test_a_seat_that_moves_at_one_process_is_lost_at_the_others(deaf_house: House) -> None:
    house = deaf_house
    assert house.there.rights(house.key, "Anna").person == 0
    code = house.here.seat_code(house.key, "Anna")
    assert house.send(house.there, "other", "phone", code=code) == house.numbers()[-1]
    assert house.here.known_by_disk(house.key, "Anna") == NOBODY
    assert house.here.rights(house.key, "other").person == 0
    assert house.here.seat_codes.find(code) is None
    with pytest.raises(Trouble):
        house.chip(house.there, "Anna", "1.chips.0.0")


def test_an_invitation_lets_one_device_in_whichever_process_it_asks(house: House) -> None:
    invitation = house.here.invitations.new()
    assert house.there.invitations.find(invitation)
    assert not house.there.rights(house.key, "operator").operator
    assert house.there.comes_in(invitation, "operator")
    assert not house.here.invitations.find(invitation)
    until(lambda: house.here.rights(house.key, "operator").operator)


def test_two_processes_that_enter_the_same_slot_a_thousand_times_lose_nothing_and_double_nothing(house: House) -> None:
    """Host and host's copy at both: each number is one entry, and each tap one answer."""
    desks, answers = (house.here, house.there), []

    def tap(nth: int, where: int) -> int:
        command = Command("arrange", {"person": "0"}, f"race-{where}-{nth:06d}")
        return desks[where].send(key, "host", command)

    key = house.here.open("host", next(iter(GAMES)), {}, {})
    for name, colour in zip(CAST[:3], COLOURS, strict=False):
        house.here.send(key, name, Command("sit", {"name": name, "colour": colour}, f"sits-down-{name}"))
    with ThreadPoolExecutor(2) as pool:
        for nth in range(500):
            told = [pool.submit(tap, nth, where) for where in (0, 1)]
            answers += [(f"race-{where}-{nth:06d}", one.result()) for where, one in enumerate(told)]
    log = house.here.store.log(house.here.table(key).id)
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    assert sorted(answers) == sorted((entry.op, entry.number) for entry in log if entry.op.startswith("race"))
    assert len(answers) == 1000


def test_batches_of_two_processes_that_touch_the_same_tables_never_wait_for_each_other(house: House) -> None:
    keys = [house.here.open("host", next(iter(GAMES)), {}, {}) for _ in range(8)]

    def sit(desk: Desk, nth: int, key: str) -> int:
        fields = {"name": CAST[nth], "colour": list(COLOURS)[nth]}
        return desk.send(key, CAST[nth], Command("sit", fields, f"{key}-{nth:04d}"))

    with ThreadPoolExecutor(16) as pool:
        told = [
            pool.submit(sit, desk, nth, key)
            for nth, desk in enumerate((house.here, house.there))
            for key in (keys if nth else reversed(keys))
        ]
        assert sorted(one.result() for one in told) == [1] * 8 + [2] * 8


def test_one_write_that_no_database_takes_harms_no_other(house: House) -> None:
    table = house.here.table(house.key)
    good, bad = Write(), Write(((table.id, table.number, "act", None, "{}", "same-number", "", 0.0),))
    told: list[Outcome] = list(house.here.store.save([good, bad, good]))
    assert [type(one).__name__ for one in told] == ["NoneType", "Outrun", "NoneType"]
    nul = Write(((table.id, table.number + 1, "act", None, "\x00", "a-nul-byte", "", 0.0),))
    assert [type(one) for one in house.here.store.save([good, nul])] == [type(None), NotSaved]


def test_a_connection_that_is_cut_loses_nothing(house: House, postgres: Cluster) -> None:
    for nth in range(6):
        postgres.do("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'house%'")
        op = f"chip-of-{CAST[nth % 3]}-{nth}"
        for _ in range(20):
            with suppress(NotSaved):
                slot = f"1.chips.{nth % 3}.{nth // 3}"
                number = house.chip(house.here if nth % 2 else house.there, CAST[nth % 3], slot, op)
                break
        assert number == house.numbers()[-1]
    until(lambda: house.there.table(house.key) == house.here.table(house.key))


def test_when_the_database_stops_taps_are_refused_loudly_and_taken_again_once_it_is_back(postgres: Cluster) -> None:
    with closed_afterwards():
        house = House(postgres.fresh())
        before = house.numbers()
        house.there.table(house.key)
        postgres.stop()
        try:
            with pytest.raises(NotSaved):
                house.chip(house.here, "Anna", "1.chips.0.0", "anna-taps")
            assert house.here.table(house.key).number == before[-1], "what everybody was told is shown on"
        finally:
            postgres.start()
        assert house.chip(house.there, "Anna", "1.chips.0.0", "anna-taps") == before[-1] + 1
        assert house.chip(house.here, "Anna", "1.chips.0.0", "anna-taps") == before[-1] + 1
        until(lambda: house.here.table(house.key) == house.there.table(house.key))
        assert house.numbers() == [*before, before[-1] + 1]


def test_who_had_nothing_to_write_while_the_database_was_away_refuses_nobody(postgres: Cluster) -> None:
    with closed_afterwards():
        house = House(postgres.fresh())
        house.chip(house.there, "Anna", "1.chips.0.0")
        postgres.stop()
        postgres.start()
        house.chip(house.here, "Ben", "1.chips.1.0")
        house.chip(house.there, "Carla", "1.chips.2.0")
