"""A server that gets a fifth of a core, and one table of six."""

from bench.duty import ON, PERIOD, held
from bench.load import Window, closed
from bench.parts.entries import warm
from bench.report import line, spread
from bench.rig import open_rig

LONGEST = 20.0
TABLES, TAPS = 2, 150


def measure() -> None:
    """People pause between taps, so that taps meet every moment of the server's cycle."""
    with open_rig() as rig:
        warm(rig, phones=6)
        window = Window()
        for _ in range(TABLES):
            evenings = rig.evenings(1, players=6)
            with held(rig.server.pid) as share:
                window += closed(rig, evenings, TAPS, LONGEST / TABLES, pause=PERIOD)
            evenings[0].close()
    how = f"SIGSTOP/SIGCONT, {ON * 1000:.0f} of {PERIOD * 1000:.0f} ms, really {share() * 100:.0f} %"
    line("a fifth of a core, one table of six: saved", spread(window.waits.saved), how)
    line("  tap until seen by all six", spread(window.waits.seen))
