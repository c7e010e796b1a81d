"""What is counted and logged of each request: by its rule, never by its path, since a table's key lets one in."""

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any

from flask import request

from companion.web.http.locale import chosen
from companion.web.monitoring.metrics import Counters
from companion.web.monitoring.request_log import Log, LogLine

NOWHERE = "-"
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
Environ = dict[str, Any]


class Watch:
    """Stands before an app and looks on. Without a log no answer is touched."""

    def __init__(self, app: Callable[[Environ, Any], Iterable[bytes]], counters: Counters, log: Log | None) -> None:
        self._app = app
        self._counters = counters
        self._log = log

    def __call__(self, environ: Environ, start: Any) -> Iterable[bytes]:
        """One request. What counts is how long it took until its answer began: a stream goes on for hours."""
        began, line = perf_counter(), LogLine(_method(environ))

        def started(status: str, *more: Any) -> Any:  # called where the request still is the current one
            line.status, line.rule = status[:3], NOWHERE if request.url_rule is None else request.url_rule.rule
            if self._log is not None:
                line.lang = chosen()
            return start(status, *more)

        answer = self._app(environ, started)
        self._counters.answered(line.rule, line.status, perf_counter() - began)
        return answer if self._log is None else _Told(answer, line, self._log, began)


def _method(environ: Environ) -> str:
    """Those that are known; what strangers send instead is not written down."""
    method: str = environ["REQUEST_METHOD"]
    return method if method in METHODS else NOWHERE


class _Told:
    """An answer that is logged when it has ended."""

    def __init__(self, answer: Iterable[bytes], line: LogLine, log: Log, began: float) -> None:
        self._answer, self._line, self._log, self._began = answer, line, log, began

    def __iter__(self) -> Iterator[bytes]:
        for part in self._answer:
            self._line.size += len(part)
            yield part

    def close(self) -> None:
        """It has ended, or the guest is gone."""
        try:
            if hasattr(self._answer, "close"):
                self._answer.close()
        finally:
            self._line.seconds = perf_counter() - self._began
            self._log.write(self._line)
