"""HTML to PDF, in a process of its own: no phone waits for it. The only file that imports WeasyPrint.

Run as a program (`python -m companion.printing`) it is that process: a sheet comes in as a line of JSON on standard
input, the PDF goes out as another. It is started when first needed and stays warm.
"""

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from threading import Event, Lock, Timer
from typing import Any

from companion import words
from companion.games import GAMES
from companion.paths import data_dir
from companion.table.chair import Chair
from companion.table.house import Person

PAPERS = ("a4", "letter")
HOW = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
LONGEST = 60.0
"""Seconds a sheet may take."""


class NoPrinter(Exception):
    """WeasyPrint cannot work on this machine; `how` says what to install."""

    def __init__(self, how: str = HOW) -> None:
        super().__init__(how)
        self.how = how


class PrinterFailed(Exception):
    """The machine can print, and this sheet took too long or broke the printer twice."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to print: a whole HTML page, and which of the style sheets in `printables` its paper needs.

    `styles` are those that it needs beside.
    """

    html: str
    paper: str
    styles: Sequence[str] = ()


def summary(chair: Chair, *, lang: str, paper: str, dated: bool = True, on_screen: bool = False) -> Sheet:
    """The summary of a game, finished or so far. `on_screen` makes a page for the browser's own print."""
    template = words.page(lang).select_template([f"{chair.slug}/summary.html", "summary.html"])
    date = chair.created if dated else None
    return Sheet(template.render(chair=chair, paper=paper, date=date, on_screen=on_screen), paper)


def score_sheet(slug: str, people: Sequence[Person], *, lang: str, paper: str) -> Sheet:
    """A blank sheet for those who sit at a table, and empty columns up to the fewest that can play."""
    game = GAMES[slug]
    empty: list[Person | None] = [None] * (game.seats[0] - len(people))
    template = words.page(lang).get_template("score_sheet.html")
    return Sheet(template.render(game=game, people=[*people, *empty], paper=paper, on_screen=False), paper)


def table_card(chair: Chair, address: str, origin: str, *, lang: str, paper: str) -> Sheet:
    """The way in to a table, on both sides of a tent: `address` in the QR code, `origin` and the code for typing."""
    template = words.page(lang).get_template("table_card.html")
    html = template.render(chair=chair, address=address, origin=origin, paper=paper, on_screen=False)
    return Sheet(html, paper)


def make(sheet: Sheet) -> bytes:
    """The PDF of a sheet, in this process. Raises NoPrinter."""
    try:
        from weasyprint import HTML  # slow to import, and it may be missing
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        raise NoPrinter from error
    nowhere = URLFetcher(allowed_protocols=())  # a sheet has everything in it
    pdf: bytes = HTML(string=sheet.html, url_fetcher=nowhere).write_pdf(stylesheets=_styles(sheet.paper, *sheet.styles))
    return pdf


@cache
def _styles(*names: str) -> list[Any]:
    from weasyprint import CSS

    return [CSS(filename=str(data_dir("printables") / f"{name}.css")) for name in ("base", *names)]


class Printer:
    """The warm process that prints, for one sheet at a time."""

    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def pdf(self, sheet: Sheet) -> bytes:
        """The PDF of a sheet. Raises NoPrinter where WeasyPrint is missing, PrinterFailed where it does not manage."""
        with self._lock:
            try:
                return self._ask(sheet)
            except (OSError, ValueError):
                self.close()  # it died, perhaps long ago: a fresh one gets the same sheet once
            try:
                return self._ask(sheet)
            except (OSError, ValueError) as error:
                self.close()
                raise PrinterFailed("broken") from error

    def _ask(self, sheet: Sheet) -> bytes:
        process = self._process = self._process or _start()
        late = Event()
        timer = Timer(self.longest, _kill, (process, late))
        timer.daemon = True
        timer.start()
        try:
            answer = _exchange(process, sheet)
        except (OSError, ValueError) as error:
            if not late.is_set():
                raise
            self.close()
            raise PrinterFailed("late") from error
        finally:
            timer.cancel()
        if "how" in answer:
            raise NoPrinter(answer["how"])
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


def _start() -> "subprocess.Popen[bytes]":
    command: Sequence[str] = (sys.executable, "-m", "companion.printing")
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _kill(process: "subprocess.Popen[bytes]", late: Event) -> None:
    late.set()
    process.kill()


def _exchange(process: "subprocess.Popen[bytes]", sheet: Sheet) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise OSError("no pipe")
    process.stdin.write(json.dumps(asdict(sheet)).encode() + b"\n")
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


def serve() -> None:
    """Prints what comes in on standard input, line by line, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end closes the pipe
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(_answer(line)).encode() + b"\n")
        sys.stdout.buffer.flush()


def _answer(line: bytes) -> dict[str, str]:
    try:
        return {"pdf": base64.b64encode(make(Sheet(**json.loads(line)))).decode()}
    except NoPrinter as missing:
        return {"how": missing.how}
    except Exception as error:  # one bad sheet is no reason to lose a warm process
        return {"failed": type(error).__name__}


if __name__ == "__main__":
    serve()
