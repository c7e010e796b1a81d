"""The summary made before anybody asks for it: the game is over, and the whole house is quiet.

It is what the house would print for nobody in particular, and lies where every sheet lies that was printed.
"""

from contextlib import suppress
from threading import Timer

from babel import Locale

from companion.printing import documents
from companion.printing.client import NoPrinter, PrinterFailed
from companion.printing.queue import PrintQueue, QueueFull
from companion.table.model.player_view import player_view
from companion.table.service.registry import NOT_SHOWN
from companion.table.service.table_service import TableService

DELAY = 1.0
"""Seconds without a tap at any table. A house that is busy prints what it is asked for and nothing else."""


class Prerenderer:
    """Watches taps for the last one of a game; the next one anywhere puts off what is not begun for good."""

    def __init__(self, service: TableService, shop: PrintQueue) -> None:
        self._desk = service
        self._shop = shop
        self._taps = 0

    def note_move(self, key: str) -> bool:
        """After each tap: whether its table's game is over, so that it was perhaps the last one."""
        self._taps += 1
        return self._desk.status(key) == "over"

    def schedule(self, key: str, lang: str, paper: str, region: Locale) -> None:
        """Makes what the one who tapped would print, unless somebody taps in the meantime."""
        timer = Timer(DELAY, self._make, (self._taps, key, lang, paper, region))
        timer.daemon = True
        timer.start()

    def _make(self, taps: int, key: str, lang: str, paper: str, region: Locale) -> None:
        if taps != self._taps:
            return
        with suppress(*NOT_SHOWN, QueueFull, NoPrinter, PrinterFailed):  # a player who asks for it is told why
            seen = player_view(self._desk.table(key))
            self._shop.pdf(documents.summary(seen, lang=lang, paper=paper, region=region))
