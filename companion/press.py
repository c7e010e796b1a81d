"""The print worker: WeasyPrint in a process of its own, warm and away from the server (`python -m companion.press`).

Reads a job a line on standard input, as JSON, and answers in JSON lines: the number of each page that was laid out,
then the PDF, or why there is none. The only module that imports WeasyPrint; it knows no game, no table and no words.
"""

import base64
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from companion.paths import data_dir

Progress = Callable[[int], None]


class Missing(Exception):
    """WeasyPrint, or a library of the system that it needs, is not installed."""


def main() -> None:
    """Serves until standard input ends. `--nice` lets everything else on the machine go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end closes our input
    if "--nice" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    gc.disable()  # a document is one great heap of objects, all of which are needed until it is done
    with suppress(Missing):  # the first job gets to know
        make("<title>.</title><p>1</p>", ("base", "a4"))
    for line in sys.stdin.buffer:
        _tell(_answer(line))
        gc.collect()


def make(html: str, styles: Sequence[str], told: Progress | None = None, *, to_scale: bool = False) -> bytes:
    """Returns the PDF of a page of HTML with the style sheets of these names in `printables`.

    `told` hears the number of each page that is laid out; `to_scale` asks printers not to fit the pages to their paper.
    Nothing is fetched: pages bring everything along. Raises Missing.
    """
    engine = _weasyprint()
    page = engine.HTML(string=html, url_fetcher=engine.urls.URLFetcher(allowed_protocols=()))
    heard = _Heard(told)
    logging.getLogger("weasyprint.progress").addHandler(heard)
    try:
        pdf: bytes = page.write_pdf(
            stylesheets=[_style(name) for name in styles],
            font_config=_fonts(),
            finisher=_to_scale if to_scale else None,
        )
    finally:
        logging.getLogger("weasyprint.progress").removeHandler(heard)
    return pdf


class _Heard(logging.Handler):
    """WeasyPrint logs its progress: the last word of step 5 is the page."""

    def __init__(self, told: Progress | None) -> None:
        super().__init__()
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        last = record.getMessage().split()[-1]
        if self._told is not None and record.msg.startswith("Step 5") and last.isdigit():
            self._told(int(last))


@cache
def _weasyprint() -> Any:
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise Missing from error
    logging.getLogger("weasyprint.progress").setLevel(logging.INFO)
    return weasyprint


@cache
def _fonts() -> Any:
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def _style(name: str) -> Any:
    return _weasyprint().CSS(filename=str(data_dir("printables") / f"{name}.css"))


def _to_scale(_document: Any, pdf: Any) -> None:
    """Sets what a print dialog begins with; WeasyPrint has no option for it."""
    from pydyf import Dictionary

    pdf.catalog["ViewerPreferences"] = Dictionary({"PrintScaling": "/None", "Duplex": "/Simplex"})


def _answer(line: bytes) -> dict[str, str]:
    try:
        job = json.loads(line)
        styles = ("base", job["paper"], *job["styles"])
        pdf = make(job["html"], styles, lambda page: _tell({"page": page}), to_scale=job["to_scale"])
    except Missing:
        return {"missing": "weasyprint"}
    except Exception as error:  # one bad page must not end a warm worker
        return {"failed": type(error).__name__}
    return {"pdf": base64.b64encode(pdf).decode()}


def _tell(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
