"""A table is deleted for good, and nothing of it is left."""

import pytest
from sqlalchemy import select

from companion.games import GAMES
from companion.games.types import IllegalMove
from companion.table.commands.types import Forbidden
from companion.table.service.deletion import going, removed
from companion.table.service.registry import NoSuchTable
from companion.table.storage.schema import meta
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.table.houses import OPERATOR, House

SOME = list(GAMES)[:3]
ANNA, BEN = (name.casefold() for name in CAST[:2])


@pytest.fixture
def house(where: Where) -> House:
    """With one evening of each game."""
    house = House(where)
    for slug in SOME:
        house.keep(slug)
    return house


def rows(house: House) -> dict[str, int]:
    """How many rows each table of the database has that tells of a table."""
    with house.service.store.reading() as db:
        telling = (one for one in meta.sorted_tables if one.name == "tables" or "table_id" in one.c)
        return {one.name: len(db.execute(select(one)).all()) for one in telling}


def test_what_is_deleted_leaves_nothing_behind(house: House) -> None:
    before = rows(house)
    key = house.open("Anna", "Ben")
    house.send(key, "host", "away")
    told = going(house.service, key, "host")
    assert (told.entries, told.devices, [name for name, _ in told.people]) == (3, 3, ["Anna", "Ben"])
    assert rows(house) != before
    removed(house.service, key, "host")
    assert rows(house) == before
    with pytest.raises(NoSuchTable):
        house.service.table(key)


def test_every_statistic_forgets_a_deleted_evening(house: House) -> None:
    evenings = house.service.evenings.all()
    other = house.process()
    assert other.evenings.all() == evenings
    removed(house.service, evenings[1].key, OPERATOR)
    assert house.service.evenings.all() == other.evenings.all() == [evenings[0], evenings[2]]
    assert {one.key: one for one in house.service.evenings.all()} == house.reckoned_anew()


def test_only_the_host_and_the_operator_delete_and_nobody_a_table_that_may_be_played_at(house: House) -> None:
    key = house.open("Anna", "Ben")
    for device in ("host", OPERATOR):
        with pytest.raises(IllegalMove, match="still-open"):
            removed(house.service, key, device)
    house.send(key, "host", "away")
    for device in (ANNA, BEN, "somebody"):
        for ask in (going, removed):
            with pytest.raises(Forbidden):
                ask(house.service, key, device)
    before = rows(house)
    with pytest.raises(NoSuchTable):
        removed(house.service, "k" * 13, OPERATOR)
    assert rows(house) == before
    removed(house.service, key, OPERATOR)


def test_another_process_knows_a_deleted_table_no_more(house: House) -> None:
    other = house.process()
    other.follow(lambda: None)
    key = house.service.evenings.all()[0].key
    woken = other.bus.join(key)
    assert other.table(key).number
    removed(house.service, key, OPERATOR)
    if house.service.store.shared:
        woken.get(timeout=20)
    else:  # a file is served by one process alone: this is the next one
        other = house.process()
    with pytest.raises(NoSuchTable):
        other.table(key)


@pytest.mark.usefixtures("deaf")
def test_a_process_that_was_not_told_looks_round(house: House) -> None:
    other = house.process()
    key = house.service.evenings.all()[0].key
    other.table(key)
    removed(house.service, key, OPERATOR)
    other._look_round()  # what a listener calls every two seconds
    with pytest.raises(NoSuchTable):
        other.table(key)


def test_the_same_people_play_on_at_another_table_where_the_next_one_was_deleted(house: House) -> None:
    key = house.service.evenings.all()[0].key
    house.send(key, OPERATOR, "host")
    first = house.service.again(key, OPERATOR, "again-0001")
    assert house.service.again(key, OPERATOR, "again-0002") == first
    house.send(first, OPERATOR, "away")
    removed(house.service, first, OPERATOR)
    assert house.service.table(key).party.again is None
    second = house.service.again(key, OPERATOR, "again-0003")
    assert second != first
    assert house.process().table(second).names == house.service.table(key).names
