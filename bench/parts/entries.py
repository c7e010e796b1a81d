"""What an entry costs the server, with five phones at a table, all of which see it."""

from bench.evening import Evening
from bench.load import closed
from bench.report import cost, line
from bench.rig import Rig, open_rig

WARM = 60
LONGEST = 8.0
WANTED = "at most 3 ms each"


def measure() -> None:
    """One table, ten of each game, fifty; whole games as far as the time goes."""
    with open_rig() as rig:
        for slug in ("vabanque", "banque_fatale", "wetten"):
            warm(rig, slug)
        _played(rig, "1 table, Vabanque", rig.evenings(1))
        _played(rig, "10 tables, Vabanque", rig.evenings(10))
        _played(rig, "10 tables, Banque Fatale, 4 phones", rig.evenings(10, "banque_fatale", 4))
        _played(rig, "10 tables, Wetten!", rig.evenings(10, "wetten"))
        _played(rig, "50 tables, Vabanque", rig.evenings(50))


def warm(rig: Rig, slug: str = "vabanque", phones: int = 0) -> None:
    """A table plays a little, so that nothing is measured that is done once in a server's life."""
    evenings = rig.evenings(1, slug, phones or (4 if slug == "banque_fatale" else 5))
    closed(rig, evenings, WARM, LONGEST)
    for evening in evenings:
        evening.close()


def _played(rig: Rig, what: str, evenings: list[Evening]) -> None:
    window = closed(rig, evenings, 10**9, LONGEST)
    rest = "" if all(evening.over for evening in evenings) else f" (first {LONGEST:.0f} s)"
    line(what + rest, cost(window), WANTED)
    for evening in evenings:
        evening.close()
