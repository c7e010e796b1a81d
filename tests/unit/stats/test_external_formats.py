"""CSV and BG Stats exports hold the result, in forms that those programs take."""

import csv
import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.external_formats import COLUMNS, escape_formulas, link_to_bg_stats, plays_as_csv
from companion.table.model.game_result import GameResult

FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")

BEGAN = 1_700_000_000.0  # 2023-11-14 22:13:20 UTC
PLAYED = GameResult(
    table=1,
    key="k" * 13,
    slug="vabanque",
    mark="0123456789abcdef" * 4,
    began=BEGAN,
    ended=BEGAN + 5_400,
    seconds=5_400,
    names=("Anna", "Ben", "Carla"),
    colours=("orange", "sky", "green"),
    scores=(250, 400, 400),
    rounds=4,
    starter=2,
)


def handed(one: GameResult, known: dict[str, str] | None = None) -> dict[str, Any]:
    """The data in the link."""
    link = urlsplit(link_to_bg_stats(one, known or {}))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(link.query, strict_parsing=True)["data"]
    told: dict[str, Any] = json.loads(data)
    return told


def test_bg_stats_gets_date_duration_and_game() -> None:
    told = handed(PLAYED)
    assert told["sourceName"] == "Companion"
    assert told["playDate"] == "2023-11-14 22:13:20"
    assert told["durationMin"] == 90
    assert told["game"] == {
        "name": "Vabanque", "sourceGameId": "vabanque", "highestWins": True, "noPoints": False,
    }  # fmt: skip


def test_bg_stats_gets_start_rank_and_score_of_players() -> None:
    told = [
        (one["name"], one["startPlayer"], one["rank"], one["score"], one["winner"]) for one in handed(PLAYED)["players"]
    ]
    assert told == [("Anna", False, 3, 250, False), ("Ben", False, 1, 400, True), ("Carla", True, 1, 400, True)]


def test_unknown_duration_and_start_player_are_left_out() -> None:
    told = handed(replace(PLAYED, seconds=None, starter=None))
    assert "durationMin" not in told
    assert [one["startPlayer"] for one in told["players"]] == [False, False, False]
    assert handed(replace(PLAYED, seconds=20))["durationMin"] == 1


def test_ids_are_stable_and_hold_no_key() -> None:
    told = handed(PLAYED)
    assert PLAYED.key not in json.dumps(told)
    again = handed(replace(PLAYED, key="x" * 13, names=("Dora", "anna", "Emil")))
    assert again["sourcePlayId"] != told["sourcePlayId"]
    assert again["players"][1]["sourcePlayerId"] == told["players"][0]["sourcePlayerId"]
    assert len({one["sourcePlayerId"] for one in (*told["players"], *again["players"])}) == 5


def test_two_erased_players_have_different_ids() -> None:
    one, other = (replace(PLAYED, names=("N. N.", "Ben", "Carla"), key=key * 13) for key in "ab")
    ids = [handed(played)["players"][0]["sourcePlayerId"] for played in (one, other)]
    assert ids[0] != ids[1]


def test_display_names_are_used() -> None:
    told = handed(PLAYED, {"anna": "Anna Maria"})
    assert [one["name"] for one in told["players"]] == ["Anna Maria", "Ben", "Carla"]
    assert "Anna Maria" in plays_as_csv([PLAYED], {"anna": "Anna Maria"})


@given(st.text(min_size=1, max_size=20))
def test_no_name_breaks_out_of_the_link(name: str) -> None:
    one = replace(PLAYED, names=(name.encode("utf-8", "replace").decode(), "Ben", "Carla"))
    link = link_to_bg_stats(one, {})
    assert link.isascii()
    assert not set(" \"'<>&#\r\n") & set(link.partition("?")[2])
    assert handed(one)["players"][0]["name"] == one.names[0]


def rows(*evenings: GameResult) -> list[list[str]]:
    text = plays_as_csv(evenings, {})
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def test_csv_has_a_line_per_player_and_game() -> None:
    head, *lines = rows(PLAYED, replace(PLAYED, seconds=None, starter=None, key="e" * 13))
    assert tuple(head) == COLUMNS
    assert lines[0] == ["2023-11-14", "vabanque", "3", "90", "3", "Anna", "250", "no", "2", lines[1][9]]
    assert lines[1][4:9] == ["1", "Ben", "400", "yes", "3"]
    assert lines[3] == ["2023-11-14", "vabanque", "3", "", "3", "Anna", "250", "no", "", lines[4][9]]
    assert len({line[9] for line in lines}) == 2
    assert len(lines) == 6
    assert PLAYED.key not in plays_as_csv([PLAYED], {})


FORMULAS = ("=1+1", "+49", "-1", "@SUM(A1)", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20a")


@pytest.mark.parametrize("name", ["A;=1+1;", "A; =1+1", 'A;"=1+1"', '";=1+1;"', "|@x", "\"'=1;-2", ";;+1", *FORMULAS])
@pytest.mark.parametrize("separator", [",", ";", "|"])
def test_no_csv_cell_is_a_formula(name: str, separator: str) -> None:
    text = plays_as_csv([replace(PLAYED, names=(name, "Ben", "Carla"))], {}).removeprefix("\ufeff")
    for line in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        assert not [cell for cell in line if cell.lstrip(' "').startswith(FORMULA)]
    assert rows(replace(PLAYED, names=(name, "Ben", "Carla")))[1][5].replace("'", "") == name.replace("'", "")


@pytest.mark.parametrize("name", ["Anna-Lena", "A - B", "Anna (=1)", "x@y"])
def test_harmless_names_stay_unchanged(name: str) -> None:
    assert escape_formulas(name) == name


def test_csv_keeps_quoted_names_and_negative_scores() -> None:
    lines = rows(replace(PLAYED, names=('Ann, "A"', "Ben", "Ünal"), scores=(-5, 0, 5)))
    assert [line[5] for line in lines[1:]] == ['Ann, "A"', "Ben", "Ünal"]
    assert [line[6] for line in lines[1:]] == ["-5", "0", "5"]
