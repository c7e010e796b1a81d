"""`python -m companion.press`: prints what comes in on standard input, a sheet a line, until it ends.

A sheet is a line of JSON, and so is each answer: page after page that is laid out, then the PDF, or why there is none.
"""

import base64
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping

from companion.press import printing
from companion.press.frames import in_one_piece

Reply = Mapping[str, str | int]


def main() -> None:
    """Serves until standard input ends. With `--nice` it leaves the machine to everybody else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that prints, whose end closes the pipe
    if "--nice" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    gc.disable()
    printing.warm()
    gc.freeze()
    for line in sys.stdin.buffer:
        _tell(_answer(line, lambda page: _tell({"page": page})))
        printing.forget()
        gc.collect()


def _tell(answer: Reply) -> None:
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


def _answer(line: bytes, told: Callable[[int], None]) -> Reply:
    try:
        sheet = json.loads(line)
        styles = ("base", sheet["paper"], *sheet["styles"])
        pdf = in_one_piece(printing.make, sheet["html"], styles, told, to_scale=sheet["to_scale"])
    except printing.Missing:
        return {"missing": "weasyprint"}
    except Exception as error:  # one bad sheet is no reason to lose a warm process
        return {"failed": type(error).__name__}
    return {"pdf": base64.b64encode(pdf).decode()}


if __name__ == "__main__":
    main()
