"""The host's role over a restart, and where a device changes. Who may take it and hand it on: `test_commands.py`."""

import pytest

from companion.table.commands.types import Forbidden
from companion.table.model.colours import COLOURS
from companion.table.model.roster import Notice
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.table.parties import Party

HOST, OPERATOR, (ANNA, BEN, CARLA) = "host", "operator", CAST[:3]


class Table(Party):
    """Anna and Ben have phones that are called like them, Carla has none."""

    def __init__(self, where: Where) -> None:
        super().__init__(where, 2)
        self.send(HOST, "sit", name=CARLA, colour=list(COLOURS)[2], phone="none")
        self.send(HOST, "begin", order="0 1 2")
        self.service.make_operator(OPERATOR)

    def hosts(self) -> list[str]:
        """The devices that are the host."""
        return [device for device in (HOST, OPERATOR, *CAST[:3]) if self.service.rights(self.key, device).host]

    @property
    def notice(self) -> Notice:
        """What everybody was told last."""
        return self.table.party.notices[-1]

    def started_again(self) -> None:
        """A new process takes the same file."""
        self.service = self.process()


@pytest.fixture
def table(where: Where) -> Table:
    """A game that has begun."""
    return Table(where)


def test_the_operator_becomes_the_host_and_the_old_one_is_it_no_longer(table: Table) -> None:
    assert table.hosts() == [HOST]
    table.send(OPERATOR, "host")
    assert table.hosts() == [OPERATOR]
    assert (table.notice.word, table.notice.person) == ("host", None)
    with pytest.raises(Forbidden):
        table.send(HOST, "hand-on", person="0")
    table.started_again()
    assert table.hosts() == [OPERATOR]
    assert (table.notice.word, table.notice.person) == ("host", None)


def test_a_device_that_is_made_the_operators_meanwhile_need_not_wait(table: Table) -> None:
    with pytest.raises(Forbidden):
        table.send(BEN, "host")
    table.service.make_operator(BEN)
    table.send(BEN, "host")
    assert table.hosts() == [BEN]
    assert table.service.rights(table.key, BEN).person == 1
    assert table.notice.person == 1


def test_the_host_hands_the_role_on_and_keeps_the_seat(table: Table) -> None:
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


def test_a_host_whose_device_was_lent_when_it_lost_the_role_can_take_it_again(table: Table) -> None:
    table.send(HOST, "lend", person="2")
    table.service.make_operator(HOST)
    table.send(OPERATOR, "host")
    assert table.service.rights(table.key, HOST).acting is None
    table.send(HOST, "host")
    assert table.service.rights(table.key, HOST).hosting
