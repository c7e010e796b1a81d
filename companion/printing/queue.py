"""The bounded queue of the print worker: sheets of tables first, none for disconnected clients."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition

from companion.printing.client import Printer, Sheet

MAX_TABLE_SHEETS, MAX_MATERIAL_SHEETS = 12, 4
"""Most waiting requests for sheets of tables, and for material."""

RETRY_AFTER = 20
"""Seconds until a full queue may have room again."""

CHECK_INTERVAL = 0.5
"""Seconds between two checks for disconnected clients."""

CACHE_SIZE = 16
"""Finished sheets in the cache."""


class QueueFull(Exception):
    """The queue is full."""


class ClientGone(Exception):
    """The client has disconnected."""


@dataclass(frozen=True, eq=False, slots=True)
class PrintRequest:
    """A request in the queue: whether it is for material, and whether its client is still connected."""

    material: bool = False
    is_connected: Callable[[], bool] = field(default=lambda: True, repr=False)


class PrintQueue:
    """The worker with its queue, and a cache of PDFs by sheet."""

    def __init__(self, printer: Printer | None = None) -> None:
        self.printer = printer or Printer(behind=True)
        self._changed = Condition()
        self._waiting: list[PrintRequest] = []
        self._printing: PrintRequest | None = None
        self._made: OrderedDict[Sheet, bytes] = OrderedDict()

    def pdf(self, sheet: Sheet, request: PrintRequest | None = None) -> bytes:
        """Return the PDF of a sheet. Raises QueueFull, ClientGone, NoPrinter and PrinterFailed."""
        made = self._made  # after `clear_cache`, sheets begun before go into the old cache
        if pdf := made.get(sheet):
            return pdf
        with self._turn(request or PrintRequest()):
            made[sheet] = pdf = made.get(sheet) or self.printer.pdf(sheet)  # an earlier request may have made it
            if len(made) > CACHE_SIZE:
                made.popitem(last=False)
            return pdf

    def clear_cache(self) -> None:
        """Call it when a person is forgotten or a table deleted."""
        self._made = OrderedDict()

    def close(self) -> None:
        self.printer.close()

    @contextmanager
    def _turn(self, request: PrintRequest) -> Iterator[None]:
        """Wait until the worker is free for this request."""
        with self._changed:
            like = [other for other in self._waiting if other.material == request.material and other.is_connected()]
            if len(like) >= (MAX_MATERIAL_SHEETS if request.material else MAX_TABLE_SHEETS):
                raise QueueFull
            self._waiting.append(request)
            try:
                while not self._is_next(request):
                    self._changed.wait(CHECK_INTERVAL)
                self._printing = request
            finally:
                self._waiting.remove(request)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._printing = None
                self._changed.notify_all()

    def _is_next(self, request: PrintRequest) -> bool:
        if not request.is_connected():
            raise ClientGone
        if self._printing is not None:
            if not self._printing.is_connected():
                self.printer.cancel()
            return False
        return request is min(self._waiting, key=lambda other: other.material)  # min returns the first of equals
