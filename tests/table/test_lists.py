"""Lists of tables in both kinds of database: which of them a device is shown, and what it may do there."""

from companion.table.bus import Bus
from companion.table.commands import Command
from companion.table.desk import Desk
from companion.table.importing import imported
from companion.table.rights import Rights
from companion.table.store import Store
from tests.houses import Where
from tests.table.houses import a_record


def test_tables_that_go_on_those_put_away_and_those_that_an_evening_tells_of_are_listed_apart(where: Where) -> None:
    desk = Desk(Store(where), Bus())
    lobby, away = (desk.open("host", "vabanque", {}, {}) for _ in range(2))
    desk.send(away, "host", Command("away", {}, "put-away-1"))
    over = imported(desk, a_record("wetten", ("Anna", "Ben", "Carla")), 1e9).key
    desk.make_operator("operator")
    store = desk.store
    for device in ("host", "operator"):
        assert [one.key for one in store.tables_of(device, which="untold")] == [lobby]
        assert [one.key for one in store.tables_of(device, which="away")] == [away]
        assert (store.how_many_of(device, "untold"), store.how_many_of(device, "away")) == (1, 1)
    assert store.how_many_of("host", "all") == 2
    assert store.how_many_of("operator", "all") == 3
    assert store.how_many_of("stranger", "all") == 0
    assert store.rights_at("host", [lobby, over]) == {lobby: Rights(host=True), over: Rights()}
    assert store.rights_at("operator", [lobby, over]) == dict.fromkeys((lobby, over), Rights(operator=True))
    store.close()
