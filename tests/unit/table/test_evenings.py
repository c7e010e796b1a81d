"""What is remembered of finished games: all that was turned up, nothing else, and the same as its log says."""

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
from companion.table.model.game_result import acted, evening, remembered, told
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from companion.table.model.tokens import hashed
from companion.table.service.erasure import forgotten
from companion.table.service.importing import imported
from companion.table.service.loading import status
from companion.table.service.notifier import Notifier
from companion.table.service.results import GameResults
from companion.table.service.table_service import TableService
from companion.table.storage.schema import entries
from companion.table.storage.schema import evenings as rows
from companion.table.storage.store import NotSaved, Store
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.table.evenings import Evening as Log
from tests.unit.table.evenings import evenings, few
from tests.unit.table.houses import OPERATOR, House, a_record
from tests.unit.table.test_at_the_same_moment import at_once

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def house(where: Where) -> House:
    """With nothing in it."""
    return House(where)


@pytest.mark.parametrize("slug", GAMES)
def test_an_evening_is_what_a_record_says(house: House, slug: str) -> None:
    key, record = house.keep(slug).key, a_record(slug, CAST[:4])
    one = house.evening(key)
    assert (one.slug, one.names) == (slug, CAST[:4])
    assert one.scores == record.game.scores(record.state)
    assert one.rounds == len(record.game.rounds(record.state, one.names))
    assert one.story == tuple(map(tuple, record.game.score_history(record.state)))
    assert [one.scores[seat] for seat in one.winners] == [max(one.scores)] * len(one.winners)
    assert house.service.table(key).game.asks(house.service.table(key).state) == ()


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_takes_from_its_beginning_to_its_last_act(slug: str) -> None:
    log = Log(slug, 2)
    (began,) = [moment.entry.at for moment in log if moment.entry.kind == "begin"]
    table = log[-1].after
    assert (table.began, table.acted) == (began, max(moment.entry.at for moment in log if moment.entry.kind == "act"))
    one = evening(replace(table, acted=began + 3_599.6))
    assert one is not None
    assert (one.seconds, one.minutes, one.ended) == (3_600, 60, began + 3_599.6)


def ended(slug: str, *more: tuple[str, float], acted: float) -> Table:
    """A game that began at 1,000 and ended then; before its last act came these other entries."""
    log = Log(slug, 2)
    last = max(place for place, moment in enumerate(log) if moment.entry.kind == "act")
    table = replace(log[last].before, began=1_000.0)
    for kind, at in more:
        table = table.after(Entry(table.number + 1, kind, None, {}, kind, "", at))
    table = table.after(replace(log[last].entry, number=table.number + 1, at=acted))
    return replace(table, party=replace(table.party, page=None))


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
def test_the_time_for_which_a_table_was_put_away_is_no_play_and_where_the_clock_was_set_back_nobody_knows(
    slug: str, more: tuple[tuple[str, float], ...], acted: float, seconds: int | None
) -> None:
    one = evening(ended(slug, *more, acted=acted))
    assert one is not None
    assert one.seconds == seconds


def test_the_time_before_a_game_began_is_not_subtracted() -> None:
    log = Log("toy", 2)
    begin = next(place for place, moment in enumerate(log) if moment.entry.kind == "begin")
    table = log[begin].before
    for kind, at in (("away", 10.0), ("open", 90.0)):
        table = table.after(Entry(table.number + 1, kind, None, {}, kind, "", at))
    assert table.after(replace(log[begin].entry, number=table.number + 1, at=100.0)).away == 0


def test_the_same_evening_counts_once_however_it_is_spelled(house: House) -> None:
    first = house.keep("vabanque", *CAST[:3])
    assert first.fresh
    again = a_record("vabanque", CAST[:3])
    spelled = replace(again, header=replace(again.header, options={"turns": "strict", "edition": "2021"}))
    assert [imported(house.service, one, 5.0) for one in (again, spelled)] == [replace(first, fresh=False)] * 2
    assert house.keep("vabanque", *CAST[:3], seed=1).fresh
    assert house.keep("vabanque", *CAST[1:4]).fresh
    assert len(house.service.evenings.all()) == 3


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_that_is_not_over_is_no_evening(house: House, slug: str) -> None:
    whole = a_record(slug, CAST[:4])
    state = whole.game.start(4, {})
    with pytest.raises(IllegalMove, match="unfinished"):
        imported(house.service, replace(whole, acts=(), state=state), 0.0)
    assert house.service.evenings.all() == []


def test_all_processes_and_later_ones_remember_the_same(house: House) -> None:
    others = [house.process(), house.process()]
    for seed, slug in enumerate(GAMES):
        house.keep(slug, seed=seed)
        assert others[0].evenings.all() == house.service.evenings.all()
    assert house.process().evenings.all() == others[1].evenings.all() == house.service.evenings.all()
    assert {one.key: one for one in others[1].evenings.all()} == house.reckoned_anew()


def test_the_operator_sees_all_evenings_and_whoever_was_not_there_none(house: House) -> None:
    keys = [house.keep(slug).key for slug in GAMES]
    assert [one.key for one in house.service.evenings.seen_by(OPERATOR)] == keys[::-1]
    assert house.service.evenings.seen_by("somebody") == house.service.evenings.seen_by(None) == []


def test_what_an_earlier_version_finished_is_remembered_when_it_is_asked_for(tmp_path: Path) -> None:
    shutil.copytree(DATA / "house-0.1.0", tmp_path / "house")
    service = TableService(Store(tmp_path / "house" / "companion.sqlite3"), Notifier())
    over = [one.key for one in service.store.tables_of(hashed("house")) if one.status == "over"]
    found = {one.key: one for one in service.evenings.all()}
    assert sorted(found) == sorted(over) != []
    assert all(found[key] == evening(service.table(key)) for key in over)
    assert GameResults(service.store).catch_up() == 0


@given(st.sampled_from(list(GAMES)).flatmap(evenings))
@few
def test_a_table_is_remembered_when_it_is_over_and_not_before(log: Log) -> None:
    for moment in log[::10]:
        assert (evening(moment.before) is not None) == (status(moment.before) == "over")
    last = evening(log[-1].after)
    assert last is not None
    assert remembered(last.table, last.key, last.slug, last.mark, last.ended, told(last)) == last


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_that_was_never_turned_up_is_remembered(slug: str) -> None:
    seen = 0
    for seed in range(5):
        log = Log(slug, seed)
        table = log[-1].after
        nobody = player_view(table)
        covered = replace(table, state=nobody.state, played=nobody.played, seen={})
        seen += any(not table.game.is_public(one.act.move) for one in table.played)
        assert evening(covered) == evening(table)
        assert acted(player_view(covered)) == acted(nobody)
    assert seen


def unreckoned(house: House) -> None:
    """As an earlier version would have left it."""
    with house.service.store.engine.begin() as db:
        db.execute(update(rows).values(reckoned=0))


def test_what_is_there_is_told_while_the_rest_is_reckoned_and_others_go_on(house: House) -> None:
    for seed in range(3):
        house.keep("vabanque", seed=seed)
    with house.service.store.engine.begin() as db:
        db.execute(delete(rows).where(rows.c.table_id > 1))
    service, seen = house.process(), []
    assert service.evenings.catch_up_behind(lambda: seen.append(len(service.evenings._known))) == 2
    assert seen[:2] == [0, 1]  # each piece is followed by a pause
    assert len(service.evenings.all()) == 3


def test_where_the_disk_does_not_answer_at_the_start_all_is_caught_up_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.keep("vabanque")
    unreckoned(house)
    service = house.process()

    def fails(_db: object) -> list[str]:
        raise NotSaved

    with monkeypatch.context() as once:
        once.setattr("companion.table.storage.results.unreckoned", fails)
        with pytest.raises(NotSaved):
            service.evenings.catch_up_behind(lambda: None)
    assert len(service.evenings.all()) == 1


def test_an_evening_that_cannot_be_reckoned_is_named_in_the_log_and_listed_as_broken(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    for slug in ("vabanque", "wetten"):
        house.keep(slug)
    unreckoned(house)
    with house.service.store.engine.begin() as db:
        db.execute(update(entries).where(entries.c.table_id == 1).values(body="{}"))
    service = house.process()
    assert service.evenings.catch_up() == 1
    assert [record.getMessage().partition(" cannot")[0] for record in caplog.records] == ["table 1"]
    assert service.store.by_status() == {"broken": 1, "over": 1}


def test_what_was_forgotten_while_it_was_reckoned_stays_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = house.keep("vabanque", "Anna", "Ben", "Carla").key
    unreckoned(house)
    other, late = house.process(), house.process()
    load = late.store.load

    def slowly(key: str) -> Any:
        found = load(key)
        forgotten(other, "Anna")
        return found

    monkeypatch.setattr(late.store, "load", slowly)
    late.evenings.catch_up()
    assert house.evening(key).names == ("N. N.", "Ben", "Carla")


def test_two_processes_that_reckon_at_once_are_in_nobodys_way(house: House) -> None:
    for seed in range(3):
        house.keep("vabanque", seed=seed)
    unreckoned(house)
    desks = [house.process(), house.process()]
    assert len(at_once(*(service.evenings.catch_up for service in desks))) == 2
    assert [len(service.evenings.all()) for service in desks] == [3, 3]


def test_a_record_with_a_name_that_nobody_could_sit_down_under_is_remembered_as_it_is(house: House) -> None:
    names = ("Anna", "\u3164", "Carla")
    kept = house.keep("vabanque", *names)
    assert house.evening(kept.key).names == names
    assert not house.keep("vabanque", *names).fresh
