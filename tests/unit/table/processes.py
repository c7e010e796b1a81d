"""Several processes on one database, and what they do in the same moment."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from companion.games.types import Refusal
from companion.table.service.table_service import TableService
from tests.unit.table.tables import LiveTable

PATIENCE = 20.0


def until(true: Callable[[], bool]) -> None:
    """Wait until it is true."""
    give_up = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.001)


def at_once(*wanted: Callable[[], object]) -> list[object]:
    """Run all in the same moment; return for each its result, or why it was refused."""
    ready = Barrier(len(wanted))

    def run(one: Callable[[], object]) -> object:
        ready.wait()
        try:
            return one()
        except Refusal as trouble:
            return trouble

    with ThreadPoolExecutor(len(wanted)) as pool:
        return [one.result() for one in [pool.submit(run, one) for one in wanted]]


class TwoProcesses(LiveTable):
    """A game of three that has begun, at two processes that notify each other."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(address, 3)
        self.here, self.there = self.service, self.process()
        self.begin()

    def process(self) -> TableService:
        """One more process, which listens."""
        service = super().process()
        service.listen(lambda: None)
        return service

    def numbers(self) -> list[int]:
        return [entry.number for entry in self.log()]
