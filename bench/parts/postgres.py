"""One, two and four workers on a PostgreSQL of the benchmark's own, which syncs each commit, beside a file.

Server, database and load share the machine: on two cores two workers have less than one core each. So one and two are
compared once more where each worker is held to the same part of a core, and the others have what is left.

Workers hand connections on, so that all phones of a table are at one of them. How much later a tap is seen at another
process is measured at two to which each table's phones come in turn.
"""

from contextlib import ExitStack

from bench.duty import held
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
SOON = "at most 10 ms"
ON, PERIOD = 0.008, 0.02
HELD_TABLES = 40
"""More than a worker can serve in the time that it has, so that none is ever without work."""


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
        with open_rigs(postgres.fresh(), 2, spread=True) as rig:
            by_phone = _measured(rig, "PostgreSQL, 2 processes, a table's phones at both")
        alone = {workers: _held(postgres.fresh(), workers) for workers in (1, 2)}
    line(
        f"each worker held to {ON / PERIOD:.0%} of a core: 2 carry", f"{alone[2].rate / alone[1].rate:.2f} × one", BOTH
    )
    line("2 processes, a table's phones at one, carry", f"{by_table[0].rate / found[1][0].rate:.2f} × one", BOTH)
    more = high(by_phone[1].waits.seen) - high(by_table[1].waits.seen)
    line("  at both: 99 % of taps are seen by all", f"{ms(more)} later than with its phones at one", SOON)
    line("  at both: the other process's phones have it later by", spread(by_phone[1].waits.further), SOON)
    for workers in WORKERS[1:]:
        ratio = found[workers][0].rate / found[1][0].rate
        line(f"{workers} workers carry", f"{ratio:.2f} × one", BOTH if workers == 2 else "")
        more = high(found[workers][1].waits.seen) - high(found[1][1].waits.seen)
        line("  99 % of taps are seen by all", f"{ms(more)} later than with one", SOON)


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


def _held(database: str, workers: int) -> Window:
    """So many entries a second where each worker has the same part of a core, however many there are."""
    with ExitStack() as stack:
        rig = stack.enter_context(open_rig(database=database, workers=workers))
        warm(rig)
        evenings = rig.evenings(HELD_TABLES)
        shares = [stack.enter_context(held(pid, ON, PERIOD)) for pid in rig.server.serving()]
        window = closed(rig, evenings, MOST, FLAT_OUT)
    what = f"PostgreSQL, {workers} worker{'s' if workers > 1 else ''}, each held: {HELD_TABLES} tables flat out"
    really = ", ".join(f"{share():.0%}" for share in shares)
    line(what, cost(window), f"SIGSTOP/SIGCONT, really {really}; {window.cpu / window.seconds:.0%} of a core used")
    return window
