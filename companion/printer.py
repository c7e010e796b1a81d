"""The process that prints: it is started when first needed, stays warm, and no phone waits for it."""

import atexit
import base64
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from threading import Event, Lock, Timer
from typing import Any

HOW = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
LONGEST = 60.0
"""Seconds a sheet may take."""

Progress = Callable[[int], None]


class NoPrinter(Exception):
    """WeasyPrint cannot work on this machine; `how` says what to install."""

    def __init__(self, how: str = HOW) -> None:
        super().__init__(how)
        self.how = how


class PrinterFailed(Exception):
    """The machine can print, and this sheet took too long, was dropped, or broke the printer twice."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to print: a whole HTML page, and which of the style sheets in `printables` its paper needs.

    `styles` are those that it needs beside. `to_scale`: pieces are cut out of it, so nothing is printed behind them and
    no printer may fit it to its page.
    """

    html: str
    paper: str
    styles: Sequence[str] = ()
    to_scale: bool = False


class Printer:
    """The warm process, for one sheet at a time. With `behind` everything else on the machine goes first."""

    def __init__(self, longest: float = LONGEST, *, behind: bool = False) -> None:
        self.longest = longest
        self.behind = behind
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._dropped = Event()

    def pdf(self, sheet: Sheet, told: Progress | None = None) -> bytes:
        """The PDF of a sheet; `told` hears the number of each page on the way.

        Raises NoPrinter where WeasyPrint is missing, PrinterFailed where it does not manage.
        """
        with self._lock:
            self._dropped.clear()
            try:
                return self._ask(sheet, told)
            except (OSError, ValueError):
                self.close()  # it died, perhaps long ago: a fresh one gets the same sheet once
            try:
                return self._ask(sheet, told)
            except (OSError, ValueError) as error:
                self.close()
                raise PrinterFailed("broken") from error

    def start(self) -> None:
        """Starts the process, where none runs, before there is anything to print."""
        self._process = self._process or _start(behind=self.behind)

    def drop(self) -> None:
        """Gives up the sheet in hand: whoever waits for it gets PrinterFailed."""
        self._dropped.set()
        process = self._process
        if process is not None:
            process.kill()

    def _ask(self, sheet: Sheet, told: Progress | None) -> bytes:
        if self._dropped.is_set():
            raise PrinterFailed("dropped")
        process = self._process = self._process or _start(behind=self.behind)
        late = Event()
        timer = Timer(self.longest, _kill, (process, late))
        timer.daemon = True
        timer.start()
        try:
            answer = _exchange(process, sheet, told)
        except (OSError, ValueError) as error:
            if not late.is_set() and not self._dropped.is_set():
                raise
            self.close()
            raise PrinterFailed("late" if late.is_set() else "dropped") from error
        finally:
            timer.cancel()
        if "missing" in answer:
            raise NoPrinter
        if "failed" in answer:
            raise PrinterFailed(answer["failed"])
        return base64.b64decode(answer["pdf"])

    @property
    def pid(self) -> int | None:
        """The number of the process, where one runs."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass  # what was still to be written has no reader any more


@cache
def own() -> Printer:
    """The printer of a program that is no server: it gets ready while the program reads what to print."""
    printer = Printer()
    printer.start()
    atexit.register(printer.close)
    return printer


def _start(*, behind: bool) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "companion.press", *(["--nice"] if behind else [])]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _kill(process: "subprocess.Popen[bytes]", late: Event) -> None:
    late.set()
    process.kill()


def _exchange(process: "subprocess.Popen[bytes]", sheet: Sheet, told: Progress | None) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise OSError("no pipe")
    process.stdin.write(json.dumps(asdict(sheet)).encode() + b"\n")
    process.stdin.flush()
    while True:
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        if "page" not in answer:
            return answer
        if told is not None:
            told(answer["page"])
