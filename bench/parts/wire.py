"""Bytes that a change costs a phone on the wire, packed, over a whole game."""

from bench.load import closed
from bench.report import line
from bench.rig import open_rig

LONGEST = 8.0


def measure() -> None:
    """A table of each game."""
    with open_rig() as rig:
        for slug, players in (("vabanque", 5), ("banque_fatale", 4), ("wetten", 5)):
            evenings = rig.evenings(1, slug, players)
            closed(rig, evenings, 10**9, LONGEST)
            streams = evenings[0].streams
            each = [size for stream in streams for size in stream.changes]
            mean = sum(each) / len(streams) / (evenings[0].number - players - 1)
            rest = "" if evenings[0].over else f" (first {LONGEST:.0f} s)"
            found = f"{mean:.0f} bytes; the largest {max(each):,} bytes"
            line(f"a change costs a phone, {slug}{rest}", found, "at most 300 bytes")
            evenings[0].close()
