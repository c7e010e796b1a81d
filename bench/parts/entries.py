"""What an entry costs the server, with five phones at a table, all of which see it."""

from bench.house import House, open_house
from bench.load import closed
from bench.party import Party
from bench.report import cost, line

WARM = 60
LONGEST = 8.0
WANTED = "at most 3 ms each"


def measure() -> None:
    """One table, ten of each game, fifty; whole games as far as the time goes."""
    with open_house() as house:
        for slug in ("vabanque", "banque_fatale", "wetten"):
            warm(house, slug)
        _played(house, "1 table, Vabanque", house.parties(1))
        _played(house, "10 tables, Vabanque", house.parties(10))
        _played(house, "10 tables, Banque Fatale, 4 phones", house.parties(10, "banque_fatale", 4))
        _played(house, "10 tables, Wetten!", house.parties(10, "wetten"))
        _played(house, "50 tables, Vabanque", house.parties(50))


def warm(house: House, slug: str = "vabanque", phones: int = 0) -> None:
    """A table plays a little, so that nothing is measured that is done once in a server's life."""
    parties = house.parties(1, slug, phones or (4 if slug == "banque_fatale" else 5))
    closed(house, parties, WARM, LONGEST)
    for party in parties:
        party.close()


def _played(house: House, what: str, parties: list[Party]) -> None:
    window = closed(house, parties, 10**9, LONGEST)
    rest = "" if all(party.over for party in parties) else f" (first {LONGEST:.0f} s)"
    line(what + rest, cost(window), WANTED)
    for party in parties:
        party.close()
