"""HTML to PDF, in a process of its own: no phone waits for it. The only file that imports WeasyPrint.

Run as a program (`python -m companion.printing`) it is that process: a sheet comes in as a line of JSON on standard
input, the PDF goes out as another. It is started when first needed and stays warm.
"""

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from companion import words
from companion.paths import data_dir
from companion.table.chair import Chair

PAPERS = ("a4", "letter")
HOW = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class NoPrinter(Exception):
    """WeasyPrint cannot work on this machine; `how` says what to install."""

    def __init__(self, how: str = HOW) -> None:
        super().__init__(how)
        self.how = how


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to print: a whole HTML page, and which of the style sheets in `printables` its paper needs."""

    html: str
    paper: str


def summary(chair: Chair, *, lang: str, paper: str, dated: bool = True, on_screen: bool = False) -> Sheet:
    """The summary of a game, finished or so far. `on_screen` makes a page for the browser's own print."""
    template = words.page(lang).select_template([f"{chair.slug}/summary.html", "summary.html"])
    date = chair.created if dated else None
    return Sheet(template.render(chair=chair, paper=paper, date=date, on_screen=on_screen), paper)


def make(sheet: Sheet) -> bytes:
    """The PDF of a sheet, in this process. Raises NoPrinter."""
    try:
        from weasyprint import CSS, HTML  # slow to import, and it may be missing
    except (ImportError, OSError) as error:
        raise NoPrinter from error
    folder = data_dir("printables")
    styles = [CSS(filename=str(folder / name)) for name in ("base.css", f"{sheet.paper}.css")]
    pdf: bytes = HTML(string=sheet.html, base_url=str(folder)).write_pdf(stylesheets=styles)
    return pdf


class Printer:
    """The warm process that prints, for one sheet at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def pdf(self, sheet: Sheet) -> bytes:
        """The PDF of a sheet. Raises NoPrinter where WeasyPrint is missing or the process fails twice."""
        with self._lock:
            try:
                return self._ask(sheet)
            except (OSError, ValueError):
                self.close()  # it died: a fresh one gets the same sheet once
            try:
                return self._ask(sheet)
            except (OSError, ValueError) as error:
                self.close()
                raise NoPrinter from error

    def _ask(self, sheet: Sheet) -> bytes:
        process = self._process = self._process or _start()
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipe")
        process.stdin.write(json.dumps(asdict(sheet)).encode() + b"\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        if "how" in answer:
            raise NoPrinter(answer["how"])
        return base64.b64decode(answer["pdf"])

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _start() -> "subprocess.Popen[bytes]":
    command: Sequence[str] = (sys.executable, "-m", "companion.printing")
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def serve() -> None:
    """Prints what comes in on standard input, line by line, until it ends."""
    for line in sys.stdin.buffer:
        try:
            answer = {"pdf": base64.b64encode(make(Sheet(**json.loads(line)))).decode()}
        except NoPrinter as missing:
            answer = {"how": missing.how}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
