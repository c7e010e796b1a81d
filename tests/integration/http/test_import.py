"""Records are kept as evenings from the command line."""

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.games import GAMES
from companion.i18n import timezone
from companion.records import record
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.integration.http.server import Server
from tests.unit.games.playing import a_record

DATA = Path(__file__).parents[2] / "data"
FOUR = ("Anna", "Ben", "Carla", "Dora")


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """A finished game of each kind, played on a day each."""
    paths = []
    for day, slug in enumerate(GAMES, start=1):
        whole = a_record(slug, FOUR)
        paths.append(tmp_path / f"{slug}.jsonl")
        paths[-1].write_text(record.write(whole.header, whole.acts), encoding="utf-8")
        os.utime(paths[-1], (day * 86_400, day * 86_400))
    return paths


def kept(data: Path, *words: object, sent: str | None = None) -> Result:
    """What `companion import` says."""
    return CliRunner().invoke(cli, ["import", "--lang", "en", "--data", str(data), *map(str, words)], input=sent)


def evenings(data: Path) -> list[tuple[str, float]]:
    """Which evenings the house has, and when they ended."""
    store = Store(data / "companion.sqlite3")
    found = [(one.slug, one.ended) for one in TableService(store, Notifier()).evenings.all()]
    store.close()
    return found


def test_each_record_is_an_evening_of_the_day_of_its_file(tmp_path: Path, records: list[Path]) -> None:
    told = kept(tmp_path / "house", *records)
    assert (told.exit_code, told.output) == (0, f"{len(records)} games were imported.\n")
    assert evenings(tmp_path / "house") == [(slug, 86_400.0 * day) for day, slug in enumerate(GAMES, start=1)][::-1]


def test_the_same_evening_counts_once_also_from_standard_input(tmp_path: Path, records: list[Path]) -> None:
    kept(tmp_path / "house", records[0])
    again = kept(tmp_path / "house", "-", records[0], sent=records[0].read_text(encoding="utf-8"))
    assert (again.exit_code, again.output) == (0, "0 games were imported. 2 were already there.\n")
    assert len(evenings(tmp_path / "house")) == 1


def test_the_day_can_be_given(tmp_path: Path, records: list[Path]) -> None:
    assert kept(tmp_path / "house", "--date", "2024-03-01", records[0]).exit_code == 0
    assert 1709251200 <= evenings(tmp_path / "house")[0][1] <= 1709251200 + 2 * 86_400


@pytest.mark.parametrize("name", ["Pacific/Auckland", "Pacific/Honolulu"])
def test_a_given_day_is_one_of_the_zone_that_is_given(
    name: str, tmp_path: Path, records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.i18n.timezone._chosen", [None])
    assert kept(tmp_path / "house", "--date", "2024-03-01", "--timezone", name, records[0]).exit_code == 0
    assert timezone.to_local(evenings(tmp_path / "house")[0][1]).isoformat()[:16] == "2024-03-01T12:00"


def test_a_bad_record_is_refused_at_its_line_and_the_others_are_kept(tmp_path: Path, records: list[Path]) -> None:
    lines = records[0].read_text(encoding="utf-8").splitlines(keepends=True)
    broken, unfinished = tmp_path / "broken.jsonl", tmp_path / "unfinished.jsonl"
    broken.write_text("".join([*lines[:2], "{}\n"]), encoding="utf-8")
    unfinished.write_text("".join(lines[:-1]), encoding="utf-8")
    told = kept(tmp_path / "house", broken, records[1], unfinished, tmp_path / "nowhere")
    assert told.exit_code == 2
    assert told.stdout == "1 game was imported.\n"
    first, second, third = told.stderr.splitlines()
    assert first.startswith(f"{broken}:3: ")
    assert second == f"{unfinished}:{len(lines) - 1}: The game is not over here. Choose a finished one."
    assert third.startswith(f"{tmp_path / 'nowhere'}:1: ")
    assert [slug for slug, _ in evenings(tmp_path / "house")] == [list(GAMES)[1]]


def spelled(path: Path, first: str) -> Path:
    """A record whose first player has this name."""
    whole = a_record("vabanque", (first, *FOUR[1:3]))
    path.write_text(record.write(whole.header, whole.acts), encoding="utf-8")
    return path


def test_one_name_in_two_spellings_is_one_person_and_one_evening(tmp_path: Path) -> None:
    two = [spelled(tmp_path / form, normalize(form, "Änne")) for form in ("NFC", "NFD")]
    assert two[0].read_bytes() != two[1].read_bytes()
    assert kept(tmp_path / "house", *two).output == "1 game was imported. 1 was already there.\n"


@pytest.mark.parametrize("name", ["\u3164", normalize("NFD", "Bén")])
def test_a_good_record_is_kept_also_where_nobody_could_sit_down_so(tmp_path: Path, name: str) -> None:
    whole = a_record("vabanque", (name, "Bén", "Carla"))
    path = tmp_path / "record.jsonl"
    path.write_text(record.write(whole.header, whole.acts), encoding="utf-8")
    assert kept(tmp_path / "house", path).output == "1 game was imported.\n"
    store = Store(tmp_path / "house" / "companion.sqlite3")
    assert [one.names for one in TableService(store, Notifier()).evenings.all()] == [(name, "Bén", "Carla")]
    store.close()


def test_no_evening_was_before_there_were_any_seconds_to_count(tmp_path: Path, records: list[Path]) -> None:
    told = kept(tmp_path / "house", "--date", "0001-01-01", records[0])
    assert told.exit_code == 2
    assert "give a day in 1970 or later" in told.stderr


def test_a_server_remembers_what_an_earlier_version_finished_before_anybody_asks(tmp_path: Path) -> None:
    shutil.copytree(DATA / "house-0.1.0", tmp_path / "house")
    server = Server(tmp_path / "house")
    server.start()
    try:
        until = time.monotonic() + 20
        while not (there := evenings_there(tmp_path / "house")) and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        server.kill()
    assert there


def evenings_there(data: Path) -> int:
    """How many rows the file has."""
    with closing(sqlite3.connect(data / "companion.sqlite3")) as db:
        return int(db.execute("SELECT count(*) FROM evenings").fetchone()[0])
