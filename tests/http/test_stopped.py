"""A server that is told to stop finishes what it is about, and ends by itself."""

import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.http.server import Evening, Phone, Server, an_evening

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM")

STOPS = 3
A_WHILE = 0.3


class SlowPrinter(Server):
    """A house that takes its time for a sheet."""

    program = (sys.executable, "-m", "tests.http.slow_printer")


def renames(evening: Evening, phone: Phone) -> dict[str, int]:
    """One tap after the other until nobody answers; gives back which entry each became."""
    told: dict[str, int] = {}
    while True:
        form = {"op": phone.op(), "kind": "rename", "name": f"{phone.name} {len(told) % 90}"}
        try:
            told[form["op"]] = phone.ask("POST", evening.tap, form).entry
        except (OSError, HTTPException):
            return told


def stop(server: Server) -> int:
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    return server.process.wait(20)


def test_it_ends_by_itself_while_everybody_taps_and_all_that_it_answered_is_on_disk(mortal: Server) -> None:
    for _ in range(STOPS):
        evening = an_evening(mortal, turns="free")
        with ThreadPoolExecutor(len(evening.players)) as pool:
            running = [pool.submit(renames, evening, phone) for phone in evening.players]
            time.sleep(A_WHILE)
            assert stop(mortal) == 0
        told = {op: entry for phone in running for op, entry in phone.result().items()}
        on_disk = {op: number for number, _, op in mortal.log(evening.key)}
        assert told
        assert told.items() <= on_disk.items()
        mortal.start()


def test_a_sheet_that_is_being_printed_is_still_sent(tmp_path: Path) -> None:
    server = SlowPrinter(tmp_path)
    server.start()
    try:
        assert server.process is not None
        assert server.process.stdout is not None
        with ThreadPoolExecutor(1) as pool:
            sheet = pool.submit(server.phone("guest").ask, "GET", "/rules/banque_fatale/print.pdf")
            assert any("a sheet is begun" in line for line in server.process.stdout)
            assert stop(server) == 0
        assert sheet.result().text == "%PDF at last"
    finally:
        server.kill()
