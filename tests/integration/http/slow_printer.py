"""`python -m tests.integration.http.slow_printer`: Companion that takes a second for each sheet, and says when it has
begun one.
"""

from gevent import monkey

monkey.patch_all()

import time  # noqa: E402
from typing import Any  # noqa: E402

from companion.cli import cli  # noqa: E402
from companion.printing.client import Printer  # noqa: E402

A_SHEET = 1.0


def pdf(_: Printer, *__: Any) -> bytes:
    """A sheet, slowly."""
    print("a sheet is begun", flush=True)
    time.sleep(A_SHEET)
    return b"%PDF at last"


if __name__ == "__main__":
    Printer.pdf = pdf  # type: ignore[assignment, method-assign]
    cli()
