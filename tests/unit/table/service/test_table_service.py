"""A command is checked, saved, answered, and only then shown to others."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.types import InvalidMove
from companion.table.model.names import COLOURS
from companion.table.model.tokens import CODE_LETTERS, code_length
from companion.table.service.cache import Unreadable
from companion.table.service.table_service import Conflict
from companion.table.storage.store import NotSaved, Store
from tests.support.cast import CAST
from tests.support.databases import Where, full
from tests.unit.table.tables import LiveTable


def sit(lobby: LiveTable, seat: int, op: str, colour: int | None = None) -> int:
    wanted = list(COLOURS)[seat if colour is None else colour]
    return lobby.send(CAST[seat], "sit", op=op, name=CAST[seat], colour=wanted)


@pytest.fixture
def lobby(where: Where) -> LiveTable:
    return LiveTable(where)


def test_repeated_command_gets_the_first_answer(lobby: LiveTable) -> None:
    first = sit(lobby, 0, "tap-of-anna")
    sit(lobby, 1, "tap-of-ben")
    for _ in range(5):
        assert sit(lobby, 0, "tap-of-anna") == first
    assert len(lobby.log()) == 2


def test_reused_operation_id_is_a_conflict(lobby: LiveTable) -> None:
    sit(lobby, 0, "tap-of-anna")
    with pytest.raises(Conflict):
        sit(lobby, 0, "tap-of-anna", colour=1)
    with pytest.raises(Conflict):
        sit(lobby, 1, "tap-of-anna", colour=0)
    assert len(lobby.log()) == 1


@pytest.mark.parametrize("op", ["", "short", "x" * 65, "with blank", "tap-ä-tap", "tap-of-anna\n", "tap;of;anna"])
def test_bad_operation_id_is_invalid(lobby: LiveTable, op: str) -> None:
    with pytest.raises(InvalidMove):
        sit(lobby, 0, op)
    assert lobby.log() == []


def test_streams_are_woken_after_the_commit(lobby: LiveTable) -> None:
    seen: list[int] = []
    woken = lobby.service.notifier.subscribe(lobby.key)
    put = woken.put_nowait

    def look(item: bool) -> None:
        seen.append(len(lobby.log()))
        put(item)

    woken.put_nowait = look  # type: ignore[method-assign]
    sit(lobby, 0, "tap-of-anna")
    sit(lobby, 1, "tap-of-ben-")
    assert seen == [1, 2]


def codes(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Set the codes of the next tables."""
    drawn = iter(words)
    monkeypatch.setattr("companion.table.service.table_service.new_code", lambda _length: next(drawn))


def opened(lobby: LiveTable) -> str:
    """The code of a new table."""
    return lobby.service.table(lobby.service.open("host", next(iter(GAMES)), {}, {})).code


@pytest.mark.parametrize(("open_tables", "letters"), [(1, 5), (5, 5), (6, 6), (100, 6), (113, 6), (114, 7), (2_000, 7)])
def test_codes_grow_with_the_number_of_tables(open_tables: int, letters: int) -> None:
    assert code_length(open_tables) == letters
    assert len(CODE_LETTERS) ** letters / open_tables >= 1_000_000, "guesses until one of them is found"


def test_new_table_gets_a_code_of_that_length(lobby: LiveTable) -> None:
    assert [len(opened(lobby)) for _ in range(6)] == [5] * 4 + [6] * 2


def test_tables_opened_together_get_different_codes(lobby: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    codes(monkeypatch, "ANNAA", "ANNAA", "BENNN")
    meanwhile: list[str] = []
    write, ask = Store.open_table, Store.is_code_taken

    def written(store: Store, *first: Any) -> None:
        monkeypatch.setattr(Store, "open_table", write)
        meanwhile.append(opened(lobby))
        write(store, *first)

    monkeypatch.setattr(Store, "open_table", written)
    assert opened(lobby) == "ANNAA"
    assert meanwhile == ["BENNN"]

    def asked(store: Store, code: str) -> bool:
        monkeypatch.setattr(Store, "is_code_taken", ask)
        meanwhile.append(opened(lobby))
        return ask(store, code)

    codes(monkeypatch, "CARLA", "CARLA", "DORAA")
    monkeypatch.setattr(Store, "is_code_taken", asked)
    assert opened(lobby) == "CARLA"
    assert meanwhile == ["BENNN", "DORAA"]


def test_code_of_an_unsaved_table_is_free_again(lobby: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    codes(monkeypatch, "ANNAA", "ANNAA")
    with full(lobby.service.store, "tables"), pytest.raises(NotSaved):
        opened(lobby)
    assert opened(lobby) == "ANNAA"


def test_unsaved_command_is_not_shown_and_can_be_resent(lobby: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    woken = lobby.service.notifier.subscribe(lobby.key)
    sit(lobby, 0, "tap-of-anna")
    woken.get_nowait()

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", not_saved)
        for _ in range(3):
            with pytest.raises(NotSaved):
                sit(lobby, 1, "tap-of-ben")
        assert lobby.service.table(lobby.key).names == ("Anna",)
        assert lobby.service.rights(lobby.key, "Ben").person is None
        assert woken.empty()
        broken.setattr(Store, "latest_number", not_saved)  # reading fails too: memory holds
        with pytest.raises(NotSaved):
            sit(lobby, 1, "tap-of-ben")
        assert lobby.service.table(lobby.key).names == ("Anna",)
    assert sit(lobby, 1, "tap-of-ben") == 2
    assert lobby.service.table(lobby.key).names == ("Anna", "Ben")
    assert not woken.empty()


def test_commit_that_seemed_to_fail_counts_once(lobby: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    def written_but_failed(*args: Any) -> None:
        append(*args)
        raise NotSaved("the answer of the disk was lost")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", written_but_failed)
        with pytest.raises(NotSaved):
            sit(lobby, 0, "tap-of-anna")
    assert sit(lobby, 0, "tap-of-anna") == 1
    assert lobby.service.table(lobby.key).names == ("Anna",)
    assert lobby.service.rights(lobby.key, "Anna").person == 0
    assert sit(lobby, 1, "tap-of-ben") == 2


def test_unreadable_table_is_listed_as_broken(lobby: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(lobby, 0, "tap-of-anna")
    with lobby.service.store.engine.connect() as db, db.begin():
        db.exec_driver_sql("UPDATE entries SET body = '{}'")
    lobby.service._tables.clear()

    with monkeypatch.context() as broken:
        broken.setattr(Store, "mark_broken", not_saved)
        with pytest.raises(Unreadable):
            lobby.service.table(lobby.key)
    assert lobby.service.store.count_by_status() == {"lobby": 1}
    with pytest.raises(Unreadable):
        lobby.service.table(lobby.key)
    assert lobby.service.store.count_by_status() == {"broken": 1}


def not_saved(*_args: object) -> None:
    raise NotSaved("disk full")


FAULTS = [
    *(f"entries WHEN NEW.op = 'again-0000000{person}'" for person in range(3)),
    *("entries WHEN NEW.kind = 'again'", "tables", "rights WHEN NEW.role = 'seat'"),
]


@pytest.mark.parametrize("lacking", FAULTS)
def test_rematch_is_complete_or_not_made(lobby: LiveTable, lacking: str) -> None:
    lobby.short_game()
    before, tables = lobby.log(), len(lobby.service.store.list_tables("host"))
    with full(lobby.service.store, lacking), pytest.raises(NotSaved):
        lobby.service.open_rematch(lobby.key, "host", "once-more-please")
    assert lobby.log() == before
    assert len(lobby.service.store.list_tables("host")) == tables
    assert lobby.service.table(lobby.key).roster.again is None
    fresh = lobby.service.open_rematch(lobby.key, "host", "once-more-please")
    assert lobby.service.open_rematch(lobby.key, "host", "once-more-please") == fresh
    assert lobby.service.table(fresh).names == lobby.service.table(lobby.key).names
    assert lobby.service.rights(fresh, CAST[1]).person == 1
    assert len(lobby.service.store.list_tables("host")) == tables + 1
