"""The queue of the print worker. Nothing is timed: the worker of these tests waits until it is told to go on."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest

from companion.printing import queue
from companion.printing.client import PrinterFailed, Sheet
from companion.printing.queue import (
    MAX_MATERIAL_SHEETS,
    MAX_TABLE_SHEETS,
    ClientGone,
    PrintQueue,
    PrintRequest,
    QueueFull,
)

SOON = 20


class Slow:
    """A worker that has to be told when a sheet is done."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: dict[str, Event] = {}
        self.dropping = Event()

    def pdf(self, sheet: Sheet) -> bytes:
        done = self.done.setdefault(sheet.html, Event())
        self.begun.append(sheet.html)
        while not done.wait(0.01):
            if self.dropping.is_set():
                self.dropping.clear()
                raise PrinterFailed("dropped")
        self.dropping.clear()  # it came too late
        return f"PDF of {sheet.html}".encode()

    def cancel(self) -> None:
        self.dropping.set()


class Party:
    """People who print, and the queue that they stand in."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.worker = Slow()
        self.shop = PrintQueue(self.worker)  # type: ignore[arg-type]
        self.came: set[str] = set()
        self.gone: set[str] = set()
        self._pool = pool

    def asks(self, html: str, who: str = "Anna", *, material: bool = False) -> "Future[bytes]":
        """Somebody wants a sheet; when this returns they wait, are printed for, or were sent away."""
        self.came.add(who)
        request = PrintRequest(material, lambda: who not in self.gone)
        future = self._pool.submit(self.shop.pdf, Sheet(html, "a4"), request)
        until(lambda: future.done() or request is self.shop._printing or request in self.shop._waiting)
        return future

    def finish(self, html: str) -> None:
        until(lambda: html in self.worker.begun)
        self.worker.done[html].set()


def until(true: Callable[[], object]) -> None:
    """Wait for something that is about to happen."""
    for _ in range(SOON * 100):
        if true():
            return
        sleep(0.01)
    raise AssertionError("it never came about")


@pytest.fixture
def party(monkeypatch: pytest.MonkeyPatch) -> Iterator[Party]:
    monkeypatch.setattr(queue, "CHECK_INTERVAL", 0.01)
    with ThreadPoolExecutor(32) as pool:
        party = Party(pool)
        try:
            yield party
        finally:
            party.gone |= party.came
            party.worker.dropping.set()


def test_sheets_of_tables_go_before_material(party: Party) -> None:
    asked = [party.asks(html, material=html != "summary") for html in ("track", "slips", "summary")]
    for html in ("track", "summary", "slips"):
        party.finish(html)
    assert [one.result(SOON) for one in asked] == [b"PDF of track", b"PDF of slips", b"PDF of summary"]
    assert party.worker.begun == ["track", "summary", "slips"]


@pytest.mark.parametrize(("most", "material"), [(MAX_TABLE_SHEETS, False), (MAX_MATERIAL_SHEETS, True)])
def test_full_queue_is_busy(party: Party, most: int, *, material: bool) -> None:
    waiting = [party.asks(f"sheet {number}", material=material) for number in range(1 + most)]
    with pytest.raises(QueueFull):
        party.asks("one more", material=material).result(SOON)
    other = party.asks("of the other kind", material=not material)
    assert not any(one.done() for one in (*waiting, other))


def test_client_who_left_is_not_printed_for(party: Party) -> None:
    party.asks("track", material=True)
    waiting = party.asks("slips", "Ben", material=True)
    party.gone.add("Ben")
    with pytest.raises(ClientGone):
        waiting.result(SOON)
    party.finish("track")
    until(lambda: party.shop._printing is None)
    assert party.worker.begun == ["track"]


def test_clients_who_left_take_no_place(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "CHECK_INTERVAL", SOON)
    for number in range(1 + MAX_MATERIAL_SHEETS):
        party.asks(f"sheet {number}", f"guest {number}", material=True)
    party.gone |= party.came
    asked = party.asks("horses", material=True)
    party.finish("sheet 0")
    party.finish("horses")
    assert asked.result(SOON) == b"PDF of horses"


def test_work_for_nobody_is_dropped_when_somebody_waits(party: Party) -> None:
    left = party.asks("track", "Ben", material=True)
    party.gone.add("Ben")
    assert not left.done()
    party.asks("summary")
    with pytest.raises(PrinterFailed, match="dropped"):
        left.result(SOON)
    party.finish("summary")
    assert party.worker.begun == ["track", "summary"]


def test_work_that_somebody_waits_for_is_never_dropped(party: Party) -> None:
    material = party.asks("track", material=True)
    summary = party.asks("summary", "Ben")
    party.gone.add("Ben")
    with pytest.raises(ClientGone):
        summary.result(SOON)
    assert not party.worker.dropping.is_set()
    party.finish("track")
    assert material.result(SOON) == b"PDF of track"


def test_sheet_is_made_once_for_all_who_want_it(party: Party) -> None:
    first, second = party.asks("track", material=True), party.asks("track", "Ben", material=True)
    party.finish("track")
    assert (first.result(SOON), second.result(SOON)) == (b"PDF of track", b"PDF of track")
    party.asks("slips", material=True)
    assert party.asks("track").result(SOON) == b"PDF of track", "it needs no place in the queue"
    assert party.worker.begun == ["track", "slips"]


def test_only_so_many_sheets_are_kept(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "CACHE_SIZE", 2)
    for html in ("track", "slips", "horses"):
        asked = party.asks(html, material=True)
        party.finish(html)
        asked.result(SOON)
    assert [sheet.html for sheet in party.shop._made] == ["slips", "horses"]


def test_sheets_begun_before_the_cache_is_emptied_are_not_kept(party: Party) -> None:
    asked = [party.asks("track", material=True), party.asks("slips", material=True)]
    party.shop.clear_cache()
    for html in ("track", "slips"):
        party.finish(html)
    assert [one.result(SOON) for one in asked] == [b"PDF of track", b"PDF of slips"]
    assert list(party.shop._made) == []
    party.asks("track", material=True).result(SOON)
    assert [sheet.html for sheet in party.shop._made] == ["track"]


def test_failed_sheet_leaves_its_place(party: Party) -> None:
    failed = party.asks("track", material=True)
    party.worker.cancel()
    with pytest.raises(PrinterFailed):
        failed.result(SOON)
    again = party.asks("track", material=True)
    party.finish("track")
    assert again.result(SOON) == b"PDF of track"
