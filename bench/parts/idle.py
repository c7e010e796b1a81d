"""Phones that lie there: their streams are open, and nobody taps."""

import time

from bench.house import open_house
from bench.report import line

TABLES = 60
SECONDS = 10.0


def measure() -> None:
    """Three hundred of them."""
    with open_house() as house:
        phones = sum(len(party.phones) for party in house.parties(TABLES))
        house.loop.run(lambda: False, 1.0)
        began, cpu = time.perf_counter(), house.server.cpu()
        house.loop.run(lambda: False, SECONDS)
        share = (house.server.cpu() - cpu) / (time.perf_counter() - began)
        line(f"{phones} idle phones", f"{share * 100:.1f} % of a core")
