"""Counters for Prometheus, for the operator alone: by rule and status, nothing by table, device or address."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from hmac import compare_digest

from flask import Blueprint, Response, abort, current_app, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from companion.table.storage.group_commit import Outcome, Run
from companion.table.storage.store import NotSaved, Store
from companion.web import context
from companion.web.http.operator_rights import is_operator

pages = Blueprint("metrics", __name__)

TAP = "/t/<key>/tap"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
AT_ONCE = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Counters:
    """What this process has done since it began, in a `registry`."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)
        count, histogram = partial(Counter, registry=own), partial(Histogram, registry=own)
        requests = count("companion_requests", "Requests by rule and status.", ["route", "status"])
        seconds = histogram("companion_request_seconds", "Seconds until an answer began.", ["route"], buckets=SECONDS)
        taps = count("companion_taps", "Taps: saved, refused, or not saved by a fault.", ["answer"])
        self.commits = count("companion_commits", "Transactions of the database.")
        self.writes = histogram("companion_commit_writes", "Writes in one transaction.", buckets=AT_ONCE)
        self.faults = count(
            "companion_database_errors", "Requests for which the database could not be read or written."
        )
        self.streams = Gauge("companion_streams", "Event streams that are open.", registry=own)
        self._requests = cache(lambda route, status: requests.labels(route, status))
        self._seconds = cache(seconds.labels)
        self._taps = {answer: taps.labels(answer) for answer in ("saved", "refused", "not saved")}

    def answered(self, route: str, status: str, seconds: float) -> None:
        """A request was answered, or its stream began."""
        self._requests(route, status).inc()
        self._seconds(route).observe(seconds)
        if route == TAP:
            self._taps["saved" if status == "200" else "not saved" if status >= "500" else "refused"].inc()

    def counting(self, run: Run) -> Run:
        """A way to run commits that counts them."""

        def counted(commit: Callable[[], Sequence[Outcome]]) -> Sequence[Outcome]:
            outcomes = run(commit)
            self.commits.inc()
            self.writes.observe(len(outcomes))
            return outcomes

        return counted

    def look_at(self, store: Store) -> None:
        """What is counted when somebody asks: tables on the disk."""
        self.registry.register(_Tables(store))


class _Tables(Collector):
    """Tables by status. A database that cannot be read has none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Nothing is read before somebody asks."""
        return [self._family()]

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One figure each."""
        found = self._family()
        try:
            for status, count in sorted(self._store.by_status().items()):
                found.add_metric([status], count)
        except NotSaved:
            return
        yield found

    def _family(self) -> GaugeMetricFamily:
        return GaugeMetricFamily("companion_tables", "Tables by what lists tell of them.", labels=["status"])


@pages.get("/metrics")
def metrics() -> Response:
    """All counters, for the operator; for others there is no such page."""
    if not _by_token() and not is_operator():
        abort(404)
    counters: Counters = current_app.config["COUNTERS"]
    return Response(generate_latest(counters.registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _by_token() -> bool:
    settings = context.settings()
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.metrics_token.encode()
    return bool(wanted) and scheme.lower() == "bearer" and compare_digest(given.strip().encode(), wanted)
