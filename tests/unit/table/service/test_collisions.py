"""If two processes fill the same slot of a game at the same moment, one does and the other reports it."""

from functools import partial
from itertools import product

import pytest

from companion.games.vabanque.constants import CHIPS, PLAYERS
from companion.table.commands.types import Command, Stale
from companion.table.service.table_service import TableService
from companion.table.storage.statements import ConcurrentWriteError
from tests.support.cases import usually
from tests.support.cast import CAST
from tests.unit.table.processes import TwoProcesses, at_once

SEATS, EACH = PLAYERS[-1], CHIPS[0][1]
TABLES = 7
"""Side by side. Six games are 1,008 chips."""

Entered = dict[str, int]
"""Accepted commands and their numbers."""


@pytest.mark.parametrize("evenings", usually(1, of=(1, 6)))
def test_same_slot_at_two_processes_is_filled_once(
    pair: TwoProcesses, monkeypatch: pytest.MonkeyPatch, evenings: int
) -> None:
    outrun = [times_outrun(service, monkeypatch) for service in (pair.here, pair.there)]
    for _ in range(evenings):
        entered: dict[str, Entered] = {begun(pair): {} for _ in range(TABLES)}
        for nth, seat in product(range(EACH), range(SEATS)):
            for key, told in at_both(pair, list(entered), seat, nth).items():
                entered[key] |= told
        for key, told in entered.items():
            whole(pair, key, told)
    assert all(outrun), "else they never met"


def times_outrun(service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[ConcurrentWriteError]:
    """The collisions that a process has met."""
    found, append = list[ConcurrentWriteError](), service.store.append

    def counted(*given: object) -> None:
        try:
            append(*given)  # type: ignore[arg-type]
        except ConcurrentWriteError as outrun:
            found.append(outrun)
            raise

    monkeypatch.setattr(service.store, "append", counted)
    return found


def begun(pair: TwoProcesses) -> str:
    """A new table of six who place their chips."""
    pair.new(SEATS)
    pair.begin()
    pair.there.table(pair.key)
    return pair.key


def at_both(pair: TwoProcesses, keys: list[str], seat: int, nth: int) -> dict[str, Entered]:
    """Send each table's next chip to both processes: mostly two copies, sometimes two commands."""
    slot, copies = f"1.chips.{seat}.{nth}", bool((seat + nth) % 4)
    ops = [f"chip-{seat}-{nth}-{0 if copies else where}" for where in (0, 1)]
    commands = [Command("act", {"do": "chip", "table": "1"}, op, slot) for op in ops]
    taps = [
        partial(service.send, key, CAST[seat], command)
        for key in keys
        for service, command in zip((pair.here, pair.there), commands, strict=True)
    ]
    told = at_once(*taps)
    return {key: one_of(ops, told[2 * at : 2 * at + 2]) for at, key in enumerate(keys)}


def one_of(ops: list[str], told: list[object]) -> Entered:
    """The command that was accepted. A copy gets the same answer; another command is stale."""
    entered = {op: number for op, number in zip(ops, told, strict=True) if isinstance(number, int)}
    assert len(entered) == 1, told
    if ops[0] == ops[1]:
        assert told[0] == told[1]
    else:
        assert [type(one) for one in told].count(Stale) == 1, told
    return entered


def whole(pair: TwoProcesses, key: str, entered: Entered) -> None:
    """Both processes have the whole table, and nothing twice."""
    for service in (pair.here, pair.there):
        service.stored_rights(key, CAST[0])
    assert pair.here.table(key) == pair.there.table(key)
    log = pair.here.store.load_after(pair.here.table(key).id)[0]
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    assert {entry.op: entry.number for entry in log if entry.op.startswith("chip")} == entered
    assert len(entered) == SEATS * EACH
