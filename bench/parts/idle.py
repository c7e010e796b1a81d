"""Phones that lie there: their streams are open, and nobody taps."""

import time

from bench.report import line
from bench.rig import open_rig

TABLES = 60
SECONDS = 10.0


def measure() -> None:
    """Three hundred of them."""
    with open_rig() as rig:
        phones = sum(len(evening.phones) for evening in rig.evenings(TABLES))
        rig.loop.run(lambda: False, 1.0)
        began, cpu = time.perf_counter(), rig.server.cpu()
        rig.loop.run(lambda: False, SECONDS)
        share = (rig.server.cpu() - cpu) / (time.perf_counter() - began)
        line(f"{phones} idle phones", f"{share * 100:.1f} % of a core")
