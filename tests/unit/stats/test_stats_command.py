"""`companion stats` and `companion season`, as commands."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli, terminal
from companion.i18n.languages import languages
from companion.table.storage.store import Store
from tests.unit.stats.data_folders import Sketch, data_folder

ROOT = Path(__file__).parents[3]
SOME = [
    Sketch("vabanque", 4, 1, ("Anna", "Ben", "Carla", "Dora"), 1, 3_600),
    Sketch("wetten", 3, 1, ("Anna", "Ben", "Emil"), 2, None),
    Sketch("toy", 3, 2, ("Anna", "Ben", "Carla"), 3, None),
]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reset the language, which a command sets for the whole process."""
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    terminal.set_language("en")


def companion(*told: object) -> Result:
    """Run the command in this process, since a start takes longer than the command."""
    words = list(map(str, told))
    terminal.set_language(terminal.detect_language(words, {}))
    return CliRunner().invoke(cli, words, prog_name="companion")


def test_printed_tables_agree_with_the_json() -> None:
    with data_folder(SOME[:2], {}) as (folder, _):
        answer = json.loads(companion("stats", "--json", "--data", folder).stdout)
        assert [one["name"] for one in answer["people"]] == ["Anna", "Ben", "Emil", "Carla", "Dora"]
        tables = {lang: companion("stats", "--data", folder, "--lang", lang).stdout for lang in languages()}
        assert len(set(tables.values())) == len(tables)
        for text in tables.values():
            assert all(one["name"] in text for one in answer["people"])
            assert "Vabanque" in text
        anna = companion("stats", "--person", "anna", "--data", folder, "--lang", "en").stdout
        (told,) = json.loads(companion("stats", "--json", "--person", "Anna", "--data", folder).stdout)["people"]
        for at in told["games"]:
            assert f"{at['best']['result']:,}" in anna
        game = companion("stats", "--game", "wetten", "--data", folder, "--lang", "en").stdout
        (records,) = json.loads(companion("stats", "--json", "--game", "wetten", "--data", folder).stdout)["games"]
        assert f"€{records['highest']['result']:,}" in game
        assert [one["players"] for one in records["by_players"]] == [3]
        for one in records["by_players"]:
            line = rf"{one['players']} players +€{one['winning']:,} +average: €{one['average']:,} · 1 game"
            assert re.search(line, game), game
        (first,) = json.loads(companion("stats", "--json", "--game", "vabanque", "--data", folder).stdout)["games"]
        game = companion("stats", "--game", "vabanque", "--data", folder, "--lang", "en").stdout
        assert [one["turn"] for one in first["by_turn"]] == [1, 2, 3, 4]
        for one in first["by_turn"]:
            line = rf"Turn {one['turn']} +{one['wins'] / one['plays']:.0%} +by chance: {one['chance']:.0%}"
            assert re.search(line, game), game


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["stats", "--game", "chess"], "there is no game 'chess'; available: vabanque, banque_fatale, wetten"),
        (["stats", "--person", "Zoe"], "nobody is called Zoe; available: Anna, Ben, Emil, Carla, Dora"),
        (["stats", "--person", "a\nb"], "nobody is called 'a\\nb'; available:"),
        (["season", "1999", "-o", "x.pdf"], "there was no game in 1999; choose one of 2023"),
        (["season", "soon", "-o", "x.pdf"], "'soon' is not a valid integer"),
    ],
)
def test_unknown_game_person_or_year_lists_what_exists(told: list[str], said: str) -> None:
    with data_folder(SOME[:2], {}) as (folder, _):
        done = companion(*told, "--data", folder)
        assert (done.exit_code, done.stdout) == (2, "")
        assert said in " ".join(done.stderr.split())


def test_missing_data_folder_is_an_error(tmp_path: Path) -> None:
    done = companion("stats", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "there is no" in done.stderr


def test_uncomputed_results_count_and_nothing_is_written() -> None:
    with data_folder(SOME[:2], {}) as (folder, _):
        before = json.loads(companion("stats", "--json", "--data", folder).stdout)
        earlier = "SELECT count(*) FROM evenings WHERE reckoned = 0 AND told = '{}'"
        with closing(Store(folder / "companion.sqlite3")) as store, store.engine.connect() as db:
            db.exec_driver_sql("UPDATE evenings SET reckoned = 0, told = '{}'")
            db.commit()
            answer = json.loads(companion("stats", "--json", "--data", folder).stdout)
            assert db.exec_driver_sql(earlier).scalar_one() == 2
        assert [one["plays"] for one in answer["people"]] == [one["plays"] for one in before["people"]]
        assert answer["games"][0]["records"] == before["games"][0]["records"]


def test_unreadable_game_does_not_stop_statistics() -> None:
    with data_folder(SOME[:2], {}) as (folder, _):
        with closing(Store(folder / "companion.sqlite3")) as store, store.engine.connect() as db:
            first = "(SELECT min(table_id) FROM evenings)"
            db.exec_driver_sql(f"UPDATE entries SET body = '{{}}' WHERE kind = 'act' AND table_id = {first}")
            db.exec_driver_sql(f"UPDATE evenings SET reckoned = 0 WHERE table_id = {first}")
            db.commit()
        told = companion("stats", "--json", "--data", folder)
        assert (told.exit_code, json.loads(told.stdout)["evenings"]) == (0, 1)


def test_season_command_writes_a_pdf(tmp_path: Path) -> None:
    with data_folder(SOME[:2], {}) as (folder, _):
        told = ["season", "2023", "-o", tmp_path / "season.pdf", "--data", folder, "--paper", "letter"]
        done = subprocess.run(
            [sys.executable, "-m", "companion", *map(str, told)],
            env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONUTF8": "1"},
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "season.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture
def another_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the time zone, which a command sets for the whole process."""
    monkeypatch.setattr("companion.i18n.timezone._chosen", [None])


@pytest.mark.usefixtures("another_zone")
@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", "15T11"), ("America/New_York", "14T17")])
def test_times_are_in_the_chosen_time_zone(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = replace(SOME[0], day=0)  # 2023-11-14, 22:13 in UTC
    with data_folder([first], {}) as (folder, _):
        for told in (["--timezone", zone], []):
            monkeypatch.setenv("COMPANION_TIMEZONE", "UTC" if told else zone)
            (game,) = json.loads(companion("stats", "--json", "--data", folder, *told).stdout)["games"]
            assert game["highest"]["began"].startswith(f"2023-11-{day}:13:20"), told


@pytest.mark.parametrize("name", ["Europe/Nowhere", "../etc/passwd", "Europe", "x\0y"])
def test_unknown_time_zone_is_refused_with_an_example(name: str) -> None:
    done = companion("serve", "--timezone", name)
    assert done.exit_code == 2
    assert "use a name such as Europe/Berlin" in " ".join(done.stderr.split())
