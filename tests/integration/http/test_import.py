"""`companion import` adds finished games from records."""

import os
import shutil
import sqlite3
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
from tests.support.server import Server, running
from tests.support.waiting import wait_until
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


def imported(data: Path, *words: object, sent: str | None = None) -> Result:
    """Run the command."""
    return CliRunner().invoke(cli, ["import", "--lang", "en", "--data", str(data), *map(str, words)], input=sent)


def games(data: Path) -> list[tuple[str, float]]:
    """Games and when they ended."""
    store = Store(data / "companion.sqlite3")
    found = [(one.slug, one.ended) for one in TableService(store, Notifier()).results.all()]
    store.close()
    return found


def test_record_becomes_a_game_of_the_files_day(tmp_path: Path, records: list[Path]) -> None:
    told = imported(tmp_path / "data", *records)
    assert (told.exit_code, told.output) == (0, f"{len(records)} games were imported.\n")
    assert games(tmp_path / "data") == [(slug, 86_400.0 * day) for day, slug in enumerate(GAMES, start=1)][::-1]


def test_same_game_counts_once_also_from_stdin(tmp_path: Path, records: list[Path]) -> None:
    imported(tmp_path / "data", records[0])
    again = imported(tmp_path / "data", "-", records[0], sent=records[0].read_text(encoding="utf-8"))
    assert (again.exit_code, again.output) == (0, "0 games were imported. 2 were already there.\n")
    assert len(games(tmp_path / "data")) == 1


@pytest.mark.parametrize("name", ["Pacific/Auckland", "Pacific/Honolulu"])
def test_date_is_a_day_of_the_given_time_zone(
    name: str, tmp_path: Path, records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.i18n.timezone._chosen", [None])
    assert imported(tmp_path / "data", "--date", "2024-03-01", "--timezone", name, records[0]).exit_code == 0
    assert timezone.to_local(games(tmp_path / "data")[0][1]).isoformat()[:16] == "2024-03-01T12:00"


def test_bad_record_is_refused_and_others_are_imported(tmp_path: Path, records: list[Path]) -> None:
    lines = records[0].read_text(encoding="utf-8").splitlines(keepends=True)
    broken, unfinished = tmp_path / "broken.jsonl", tmp_path / "unfinished.jsonl"
    broken.write_text("".join([*lines[:2], "{}\n"]), encoding="utf-8")
    unfinished.write_text("".join(lines[:-1]), encoding="utf-8")
    told = imported(tmp_path / "data", broken, records[1], unfinished, tmp_path / "nowhere")
    assert told.exit_code == 2
    assert told.stdout == "1 game was imported.\n"
    first, second, third = told.stderr.splitlines()
    assert first.startswith(f"{broken}:3: ")
    assert second == f"{unfinished}:{len(lines) - 1}: This game isn't over yet. Choose a finished one."
    assert third.startswith(f"{tmp_path / 'nowhere'}: ")
    assert [slug for slug, _ in games(tmp_path / "data")] == [list(GAMES)[1]]


def spelled(path: Path, first: str) -> Path:
    """A record whose first player has this name."""
    whole = a_record("vabanque", (first, *FOUR[1:3]))
    path.write_text(record.write(whole.header, whole.acts), encoding="utf-8")
    return path


def test_two_spellings_of_a_name_are_one_game(tmp_path: Path) -> None:
    two = [spelled(tmp_path / form, normalize(form, "Änne")) for form in ("NFC", "NFD")]
    assert two[0].read_bytes() != two[1].read_bytes()
    assert imported(tmp_path / "data", *two).output == "1 game was imported. 1 was already there.\n"


@pytest.mark.parametrize("name", ["\u3164", normalize("NFD", "Bén")])
def test_names_that_no_seat_takes_are_imported(tmp_path: Path, name: str) -> None:
    whole = a_record("vabanque", (name, "Bén", "Carla"))
    path = tmp_path / "record.jsonl"
    path.write_text(record.write(whole.header, whole.acts), encoding="utf-8")
    assert imported(tmp_path / "data", path).output == "1 game was imported.\n"
    store = Store(tmp_path / "data" / "companion.sqlite3")
    assert [one.names for one in TableService(store, Notifier()).results.all()] == [(name, "Bén", "Carla")]
    store.close()


def test_date_before_1970_is_refused(tmp_path: Path, records: list[Path]) -> None:
    told = imported(tmp_path / "data", "--date", "0001-01-01", records[0])
    assert told.exit_code == 2
    assert "give a day in 1970 or later" in told.stderr


def test_server_computes_results_of_an_older_version(tmp_path: Path) -> None:
    shutil.copytree(DATA / "house-0.1.0", tmp_path / "data")
    with running(Server(tmp_path / "data")):
        wait_until(lambda: results(tmp_path / "data"))


def results(data: Path) -> int:
    """Number of computed results in the file."""
    with closing(sqlite3.connect(data / "companion.sqlite3")) as db:
        return int(db.execute("SELECT count(*) FROM evenings").fetchone()[0])
