"""An entry costs as much in the hundredth round as in the second, counted in calls of the rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange
from companion.table.model.colours import COLOURS
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.support.cast import CAST
from tests.unit.games import toy

every_game = pytest.mark.parametrize("slug", GAMES)
ROUNDS = 100
PLAYERS = 6


class Counting:
    """Counts calls of the rules of a game."""

    def __init__(self, patch: pytest.MonkeyPatch, slug: str) -> None:
        self.calls: Counter[str] = Counter()
        counted = {name: self._counted(slug, name) for name in ("play", "rounds", "redact", "start")}
        patch.setitem(GAMES, slug, replace(GAMES[slug], **counted))

    def _counted(self, slug: str, name: str) -> Any:
        called = getattr(GAMES[slug], name)

        def count(*args: Any) -> Any:
            self.calls[name] += 1
            return called(*args)

        return count

    def taken(self) -> Counter[str]:
        """The calls since the last time."""
        calls, self.calls = self.calls, Counter()
        return calls


def entered(table: Table, kind: str, body: dict[str, Any], by: int | None = None) -> Table:
    return table.after(Entry(table.number + 1, kind, by, body, "", ""))


def a_long_game(rounds: int) -> Table:
    return begun(toy.GAME.slug, {"rounds": rounds})


def begun(slug: str, options: dict[str, Any], players: int = PLAYERS) -> Table:
    table = Table(1, "key", "CODES", slug, options, {}, b"secret", 0.0)
    for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
        table = entered(table, "sit", {"name": name, "colour": colour}, seat)
    return entered(table, "begin", {"order": list(range(players))})


def rounds(table: Table) -> Iterator[Table]:
    """Each entry of a game; in each round one bid is undone and made again, and the reveal is paged."""
    luck = Random(1)
    while asks := toy.asks(table.state):
        ask = asks[0]
        line = toy.GAME.write(toy.suggest(table.state, ask, luck))
        yield (table := entered(table, "act", {"seat": ask.seat, "line": line}, ask.seat))
        if ask.seat == 3:
            yield (table := entered(table, "back", {"entry": table.number}, ask.seat))
            yield (table := entered(table, "act", {"seat": ask.seat, "line": line}, ask.seat))
        if table.played[-1].pages:
            yield (table := entered(table, "page", {"step": table.played[-1].pages + 1}))


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Low Bid with up to 100 rounds, whose calls are counted."""
    monkeypatch.setitem(toy.CHOICES, "rounds", IntRange(2, 1, ROUNDS))
    return Counting(monkeypatch, toy.GAME.slug)


def test_late_entry_costs_no_more_than_an_early_one(counting: Counting) -> None:
    costs: dict[int, list[Counter[str]]] = {}
    for table in rounds(a_long_game(ROUNDS)):
        seen(table)
        costs.setdefault(table.played[-1].round if table.played else 0, []).append(counting.taken())
    assert len(costs) == ROUNDS
    assert 1 < max(cost["play"] for one in costs.values() for cost in one) <= 2 + (1 + PLAYERS) * (1 + PLAYERS)
    assert [number for number in range(2, ROUNDS) if costs[number] != costs[1]] == []


def seen(table: Table) -> Table:
    """The table after everybody has looked at it."""
    for viewer in (None, *range(len(table.names))):
        player_view(table, viewer)
    return table
