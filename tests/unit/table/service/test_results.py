"""Results of finished games hold what was revealed and nothing else, and agree with the log."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, update

from companion.games import GAMES
from companion.games.types import IllegalMove
from companion.table.model.entry import Entry
from companion.table.model.game_result import compute_result, dump_result, hash_moves, load_result
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from companion.table.model.tokens import hash_token
from companion.table.service.cache import table_status
from companion.table.service.erasure import erase_person
from companion.table.service.importing import import_record
from companion.table.service.notifier import Notifier
from companion.table.service.results import GameResults
from companion.table.service.table_service import TableService
from companion.table.storage.schema import entries
from companion.table.storage.schema import game_results as rows
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.games.playing import a_record
from tests.unit.table.processes import at_once
from tests.unit.table.random_logs import Evening as Log
from tests.unit.table.random_logs import evenings, few
from tests.unit.table.tables import OPERATOR, Server

DATA = Path(__file__).parents[3] / "data"


@pytest.fixture
def server(where: Where) -> Server:
    return Server(where)


def ended(slug: str, *more: tuple[str, float], acted: float) -> Table:
    """A game that began at 1,000 and ended at `acted`, with these entries before its last move."""
    log = Log(slug, 2)
    last = max(place for place, moment in enumerate(log) if moment.entry.kind == "act")
    table = replace(log[last].before, began=1_000.0)
    for kind, at in more:
        table = table.after(Entry(table.number + 1, kind, None, {}, kind, "", at))
    table = table.after(replace(log[last].entry, number=table.number + 1, at=acted))
    return replace(table, roster=replace(table.roster, page=None))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    ("more", "acted", "seconds"),
    [
        ((), 4_600.0, 3_600),
        ((), 1_000.4, None),
        ((), 900.0, None),  # the clock was set back
        ((("away", 1_600.0), ("open", 606_400.0)), 609_400.0, 3_600),
        (
            (("away", 1_600.0), ("away", 1_700.0), ("open", 2_600.0), ("away", 2_700.0), ("open", 2_800.0)),
            5_700.0,
            3_600,
        ),
        ((("away", 1_600.0), ("open", 1_500.0)), 1_400.0, 500),  # and set back meanwhile
        ((("away", 1_600.0), ("open", 9_000.0)), 2_000.0, None),
    ],
)
def test_duration_leaves_out_archived_time(
    slug: str, more: tuple[tuple[str, float], ...], acted: float, seconds: int | None
) -> None:
    one = compute_result(ended(slug, *more, acted=acted))
    assert one is not None
    assert one.seconds == seconds


def test_archived_time_before_the_start_is_ignored() -> None:
    log = Log("toy", 2)
    begin = next(place for place, moment in enumerate(log) if moment.entry.kind == "begin")
    table = log[begin].before
    for kind, at in (("away", 10.0), ("open", 90.0)):
        table = table.after(Entry(table.number + 1, kind, None, {}, kind, "", at))
    assert table.after(replace(log[begin].entry, number=table.number + 1, at=100.0)).away_seconds == 0


def test_same_game_counts_once(server: Server) -> None:
    first = server.keep("vabanque", *CAST[:3])
    assert first.is_new
    again = a_record("vabanque", CAST[:3])
    spelled = replace(again, header=replace(again.header, options={"turns": "strict", "edition": "2021"}))
    assert [import_record(server.service, one, 5.0) for one in (again, spelled)] == [replace(first, is_new=False)] * 2
    assert server.keep("vabanque", *CAST[:3], seed=1).is_new
    assert server.keep("vabanque", *CAST[1:4]).is_new
    assert len(server.service.results.all()) == 3


@pytest.mark.parametrize("slug", GAMES)
def test_unfinished_game_is_no_result(server: Server, slug: str) -> None:
    whole = a_record(slug, CAST[:4])
    state = whole.game.start(4, {})
    with pytest.raises(IllegalMove, match="unfinished"):
        import_record(server.service, replace(whole, acts=(), state=state), 0.0)
    assert server.service.results.all() == []


def test_all_processes_have_the_same_results(server: Server) -> None:
    others = [server.process(), server.process()]
    for seed, slug in enumerate(GAMES):
        server.keep(slug, seed=seed)
        assert others[0].results.all() == server.service.results.all()
    assert server.process().results.all() == others[1].results.all() == server.service.results.all()
    assert {one.key: one for one in others[1].results.all()} == server.computed_again()


def test_operator_sees_all_results_and_strangers_none(server: Server) -> None:
    keys = [server.keep(slug).key for slug in GAMES]
    assert [one.key for one in server.service.results.visible_to(OPERATOR)] == keys[::-1]
    assert server.service.results.visible_to("somebody") == server.service.results.visible_to(None) == []


def test_results_of_an_earlier_version_are_computed(tmp_path: Path) -> None:
    shutil.copytree(DATA / "house-0.1.0", tmp_path / "data")
    service = TableService(Store(tmp_path / "data" / "companion.sqlite3"), Notifier())
    over = [one.key for one in service.store.list_tables(hash_token("house")) if one.status == "over"]
    found = {one.key: one for one in service.results.all()}
    assert sorted(found) == sorted(over) != []
    assert all(found[key] == compute_result(service.table(key)) for key in over)
    assert GameResults(service.store).compute_missing() == 0


@given(st.sampled_from(list(GAMES)).flatmap(evenings))
@few
def test_result_exists_once_the_game_is_over(log: Log) -> None:
    for moment in log[::10]:
        assert (compute_result(moment.before) is not None) == (table_status(moment.before) == "over")
    last = compute_result(log[-1].after)
    assert last is not None
    assert load_result(last.table, last.key, last.slug, last.mark, last.ended, dump_result(last)) == last


@pytest.mark.parametrize("slug", GAMES)
def test_results_hold_nothing_hidden(slug: str) -> None:
    seen = 0
    for seed in range(3):
        log = Log(slug, seed)
        table = log[-1].after
        nobody = player_view(table)
        covered = replace(table, state=nobody.state, played=nobody.played, redacted={})
        seen += any(not table.game.is_public(one.act.move) for one in table.played)
        assert compute_result(covered) == compute_result(table)
        assert hash_moves(player_view(covered)) == hash_moves(nobody)
    assert seen


def unreckoned(server: Server) -> None:
    """Mark all results as those of an earlier version."""
    with server.service.store.engine.begin() as db:
        db.execute(update(rows).values(reckoned=0))


def test_results_are_served_while_others_are_computed(server: Server) -> None:
    for seed in range(3):
        server.keep("vabanque", seed=seed)
    with server.service.store.engine.begin() as db:
        db.execute(delete(rows).where(rows.c.table_id > 1))
    service, seen = server.process(), []
    assert service.results.compute_missing_in_background(lambda: seen.append(len(service.results._known))) == 2
    assert seen[:2] == [0, 1]  # each piece is followed by a pause
    assert len(service.results.all()) == 3


def test_unreadable_result_is_logged_and_listed_as_broken(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    for slug in ("vabanque", "wetten"):
        server.keep(slug)
    unreckoned(server)
    with server.service.store.engine.begin() as db:
        db.execute(update(entries).where(entries.c.table_id == 1).values(body="{}"))
    service = server.process()
    assert service.results.compute_missing() == 1
    assert [record.getMessage().partition(" cannot")[0] for record in caplog.records] == ["table 1"]
    assert service.store.count_by_status() == {"broken": 1, "over": 1}


def test_name_erased_during_computation_stays_erased(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    key = server.keep("vabanque", "Anna", "Ben", "Carla").key
    unreckoned(server)
    other, late = server.process(), server.process()
    load = late.store.load

    def slowly(key: str) -> Any:
        found = load(key)
        erase_person(other, "Anna")
        return found

    monkeypatch.setattr(late.store, "load", slowly)
    late.results.compute_missing()
    assert server.evening(key).names == ("N. N.", "Ben", "Carla")


def test_two_processes_compute_results_together(server: Server) -> None:
    for seed in range(3):
        server.keep("vabanque", seed=seed)
    unreckoned(server)
    services = [server.process(), server.process()]
    assert len(at_once(*(service.results.compute_missing for service in services))) == 2
    assert [len(service.results.all()) for service in services] == [3, 3]


def test_imported_name_is_kept_as_it_is(server: Server) -> None:
    names = ("Anna", "\u3164", "Carla")
    kept = server.keep("vabanque", *names)
    assert server.evening(kept.key).names == names
    assert not server.keep("vabanque", *names).is_new
