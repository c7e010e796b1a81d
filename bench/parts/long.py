"""Whether an entry is dearer at the end of a long evening."""

from typing import Any

from bench.evening import Evening
from bench.load import closed
from bench.parts.entries import warm
from bench.parts.many import ratio
from bench.rig import Rig, open_rig
from bench.script import Script, slow_race, take_backs

YOUNG, OLD = 100, 2_000
MOST = 4_000
LONGEST = 10.0


def measure() -> None:
    """A race that does not end, and chips that are placed and taken back."""
    with open_rig() as rig:
        warm(rig)
        warm(rig, "wetten")
        _aged(rig, "a race of Wetten! without end", "wetten", slow_race)
        _aged(rig, "chips placed and taken back", "vabanque", take_backs, turns="free")


def _aged(rig: Rig, what: str, slug: str, script: Script, **rules: str) -> None:
    young, old = (_grown(rig, age, slug, script, rules) for age in (YOUNG, OLD))
    said = f"{what}: after {old.number:,} entries, not {young.number}"
    for evening in (young, old):
        evening.listen()
    ratio(said, (rig, [young]), (rig, [old]))
    for evening in (young, old):
        evening.close()


def _grown(rig: Rig, age: int, slug: str, script: Script, rules: dict[str, Any]) -> Evening:
    evening = rig.evening(slug, script=script, most=MOST, **rules)
    closed(rig, [evening], age, LONGEST)
    return evening
