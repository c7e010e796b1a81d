"""Lists of tables and stored rights, in both kinds of database."""

from companion.table.commands.types import Command
from companion.table.model.names import COLOURS
from companion.table.model.permissions import Permissions
from companion.table.service.importing import import_record
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.games.playing import a_record


def test_open_archived_and_finished_tables_are_separate(where: Where) -> None:
    service = TableService(Store(where), Notifier())
    lobby, away = (service.open("host", "vabanque", {}, {}) for _ in range(2))
    service.send(away, "host", Command("away", {}, "put-away-1"))
    over = import_record(service, a_record("wetten", ("Anna", "Ben", "Carla")), 1e9).key
    service.make_operator("operator")
    store = service.store
    for device in ("host", "operator"):
        assert [one.key for one in store.list_tables(device, which="untold")] == [lobby]
        assert [one.key for one in store.list_tables(device, which="away")] == [away]
        assert (store.count_tables(device, "untold"), store.count_tables(device, "away")) == (1, 1)
    assert store.count_tables("host", "all") == 2
    assert store.count_tables("operator", "all") == 3
    assert store.count_tables("stranger", "all") == 0
    assert store.rights_at("host", [lobby, over]) == {lobby: Permissions(host=True), over: Permissions()}
    assert store.rights_at("operator", [lobby, over]) == dict.fromkeys((lobby, over), Permissions(operator=True))
    store.close()


def test_stored_rights_are_of_one_device_at_one_table(where: Where) -> None:
    service = TableService(Store(where), Notifier())
    here, there = (service.open(host, "vabanque", {}, {}) for host in ("host", "another host"))
    anna = {"name": "Anna", "colour": "orange"}
    latest = service.send(here, "anna", Command("sit", anna, "anna-sits-down"))
    service.make_operator("operator")
    of = {key: service.table(key).id for key in (here, there)}
    known = {
        ("host", here): Permissions(host=True),
        ("anna", here): Permissions(person=0),
        ("operator", here): Permissions(operator=True),
        ("stranger", here): Permissions(),
        ("host", there): Permissions(),
        ("operator", there): Permissions(operator=True),
    }
    for (device, key), rights in known.items():
        assert service.store.load_rights(of[key], device) == (latest if key == here else 0, rights), device
        assert service.stored_rights(key, device) == rights, device
    service.store.close()


def test_has_played_means_another_begun_open_table(
    where: Where,
) -> None:
    service = TableService(Store(where), Notifier())
    first, second = (service.open("host", "vabanque", {}, {}) for _ in range(2))

    def played() -> dict[str, bool]:
        asked = {
            "the host, at the second": ("host", "vabanque", second),
            "Anna, at the second": ("Anna", "vabanque", second),
            "the host, at the first": ("host", "vabanque", first),
            "the host, another game": ("host", "wetten", second),
            "a stranger": ("stranger", "vabanque", second),
        }
        return {who: service.store.has_played(*one) for who, one in asked.items()}

    nobody = dict.fromkeys(played(), False)
    assert played() == nobody
    for name, colour in zip(CAST[:3], COLOURS, strict=False):
        service.send(first, name, Command("sit", {"name": name, "colour": colour}, f"{name}-sits-down"))
    service.send(first, "host", Command("begin", {"order": "0 1 2"}, "begin-the-game"))
    assert played() == nobody | {"the host, at the second": True, "Anna, at the second": True}
    service.send(first, "host", Command("away", {}, "put-it-away"))
    assert played() == nobody
    service.store.close()
