"""What the desk promises of one tap: checked, written, told, and only then shown to others."""

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.types import InvalidMove
from companion.table.commands.types import Command, Draft
from companion.table.model.colours import COLOURS
from companion.table.model.roster import paging
from companion.table.model.tokens import CODE_LETTERS, code_length
from companion.table.service.loading import Unreadable
from companion.table.service.registry import NoSuchTable
from companion.table.service.table_service import Conflict
from companion.table.storage.store import NotSaved, Store
from tests.support.cast import CAST
from tests.support.houses import Where, full
from tests.unit.table.parties import Party


def sit(lobby: Party, seat: int, op: str, colour: int | None = None) -> int:
    """A person with a device of their own sits down."""
    wanted = list(COLOURS)[seat if colour is None else colour]
    return lobby.send(CAST[seat], "sit", op=op, name=CAST[seat], colour=wanted)


@pytest.fixture
def lobby(where: Where) -> Party:
    """An empty table."""
    return Party(where)


def test_the_answer_to_a_repeated_tap_is_the_first_answer(lobby: Party) -> None:
    first = sit(lobby, 0, "tap-of-anna")
    sit(lobby, 1, "tap-of-ben")
    for _ in range(5):
        assert sit(lobby, 0, "tap-of-anna") == first
    assert len(lobby.log()) == 2


def test_the_same_name_with_other_content_or_from_another_device_is_a_conflict(lobby: Party) -> None:
    sit(lobby, 0, "tap-of-anna")
    with pytest.raises(Conflict):
        sit(lobby, 0, "tap-of-anna", colour=1)
    with pytest.raises(Conflict):
        sit(lobby, 1, "tap-of-anna", colour=0)
    assert len(lobby.log()) == 1


@pytest.mark.parametrize("op", ["", "short", "x" * 65, "with blank", "tap-ä-tap", "tap-of-anna\n", "tap;of;anna"])
def test_a_tap_without_a_proper_name_is_no_tap(lobby: Party, op: str) -> None:
    with pytest.raises(InvalidMove):
        sit(lobby, 0, op)
    assert lobby.log() == []


def test_a_stream_is_woken_when_the_entry_is_on_the_disk_and_not_before(lobby: Party) -> None:
    seen: list[int] = []
    woken = lobby.service.bus.join(lobby.key)
    put = woken.put_nowait

    def look(item: bool) -> None:
        seen.append(len(lobby.log()))
        put(item)

    woken.put_nowait = look  # type: ignore[method-assign]
    sit(lobby, 0, "tap-of-anna")
    sit(lobby, 1, "tap-of-ben-")
    assert seen == [1, 2]


def codes(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """The short codes that are drawn from now on."""
    drawn = iter(words)
    monkeypatch.setattr("companion.table.service.table_service.new_code", lambda _length: next(drawn))


def opened(lobby: Party) -> str:
    """The short code of another table."""
    return lobby.service.table(lobby.service.open("host", next(iter(GAMES)), {}, {})).code


@pytest.mark.parametrize(("open_tables", "letters"), [(1, 5), (5, 5), (6, 6), (100, 6), (113, 6), (114, 7), (2_000, 7)])
def test_codes_are_longer_where_many_tables_are_open(open_tables: int, letters: int) -> None:
    assert code_length(open_tables) == letters
    assert len(CODE_LETTERS) ** letters / open_tables >= 1_000_000, "guesses until one of them is found"


def test_a_new_table_gets_a_code_of_that_length(lobby: Party) -> None:
    assert [len(opened(lobby)) for _ in range(6)] == [5] * 4 + [6] * 2


def test_of_two_tables_that_are_opened_at_once_each_has_its_own_code(
    lobby: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes(monkeypatch, "ANNAA", "ANNAA", "BENNN")
    meanwhile: list[str] = []
    write, ask = Store.open_table, Store.has_code

    def written(store: Store, *first: Any) -> None:
        monkeypatch.setattr(Store, "open_table", write)
        meanwhile.append(opened(lobby))
        write(store, *first)

    monkeypatch.setattr(Store, "open_table", written)
    assert opened(lobby) == "ANNAA"
    assert meanwhile == ["BENNN"]

    def asked(store: Store, code: str) -> bool:
        monkeypatch.setattr(Store, "has_code", ask)
        meanwhile.append(opened(lobby))
        return ask(store, code)

    codes(monkeypatch, "CARLA", "CARLA", "DORAA")
    monkeypatch.setattr(Store, "has_code", asked)
    assert opened(lobby) == "CARLA"
    assert meanwhile == ["BENNN", "DORAA"]


def test_the_code_of_a_table_that_could_not_be_written_is_free_again(
    lobby: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes(monkeypatch, "ANNAA", "ANNAA")
    with full(lobby.service.store, "tables"), pytest.raises(NotSaved):
        opened(lobby)
    assert opened(lobby) == "ANNAA"


def test_what_was_not_saved_is_not_shown_and_can_be_sent_again(lobby: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    woken = lobby.service.bus.join(lobby.key)
    sit(lobby, 0, "tap-of-anna")
    woken.get_nowait()

    def full(*_args: Any) -> None:
        raise NotSaved("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", full)
        for _ in range(3):
            with pytest.raises(NotSaved):
                sit(lobby, 1, "tap-of-ben")
        assert lobby.service.table(lobby.key).names == ("Anna",)
        assert lobby.service.rights(lobby.key, "Ben").person is None
        assert woken.empty()
        broken.setattr(Store, "latest", full)  # nor can it be read: what everybody was told holds
        with pytest.raises(NotSaved):
            sit(lobby, 1, "tap-of-ben")
        assert lobby.service.table(lobby.key).names == ("Anna",)
    assert sit(lobby, 1, "tap-of-ben") == 2
    assert lobby.service.table(lobby.key).names == ("Anna", "Ben")
    assert not woken.empty()


def test_a_commit_that_was_made_although_it_seemed_to_fail_counts_once(
    lobby: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_table_that_cannot_be_read_is_told_as_such_though_lists_cannot_be_written(
    lobby: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(lobby, 0, "tap-of-anna")
    with lobby.service.store.engine.connect() as db, db.begin():
        db.exec_driver_sql("UPDATE entries SET body = '{}'")
    lobby.service._tables.clear()

    def full(*_args: Any) -> None:
        raise NotSaved("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "list_as_broken", full)
        with pytest.raises(Unreadable):
            lobby.service.table(lobby.key)
    assert lobby.service.store.by_status() == {"lobby": 1}
    with pytest.raises(Unreadable):
        lobby.service.table(lobby.key)
    assert lobby.service.store.by_status() == {"broken": 1}


@pytest.mark.parametrize(
    ("slug", "options"), [("chess", {}), ("vabanque", {"speed": 9}), ("vabanque", {"edition": "1999"})]
)
def test_no_table_is_opened_for_a_game_that_there_is_not_or_by_house_rules_that_it_has_not(
    lobby: Party, slug: str, options: dict[str, Any]
) -> None:
    with pytest.raises(InvalidMove):
        lobby.service.open("host", slug, options, {})
    assert lobby.service.store.by_status() == {"lobby": 1}


def test_codes_of_two_seats_work_side_by_side(where: Where) -> None:
    party = Party(where, 3)
    party.begin()
    codes = [party.service.seat_code(party.key, device) for device in CAST[:2]]
    assert [party.send(f"new phone of {seat}", "phone", code=code) for seat, code in enumerate(codes)] == [6, 7]


def test_a_key_that_was_never_given_out_leads_nowhere(lobby: Party) -> None:
    for key in ("", "a" * 13, lobby.key.upper(), lobby.key + "a", lobby.key[:-1], "' OR 1=1 --"):
        with pytest.raises(NoSuchTable):
            lobby.service.table(key)


def test_a_right_is_one_tables_own(lobby: Party) -> None:
    sit(lobby, 0, "tap-of-anna")
    other = lobby.service.open("somebody", lobby.service.table(lobby.key).slug, {}, {})
    assert lobby.service.rights(lobby.key, "Anna").person == 0
    assert lobby.service.rights(other, "Anna").person is None
    assert not lobby.service.rights(other, "host").host


def over(lobby: Party) -> None:
    """Three people play a whole game in haste."""
    for seat in range(3):
        sit(lobby, seat, f"tap-of-{seat:04d}")
    begin = Command("begin", {"order": "0 1 2"}, "tap-to-begin")
    lobby.service.send(lobby.key, "host", begin)
    luck = Random(1)
    body: dict[str, object]
    while (table := lobby.service.table(lobby.key)).asks or paging(table.party):
        if paging(table.party):
            kind, body = "page", {"step": 99}
        else:
            ask = table.asks[0]
            move = table.game.suggest(table.state, ask, luck)
            kind, body = "act", {"seat": ask.seat, "line": table.game.write(move)}
        lobby.service._write(lobby.service._kept(lobby.key), kind, Draft(body), f"op-{table.number:08d}", "")


FAULTS = [
    *(f"entries WHEN NEW.op = 'again-0000000{person}'" for person in range(3)),
    *("entries WHEN NEW.kind = 'again'", "tables", "rights WHEN NEW.role = 'seat'"),
]


@pytest.mark.parametrize("lacking", FAULTS)
def test_the_same_people_sit_at_the_new_table_or_there_is_none(lobby: Party, lacking: str) -> None:
    over(lobby)
    before = lobby.log()
    with full(lobby.service.store, lacking), pytest.raises(NotSaved):
        lobby.service.again(lobby.key, "host", "once-more-please")
    assert lobby.log() == before
    assert [listed.key for listed in lobby.service.store.tables_of("host")] == [lobby.key]
    assert lobby.service.table(lobby.key).party.again is None
    fresh = lobby.service.again(lobby.key, "host", "once-more-please")
    assert lobby.service.again(lobby.key, "host", "once-more-please") == fresh
    assert lobby.service.table(fresh).names == lobby.service.table(lobby.key).names
    assert lobby.service.rights(fresh, CAST[1]).person == 1
    assert {listed.key for listed in lobby.service.store.tables_of("host")} == {lobby.key, fresh}
