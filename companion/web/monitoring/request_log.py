"""The log: one line a request, in which nothing lets anybody in and nobody is named."""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

STANDARD_ERROR = "-"
OF_A_TABLE = "<key>"
"""What the rule of an address has that leads to a table."""


@dataclass(slots=True)
class LogLine:
    """What is told of a request: no address, cookie, query, key or word of whoever sent it.

    What a table answers has no `size`: that of a hand tells which card is in it.
    """

    method: str
    rule: str = "-"
    status: str = "-"
    size: int = 0
    seconds: float = 0.0
    lang: str = "-"

    def __str__(self) -> str:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        size = "-" if OF_A_TABLE in self.rule else self.size
        return f"{now}Z {self.method} {self.rule} {self.status} {size} {self.seconds * 1000:.1f} {self.lang}\n"


class Log:
    """Standard error for "-", or a file to whose end several processes may write. Raises OSError."""

    def __init__(self, name: str) -> None:
        if name == STANDARD_ERROR:
            self._file = sys.stderr.fileno()
        else:
            self._file = os.open(Path(name), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)

    def write(self, line: LogLine) -> None:
        """One line, whole. No request fails by it."""
        with suppress(OSError):
            os.write(self._file, str(line).encode())
