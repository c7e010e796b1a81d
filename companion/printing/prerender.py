"""Render the summary of a finished game in advance while the server is idle."""

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
"""Seconds without a command at any table before prerendering starts."""


class Prerenderer:
    """Renders a summary after the last move of a game; the next command at any table cancels it."""

    def __init__(self, service: TableService, shop: PrintQueue) -> None:
        self._desk = service
        self._shop = shop
        self._taps = 0

    def note_move(self, key: str) -> bool:
        """Count a command. Return whether the table's game is over now."""
        self._taps += 1
        return self._desk.status(key) == "over"

    def schedule(self, key: str, lang: str, paper: str, region: Locale) -> None:
        """Render the summary for this language and paper, unless another command comes first."""
        timer = Timer(DELAY, self._make, (self._taps, key, lang, paper, region))
        timer.daemon = True
        timer.start()

    def _make(self, taps: int, key: str, lang: str, paper: str, region: Locale) -> None:
        if taps != self._taps:
            return
        with suppress(*NOT_SHOWN, QueueFull, NoPrinter, PrinterFailed):  # a player who prints it gets the error
            seen = player_view(self._desk.table(key))
            self._shop.pdf(documents.summary(seen, lang=lang, paper=paper, region=region))
