"""Client of the print worker: starts it when first needed, keeps it warm, restarts it after a crash."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from threading import Lock, Timer
from typing import Any

INSTALL_HINT = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
TIMEOUT = 60.0
"""Seconds for one sheet."""

Progress = Callable[[int], None]


class NoPrinter(Exception):
    """WeasyPrint cannot work on this machine; `hint` says what to install."""

    def __init__(self, how: str = INSTALL_HINT) -> None:
        super().__init__(how)
        self.hint = how


class PrinterFailed(Exception):
    """The sheet took too long, was cancelled, or crashed the worker twice."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole HTML page to print, and its style sheets in `printables`.

    `to_scale`: pieces are cut out of it, so print one-sided and do not fit it to the page. `duplex`: print on both
    sides though, since cards have backs. `picture`: a PNG file of its first page is wanted, not a PDF.
    """

    html: str
    paper: str
    styles: Sequence[str] = ()
    to_scale: bool = False
    duplex: bool = False
    picture: bool = False


class Printer:
    """The worker process, for one sheet at a time."""

    def __init__(self, longest: float = TIMEOUT, *, behind: bool = False) -> None:
        self.timeout = longest
        self.low_priority = behind
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._dropped = ""

    def pdf(self, sheet: Sheet, on_page: Progress | None = None) -> bytes:
        """Return the PDF or picture of a sheet. `on_page` gets the number of each finished page.

        Raises NoPrinter if WeasyPrint is missing, PrinterFailed if there is no PDF.
        """
        with self._lock:
            self._dropped = ""
            # an idle worker may have died, so try once more with a new one
            answer = self._ask(sheet, on_page) or self._ask(sheet, on_page) or {"failed": "broken"}
        if "missing" in answer:
            raise NoPrinter
        if "failed" in answer:
            raise PrinterFailed(answer["failed"])
        return base64.b64decode(answer["file"])

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the worker if none runs."""
        if self._process is None:
            command = [sys.executable, "-m", "companion.printing.worker", *(["--nice"] if self.low_priority else [])]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def cancel(self, why: str = "dropped") -> None:
        """Cancel the current sheet: its `pdf` raises PrinterFailed."""
        self._dropped = why
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError), process:  # nobody reads unsent bytes any more
                process.kill()

    def _ask(self, sheet: Sheet, on_page: Progress | None) -> dict[str, Any]:
        """Return the worker's answer, or nothing if it died."""
        timer = Timer(self.timeout, self.cancel, ("late",))
        timer.daemon = True
        timer.start()
        try:
            return {"failed": self._dropped} if self._dropped else _exchange(self.start(), sheet, on_page)
        except (OSError, ValueError):
            self.close()
            return {"failed": self._dropped} if self._dropped else {}
        finally:
            timer.cancel()


@cache
def shared_printer() -> Printer:
    """Return the printer of the command line. It starts while the command reads what to print."""
    printer = Printer()
    printer.start()
    return printer


def _exchange(process: "subprocess.Popen[bytes]", sheet: Sheet, on_page: Progress | None) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise OSError("no pipe")
    process.stdin.write(json.dumps(asdict(sheet)).encode() + b"\n")
    process.stdin.flush()
    while "page" in (answer := json.loads(process.stdout.readline())):
        if on_page is not None:
            on_page(answer["page"])
    return dict(answer)
