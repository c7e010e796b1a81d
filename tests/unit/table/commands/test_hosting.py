"""The host's role survives restarts and changes of device, and so does the table timer.

Who may take the role is in `test_commands.py`.
"""

import pytest

from companion.games.types import InvalidMove
from companion.table.commands.types import Forbidden
from companion.table.model.names import COLOURS
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import OPERATOR, LiveTable

HOST, (ANNA, BEN, CARLA) = "host", CAST[:3]
DEVICES = (HOST, OPERATOR, *CAST[:3])


class Table(LiveTable):
    """Anna and Ben have phones, Carla has none."""

    def __init__(self, where: Where) -> None:
        super().__init__(where, 2)
        self.send(HOST, "sit", name=CARLA, colour=list(COLOURS)[2], phone="none")
        self.send(HOST, "begin", order="0 1 2")


@pytest.fixture
def table(where: Where) -> Table:
    return Table(where)


def test_host_role_survives_a_restart(table: Table) -> None:
    table.send(OPERATOR, "host")
    with pytest.raises(Forbidden):
        table.send(HOST, "hand-on", person="0")
    table.send(OPERATOR, "hand-on", person="0")
    table.send(ANNA, "hand-on", person="1")
    for service in (table.service, table.process()):
        assert [name for name in DEVICES if service.rights(table.key, name).host] == [BEN]
        assert [service.rights(table.key, name).person for name in (ANNA, BEN)] == [0, 1]
        notice = service.table(table.key).roster.notices[-1]
        assert (notice.word, notice.person, notice.by) == ("host", 1, 0)


def test_lent_host_device_can_take_the_role_again(table: Table) -> None:
    table.send(HOST, "lend", person="2")
    table.service.make_operator(HOST)
    table.send(OPERATOR, "host")
    assert table.service.rights(table.key, HOST).acting is None
    table.send(HOST, "host")
    assert table.service.rights(table.key, HOST).hosting


def test_host_sets_the_timer_and_a_rematch_keeps_it(where: Where) -> None:
    table = LiveTable(where)
    table.short_game(lambda: table.send(HOST, "timer", seconds=60))
    assert table.service.open_rematch(table.key, HOST, "again-0001") != table.key
    again = table.service.table(table.service.table(table.key).roster.again or "")
    assert (table.table.roster.timer, again.roster.timer) == (60, 60)
    with pytest.raises(Forbidden):
        table.send(ANNA, "timer", seconds=30)
    with pytest.raises(InvalidMove):
        table.send(HOST, "timer", seconds=61)


def test_timer_starts_anew_with_each_new_decision(where: Where) -> None:
    """Bids are hidden and simultaneous: the first bid does not restart the others' timer, the turn after them does."""
    table = LiveTable(where)
    table.new(3, "toy", rounds=1)
    table.send(HOST, "timer", seconds=30)
    table.send(HOST, "begin", order="0 1 2")
    begun = table.table.asked_at
    table.send(ANNA, "act", "1.bid.0", do="bid", number=1)
    table.send(BEN, "act", "1.bid.1", do="bid", number=2)
    assert table.table.asked_at == begun == table.log()[-3].at
    table.send(CARLA, "act", "1.bid.2", do="bid", number=3)
    for service in (table.service, table.process()):
        assert service.table(table.key).asked_at == table.log()[-1].at > begun
