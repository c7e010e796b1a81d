"""The line before the printers. Nothing is timed: a printer of the tests stands still until it is told to go on."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest

from companion import printshop
from companion.printer import PrinterFailed, Sheet
from companion.printshop import Busy, Errand, Gone, PrintShop

SOON = 20


class Slow:
    """A printer that has to be told when a sheet is done."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: dict[str, Event] = {}
        self.dropped = Event()

    def pdf(self, sheet: Sheet) -> bytes:
        self.done.setdefault(sheet.html, Event())
        self.begun.append(sheet.html)
        while not self.done[sheet.html].wait(0.01):
            if self.dropped.is_set():
                self.dropped.clear()
                raise PrinterFailed("dropped")
        return f"PDF of {sheet.html}".encode()

    def drop(self) -> None:
        self.dropped.set()

    def close(self) -> None:
        """Nothing is open."""


class Party:
    """People who print, and the shop that they stand in."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.tables, self.everything = Slow(), Slow()
        self.shop = PrintShop(self.tables, self.everything)
        self.came: set[str] = set()
        self.gone: set[str] = set()
        self._pool = pool

    def asks(self, who: str, html: str, *, material: bool = False, address: str = "") -> "Future[bytes]":
        """Somebody wants a sheet; when this returns they stand in line, have a printer, or were sent away."""
        self.came.add(who)
        errand = Errand(who, material, lambda: who not in self.gone, address)
        future = self._pool.submit(self.shop.pdf, Sheet(html, "a4"), errand)
        until(lambda: future.done() or html in self.begun or any(one is errand for one in self.shop._waiting))
        return future

    def makes_ahead(self, html: str) -> "Future[None]":
        """The house makes a sheet that nobody has asked for."""
        return self._pool.submit(self.shop.make_ahead, Sheet(html, "a4"))

    @property
    def begun(self) -> list[str]:
        return [*self.tables.begun, *self.everything.begun]

    def finish(self, html: str) -> None:
        until(lambda: html in self.begun)
        for printer in (self.tables, self.everything):
            if html in printer.begun:
                printer.done[html].set()


def until(true: Callable[[], object]) -> None:
    """Waits for something that is about to happen."""
    for _ in range(SOON * 100):
        if true():
            return
        sleep(0.01)
    raise AssertionError("it never came about")


@pytest.fixture
def party(monkeypatch: pytest.MonkeyPatch) -> Iterator[Party]:
    monkeypatch.setattr(printshop, "LOOK", 0.01)
    monkeypatch.setattr(printshop, "PATIENCE", 0.0)
    with ThreadPoolExecutor(32) as pool:
        party = Party(pool)
        try:
            yield party
        finally:
            party.gone |= party.came
            for printer in (party.tables, party.everything):
                printer.dropped.set()
                for done in printer.done.values():
                    done.set()


def test_a_summary_does_not_wait_for_material(party: Party) -> None:
    party.asks("Anna", "track", material=True)
    party.asks("Ben", "slips", material=True)
    summary = party.asks("Carla", "summary")
    party.finish("summary")
    assert summary.result(SOON) == b"PDF of summary"
    assert party.begun == ["summary", "track"]


def test_material_never_takes_the_printer_that_is_kept_for_tables(party: Party) -> None:
    for who, sheet in (("Anna", "track"), ("Ben", "slips")):
        party.asks(who, sheet, material=True)
    assert (party.tables.begun, party.everything.begun) == ([], ["track"])


def test_whoever_comes_from_a_table_goes_before_material_that_waited_longer(party: Party) -> None:
    first = [party.asks("Anna", "summary"), party.asks("Ben", "score sheet")]
    party.asks("Carla", "slips", material=True)
    late = party.asks("Dora", "table card")
    party.finish("score sheet")
    party.finish("table card")
    assert late.result(SOON) == b"PDF of table card"
    party.finish("summary")
    assert [one.result(SOON) for one in first] == [b"PDF of summary", b"PDF of score sheet"]
    party.finish("slips")
    assert party.everything.begun == ["score sheet", "table card", "slips"]


def test_a_device_prints_one_thing_at_a_time(party: Party) -> None:
    running = party.asks("Anna", "track", material=True)
    waiting = party.asks("Ben", "slips", material=True)
    for who in ("Anna", "Ben"):
        with pytest.raises(Busy) as busy:
            party.asks(who, "summary").result(SOON)
        assert busy.value.own
    party.finish("track")
    party.finish("slips")
    assert (running.result(SOON), waiting.result(SOON)) == (b"PDF of track", b"PDF of slips")
    again = party.asks("Anna", "horses", material=True)
    party.finish("horses")
    assert again.result(SOON) == b"PDF of horses"


def test_a_full_line_sends_away_and_material_fills_no_tables_line(party: Party) -> None:
    party.asks("Anna", "track", material=True)
    for number in range(printshop.MATERIAL):
        party.asks(f"guest {number}", f"slips {number}", material=True)
    with pytest.raises(Busy) as busy:
        party.asks("Ben", "horses", material=True).result(SOON)
    assert not busy.value.own
    summary = party.asks("Carla", "summary")
    party.finish("summary")
    assert summary.result(SOON) == b"PDF of summary"


@pytest.mark.parametrize(("most", "material"), [(printshop.TABLES, False), (printshop.MATERIAL, True)])
def test_an_address_has_the_whole_line_until_somebody_else_comes_who_is_the_next(
    party: Party, most: int, *, material: bool
) -> None:
    sheets = [f"guest's {number}" for number in range((1 if material else 2) + most)]
    guests = [party.asks(sheet, sheet, material=material, address="club") for sheet in sheets]
    with pytest.raises(Busy):
        party.asks("Ben", "Ben's", material=material, address="club").result(SOON)
    asked = party.asks("Anna", "Anna's", material=material, address="home")
    with pytest.raises(Busy) as busy:
        guests[-1].result(SOON)
    assert (busy.value.own, busy.value.wait) == (False, printshop.LATER)
    for sheet in (sheets[0], "Anna's"):
        party.finish(sheet)
    assert asked.result(SOON) == b"PDF of Anna's"
    assert not any(guest.done() for guest in guests[1:-1])


def test_a_full_line_of_people_from_everywhere_sends_away_nobody_who_waits(party: Party) -> None:
    names = [f"guest {number}" for number in range(2 + printshop.TABLES)]
    waiting = [party.asks(name, name, address=name) for name in names]
    with pytest.raises(Busy):
        party.asks("Anna", "summary", address="home").result(SOON)
    assert not any(one.done() for one in waiting)


def test_the_next_is_from_the_address_of_which_the_fewest_were_before(party: Party) -> None:
    for name in ("Anna", "Ben", "Carla", "Dora"):
        party.asks(name, name, address="club")
    for name in ("Emil", "Fritz"):
        party.asks(name, name, address="home")
    for done, following in (("Anna", "Emil"), ("Ben", "Carla"), ("Carla", "Dora"), ("Dora", "Fritz")):
        assert following not in party.begun
        party.finish(done)
        until(lambda following=following: following in party.begun)  # type: ignore[misc]


def test_a_guest_who_went_away_is_not_printed_for(party: Party) -> None:
    party.asks("Anna", "track", material=True)
    waiting = party.asks("Ben", "slips", material=True)
    party.gone.add("Ben")
    with pytest.raises(Gone):
        waiting.result(SOON)
    party.finish("track")
    until(lambda: not party.shop._printing)
    assert party.begun == ["track"]


def test_who_went_away_and_came_back_is_not_told_to_wait_for_what_nobody_waits_for(party: Party) -> None:
    party.asks("Anna", "track", material=True)
    here = True
    old = party._pool.submit(party.shop.pdf, Sheet("slips", "a4"), Errand("Ben", True, lambda: here))
    until(lambda: len(party.shop._waiting) == 1)
    here = False
    new = party.asks("Ben", "horses", material=True)
    party.finish("track")
    party.finish("horses")
    assert new.result(SOON) == b"PDF of horses"
    with pytest.raises(Gone):
        old.result(SOON)


def test_work_for_nobody_is_dropped_when_somebody_waits(party: Party) -> None:
    left = party.asks("Anna", "track", material=True)
    party.gone.add("Anna")
    party.asks("Ben", "summary")
    assert not left.done()
    party.asks("Carla", "score sheet")
    with pytest.raises(PrinterFailed, match="dropped"):
        left.result(SOON)
    until(lambda: party.everything.begun == ["track", "score sheet"])


def test_work_that_somebody_waits_for_is_never_dropped(party: Party) -> None:
    material = party.asks("Anna", "track", material=True)
    party.asks("Ben", "summary")
    party.asks("Carla", "score sheet")
    sleep(0.1)
    assert not party.everything.dropped.is_set()
    party.finish("track")
    assert material.result(SOON) == b"PDF of track"


def test_what_was_made_is_kept_and_needs_no_place_in_the_line(party: Party) -> None:
    party.asks("Anna", "track", material=True)
    party.finish("track")
    until(lambda: len(party.shop._shelf) == 1)
    party.asks("Anna", "slips", material=True)
    assert party.asks("Anna", "track", material=True).result(SOON) == b"PDF of track"
    assert party.begun.count("track") == 1


def test_who_waits_for_what_another_gets_first_gets_the_same(party: Party) -> None:
    first, second = party.asks("Anna", "track", material=True), party.asks("Ben", "track", material=True)
    party.finish("track")
    assert (first.result(SOON), second.result(SOON)) == (b"PDF of track", b"PDF of track")
    assert party.begun == ["track"]


def test_only_so_much_is_kept(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printshop, "SHELF", 40)
    for html in ("track", "slips", "horses"):
        made = party.asks("Anna", html, material=True)
        party.finish(html)
        made.result(SOON)
    assert [sheet.html for sheet in party.shop._shelf] == ["slips", "horses"]


def test_what_is_begun_or_waits_while_the_shelf_is_emptied_is_made_and_not_kept(party: Party) -> None:
    begun = [party.asks("Anna", "track", material=True), party.asks("Ben", "slips", material=True)]
    party.shop.empty()
    for sheet in ("track", "slips"):
        party.finish(sheet)
    assert [one.result(SOON) for one in begun] == [b"PDF of track", b"PDF of slips"]
    assert list(party.shop._shelf) == []
    party.finish("track")
    party.asks("Anna", "track", material=True).result(SOON)
    assert [sheet.html for sheet in party.shop._shelf] == ["track"]


def test_what_is_made_ahead_while_the_shelf_is_emptied_is_not_kept_either(party: Party) -> None:
    ahead = party.makes_ahead("summary")
    until(lambda: party.begun == ["summary"])
    party.shop.empty()
    party.finish("summary")
    ahead.result(SOON)
    assert list(party.shop._shelf) == []


def test_a_sheet_that_failed_leaves_its_place_to_the_next(party: Party) -> None:
    failed = party.asks("Anna", "track", material=True)
    party.everything.drop()
    with pytest.raises(PrinterFailed):
        failed.result(SOON)
    again = party.asks("Anna", "track", material=True)
    party.finish("track")
    assert again.result(SOON) == b"PDF of track"


def test_what_is_made_ahead_is_there_when_somebody_asks(party: Party) -> None:
    party.makes_ahead("summary")
    party.finish("summary")
    until(lambda: len(party.shop._shelf) == 1)
    assert party.asks("Anna", "summary").result(SOON) == b"PDF of summary"
    assert party.begun == ["summary"]


def test_who_asks_for_what_is_made_ahead_this_very_moment_waits_for_it(party: Party) -> None:
    party.makes_ahead("summary")
    until(lambda: party.begun == ["summary"])
    asked = party._pool.submit(party.shop.pdf, Sheet("summary", "a4"), Errand("Anna"))
    other = party.asks("Ben", "card")
    party.finish("card")
    assert other.result(SOON) == b"PDF of card", "and nobody else does"
    party.finish("summary")
    assert asked.result(SOON) == b"PDF of summary"
    assert party.begun == ["summary", "card"]


def test_nothing_is_made_ahead_while_somebody_prints(party: Party) -> None:
    party.asks("Anna", "slips", material=True)
    party.makes_ahead("summary").result(SOON)
    assert party.begun == ["slips"]


def test_what_is_made_ahead_and_fails_is_made_when_it_is_asked_for(party: Party) -> None:
    ahead = party.makes_ahead("summary")
    until(lambda: party.begun == ["summary"])
    party.tables.drop()
    ahead.result(SOON)
    asked = party.asks("Anna", "summary")
    party.finish("summary")
    assert asked.result(SOON) == b"PDF of summary"
