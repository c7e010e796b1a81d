"""Prometheus metrics for the operator, by route and status. Nothing is counted by table, device or address."""

from collections.abc import Callable, Iterator, Sequence
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
from companion.web.http.device_cookie import is_operator

pages = Blueprint("metrics", __name__)

TAP_ROUTE = "/t/<key>/tap"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
WRITES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)
        count, histogram = partial(Counter, registry=own), partial(Histogram, registry=own)
        requests = count("companion_requests", "Requests by rule and status.", ["route", "status"])
        seconds = histogram("companion_request_seconds", "Seconds until an answer began.", ["route"], buckets=SECONDS)
        taps = count("companion_taps", "Taps: saved, refused, or not saved by a fault.", ["answer"])
        self.commits = count("companion_commits", "Transactions of the database.")
        self.writes = histogram("companion_commit_writes", "Writes in one transaction.", buckets=WRITES)
        self.database_errors = count(
            "companion_database_errors", "Requests for which the database could not be read or written."
        )
        self.streams = Gauge("companion_streams", "Event streams that are open.", registry=own)
        self._requests = cache(lambda route, status: requests.labels(route, status))
        self._seconds = cache(seconds.labels)
        self._taps = {answer: taps.labels(answer) for answer in ("saved", "refused", "not saved")}

    def count_request(self, route: str, status: str, seconds: float) -> None:
        """Count a request whose response began after `seconds`."""
        self._requests(route, status).inc()
        self._seconds(route).observe(seconds)
        if route == TAP_ROUTE:
            self._taps["saved" if status == "200" else "not saved" if status >= "500" else "refused"].inc()

    def count_commits(self, run: Run) -> Run:
        """Wrap a function that runs commits, so that they are counted."""

        def counted(commit: Callable[[], Sequence[Outcome]]) -> Sequence[Outcome]:
            outcomes = run(commit)
            self.commits.inc()
            self.writes.observe(len(outcomes))
            return outcomes

        return counted

    def count_tables(self, store: Store) -> None:
        """Count the tables in the database whenever the metrics are requested."""
        self.registry.register(_TableCollector(store))


class _TableCollector(Collector):
    """Tables by status; no figures if the database cannot be read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily("companion_tables", "Tables by what lists tell of them.", labels=["status"])
        try:
            for status, count in sorted(self._store.count_by_status().items()):
                family.add_metric([status], count)
        except NotSaved:
            return
        yield family


@pages.get("/metrics")
def metrics() -> Response:
    """Return all metrics to the operator or to a client with the token; 404 to others."""
    if not _has_token() and not is_operator():
        abort(404)
    found: Metrics = current_app.config["METRICS"]
    return Response(generate_latest(found.registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _has_token() -> bool:
    settings = context.settings()
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.metrics_token.encode()
    return bool(wanted) and scheme.lower() == "bearer" and compare_digest(given.strip().encode(), wanted)
