"""Counters of several workers as one: each writes its own into files of a folder, and whoever is asked adds them up.

A worker that takes the place of a dead one counts on where that one stopped, so that no counter ever goes back.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, ProcessCollector, values
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.values import MultiProcessValue

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library looks for the folder."""


def share(folder: Path, nth: int) -> None:
    """From now on what is counted in this process, the `nth` of its kind, is counted in files."""
    os.environ[FOLDER] = str(folder)
    values.ValueClass = MultiProcessValue(lambda: nth)  # type: ignore[no-untyped-call]  # as it documents


def shared() -> CollectorRegistry | None:
    """What all workers have counted together; None where there are none."""
    if not os.environ.get(FOLDER):
        return None
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(_Processes())
    return registry


class _Processes(Collector):
    """Memory, processor and handles of each process that was started together with this one."""

    def collect(self) -> Iterator[Metric]:
        """Each figure once for each of them."""
        found: dict[str, Metric] = {}
        for pid in _together():
            for one in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                family = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                family.samples += [sample._replace(labels={"pid": pid}) for sample in one.samples]
        yield from found.values()


def _together() -> list[str]:
    parent = os.getppid()
    try:
        return Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:  # no Linux
        return []
