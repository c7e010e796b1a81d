"""Group commit: only the command itself waits for the disk, and each gets its own answer."""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest

from companion.games import GAMES
from companion.table.commands.types import Command, Forbidden
from companion.table.model.entry import Entry
from companion.table.model.names import COLOURS
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.group_commit import NotSaved, Outcome, Writer
from companion.table.storage.sqlite.database import SQLite
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.processes import PATIENCE, until


class SlowDisk:
    """A disk whose commits wait for `done`."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.at_work, self.done = Event(), Event()

    def commit(self, batch: Sequence[str]) -> list[Outcome]:
        self.batches.append(list(batch))
        self.at_work.set()
        assert self.done.wait(PATIENCE)
        return [None for _ in batch]


def test_interrupted_writer_passes_its_turn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = Event.wait

    def stopping(event: Event, timeout: float | None = None) -> bool:
        told = wait(event, timeout)
        if current_thread().name == "stopped":
            raise KeyboardInterrupt  # once it is woken
        return told

    monkeypatch.setattr(Event, "wait", stopping)
    disk, stopped = SlowDisk(), []
    writer = Writer(disk.commit)

    def stop() -> None:
        try:
            writer.write("stopped")
        except KeyboardInterrupt:
            stopped.append("stopped")

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(writer.write, "first")
        assert disk.at_work.wait(PATIENCE)
        thread = Thread(target=stop, name="stopped")
        thread.start()
        until(lambda: len(writer._pending) == 1)
        last = pool.submit(writer.write, "last")
        until(lambda: len(writer._pending) == 2)
        disk.done.set()
        assert first.result(PATIENCE) is last.result(PATIENCE) is None
        thread.join(PATIENCE)
    assert stopped == ["stopped"]
    assert disk.batches == [["first"], ["last"]]
    writer.write("and so on")


class Tables:
    """Several tables of a server whose commits can be held back."""

    def __init__(self, where: Where, tables: int) -> None:
        self.held: list[Event] = []
        self.commits = 0
        self.where = where
        self.store = Store(where, self.run)
        self.service = TableService(self.store, Notifier())
        self.keys = [self.service.open("host", next(iter(GAMES)), {}, {}) for _ in range(tables)]

    def run(self, commit: Callable[[], Sequence[Outcome]]) -> Sequence[Outcome]:
        self.commits += 1
        for held in self.held:
            assert held.wait(PATIENCE)
        return commit()

    def hold(self) -> Event:
        """Hold all commits until the returned event is set."""
        self.held = [Event()]
        return self.held[0]

    def sit(self, nth: int, seat: int, op: str = "") -> int:
        fields = {"name": CAST[seat], "colour": list(COLOURS)[seat]}
        return self.service.send(self.keys[nth], CAST[seat], Command("sit", fields, op or f"table-{nth}-tap-{seat}"))

    def log(self, nth: int) -> list[Entry]:
        return self.store.load_after(self.service.table(self.keys[nth]).id)[0]

    def pending(self, writes: int) -> None:
        """Wait until this many commands wait for the next commit."""
        until(lambda: len(self.store._writer._pending) == writes)


@pytest.fixture
def tables(where: Where) -> Tables:
    return Tables(where, 6)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "one.sqlite3"


@pytest.fixture
def in_a_file(file: Path) -> Tables:
    return Tables(file, 6)


def test_tables_share_a_commit_and_keep_their_order(tables: Tables) -> None:
    with ThreadPoolExecutor(13) as pool:
        before, let = tables.commits, tables.hold()
        first = pool.submit(tables.sit, 0, 0)
        until(lambda: tables.commits == before + 1)
        others = [pool.submit(tables.sit, nth, seat) for seat in (0, 1) for nth in range(1, 6)]
        tables.pending(5)
        for key in tables.keys:
            assert tables.service.table(key).names == ()  # unsaved entries are not shown
            assert tables.service.rights(key, CAST[0]).person is None
        let.set()
        assert first.result() == 1
        assert [sorted(one.result() for one in others[nth::5]) for nth in range(5)] == [[1, 2]] * 5
        assert tables.commits <= before + 7
    assert [len(tables.log(nth)) for nth in range(6)] == [1, 2, 2, 2, 2, 2]


def test_failed_commit_fails_for_all_and_recovers(in_a_file: Tables, file: Path) -> None:
    with sqlite3.connect(file, isolation_level=None) as other, ThreadPoolExecutor(6) as pool:
        other.execute("BEGIN EXCLUSIVE")
        told: list[Future[int]] = [pool.submit(in_a_file.sit, nth, 0) for nth in range(6)]
        for nth in range(6):  # reading does not wait for the disk
            assert in_a_file.service.table(in_a_file.keys[nth]).names == ()
        assert [type(one.exception()) for one in told] == [NotSaved] * 6
        other.execute("ROLLBACK")
    for nth in range(6):
        assert in_a_file.service.table(in_a_file.keys[nth]).names == ()
        assert in_a_file.log(nth) == []
        assert in_a_file.sit(nth, 0) == 1
        assert in_a_file.service.rights(in_a_file.keys[nth], CAST[0]).person == 0


def test_lost_number_is_retried_without_harm(tables: Tables) -> None:
    another = TableService(Store(tables.where), Notifier())
    assert [tables.service.table(key).number for key in tables.keys] == [0] * 6
    taken = {"name": CAST[0], "colour": "purple"}
    assert another.send(tables.keys[2], "other", Command("sit", taken, "tap-of-another")) == 1
    with ThreadPoolExecutor(7) as pool:
        let, before = tables.hold(), tables.commits
        first = pool.submit(tables.sit, 0, 0)
        until(lambda: tables.commits == before + 1)
        others = [pool.submit(tables.sit, nth, seat) for nth, seat in ((1, 0), (2, 1), (3, 0))]
        tables.pending(3)
        let.set()
        assert [told.result() for told in (first, *others)] == [1, 1, 2, 1]
    assert tables.service.table(tables.keys[2]).names == (CAST[0], CAST[1])
    assert tables.service.rights(tables.keys[2], "other").person == 0
    assert [entry.by for entry in tables.log(2)] == [0, 1]


def test_retry_after_a_collision_checks_rules_again(tables: Tables) -> None:
    another = TableService(Store(tables.where), Notifier())
    tables.sit(0, 0)
    assert another.send(tables.keys[0], "host", Command("leave", {"person": "0"}, "tap-to-remove")) == 2
    assert tables.service.rights(tables.keys[0], CAST[0]).person == 0  # not yet known
    with pytest.raises(Forbidden):
        tables.service.send(tables.keys[0], CAST[0], Command("leave", {"person": "1"}, "tap-of-anna"))
    assert tables.service.rights(tables.keys[0], CAST[0]).person is None
    assert tables.sit(0, 0, "anna-once-more") == 3


def test_locked_file_can_still_be_read(in_a_file: Tables, file: Path) -> None:
    in_a_file.sit(0, 0)
    fresh = TableService(Store(file), Notifier())
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert fresh.table(in_a_file.keys[0]).names == (CAST[0],)
        other.execute("ROLLBACK")


def test_full_disk_loses_nothing_and_recovers(in_a_file: Tables) -> None:
    in_a_file.sit(0, 0)
    database = in_a_file.store.database
    assert isinstance(database, SQLite)
    writing = database.writing
    assert writing is not None
    (pages,) = writing.execute("PRAGMA page_count").fetchone()
    writing.execute(f"PRAGMA max_page_count = {pages}")

    def tap(number: int) -> int:
        return in_a_file.service.send(
            in_a_file.keys[0], "host", Command("arrange", {"person": "0"}, f"tap-{number:08d}")
        )

    with pytest.raises(NotSaved, match="full"):
        deque(map(tap, range(1_000)), maxlen=0)
    saved = in_a_file.service.table(in_a_file.keys[0]).number
    assert saved == len(in_a_file.log(0)) > 1
    assert [tap(number) for number in range(saved)] == [*range(2, saved + 2)]
