"""The short line before the printers: nobody at a table waits for somebody's material, and nobody prints for the gone.

There are two printers. One prints tables' sheets alone, the other material too. A device has one errand at a time, and
of the line those of an address have no more than others leave them. What was made is kept for a while, by what stands
on the sheet.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Condition
from time import monotonic
from typing import Protocol

from companion.printer import NoPrinter, Printer, PrinterFailed, Sheet

TABLES, MATERIAL = 12, 4
"""How many wait at most: ten seconds of summaries, some more of material."""

LATER = 20
"""Seconds after which a line that is full may have a place again."""

LOOK = 0.5
"""Seconds after which those who wait look round again."""

PATIENCE = 2.0
"""Seconds that a sheet is still worked on after whoever wanted it has gone, if others wait."""

SHELF = 16 * 1024 * 1024
"""Bytes of finished sheets that are kept."""


class Busy(Exception):
    """There is no place now. `own`: this very device prints already; `wait` seconds may help."""

    def __init__(self, wait: int, *, own: bool) -> None:
        super().__init__(wait)
        self.wait = wait
        self.own = own


class Gone(Exception):
    """Whoever wanted the sheet has gone away."""


@dataclass(frozen=True, eq=False, slots=True)
class Errand:
    """Who wants a sheet, whether it is material and no table's own, whether they are still there, and from where."""

    who: str = ""
    material: bool = False
    there: Callable[[], bool] = field(default=lambda: True, repr=False)
    address: str = ""


class Press(Protocol):
    """What prints."""

    def pdf(self, sheet: Sheet) -> bytes:
        """The PDF of a sheet."""

    def drop(self) -> None:
        """Gives up the sheet in hand."""

    def close(self) -> None:
        """Ends the process."""


class PrintShop:
    """The printers of a server, and the line before them. Whoever comes from a table goes before all material."""

    def __init__(self, tables: Press | None = None, everything: Press | None = None) -> None:
        self.tables = tables or Printer(behind=True)
        self.everything = everything or Printer(behind=True)
        self._changed = Condition()
        self._waiting: list[Errand] = []
        self._printing: dict[Press, tuple[Errand, float]] = {}
        self._latest: dict[Press, tuple[str, bool]] = {}
        self._shelf: OrderedDict[Sheet, bytes] = OrderedDict()
        self._ahead: Sheet | None = None
        self._emptied = 0

    def pdf(self, sheet: Sheet, errand: Errand | None = None) -> bytes:
        """The PDF of a sheet. Raises Busy, Gone, NoPrinter and PrinterFailed."""
        with self._changed:
            emptied = self._emptied
            while sheet == self._ahead:  # it is begun already
                self._changed.wait(LOOK)
        return self._pdf(sheet, errand or Errand(), emptied)

    def make_ahead(self, sheet: Sheet) -> None:
        """Makes a sheet that nobody has asked for yet, where nobody waits for anything else."""
        with self._changed:
            if self._ahead or self._waiting or self._printing:
                return
            self._ahead, emptied = sheet, self._emptied
        try:
            with suppress(Busy, Gone, NoPrinter, PrinterFailed):  # whoever asks for it is told why
                self._pdf(sheet, Errand(there=lambda: False), emptied)
        finally:
            with self._changed:
                self._ahead = None
                self._changed.notify_all()

    def _pdf(self, sheet: Sheet, errand: Errand, emptied: int) -> bytes:
        made = self._taken(sheet)
        if made is None:
            with self._turn(errand) as press:
                made = self._taken(sheet) or press.pdf(sheet)  # somebody before us may have wanted the same
            self._keep(sheet, made, emptied)
        return made

    def empty(self) -> None:
        """Keeps nothing of what was made or is begun: somebody was forgotten, or a table deleted."""
        with self._changed:
            self._emptied += 1
            self._shelf.clear()

    def close(self) -> None:
        """Ends the processes."""
        self.tables.close()
        self.everything.close()

    @contextmanager
    def _turn(self, errand: Errand) -> Iterator[Press]:
        press = self._waited(errand)
        try:
            yield press
        finally:
            with self._changed:
                del self._printing[press]
                self._changed.notify_all()

    def _waited(self, errand: Errand) -> Press:
        """Waits until a printer is free for this errand, and takes it."""
        with self._changed:
            self._line_up(errand)
            try:
                while (press := self._free(errand)) is None:
                    self._changed.wait(LOOK)
                    self._look_round()
                    if not errand.there():
                        raise Gone
                    if errand not in self._waiting:  # it gave way
                        raise Busy(LATER, own=False)
                self._printing[press] = errand, monotonic()
                self._latest[press] = errand.address, errand.material
                return press
            finally:
                if errand in self._waiting:
                    self._waiting.remove(errand)
                self._changed.notify_all()

    def _line_up(self, errand: Errand) -> None:
        self._look_round()
        at_work = [*self._waiting, *(other for other, _ in self._printing.values())]
        if errand.who and any(other.who == errand.who for other in at_work):
            raise Busy(5, own=True)
        like = [other for other in self._waiting if other.material == errand.material]
        if len(like) >= (MATERIAL if errand.material else TABLES):
            self._make_room(errand, like)
        self._waiting.append(errand)

    def _make_room(self, errand: Errand, like: list[Errand]) -> None:
        """In a full line the last one gives way of the address that has most places, to one that has fewer.

        Raises Busy where none has more than it would have.
        """
        places = Counter(other.address for other in like)
        address, most = places.most_common(1)[0]
        if most <= places[errand.address] + 1:
            raise Busy(LATER, own=False)
        self._waiting.remove([other for other in like if other.address == address][-1])
        self._changed.notify_all()

    def _look_round(self) -> None:
        """Sends away whoever has gone, and takes a printer from work that nobody wants while others wait for it."""
        self._waiting = [errand for errand in self._waiting if errand.there()]
        if not self._waiting:
            return
        for press, (errand, began) in self._printing.items():
            if monotonic() - began > PATIENCE and not errand.there():
                press.drop()

    def _free(self, errand: Errand) -> Press | None:
        """A printer that this errand is the next for."""
        first = min(self._waiting, key=lambda other: (other.material, self._before(other)))  # of equals who came first
        if errand is not first:
            return None
        presses = [self.everything] if errand.material else [self.tables, self.everything]
        return next((press for press in presses if press not in self._printing), None)

    def _before(self, errand: Errand) -> int:
        """How many from its address had a printer last, or stand before it in the line."""
        before = self._waiting[: self._waiting.index(errand)]
        served = [*self._latest.values(), *((other.address, other.material) for other in before)]
        return served.count((errand.address, errand.material))

    def _taken(self, sheet: Sheet) -> bytes | None:
        with self._changed:
            if sheet in self._shelf:
                self._shelf.move_to_end(sheet)
            return self._shelf.get(sheet)

    def _keep(self, sheet: Sheet, made: bytes, emptied: int) -> None:
        """Keeps what was made, but for what was asked for before the shelf was emptied last."""
        with self._changed:
            if emptied != self._emptied:
                return
            self._shelf[sheet] = made
            while sum(map(_weight, self._shelf.items())) > SHELF:
                self._shelf.popitem(last=False)


def _weight(kept: tuple[Sheet, bytes]) -> int:
    return len(kept[0].html) + len(kept[1])
