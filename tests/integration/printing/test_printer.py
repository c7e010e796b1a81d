"""The print worker, a process beside the server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.printing.client import TIMEOUT, NoPrinter, Printer, PrinterFailed, Sheet
from companion.printing.queue import PrintQueue
from tests.integration.printing.sheets import Printed, known_game, printed, summary

SMALL = Sheet('<html lang="en"><title>Small</title><p>A word', "a4")
LONG = Sheet(f'<html lang="en"><title>Long</title>{"<p>A word" * 3000}', "a4")
"""Its last page comes half a second after its first one."""

STUB = "raise OSError('cannot load library libpango-1.0-0')\n"

UNDER_GEVENT = """
from gevent import monkey; monkey.patch_all()
import gevent
from companion.printing.client import Printer, PrinterFailed, Sheet
ticks = 0
def tick():
    global ticks
    while True:
        gevent.sleep(0.01)
        ticks += 1
gevent.spawn(tick)
printer = Printer()
pdf = printer.pdf(Sheet("<title>Small</title><p>A word", "letter"))
assert pdf.startswith(b"%PDF"), pdf[:20]
assert ticks > 10, ticks
printer.close()
printer.timeout = 0.05
try:
    printer.pdf(Sheet("<title>Small</title>", "a4"))
except PrinterFailed as failed:
    print(failed)
"""


@pytest.fixture(scope="module")
def warm() -> Iterator[Printer]:
    """A printer that several tests use."""
    printer = Printer()
    yield printer
    printer.close()


def test_worker_prints_the_same_pdf(warm: Printer) -> None:
    sheet = summary(known_game())
    assert Printed(warm.pdf(sheet)).text == printed(sheet).text


def test_killed_worker_is_started_again(warm: Printer) -> None:
    warm.pdf(SMALL)
    warm.start().kill()
    assert "A word" in Printed(warm.pdf(SMALL)).text


def test_bad_sheet_fails_alone(warm: Printer) -> None:
    process = warm.start()
    with pytest.raises(PrinterFailed, match="FileNotFoundError"):
        warm.pdf(Sheet("", "no such paper"))
    assert "A word" in Printed(warm.pdf(SMALL)).text
    assert warm.start() is process


def test_slow_sheet_is_given_up() -> None:
    printer = Printer(longest=0.05)
    try:
        with pytest.raises(PrinterFailed, match="late"):
            printer.pdf(SMALL)
        printer.timeout = TIMEOUT
        assert "A word" in Printed(printer.pdf(SMALL)).text
    finally:
        printer.close()


def test_sheet_fetches_nothing(warm: Printer, tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">Secret</text></svg>', encoding="utf-8")
    pdf = warm.pdf(Sheet(f'<title>t</title><p>A word<img src="{secret.as_uri()}">', "a4"))
    assert Printed(pdf).text.split() == ["A", "word"]


def test_missing_pango_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weasyprint.py").write_text(STUB, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    printer = Printer()
    try:
        for _ in range(2):
            with pytest.raises(NoPrinter, match="libpango") as missing:
                printer.pdf(SMALL)
            assert missing.value.hint.startswith("apt install ")
    finally:
        printer.close()


def test_dropped_sheet_is_not_begun_again() -> None:
    printer = Printer()
    try:
        printer.start()
        with ThreadPoolExecutor() as pool:
            wanted = pool.submit(printer.pdf, LONG, lambda _page: printer.cancel())
            with pytest.raises(PrinterFailed, match="dropped"):
                wanted.result(60)
        assert "A word" in Printed(printer.pdf(SMALL)).text
    finally:
        printer.close()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="has no priorities")
def test_servers_worker_has_the_lowest_priority(warm: Printer) -> None:
    shop = PrintQueue()
    try:
        shop.pdf(SMALL)
        warm.pdf(SMALL)
        there, here = (os.getpriority(os.PRIO_PROCESS, one.start().pid) for one in (shop.printer, warm))
        assert there > here or there == 19
    finally:
        shop.close()


def test_closed_printer_leaves_no_process() -> None:
    shop = PrintQueue()
    shop.pdf(SMALL)
    process = shop.printer.start()
    shop.close()
    assert process.returncode is not None


def test_printing_blocks_nobody_under_gevent() -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNDER_GEVENT], capture_output=True, check=False, timeout=120, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "late\n", "")
