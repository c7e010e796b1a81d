"""The print worker (`python -m companion.printing.worker`): a warm process with WeasyPrint.

Reads one job a line as JSON from standard input, and answers in JSON lines: the number of each finished page, then the
file or an error. The only module that imports WeasyPrint; it knows no game, no table and no words.
"""

import base64
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import SubElement

from companion.paths import data_dir

try:
    import weasyprint
    from pydyf import Dictionary
    from weasyprint.text.fonts import FontConfiguration
except (ImportError, OSError):  # it or a system library is not installed
    weasyprint = None

SVG = "{http://www.w3.org/2000/svg}"
DOTS_PER_POINT = 96 / 72


def main() -> None:
    """Serve until standard input ends. `--nice` lowers the priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which then closes our input
    if "--nice" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    gc.disable()  # all objects of a document are needed until it is done
    if weasyprint is not None:
        render_pdf("<title>.</title><p>1</p>", ("base", "a4"))  # loads fonts before the first job
    for line in sys.stdin.buffer:
        _tell(_answer(json.loads(line)))
        gc.collect()


def render_pdf(
    html: str,
    styles: Sequence[str],
    on_page: Callable[[int], None] | None = None,
    *,
    to_scale: bool = False,
    duplex: bool = False,
) -> bytes:
    """Return the PDF of an HTML page with these style sheets of `printables`, tagged for screen readers (PDF/UA-1).

    `on_page` gets the number of each finished page; `to_scale` asks printers not to fit pages to their paper, and to
    use one side of it, or both with `duplex`. Nothing is fetched.
    """
    page = weasyprint.HTML(string=html, url_fetcher=weasyprint.urls.URLFetcher(allowed_protocols=()))
    log, heard = logging.getLogger("weasyprint.progress"), partial(_heard, on_page)
    log.setLevel(logging.INFO)
    log.addFilter(heard)
    try:
        _describe_drawings(page)
        options = {
            "font_config": _fonts(),
            "finisher": partial(_finish, to_scale=to_scale, duplex=duplex),
            "pdf_variant": "pdf/ua-1",
        }
        return bytes(page.write_pdf(stylesheets=[_style(name) for name in styles], **options))
    finally:
        log.removeFilter(heard)


def first_page_as_png(pdf: bytes) -> bytes:
    """Return a picture of the first page, with a dot for each CSS pixel."""
    from pypdfium2 import PdfDocument  # only result cards need it

    file = BytesIO()
    PdfDocument(pdf)[0].render(scale=DOTS_PER_POINT).to_pil().save(file, "PNG")
    return file.getvalue()


def _heard(on_page: Callable[[int], None] | None, record: logging.LogRecord) -> bool:
    """Read the page number from WeasyPrint's progress log: the last word of step 5."""
    last = record.getMessage().split()[-1]
    if on_page is not None and record.msg.startswith("Step 5") and last.isdigit():
        on_page(int(last))
    return False


@cache
def _fonts() -> Any:
    return FontConfiguration()


@cache
def _style(name: str) -> Any:
    return weasyprint.CSS(filename=str(data_dir("printables") / f"{name}.css"))


def _describe_drawings(page: Any) -> None:
    """Copy the labels of drawings to titles, from which WeasyPrint takes their alternative text."""
    for drawing in page.etree_element.iter(f"{SVG}svg"):
        if label := drawing.get("aria-label"):
            SubElement(drawing, f"{SVG}title").text = label


def _finish(_document: Any, pdf: Any, *, to_scale: bool, duplex: bool) -> None:
    """Untag decorations, and preset the print dialog; WeasyPrint has no options for these."""
    for part in pdf.objects:
        if isinstance(part, Dictionary) and part.get("S") == "/Figure" and "Alt" not in part:
            part["S"] = "/NonStruct"
            del part["A"]
    if to_scale:
        pdf.catalog["ViewerPreferences"].update(
            {"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge" if duplex else "/Simplex"}
        )


def _answer(job: dict[str, Any]) -> dict[str, str]:
    if weasyprint is None:
        return {"missing": "weasyprint"}
    try:
        styles = ("base", job["paper"], *job["styles"])
        pdf = render_pdf(
            job["html"], styles, lambda page: _tell({"page": page}), to_scale=job["to_scale"], duplex=job["duplex"]
        )
        file = first_page_as_png(pdf) if job["picture"] else pdf
    except Exception as error:  # one bad page must not end a warm worker
        return {"failed": type(error).__name__}
    return {"file": base64.b64encode(file).decode()}


def _tell(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
