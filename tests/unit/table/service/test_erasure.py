"""An erased name is nowhere on the server any more, and all else is unchanged."""

import re
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove
from companion.records import record
from companion.table.commands.types import Command
from companion.table.model.game_result import hash_record
from companion.table.model.names import COLOURS, is_erased
from companion.table.model.permissions import NO_PERMISSIONS
from companion.table.model.player_view import player_view
from companion.table.service.erasure import erase_person
from companion.table.service.importing import import_record
from companion.table.service.name_merging import merge_names, rename_person
from companion.table.storage.schema import meta
from tests.support.databases import Where
from tests.unit.games.playing import a_record
from tests.unit.table.tables import Server

ANNA, BEN = "Anna", "Ben"
FOUR = (ANNA, BEN, "Carla", "Dora")


@pytest.fixture
def server(where: Where) -> Server:
    return Server(where)


def everything(server: Server) -> str:
    """All rows of the database as text."""
    with server.service.store.reading() as db:
        return "\n".join(str(tuple(row)) for one in meta.sorted_tables for row in db.execute(select(one)))


def test_erasure_removes_the_name_and_keeps_scores(server: Server) -> None:
    keys = [server.keep(slug, *FOUR).key for slug in GAMES]
    before = {key: server.evening(key) for key in keys}
    assert erase_person(server.service, "anna") == len(keys)
    assert ANNA not in everything(server)
    for key in keys:
        now = server.evening(key)
        assert is_erased(now.names[0])
        assert now.names[1:] == before[key].names[1:]
        assert (now.scores, now.feats, now.acts) == (before[key].scores, before[key].feats, before[key].acts)
        assert (
            player_view(server.service.table(key)).names == player_view(server.process().table(key)).names == now.names
        )
        assert ANNA not in player_view(server.service.table(key)).export()
    anew = {key: (one.names, one.scores, one.feats) for key, one in server.computed_again().items()}
    assert anew == {key: (server.evening(key).names, before[key].scores, before[key].feats) for key in keys}
    assert erase_person(server.service, ANNA) == 0


def test_erased_game_is_not_imported_again(server: Server) -> None:
    first = server.keep("vabanque", *FOUR)
    erase_person(server.service, ANNA)
    once = record.read(player_view(server.service.table(first.key)).export().encode().splitlines(keepends=True))
    erase_person(server.service, "Dora")
    twice = record.read(player_view(server.service.table(first.key)).export().encode().splitlines(keepends=True))
    assert (once.header.players, twice.header.players) == (("N. N.", *FOUR[1:]), ("N. N.", BEN, "Carla", "N. N. 2"))
    for again in (a_record("vabanque", FOUR), once, twice):
        assert import_record(server.service, again, 0.0) == replace(first, is_new=False)
    assert import_record(server.service, a_record("vabanque", (*FOUR[:2], "Emil", "Dora")), 0.0).is_new


def test_game_mark_does_not_depend_on_the_erased_name(server: Server) -> None:
    key = server.keep("vabanque", *FOUR).key
    erase_person(server.service, ANNA)
    one = server.evening(key)
    assert one.mark == hash_record(one.acts, ("N. N. 2", *FOUR[1:])) != hash_record(one.acts, FOUR)
    assert one == server.computed_again()[key]


def test_erasure_covers_all_merged_names(server: Server) -> None:
    tables = [FOUR, ("anna", "Emil", "Fritz"), ("Ben", "Änne", "Emil")]
    keys = [server.keep("vabanque", *names).key for names in tables]
    merge_names(server.service, "Änne", ANNA)
    rename_person(server.service, ANNA, "Anna-Lena")
    erase_person(server.service, "Anna-Lena")
    now = [server.evening(key).names for key in keys]
    assert now == [("N. N.", *FOUR[1:]), ("N. N.", "Emil", "Fritz"), ("Ben", "N. N.", "Emil")]
    assert not {"anna", "änne"} & set(re.findall(r"\w+", everything(server).casefold()))
    assert server.service.results.aliases() == {}


def test_erasure_uses_one_placeholder_everywhere(server: Server) -> None:
    key = server.open("Ann", BEN, "Carla", "Dora")
    server.tap(key, "ben", "rename", name=ANNA)
    server.tap(key, "ben", "leave")
    server.tap(key, "ann", "rename", name=ANNA)
    server.tap(key, "host", "begin", order="0 2 3")
    server.tap(key, "host", "away")
    assert erase_person(server.service, ANNA) == 1
    (listed,) = server.service.store.list_tables("host")
    names = server.process().table(key).names
    assert [name for name, _ in listed.people] == list(server.service.table(key).names) == list(names)
    assert [name for name in ("Ann", ANNA, BEN) if f'"{name}"' in everything(server)] == []


def test_erasure_covers_earlier_and_claimed_names(server: Server) -> None:
    key = server.open("Ana", *FOUR[1:3])
    server.tap(key, "ana", "rename", name=ANNA)
    server.tap(key, "host", "begin", order="0 1 2")
    server.tap(key, "fritz", "claim", person="1", name="Fritz")
    with pytest.raises(IllegalMove, match="still-plays"):
        erase_person(server.service, ANNA)
    server.tap(key, "host", "away")
    other = server.process()
    other.listen(lambda: None)
    assert other.table(key).names[0] == ANNA
    assert [erase_person(server.service, name) for name in (ANNA, "Fritz")] == [1, 1]
    told = everything(server)
    assert [name for name in ("Ana", ANNA, "Fritz") if f'"{name}"' in told] == []
    assert server.service.rights(key, "ana").person is None
    assert server.service.rights(key, "ben").person == 1
    table = server.process().table(key)
    assert (table.names, table.roster.claims) == (("N. N.", *FOUR[1:3]), ())


def test_strangers_cannot_block_erasure(server: Server) -> None:
    """No device can send an operation id like the one of the entry that erases."""
    key = server.keep("vabanque", *FOUR).key
    after_the_tap = server.service.table(key).number + 2
    with pytest.raises(InvalidMove):
        server.service.send(key, "stranger", Command("claim", {"person": "1"}, f"/forgotten-{after_the_tap}"))
    server.service.send(key, "stranger", Command("claim", {"person": "1"}, f"forgotten-of-the-house-{after_the_tap}"))
    assert erase_person(server.service, ANNA) == 1
    assert ANNA not in everything(server)


def test_erasure_revokes_the_rights_of_devices(server: Server) -> None:
    key = server.open(ANNA, BEN)
    server.tap(key, "host", "sit", name="Emil", colour=list(COLOURS)[2])
    assert server.service.rights(key, "host").host
    server.tap(key, "host", "away")
    erase_person(server.service, "Emil")
    for service in (server.service, server.process()):
        assert service.rights(key, "host") == NO_PERMISSIONS
        assert service.rights(key, "anna").person == 0
        assert service.store.list_tables("host") == []


def test_erasure_covers_stored_refusals(server: Server) -> None:
    key = server.open(ANNA, BEN, "Carla")
    with pytest.raises(IllegalMove, match="name-taken"):
        server.tap(key, "ben", "rename", name="anna")
    server.tap(key, "host", "away")
    erase_person(server.service, ANNA)
    assert ANNA not in everything(server)


def meanwhile(server: Server, patch: pytest.MonkeyPatch, *taps: tuple[str, str, dict[str, Any]]) -> None:
    """Send commands after the logs were read and before they are rewritten."""
    really, left = server.service.append_system_entry, list(taps)

    def note(*given: Any, **more: Any) -> None:
        while left:
            device, kind, fields = left.pop(0)
            server.tap(given[1], device, kind, **fields)
        really(*given, **more)

    patch.setattr(server.service, "append_system_entry", note)


def test_names_typed_during_erasure_are_erased(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    key = server.open(*FOUR)
    server.tap(key, "host", "away")
    again = ("anna", "rename", {"person": "0", "name": "Annabel"}), ("anna", "rename", {"person": "0", "name": ANNA})
    meanwhile(server, monkeypatch, ("host", "open", {}), *again, ("host", "away", {}))
    assert erase_person(server.service, ANNA) == 1
    assert "Ann" not in everything(server)
    assert server.service.table(key).names[1:] == FOUR[1:]


def test_erasure_stops_when_the_table_is_reopened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    key = server.open(*FOUR)
    server.tap(key, "host", "away")
    meanwhile(server, monkeypatch, ("host", "open", {}))
    with pytest.raises(IllegalMove, match="still-plays"):
        erase_person(server.service, ANNA)
    assert server.service.table(key).names == FOUR
