"""The host's role survives restarts and changes of device. Who may take it is in `test_commands.py`."""

import pytest

from companion.table.commands.types import Forbidden
from companion.table.model.colours import COLOURS
from companion.table.model.roster import Notice
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import LiveTable

HOST, OPERATOR, (ANNA, BEN, CARLA) = "host", "operator", CAST[:3]


class Table(LiveTable):
    """Anna and Ben have phones, Carla has none."""

    def __init__(self, where: Where) -> None:
        super().__init__(where, 2)
        self.send(HOST, "sit", name=CARLA, colour=list(COLOURS)[2], phone="none")
        self.send(HOST, "begin", order="0 1 2")

    def hosts(self) -> list[str]:
        return [device for device in (HOST, OPERATOR, *CAST[:3]) if self.service.rights(self.key, device).host]

    @property
    def notice(self) -> Notice:
        return self.table.party.notices[-1]

    def started_again(self) -> None:
        self.service = self.process()


@pytest.fixture
def table(where: Where) -> Table:
    return Table(where)


def test_operator_takes_over_as_host_for_good(table: Table) -> None:
    assert table.hosts() == [HOST]
    table.send(OPERATOR, "host")
    assert table.hosts() == [OPERATOR]
    assert (table.notice.word, table.notice.person) == ("host", None)
    with pytest.raises(Forbidden):
        table.send(HOST, "hand-on", person="0")
    table.started_again()
    assert table.hosts() == [OPERATOR]
    assert (table.notice.word, table.notice.person) == ("host", None)


def test_handed_on_host_role_survives_a_restart(table: Table) -> None:
    first = table.send(HOST, "hand-on", op="tap-of-the-host", person="0")
    assert table.send(HOST, "hand-on", op="tap-of-the-host", person="0") == first
    assert table.hosts() == [ANNA]
    assert not table.service.rights(table.key, HOST).hosting
    table.send(ANNA, "hand-on", person="1")
    assert table.hosts() == [BEN]
    assert [table.service.rights(table.key, name).person for name in (ANNA, BEN)] == [0, 1]
    assert (table.notice.word, table.notice.person, table.notice.by) == ("host", 1, 0)
    table.started_again()
    assert table.hosts() == [BEN]


def test_lent_host_device_can_take_the_role_again(table: Table) -> None:
    table.send(HOST, "lend", person="2")
    table.service.make_operator(HOST)
    table.send(OPERATOR, "host")
    assert table.service.rights(table.key, HOST).acting is None
    table.send(HOST, "host")
    assert table.service.rights(table.key, HOST).hosting
