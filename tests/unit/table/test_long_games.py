"""An entry costs in the hundredth round what it costs in the second: laws that count, whatever the machine."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.choices import IntRange
from companion.table.model.colours import COLOURS
from companion.table.model.entry import Entry
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.support.cases import usually
from tests.support.cast import CAST
from tests.unit.games import toy
from tests.unit.table.evenings import anew, evenings, few, same
from tests.unit.table.test_chair import viewers

every_game = pytest.mark.parametrize("slug", GAMES)
ROUNDS = 100
PLAYERS = 6


class Counting:
    """Calls of the rules of a game."""

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
        """What was called since the last time."""
        calls, self.calls = self.calls, Counter()
        return calls


def entered(table: Table, kind: str, body: dict[str, Any], by: int | None = None) -> Table:
    """The table after one more entry."""
    return table.after(Entry(table.number + 1, kind, by, body, "", ""))


def a_long_game(rounds: int) -> Table:
    """Low Bid for six, about to begin its first round."""
    return begun(toy.GAME.slug, {"rounds": rounds})


def begun(slug: str, options: dict[str, Any], players: int = PLAYERS) -> Table:
    """A table of so many."""
    table = Table(1, "key", "CODES", slug, options, {}, b"secret", 0.0)
    for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
        table = entered(table, "sit", {"name": name, "colour": colour}, seat)
    return entered(table, "begin", {"order": list(range(players))})


def rounds(table: Table) -> Iterator[Table]:
    """Each entry of a game: in each round somebody takes a bid back; then all numbers are turned up, and paged."""
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
    """Low Bid may last as long as anybody likes, and counts."""
    monkeypatch.setitem(toy.CHOICES, "rounds", IntRange(2, 1, ROUNDS))
    return Counting(monkeypatch, toy.GAME.slug)


def test_an_entry_costs_as_much_late_in_a_game_as_early(counting: Counting) -> None:
    costs: dict[int, list[Counter[str]]] = {}
    for table in rounds(a_long_game(ROUNDS)):
        seen(table)
        costs.setdefault(table.played[-1].round if table.played else 0, []).append(counting.taken())
    assert len(costs) == ROUNDS
    assert 1 < max(cost["play"] for one in costs.values() for cost in one) <= 2 + (1 + PLAYERS) * (1 + PLAYERS)
    assert [number for number in range(2, ROUNDS) if costs[number] != costs[1]] == []


def seen(table: Table) -> Table:
    """The same, and everybody has looked at it."""
    for viewer in (None, *range(len(table.names))):
        player_view(table, viewer)
    return table


@pytest.mark.parametrize("slug", usually("wetten", of=GAMES))
@few
@given(data=st.data())
def test_whoever_looks_now_and_then_sees_what_one_who_always_looks_sees(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    luck = Random(data.draw(st.integers(0, 2**32)))
    table = evening[0].before
    for moment in evening:
        table = table.after(moment.entry)
        for viewer in viewers(table):
            if luck.random() < 0.1:
                assert same(table.see(viewer), anew(table).see(viewer))


@every_game
@few
@given(data=st.data())
def test_rounds_are_counted_as_they_are_told(slug: str, data: st.DataObject) -> None:
    for moment in data.draw(evenings(slug)):
        table = moment.after
        if table.state is not None:
            assert table.game.count_rounds(table.state, table.names) == len(table.game.rounds(table.state, table.names))
