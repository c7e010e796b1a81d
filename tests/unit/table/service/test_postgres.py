"""Several processes on one PostgreSQL: none owns a table, and the log decides."""

import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from companion.games import GAMES
from companion.games.types import IllegalMove, Refusal
from companion.table.commands.types import Command
from companion.table.model.names import COLOURS
from companion.table.service.table_service import TableService
from companion.table.storage.group_commit import Outcome
from companion.table.storage.postgres.database import PostgreSQL
from companion.table.storage.postgres.listening import CHECK_SECONDS
from companion.table.storage.schema import Statement
from companion.table.storage.statements import Write
from companion.table.storage.store import BadFile, NotSaved, Store
from tests.support.cast import CAST
from tests.support.databases import closed_afterwards
from tests.support.postgres import Cluster
from tests.unit.table.processes import PATIENCE, TwoProcesses, until


def test_other_process_is_woken_and_shows_the_same(pair: TwoProcesses) -> None:
    before = pair.there.table(pair.key).number
    woken = pair.there.notifier.subscribe(pair.key)
    pair.chip(0)
    assert woken.get(timeout=PATIENCE)
    assert pair.there.table(pair.key) == pair.here.table(pair.key)
    assert pair.there.table(pair.key).number == before + 1


def test_notification_holds_table_and_number_only(pair: TwoProcesses) -> None:
    with psycopg.connect(pair.address.replace("+psycopg", ""), autocommit=True) as db:
        db.execute("LISTEN companion")
        number = pair.chip(0)
        (notice,) = db.notifies(timeout=PATIENCE, stop_after=1)
    assert notice.payload == f"{pair.here.table(pair.key).id} {number}"


def test_missed_notification_is_found_by_polling(pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    pair.there.table(pair.key)
    woken = pair.there.notifier.subscribe(pair.key)
    monkeypatch.setattr("companion.table.storage.postgres.saving.CHANNEL", "somewhere-else")
    pair.chip(0)
    assert woken.get(timeout=CHECK_SECONDS + 1)
    assert pair.there.table(pair.key) == pair.here.table(pair.key)


def test_refused_command_is_refused_by_all_processes(deaf_pair: TwoProcesses) -> None:
    pair = deaf_pair
    pair.there.table(pair.key)
    with pytest.raises(IllegalMove) as first:
        pair.chip(1, op="ben-taps")
    with pytest.raises(IllegalMove):
        pair.chip(2)  # a later refusal replaces no earlier one
    pair.chip(0, at=pair.there)
    for service in (pair.there, pair.here, pair.process()):
        with pytest.raises(IllegalMove) as again:
            pair.chip(1, op="ben-taps", at=service)
        assert (again.type, again.value.reason) == (first.type, first.value.reason)
        assert dict(again.value.params) == dict(first.value.params)
    assert pair.chip(1) == pair.numbers()[-1]


def test_entry_wins_over_a_later_refusal(deaf_pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = deaf_pair
    pair.there.table(pair.key)
    refuse = pair.here.store.write

    def meanwhile(*statements: Statement, table_id: int = 0) -> None:
        """While one process stores its refusal, the other accepts a copy of the command."""
        pair.chip(0, at=pair.there)
        told.append(pair.chip(1, op="ben-taps", at=pair.there))
        refuse(*statements, table_id=table_id)

    told: list[int] = []
    monkeypatch.setattr(pair.here.store, "write", meanwhile)
    assert pair.chip(1, op="ben-taps") == told[0]
    assert pair.chip(1, op="ben-taps", at=pair.process()) == told[0]


def test_refusal_wins_over_a_later_entry(deaf_pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = deaf_pair
    append, refusals = pair.here.store.append, list[Refusal]()

    def meanwhile(*entries: Any) -> None:
        """While one process stores the entry, the slot is filled at the other and becomes free again."""
        if not refusals:
            taken = pair.chip(0, at=pair.there)
            with pytest.raises(Refusal) as refused:
                pair.chip(0, op="anna-taps", at=pair.there)
            refusals.append(refused.value)
            pair.send("Anna", "back", at=pair.there, entry=str(taken))
        tries.append(entries)
        append(*entries)

    tries: list[Any] = []
    monkeypatch.setattr(pair.here.store, "append", meanwhile)
    with pytest.raises(Refusal) as refused:
        pair.chip(0, op="anna-taps")
    assert str(refused.value) == str(refusals[0])
    assert len(tries) == 1
    assert pair.numbers() == list(range(1, pair.here.table(pair.key).number + 1))
    assert pair.chip(0) == pair.numbers()[-1]


def test_notification_during_loading_is_not_lost(deaf_pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, load = deaf_pair, Store.load
    fresh, before = pair.process(), deaf_pair.here.table(deaf_pair.key).number

    def slow(store: Store, key: str) -> Any:
        found = load(store, key)
        number = pair.chip(0)
        fresh._handle_write(pair.here.table(key).id, number)
        return found

    monkeypatch.setattr(Store, "load", slow)
    fresh.table(pair.key)
    assert fresh.table(pair.key).number == pair.here.table(pair.key).number > before


def test_listener_survives_bad_notifications_and_errors(pair: TwoProcesses) -> None:
    with psycopg.connect(pair.address.replace("+psycopg", ""), autocommit=True) as db:
        db.execute("NOTIFY companion, 'nothing of ours'")
    changed = iter((ValueError, None))

    def fault() -> None:
        if (error := next(changed, None)) is not None:
            raise error

    pair.there.on_change = fault
    pair.here.make_operator("laptop")
    woken = pair.there.notifier.subscribe(pair.key)
    pair.there.table(pair.key)
    pair.chip(0)
    assert woken.get(timeout=PATIENCE)


def test_stuck_database_times_out(pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.storage.postgres.session.STUCK_SECONDS", 1.0)
    database = pair.here.store.database
    assert isinstance(database, PostgreSQL)
    pair.chip(0)
    pid = database._writing.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(NotSaved):
            pair.chip(1, op="ben-taps")
    finally:
        os.kill(pid, signal.SIGCONT)
    assert pair.chip(1, op="ben-taps") == pair.numbers()[-1]


def test_half_failed_write_is_rolled_back(pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pair.numbers()

    def unsayable(*_: object) -> None:
        raise UnicodeEncodeError("utf-8", "", 0, 1, "surrogates")

    with monkeypatch.context() as broken:
        broken.setattr("companion.table.storage.postgres.saving._check_row_counts", unsayable)
        with pytest.raises(UnicodeEncodeError):
            pair.chip(0)
    pair.here.open("host", "vabanque", {}, {})
    assert pair.numbers() == before


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://anna:SECRET@/house?host=/nowhere",
        "postgresql+psycopg:///house?host=/nowhere&user=anna&password=SECRET",
        "postgresql+psycopg://anna:SEC@RET@host/house",
        "postgresql+psycopg://anna:p@h:SECRET/house",
    ],
)
def test_no_error_quotes_a_password(address: str) -> None:
    with pytest.raises(BadFile) as bad:
        Store(address)
    assert not {"SECRET", "SEC", "RET"} & set(re.findall(r"[A-Z]+", str(bad.value)))


def test_batches_of_two_processes_do_not_deadlock(pair: TwoProcesses) -> None:
    keys = [pair.here.open("host", next(iter(GAMES)), {}, {}) for _ in range(8)]

    def sit(service: TableService, nth: int, key: str) -> int:
        fields = {"name": CAST[nth], "colour": list(COLOURS)[nth]}
        return service.send(key, CAST[nth], Command("sit", fields, f"{key}-{nth:04d}"))

    with ThreadPoolExecutor(16) as pool:
        told = [
            pool.submit(sit, service, nth, key)
            for nth, service in enumerate((pair.here, pair.there))
            for key in (keys if nth else reversed(keys))
        ]
        assert sorted(one.result() for one in told) == [1] * 8 + [2] * 8


def test_bad_write_fails_alone_in_its_batch(pair: TwoProcesses) -> None:
    table = pair.here.table(pair.key)
    good, bad = Write(), Write(((table.id, table.number, "act", None, "{}", "same-number", "", 0.0),))
    told: list[Outcome] = list(pair.here.store.save([good, bad, good]))
    assert [type(one).__name__ for one in told] == ["NoneType", "ConcurrentWriteError", "NoneType"]
    nul = Write(((table.id, table.number + 1, "act", None, "\x00", "a-nul-byte", "", 0.0),))
    assert [type(one) for one in pair.here.store.save([good, nul])] == [type(None), NotSaved]


def test_closed_store_releases_all_connections(postgres: Cluster) -> None:
    pair = TwoProcesses(postgres.fresh())
    pair.chip(0)
    number = pair.chip(1, at=pair.there)
    until(lambda: pair.here.table(pair.key).number == number)
    name = pair.address.partition("?")[0].rpartition("/")[2]
    held = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"
    ((open_now,),) = postgres.do(held)
    assert open_now >= 6  # each process has a writer, a listener and readers
    for service in (pair.here, pair.there):
        service.store.close()
    until(lambda: postgres.do(held) == [(0,)])


def test_cut_connections_lose_nothing(pair: TwoProcesses, postgres: Cluster) -> None:
    for nth in range(6):
        postgres.do("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'house%'")
        op = f"chip-of-{CAST[nth % 3]}-{nth}"
        for _ in range(20):
            with suppress(NotSaved):
                number = pair.chip(nth % 3, nth // 3, op=op, at=pair.here if nth % 2 else pair.there)
                break
        assert number == pair.numbers()[-1]
    until(lambda: pair.there.table(pair.key) == pair.here.table(pair.key))


def test_stopped_database_refuses_until_it_is_back(postgres: Cluster) -> None:
    with closed_afterwards():
        pair = TwoProcesses(postgres.fresh())
        before = pair.numbers()
        pair.there.table(pair.key)
        postgres.stop()
        try:
            with pytest.raises(NotSaved):
                pair.chip(0, op="anna-taps")
            assert pair.here.table(pair.key).number == before[-1], "what everybody was told is shown on"
        finally:
            postgres.start()
        assert pair.chip(0, op="anna-taps", at=pair.there) == before[-1] + 1
        assert pair.chip(0, op="anna-taps") == before[-1] + 1
        until(lambda: pair.here.table(pair.key) == pair.there.table(pair.key))
        assert pair.numbers() == [*before, before[-1] + 1]


def test_idle_process_survives_a_database_restart(postgres: Cluster) -> None:
    with closed_afterwards():
        pair = TwoProcesses(postgres.fresh())
        pair.chip(0, at=pair.there)
        postgres.stop()
        postgres.start()
        pair.chip(1)
        pair.chip(2, at=pair.there)
