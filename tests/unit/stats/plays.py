"""Imported games and their achievements, which each game's own tests compute a second time.

`tests/unit/games/<slug>/achievements.py` has `did(play, facts)`, `STARTS_WITH`, `AFTER_A_ROUND` (the key of each
player's score in the result's rounds), `RECORDS` (for each kind of achievement `max` or `min`, by amount and count)
and `LIKES` (the kind that shows a player's favourite). The first round of the result has `start`, a name, or `order`.
A game without achievements has no such file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import ModuleType
from typing import Any

from companion.games.types import GameEvent
from companion.records import record, scoring
from tests.unit.games.owned import owned

Json = dict[str, Any]
Did = tuple[str, int, int | None, int, int, str]
"""Kind, round, seat, amount, count, and subject."""


def memory(slug: str) -> ModuleType | None:
    return owned(slug, "achievements")


@dataclass
class Play:
    """An imported record: its key, when it ended, how long it took."""

    lines: list[str]
    key: str
    ended: float
    seconds: int | None
    told: Json = field(default_factory=dict)
    did: list[Did] = field(default_factory=list)
    story: Sequence[Sequence[int]] = ()

    def __post_init__(self) -> None:
        read = record.read([line.encode() for line in self.lines])
        self.told = scoring.build_result(read)
        state = read.game.start(len(read.header.players), read.header.options)
        facts: list[GameEvent] = []
        for act in read.acts:
            state, said = read.game.play(state, act.seat, act.move)
            facts += said
        self.story = read.game.score_history(state)
        ours = memory(self.slug)
        self.did = list(ours.did(self, facts)) if ours else []

    @property
    def slug(self) -> str:
        return str(self.told["game"])

    @property
    def names(self) -> list[str]:
        return list(self.told["players"])

    @property
    def scores(self) -> list[int]:
        return [self.told["money"][name] for name in self.names]

    @property
    def places(self) -> list[int]:
        by_name = {one["player"]: one["place"] for one in self.told["standings"]}
        return [by_name[name] for name in self.names]

    @property
    def turns(self) -> list[int | None]:
        rounds = self.told["rounds"]
        first = rounds[0].get("start", rounds[0].get("order", [None])[0]) if rounds else None
        if first is None:
            return [None] * len(self.names)
        return [(seat - self.names.index(first)) % len(self.names) + 1 for seat in range(len(self.names))]

    @property
    def at(self) -> Json:
        """The reference to a game in statistics."""
        when = datetime.fromtimestamp(self.ended).astimezone().isoformat("T", "seconds")
        return {"table": self.key, "began": when, "ended": when}
