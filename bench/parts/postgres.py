"""One, two and four workers on a PostgreSQL of the benchmark's own, which syncs each commit, beside a file.

Server, database and load share the machine: on two cores two workers have less than one core each.
"""

from bench.load import Window, closed, offered
from bench.parts.entries import warm
from bench.report import cost, high, late, line, ms, spread, waited
from bench.rig import Rig, open_rig, open_rigs
from tests.postgres import cluster

TABLES = 20
WORKERS = (1, 2, 4)
FLAT_OUT, MOST = 8.0, 4_500
RATE, OFFERED = 50.0, 12.0
BOTH = "at least 1.6 ×"


def measure() -> None:
    """The same work at each."""
    with open_rig() as rig:
        _measured(rig, "a file, 1 process")
    found: dict[int, tuple[Window, Window]] = {}
    with cluster(fsync="on") as postgres:
        for workers in WORKERS:
            with open_rig(database=postgres.fresh(), workers=workers) as rig:
                found[workers] = _measured(rig, f"PostgreSQL, {workers} worker{'s' if workers > 1 else ''}")
        with open_rigs(postgres.fresh(), 2) as rig:
            by_table = _measured(rig, "PostgreSQL, 2 processes, a table's phones at one")
    line("2 processes, a table's phones at one, carry", f"{by_table[0].rate / found[1][0].rate:.2f} × one", BOTH)
    for workers in WORKERS[1:]:
        ratio = found[workers][0].rate / found[1][0].rate
        line(f"{workers} workers carry", f"{ratio:.2f} × one", BOTH if workers == 2 else "")
        more = high(found[workers][1].waits.seen) - high(found[1][1].waits.seen)
        line("  99 % of taps are seen by all", f"{ms(more)} later than with one", "at most 10 ms")


def _measured(rig: Rig, what: str) -> tuple[Window, Window]:
    warm(rig)
    evenings = rig.evenings(TABLES)
    flat_out = closed(rig, evenings, MOST, FLAT_OUT)
    line(f"{what}: {TABLES} tables flat out", cost(flat_out))
    line("  tap until seen by all five", waited(flat_out))
    for evening in evenings:
        evening.close()
    window = offered(rig, rig.evenings(TABLES), RATE, OFFERED)  # fresh ones: some games may be over
    line(f"  {RATE:.0f} entries/s offered: saved", spread(window.waits.saved) + late(window))
    line("  tap until seen by all five", waited(window))
    return flat_out, window
