"""The operator merges names of one person, splits them and chooses the display name."""

import pytest
from sqlalchemy import insert

from companion.games.types import IllegalMove, InvalidMove
from companion.stats.external_formats import display_names
from companion.stats.head_to_head import compare_with_opponents
from companion.stats.people import collect_players, find_player
from companion.table.model.names import name_id, resolve_alias
from companion.table.service.name_merging import merge_names, rename_person, split_name
from companion.table.storage.schema import people as rows
from tests.support.databases import Where
from tests.unit.table.tables import Server


@pytest.fixture
def server(where: Where) -> Server:
    """Games of Anna, Ben, Carla and Dora, and of anna, Bennie and Emil."""
    server = Server(where)
    server.keep("vabanque", "Anna", "Ben", "Carla", "Dora")
    server.keep("vabanque", "anna", "Bennie", "Emil")
    return server


def known(server: Server, *names: str) -> list[str]:
    """The display names, at another process."""
    known_as = server.process().results.aliases()
    return [resolve_alias(name, known_as) for name in names]


def test_merged_names_are_one_person_until_split(server: Server) -> None:
    merge_names(server.service, "Bennie", "Ben")
    assert known(server, "Ben", "Bennie", "bennie", "Emil") == ["Ben", "Ben", "Ben", "Emil"]
    split_name(server.service, "Bennie")
    assert known(server, "Ben", "Bennie") == ["Ben", "Bennie"]


def test_display_name_covers_all_merged_names(server: Server) -> None:
    merge_names(server.service, "Bennie", "Ben")
    assert rename_person(server.service, "Ben", "  Benjamin ") == "Benjamin"
    assert known(server, "Ben", "Bennie", "Benjamin") == ["Benjamin"] * 3
    server.keep("vabanque", "Fritz", "Gina", "Hugo")
    merge_names(server.service, "Benjamin", "Fritz")
    assert known(server, "Ben", "Bennie", "Fritz") == ["Fritz"] * 3
    with pytest.raises(IllegalMove, match="same-table"):
        merge_names(server.service, "Fritz", "Emil")


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
def test_only_two_known_people_can_be_merged(server: Server, error: str, names: tuple[str, str]) -> None:
    with pytest.raises(IllegalMove, match=error):
        merge_names(server.service, *names)
    assert known(server, "Ben", "Fritz") == ["Ben", "Fritz"]


@pytest.mark.parametrize(
    ("kind", "error", "name", "new"),
    [
        (IllegalMove, "known-already", "Ben", "CARLA"),
        (IllegalMove, "nobody-known", "Fritz", "Frida"),
        (InvalidMove, "name-length", "Ben", ""),
        (InvalidMove, "name-unseen", "Ben", "N. N."),
    ],
)
def test_new_display_name_is_visible_and_unused(
    server: Server, kind: type[Exception], error: str, name: str, new: str
) -> None:
    with pytest.raises(kind, match=error):
        rename_person(server.service, name, new)
    assert known(server, name) == [name]


def test_typed_name_is_given_to_nobody_else(server: Server) -> None:
    """Else a person known under it would sit down as somebody else."""
    merge_names(server.service, "Bennie", "Ben")
    with pytest.raises(IllegalMove, match="known-already"):
        rename_person(server.service, "Carla", "BENNIE")
    assert known(server, "Bennie", "Carla") == ["Ben", "Carla"]
    assert rename_person(server.service, "Ben", "Bennie") == "Bennie", "it is one of their own"


def test_split_is_refused_while_its_name_is_in_use(server: Server) -> None:
    with server.service.store.engine.begin() as db:  # earlier versions allowed this
        db.execute(insert(rows), [{"name": "bennie", "shown": "Ben"}, {"name": "emil", "shown": "Bennie"}])
    with pytest.raises(IllegalMove, match="same-table") as refused:
        split_name(server.service, "Bennie")
    assert refused.value.params == {"name": "Bennie", "other": "Emil"}
    assert known(server, "Bennie", "Emil") == ["Ben", "Bennie"]
    rename_person(server.service, "Bennie", "Emil")
    split_name(server.service, "Bennie")
    assert known(server, "Bennie", "Emil") == ["Bennie", "Emil"]


@pytest.mark.parametrize(
    ("there", "seat"),
    [(("Ben", "Fritz", "Bennie"), 0), (("Bennie", "Fritz", "Ben"), 2), (("Benji", "Fritz", "Bennie"), 0)],
)
def test_game_with_two_names_of_a_person_counts_once(server: Server, there: tuple[str, ...], seat: int) -> None:
    server.keep("vabanque", "Benji", "Emil", "Dora")
    for name in ("Bennie", "Benji"):
        merge_names(server.service, name, "Ben")
    before = collect_players(server.service.results.all(), server.service.results.aliases())[name_id("Ben")]
    key = server.keep("vabanque", *there, seed=1).key
    evenings, known_as = server.service.results.all(), server.service.results.aliases()
    everybody = collect_players(evenings, known_as)
    ben, fritz = everybody[name_id("Ben")], everybody[name_id("Fritz")]
    assert ben == find_player(evenings, known_as, name_id("Ben"))
    assert (ben.plays, ben.participations[-1]) == (before.plays + 1, (server.evening(key), seat))
    assert {name.casefold() for name in ben.typed} == {"ben", "bennie", "benji"}
    assert {one.name: one.together for one in compare_with_opponents(ben, known_as)}["Fritz"] == 1
    assert [(one.name, one.together, one.last.seat) for one in compare_with_opponents(fritz, known_as)] == [
        ("Ben", 1, seat)
    ]
    assert display_names(server.evening(key), known_as) == there
