"""One, two and four services on a PostgreSQL of the benchmark's own, which syncs each commit, beside a file.

Services, database and load share the machine: on two cores two services have less than one core each. So one and two
are compared once more where each service is held to the same part of a core, and the others have what is left.

All phones of a table are at one service, as nginx leads them. How much later a tap is seen at another one is measured
at two to which each table's phones come in turn.

A machine is half as fast again at one minute as at another. So all are measured in turn, several times, and what is
told is the ratio of those that stood side by side.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from statistics import median

from bench.duty import held
from bench.load import Window, closed, offered
from bench.parts.entries import warm
from bench.report import cost, high, late, line, ms, spread, waited
from bench.rig import Rig, open_rig, open_rigs
from tests.postgres import Cluster, cluster

TURNS = 3
TABLES = 20
FLAT_OUT, MOST = 5.0, 4_500
RATE, OFFERED = 50.0, 6.0
BOTH = "at least 1.6 ×"
SOON = "at most 10 ms"
ON, PERIOD = 0.008, 0.02
HELD_TABLES = 40
"""More than a service can carry in the time that it has, so that none is ever without work."""

ONE, TWO, FOUR, AT_BOTH = "1 service", "2 services", "4 services", "2 services, a table's phones at both"
HELD_ONE, HELD_TWO = "1 service, held", "2 services, each held"

Opens = Callable[[], AbstractContextManager[Rig]]
Turn = dict[str, Window]


def measure() -> None:
    """The same work at each, in turn."""
    with cluster(fsync="on") as postgres:
        flat_out, rate = zip(*(_turn(postgres) for _ in range(TURNS)), strict=True)
        alone = [{HELD_ONE: _held(postgres, 1), HELD_TWO: _held(postgres, 2)} for _ in range(TURNS)]
    for what in flat_out[0]:
        line(f"{what}: {TABLES} tables flat out", cost(_all(flat_out, what)))
        line("  tap until seen by all five", waited(_all(flat_out, what)))
        window = _all(rate, what)
        line(f"  {RATE:.0f} entries/s offered: saved", spread(window.waits.saved) + late(window))
        line("  tap until seen by all five", waited(window))
    for what in alone[0]:
        line(f"{what} to {ON / PERIOD:.0%} of a core: {HELD_TABLES} tables flat out", cost(_all(alone, what)))
    line("2 services, each held, carry", _times(alone, HELD_TWO, HELD_ONE), BOTH)
    for what in (TWO, FOUR):
        line(f"{what}, carry", _times(flat_out, what, ONE), BOTH if what == TWO else "")
        line("  99 % of taps are seen by all", f"{_later(rate, what, ONE)} than with one service", SOON)
    line(f"{AT_BOTH}: 99 % are seen by all", f"{_later(rate, AT_BOTH, TWO)} than at one", SOON)
    further = _all(rate, AT_BOTH).waits.further
    line("  the other process's phones have it later by", spread(further), SOON)


def _turn(postgres: Cluster) -> tuple[Turn, Turn]:
    """Flat out, and at a rate."""
    ways: dict[str, Opens] = {
        "a file, 1 process": open_rig,
        ONE: lambda: open_rigs(postgres.fresh(), 1),
        TWO: lambda: open_rigs(postgres.fresh(), 2),
        FOUR: lambda: open_rigs(postgres.fresh(), 4),
        AT_BOTH: lambda: open_rigs(postgres.fresh(), 2, spread=True),
    }
    found = {what: _measured(opens) for what, opens in ways.items()}
    return {what: one for what, (one, _) in found.items()}, {what: other for what, (_, other) in found.items()}


def _measured(opens: Opens) -> tuple[Window, Window]:
    with opens() as rig:
        warm(rig)
        evenings = rig.evenings(TABLES)
        flat_out = closed(rig, evenings, MOST, FLAT_OUT)
        for evening in evenings:
            evening.close()
        return flat_out, offered(rig, rig.evenings(TABLES), RATE, OFFERED)  # fresh ones: some games may be over


def _held(postgres: Cluster, services: int) -> Window:
    """Where each service has the same part of a core, however many there are (SIGSTOP, SIGCONT)."""
    with ExitStack() as stack:
        rig = stack.enter_context(open_rigs(postgres.fresh(), services))
        warm(rig)
        evenings = rig.evenings(HELD_TABLES)
        for server in rig.servers:
            stack.enter_context(held(server.pid, ON, PERIOD))
        return closed(rig, evenings, MOST, FLAT_OUT)


def _all(turns: Sequence[Turn], what: str) -> Window:
    """What one way has shown in all turns."""
    return sum((turn[what] for turn in turns), Window())


def _times(turns: Sequence[Turn], what: str, other: str) -> str:
    """The median of how many times as many entries, each with those of the same turn."""
    ratios = sorted(turn[what].rate / turn[other].rate for turn in turns)
    return f"{median(ratios):.2f} × one ({', '.join(f'{ratio:.2f}' for ratio in ratios)})"


def _later(turns: Sequence[Turn], what: str, other: str) -> str:
    """The median of how much later 99 % have been seen, each beside the same turn's."""
    later = sorted(high(turn[what].waits.seen) - high(turn[other].waits.seen) for turn in turns)
    return f"{ms(median(later))} later ({', '.join(ms(one) for one in later)})"
