"""The operator says who is who."""

import pytest
from sqlalchemy import insert

from companion.games.types import IllegalMove, InvalidMove
from companion.stats.external_formats import known_names
from companion.stats.head_to_head import rivals
from companion.stats.people import people, person
from companion.table.model.aliases import mark_of, shown
from companion.table.service.name_merging import joined, parted, renamed
from companion.table.storage.schema import people as rows
from tests.support.houses import Where
from tests.unit.table.houses import House


@pytest.fixture
def house(where: Where) -> House:
    """With an evening of Anna, Ben, Carla and Dora, and one of anna, Bennie and Emil."""
    house = House(where)
    house.keep("vabanque", "Anna", "Ben", "Carla", "Dora")
    house.keep("vabanque", "anna", "Bennie", "Emil")
    return house


def known(house: House, *names: str) -> list[str]:
    """Under which names they are known, at another process."""
    known_as = house.process().evenings.names()
    return [shown(name, known_as) for name in names]


def test_two_names_are_one_person_until_they_are_parted(house: House) -> None:
    joined(house.service, "Bennie", "Ben")
    assert known(house, "Ben", "Bennie", "bennie", "Emil") == ["Ben", "Ben", "Ben", "Emil"]
    parted(house.service, "Bennie")
    assert known(house, "Ben", "Bennie") == ["Ben", "Bennie"]


def test_somebody_is_known_under_another_name_and_so_are_all_their_names(house: House) -> None:
    joined(house.service, "Bennie", "Ben")
    assert renamed(house.service, "Ben", "  Benjamin ") == "Benjamin"
    assert known(house, "Ben", "Bennie", "Benjamin") == ["Benjamin"] * 3
    house.keep("vabanque", "Fritz", "Gina", "Hugo")
    joined(house.service, "Benjamin", "Fritz")
    assert known(house, "Ben", "Bennie", "Fritz") == ["Fritz"] * 3
    with pytest.raises(IllegalMove, match="same-table"):
        joined(house.service, "Fritz", "Emil")


def test_only_the_letters_of_a_name_may_change(house: House) -> None:
    assert renamed(house.service, "anna", "ANNA") == "ANNA"
    assert known(house, "Anna", "anna") == ["ANNA", "ANNA"]


@pytest.mark.parametrize(
    ("error", "names"),
    [
        ("nobody-known", ("Dana", "Ben")),
        ("nobody-known", ("Ben", "Dana")),
        ("same-person", ("Ben", "ben")),
        ("same-table", ("Carla", "Ben")),
        ("same-table", ("Emil", "anna")),
    ],
)
def test_only_two_who_are_there_are_one(house: House, error: str, names: tuple[str, str]) -> None:
    with pytest.raises(IllegalMove, match=error):
        joined(house.service, *names)
    assert known(house, "Ben", "Fritz") == ["Ben", "Fritz"]


@pytest.mark.parametrize(
    ("kind", "error", "name", "new"),
    [
        (IllegalMove, "known-already", "Ben", "CARLA"),
        (IllegalMove, "nobody-known", "Fritz", "Frida"),
        (InvalidMove, "name-length", "Ben", ""),
        (InvalidMove, "name-unseen", "Ben", "N. N."),
    ],
)
def test_a_new_name_is_nobody_elses_and_one_that_can_be_seen(
    house: House, kind: type[Exception], error: str, name: str, new: str
) -> None:
    with pytest.raises(kind, match=error):
        renamed(house.service, name, new)
    assert known(house, name) == [name]


def test_a_name_that_was_typed_for_somebody_is_given_to_nobody_else(house: House) -> None:
    """Whoever is known under it would sit down as somebody else."""
    joined(house.service, "Bennie", "Ben")
    with pytest.raises(IllegalMove, match="known-already"):
        renamed(house.service, "Carla", "BENNIE")
    assert known(house, "Bennie", "Carla") == ["Ben", "Carla"]
    assert renamed(house.service, "Ben", "Bennie") == "Bennie", "it is one of their own"


def test_a_name_that_was_given_by_mistake_and_that_nobody_typed_is_free_for_others(house: House) -> None:
    for name, new in (("Ben", "Carla Maria"), ("Carla Maria", "Ben"), ("Carla", "Carla Maria")):
        renamed(house.service, name, new)
    house.keep("vabanque", "Carla Maria", "Fritz", "Dora")
    assert known(house, "Ben", "Carla", "carla maria") == ["Ben", "Carla Maria", "Carla Maria"]


def test_nobody_is_parted_who_sat_with_somebody_that_is_known_under_their_name_by_now(house: House) -> None:
    with house.service.store.engine.begin() as db:  # as earlier versions let them be named
        db.execute(insert(rows), [{"name": "bennie", "shown": "Ben"}, {"name": "emil", "shown": "Bennie"}])
    with pytest.raises(IllegalMove, match="same-table") as refused:
        parted(house.service, "Bennie")
    assert refused.value.blanks == {"name": "Bennie", "other": "Emil"}
    assert known(house, "Bennie", "Emil") == ["Ben", "Bennie"]
    renamed(house.service, "Bennie", "Emil")
    parted(house.service, "Bennie")
    assert known(house, "Bennie", "Emil") == ["Bennie", "Emil"]


@pytest.mark.parametrize(
    ("there", "seat"),
    [(("Ben", "Fritz", "Bennie"), 0), (("Bennie", "Fritz", "Ben"), 2), (("Benji", "Fritz", "Bennie"), 0)],
)
def test_an_evening_at_which_two_of_somebodys_names_sit_later_counts_once_for_them(
    house: House, there: tuple[str, ...], seat: int
) -> None:
    house.keep("vabanque", "Benji", "Emil", "Dora")
    for name in ("Bennie", "Benji"):
        joined(house.service, name, "Ben")
    before = people(house.service.evenings.all(), house.service.evenings.names())[mark_of("Ben")]
    key = house.keep("vabanque", *there, seed=1).key
    evenings, known_as = house.service.evenings.all(), house.service.evenings.names()
    everybody = people(evenings, known_as)
    ben, fritz = everybody[mark_of("Ben")], everybody[mark_of("Fritz")]
    assert ben == person(evenings, known_as, mark_of("Ben"))
    assert (ben.plays, ben.sat[-1]) == (before.plays + 1, (house.evening(key), seat))
    assert {name.casefold() for name in ben.typed} == {"ben", "bennie", "benji"}
    assert {one.name: one.together for one in rivals(ben, known_as)}["Fritz"] == 1
    assert [(one.name, one.together, one.last.seat) for one in rivals(fritz, known_as)] == [("Ben", 1, seat)]
    assert known_names(house.evening(key), known_as) == there
