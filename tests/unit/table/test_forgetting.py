"""Somebody is forgotten: their name is nowhere in the house any more, and all else is as it was."""

import re
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove
from companion.records import record
from companion.table.commands.types import Command
from companion.table.model.aliases import is_mark
from companion.table.model.colours import COLOURS
from companion.table.model.game_result import evening, marked
from companion.table.model.permissions import NOBODY
from companion.table.model.player_view import player_view
from companion.table.service.erasure import forgotten
from companion.table.service.importing import imported
from companion.table.service.name_merging import joined, renamed
from companion.table.storage.schema import meta
from tests.support.houses import Where
from tests.unit.table.houses import House, a_record

ANNA, BEN = "Anna", "Ben"
FOUR = (ANNA, BEN, "Carla", "Dora")


@pytest.fixture
def house(where: Where) -> House:
    """With nothing in it."""
    return House(where)


def everything(house: House) -> str:
    """All that the database holds, as text."""
    with house.service.store.reading() as db:
        return "\n".join(str(tuple(row)) for one in meta.sorted_tables for row in db.execute(select(one)))


def test_a_name_goes_from_every_evening_and_the_money_stays(house: House) -> None:
    keys = [house.keep(slug, *FOUR).key for slug in GAMES]
    before = {key: house.evening(key) for key in keys}
    assert forgotten(house.service, "anna") == len(keys)
    assert ANNA not in everything(house)
    for key in keys:
        now = house.evening(key)
        assert is_mark(now.names[0])
        assert now.names[1:] == before[key].names[1:]
        assert (now.scores, now.feats, now.acts) == (before[key].scores, before[key].feats, before[key].acts)
        assert player_view(house.service.table(key)).names == player_view(house.process().table(key)).names == now.names
        assert ANNA not in player_view(house.service.table(key)).export()
    anew = {key: (one.names, one.scores, one.feats) for key, one in house.reckoned_anew().items()}
    assert anew == {key: (house.evening(key).names, before[key].scores, before[key].feats) for key in keys}
    assert forgotten(house.service, ANNA) == 0


def test_a_forgotten_evening_is_not_kept_a_second_time(house: House) -> None:
    first = house.keep("vabanque", *FOUR)
    forgotten(house.service, ANNA)
    once = record.read(player_view(house.service.table(first.key)).export().encode().splitlines(keepends=True))
    forgotten(house.service, "Dora")
    twice = record.read(player_view(house.service.table(first.key)).export().encode().splitlines(keepends=True))
    assert (once.header.players, twice.header.players) == (("N. N.", *FOUR[1:]), ("N. N.", BEN, "Carla", "N. N. 2"))
    for again in (a_record("vabanque", FOUR), once, twice):
        assert imported(house.service, again, 0.0) == replace(first, fresh=False)
    assert imported(house.service, a_record("vabanque", (*FOUR[:2], "Emil", "Dora")), 0.0).fresh


def test_no_mark_that_is_handed_out_comes_from_a_name_that_was_forgotten(house: House) -> None:
    key = house.keep("vabanque", *FOUR).key
    forgotten(house.service, ANNA)
    one = house.evening(key)
    assert one.mark == marked(one.acts, ("N. N. 2", *FOUR[1:])) != marked(one.acts, FOUR)
    assert one == house.reckoned_anew()[key]


def test_two_who_are_forgotten_at_one_table_have_a_mark_each(house: House) -> None:
    key = house.keep("vabanque", *FOUR).key
    forgotten(house.service, ANNA)
    forgotten(house.service, "Carla")
    assert house.evening(key).names == ("N. N.", BEN, "N. N. 2", "Dora")
    assert house.process().table(key).names == house.service.table(key).names == house.evening(key).names


def test_whoever_was_known_under_several_names_is_forgotten_under_all_of_them(house: House) -> None:
    tables = [FOUR, ("anna", "Emil", "Fritz"), ("Ben", "Änne", "Emil")]
    keys = [house.keep("vabanque", *names).key for names in tables]
    joined(house.service, "Änne", ANNA)
    renamed(house.service, ANNA, "Anna-Lena")
    forgotten(house.service, "Anna-Lena")
    now = [house.evening(key).names for key in keys]
    assert now == [("N. N.", *FOUR[1:]), ("N. N.", "Emil", "Fritz"), ("Ben", "N. N.", "Emil")]
    assert not {"anna", "änne"} & set(re.findall(r"\w+", everything(house).casefold()))
    assert house.service.evenings.names() == {}


def test_whoever_sits_under_the_name_of_one_who_left_has_one_mark_wherever_it_stands(house: House) -> None:
    key = house.open("Ann", BEN, "Carla", "Dora")
    house.send(key, "ben", "rename", name=ANNA)
    house.send(key, "ben", "leave")
    house.send(key, "ann", "rename", name=ANNA)
    house.send(key, "host", "begin", order="0 2 3")
    house.send(key, "host", "away")
    assert forgotten(house.service, ANNA) == 1
    (listed,) = house.service.store.tables_of("host")
    names = house.process().table(key).names
    assert [name for name, _ in listed.people] == list(house.service.table(key).names) == list(names)
    assert [name for name in ("Ann", ANNA, BEN) if f'"{name}"' in everything(house)] == []


def test_earlier_names_and_names_of_those_who_only_asked_go_too(house: House) -> None:
    key = house.open("Ana", *FOUR[1:3])
    house.send(key, "ana", "rename", name=ANNA)
    house.send(key, "host", "begin", order="0 1 2")
    house.send(key, "fritz", "claim", person="1", name="Fritz")
    with pytest.raises(IllegalMove, match="still-plays"):
        forgotten(house.service, ANNA)
    house.send(key, "host", "away")
    other = house.process()
    other.follow(lambda: None)
    assert other.table(key).names[0] == ANNA
    assert [forgotten(house.service, name) for name in (ANNA, "Fritz")] == [1, 1]
    told = everything(house)
    assert [name for name in ("Ana", ANNA, "Fritz") if f'"{name}"' in told] == []
    assert house.service.rights(key, "ana").person is None
    assert house.service.rights(key, "ben").person == 1
    table = house.process().table(key)
    assert (table.names, table.party.claims) == (("N. N.", *FOUR[1:3]), ())


def test_whoever_has_only_the_address_cannot_keep_somebody_from_being_forgotten(house: House) -> None:
    """Not by a tap that bears the name which will be given to the entry that forgets: no device can send that."""
    key = house.keep("vabanque", *FOUR).key
    after_the_tap = house.service.table(key).number + 2
    with pytest.raises(InvalidMove):
        house.service.send(key, "stranger", Command("claim", {"person": "1"}, f"/forgotten-{after_the_tap}"))
    house.service.send(key, "stranger", Command("claim", {"person": "1"}, f"forgotten-of-the-house-{after_the_tap}"))
    assert forgotten(house.service, ANNA) == 1
    assert ANNA not in everything(house)


def test_nobody_else_is_forgotten(house: House) -> None:
    keys = [house.keep(slug, *FOUR).key for slug in GAMES]
    told = {key: evening(house.service.table(key)) for key in keys}
    assert forgotten(house.service, "Emil") == 0
    assert {key: evening(house.process().table(key)) for key in keys} == told


def test_their_devices_may_do_nothing_there_any_more_not_even_as_the_host(house: House) -> None:
    key = house.open(ANNA, BEN)
    house.send(key, "host", "sit", name="Emil", colour=list(COLOURS)[2])
    assert house.service.rights(key, "host").host
    house.send(key, "host", "away")
    forgotten(house.service, "Emil")
    for service in (house.service, house.process()):
        assert service.rights(key, "host") == NOBODY
        assert service.rights(key, "anna").person == 0
        assert service.store.tables_of("host") == []


def test_no_refusal_quotes_the_name(house: House) -> None:
    key = house.open(ANNA, BEN, "Carla")
    with pytest.raises(IllegalMove, match="name-taken"):
        house.send(key, "ben", "rename", name="anna")
    house.send(key, "host", "away")
    forgotten(house.service, ANNA)
    assert ANNA not in everything(house)


def meanwhile(house: House, patch: pytest.MonkeyPatch, *taps: tuple[str, str, dict[str, str]]) -> None:
    """What is tapped when the logs have been read, and nothing of them is rewritten yet."""
    really, left = house.service.note, list(taps)

    def note(*given: Any, **more: Any) -> None:
        while left:
            device, kind, fields = left.pop(0)
            house.send(given[1], device, kind, **fields)
        really(*given, **more)

    patch.setattr(house.service, "note", note)


def test_what_is_typed_meanwhile_is_forgotten_as_well(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    key = house.open(*FOUR)
    house.send(key, "host", "away")
    again = ("anna", "rename", {"person": "0", "name": "Annabel"}), ("anna", "rename", {"person": "0", "name": ANNA})
    meanwhile(house, monkeypatch, ("host", "open", {}), *again, ("host", "away", {}))
    assert forgotten(house.service, ANNA) == 1
    assert "Ann" not in everything(house)
    assert house.service.table(key).names[1:] == FOUR[1:]


def test_whoever_plays_again_meanwhile_is_not_forgotten_yet(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    key = house.open(*FOUR)
    house.send(key, "host", "away")
    meanwhile(house, monkeypatch, ("host", "open", {}))
    with pytest.raises(IllegalMove, match="still-plays"):
        forgotten(house.service, ANNA)
    assert house.service.table(key).names == FOUR
