"""What is measured: each part by its name, in the order in which all of them run."""

from collections.abc import Callable

from bench.parts import crowd, entries, evenings, held, idle, long, many, postgres, prints, start, wire

PARTS: dict[str, Callable[[], None]] = {
    "start": start.measure,
    "entries": entries.measure,
    "crowd": crowd.measure,
    "slow-disk": crowd.measure_slow_disk,
    "held": held.measure,
    "wire": wire.measure,
    "idle": idle.measure,
    "many": many.measure,
    "long": long.measure,
    "postgres": postgres.measure,
    "prints": prints.measure,
    "evenings": evenings.measure,
}
