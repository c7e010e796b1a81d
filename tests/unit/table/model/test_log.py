"""An entry costs as much in the hundredth round as in the second, counted in calls of the rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.names import COLOURS
from companion.table.model.player_view import player_view
from tests.support.cast import CAST
from tests.unit.games import toy

ROUNDS = 100
PLAYERS = 6


def entered(table: Table, kind: str, body: dict[str, Any], by: int | None = None) -> Table:
    return table.after(Entry(table.number + 1, kind, by, body, "", ""))


def begun() -> Table:
    table = Table(1, "key", "CODES", toy.GAME.slug, {"rounds": ROUNDS}, {}, b"secret", 0.0)
    for seat, (name, colour) in enumerate(zip(CAST[:PLAYERS], COLOURS, strict=False)):
        table = entered(table, "sit", {"name": name, "colour": colour}, seat)
    return entered(table, "begin", {"order": list(range(PLAYERS))})


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
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The calls of the rules of Low Bid, which may last 100 rounds."""
    found: Counter[str] = Counter()

    def counted(name: str) -> Any:
        called = getattr(toy.GAME, name)

        def count(*args: Any) -> Any:
            found[name] += 1
            return called(*args)

        return count

    monkeypatch.setitem(toy.CHOICES, "rounds", IntRange(2, 1, ROUNDS))
    game = replace(toy.GAME, **{name: counted(name) for name in ("play", "rounds", "redact", "start")})
    monkeypatch.setitem(GAMES, toy.GAME.slug, game)
    return found


def test_late_entry_costs_no_more_than_an_early_one(calls: Counter[str]) -> None:
    costs: dict[int, list[Counter[str]]] = {}
    for table in rounds(begun()):
        for viewer in (None, *range(PLAYERS)):
            player_view(table, viewer)
        costs.setdefault(table.played[-1].round if table.played else 0, []).append(Counter(calls))
        calls.clear()
    assert len(costs) == ROUNDS
    assert 1 < max(cost["play"] for one in costs.values() for cost in one) <= 2 + (1 + PLAYERS) * (1 + PLAYERS)
    assert [number for number in range(2, ROUNDS) if costs[number] != costs[1]] == []
