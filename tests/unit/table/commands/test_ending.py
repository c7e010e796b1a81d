"""Ending a game early: whose consent it needs, what is accepted then, and how it is resumed."""

from typing import Any

import pytest

from companion.games.types import IllegalMove
from companion.table.commands.types import Forbidden, Stale
from companion.table.model.game_result import counted_results
from companion.table.model.player_view import player_view
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import LiveTable

HOST, (ANNA, BEN, CARLA) = "host", CAST[:3]


class Begun(LiveTable):
    def __init__(self, where: Where) -> None:
        super().__init__(where, 3)
        self.begin()

    def next_chip(self) -> int:
        """Place a chip for the player whose turn it is."""
        ask = next(ask for ask in self.table.asks if ask.waits and ask.seat is not None)
        return self.send(CAST[ask.seat or 0], "act", ask.slot, do="chip", table="2")

    def end(self, **fields: Any) -> int:
        """The host proposes to end the game, and Ben agrees."""
        proposal = self.send(HOST, "propose-end", **fields)
        return self.send(BEN, "approve", proposal=str(proposal))

    @property
    def status(self) -> str:
        (listed,) = self.service.store.list_tables(HOST, 0, 9, "all")
        return listed.status


@pytest.fixture
def begun(where: Where) -> Begun:
    return Begun(where)


def test_nobody_ends_a_game_alone(begun: Begun) -> None:
    with pytest.raises(Forbidden):
        begun.send(ANNA, "propose-end")
    proposal = str(begun.send(HOST, "propose-end"))
    with pytest.raises(Forbidden):
        begun.send(HOST, "approve", proposal=proposal)
    begun.send(HOST, "hand-on", person="0")
    with pytest.raises(Stale):
        begun.send(BEN, "approve", proposal=proposal)
    proposal = str(begun.send(ANNA, "propose-end"))
    with pytest.raises(Forbidden):
        begun.send(ANNA, "approve", proposal=proposal)
    begun.send(CARLA, "approve", proposal=proposal)
    assert begun.table.over


def test_move_or_decline_cancels_the_proposal(begun: Begun) -> None:
    for answer in (begun.next_chip, lambda: begun.send(CARLA, "decline", proposal=str(begun.table.number))):
        proposal = str(begun.send(HOST, "propose-end"))
        answer()
        assert begun.table.roster.ending is None
        with pytest.raises(Stale):
            begun.send(BEN, "approve", proposal=proposal)
    assert begun.table.roster.notices[-1].word == "not-end"
    assert not begun.table.over


def test_ended_game_takes_no_moves_until_resumed(begun: Begun) -> None:
    chip = begun.next_chip()
    slot = begun.table.asks[0].slot
    record = player_view(begun.table).export()
    begun.end()
    assert player_view(begun.table).export() == record, "the record stays one of an unfinished game"
    assert begun.process().table(begun.key).over, "also after a restart"
    moves: list[tuple[str, dict[str, Any]]] = [
        ("act", {"slot": slot, "do": "chip", "table": "2"}),
        ("back", {"entry": str(chip)}),
        ("propose-end", {}),
    ]
    for kind, fields in moves:
        with pytest.raises(IllegalMove):
            begun.send(CAST[1], kind, **fields)
    assert not player_view(begun.table, 0).undos
    with pytest.raises(Forbidden):
        begun.send(ANNA, "go-on")
    begun.send(HOST, "go-on")
    assert (begun.table.roster.ended, begun.status) == (None, "play")
    begun.next_chip()


def test_ended_game_cannot_resume_after_a_rematch(begun: Begun) -> None:
    begun.end()
    fresh = begun.service.open_rematch(begun.key, ANNA, "again-0001")
    assert begun.service.table(fresh).names == begun.table.names
    with pytest.raises(IllegalMove):
        begun.send(HOST, "go-on")


@pytest.mark.parametrize("counts", [False, True])
def test_ended_game_counts_only_if_players_say_so(begun: Begun, counts: bool) -> None:
    begun.end(**({"counts": "yes"} if counts else {}))
    for evenings in (begun.service.results, TableService(begun.service.store, Notifier()).results):
        (one,) = evenings.all()
        assert (one.early, one.counts, one.rounds) == (True, counts, 0)
        assert counted_results([one]) == ([one] if counts else [])
    begun.send(HOST, "go-on")
    assert begun.service.results.all() == []
