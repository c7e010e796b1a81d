"""A server that gets a fifth of a core, and one table of six."""

from bench.duty import ON, PERIOD, held
from bench.house import open_house
from bench.load import Window, closed
from bench.parts.entries import warm
from bench.report import line, spread

LONGEST = 20.0
TABLES, TAPS = 2, 150


def measure() -> None:
    """People pause between taps, so that taps meet every moment of the server's cycle."""
    with open_house() as house:
        warm(house, phones=6)
        window = Window()
        for _ in range(TABLES):
            parties = house.parties(1, players=6)
            with held(house.server.pid) as share:
                window += closed(house, parties, TAPS, LONGEST / TABLES, pause=PERIOD)
            parties[0].close()
    how = f"SIGSTOP/SIGCONT, {ON * 1000:.0f} of {PERIOD * 1000:.0f} ms, really {share() * 100:.0f} %"
    line("a fifth of a core, one table of six: saved", spread(window.waits.saved), how)
    line("  tap until seen by all six", spread(window.waits.seen))
