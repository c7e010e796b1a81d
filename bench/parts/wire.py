"""Bytes that a change costs a phone on the wire, packed, over a whole game."""

from bench.house import open_house
from bench.load import closed
from bench.report import line

LONGEST = 8.0


def measure() -> None:
    """A table of each game."""
    with open_house() as house:
        for slug, players in (("vabanque", 5), ("banque_fatale", 4), ("wetten", 5)):
            parties = house.parties(1, slug, players)
            closed(house, parties, 10**9, LONGEST)
            streams = parties[0].streams
            each = [size for stream in streams for size in stream.changes]
            mean = sum(each) / len(streams) / (parties[0].number - players - 1)
            rest = "" if parties[0].over else f" (first {LONGEST:.0f} s)"
            found = f"{mean:.0f} bytes; the largest {max(each):,} bytes"
            line(f"a change costs a phone, {slug}{rest}", found, "at most 300 bytes")
            parties[0].close()
