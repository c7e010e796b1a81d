"""The request log and the request metrics: by route, never by path, since a table's key grants access."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from flask import request
from werkzeug.wsgi import ClosingIterator

from companion.web.http.locale import select_locale
from companion.web.monitoring.metrics import Metrics

STANDARD_ERROR = "-"
UNKNOWN = "-"
TABLE_KEY = "<key>"
"""Part of the rule of every address of a table."""
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


@dataclass(slots=True)
class LogLine:
    """The logged facts of a request: no address, cookie, query or key.

    Responses of a table are logged without `size`, since that of a hand may reveal the cards in it.
    """

    method: str
    rule: str = UNKNOWN
    status: str = UNKNOWN
    size: int = 0
    seconds: float = 0.0
    lang: str = UNKNOWN

    def __str__(self) -> str:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        size = UNKNOWN if TABLE_KEY in self.rule else self.size
        return f"{now}Z {self.method} {self.rule} {self.status} {size} {self.seconds * 1000:.1f} {self.lang}\n"


class RequestLog:
    """Standard error for "-", else a file that several processes may append to. Raises OSError."""

    def __init__(self, name: str) -> None:
        if name == STANDARD_ERROR:
            self._file = sys.stderr.fileno()
        else:
            self._file = os.open(Path(name), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)

    def write(self, line: LogLine) -> None:
        """Append a line. A write error fails no request."""
        with suppress(OSError):
            os.write(self._file, str(line).encode())


class RequestMonitor:
    """WSGI middleware that counts every request, and logs it if there is a log."""

    def __init__(self, app: Application, metrics: Metrics, log: RequestLog | None) -> None:
        self._app = app
        self._metrics = metrics
        self._log = log

    def __call__(self, environ: Environ, start: Any) -> Iterable[bytes]:
        """Pass on a request. Metrics measure the time until its response begins, since a stream lasts for hours."""
        began, method = perf_counter(), environ["REQUEST_METHOD"]
        line = LogLine(method if method in METHODS else UNKNOWN)

        def started(status: str, *more: Any) -> Any:  # called while the request context is still active
            line.status, line.rule = status[:3], UNKNOWN if request.url_rule is None else request.url_rule.rule
            if self._log is not None:
                line.lang = select_locale()
            return start(status, *more)

        body = self._app(environ, started)
        self._metrics.count_request(line.rule, line.status, perf_counter() - began)
        return body if self._log is None else _log_at_end(body, line, self._log, began)


def _log_at_end(body: Iterable[bytes], line: LogLine, log: RequestLog, began: float) -> Iterable[bytes]:
    """Log the request when its body has been sent or the connection is closed."""

    def counted() -> Iterator[bytes]:
        for part in body:
            line.size += len(part)
            yield part

    def finish() -> None:
        line.seconds = perf_counter() - began
        log.write(line)

    close = getattr(body, "close", None)
    return ClosingIterator(counted(), [finish, close] if close else [finish])
