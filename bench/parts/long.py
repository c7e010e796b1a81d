"""Whether an entry is dearer at the end of a long evening."""

from typing import Any

from bench.house import House, open_house
from bench.load import closed
from bench.parts.entries import warm
from bench.parts.many import ratio
from bench.party import Party
from bench.script import Script, slow_race, take_backs

YOUNG, OLD = 100, 2_000
MOST = 4_000
LONGEST = 10.0


def measure() -> None:
    """A race that does not end, and chips that are placed and taken back."""
    with open_house() as house:
        warm(house)
        warm(house, "wetten")
        _aged(house, "a race of Wetten! without end", "wetten", slow_race)
        _aged(house, "chips placed and taken back", "vabanque", take_backs, turns="free")


def _aged(house: House, what: str, slug: str, script: Script, **rules: str) -> None:
    young, old = (_grown(house, age, slug, script, rules) for age in (YOUNG, OLD))
    said = f"{what}: after {old.number:,} entries, not {young.number}"
    for party in (young, old):
        party.listen()
    ratio(said, (house, [young]), (house, [old]))
    for party in (young, old):
        party.close()


def _grown(house: House, age: int, slug: str, script: Script, rules: dict[str, Any]) -> Party:
    party = house.party(slug, script=script, most=MOST, **rules)
    closed(house, [party], age, LONGEST)
    return party
