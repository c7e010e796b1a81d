"""Results of random records agree with an independent reckoning (`<slug>/reckoning.py`), and can be printed."""

import json
from collections import Counter
from functools import cache
from random import Random

import pytest

from companion.cli.records import format_table
from companion.games import GAMES
from companion.records import record, scoring
from companion.records.record import Record
from tests.unit.games.owned import owned
from tests.unit.stats.plays import Json

RECORDS = 100
PLACES = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")
every_game = pytest.mark.parametrize("slug", [slug for slug in GAMES if owned(slug, "reckoning")])


@cache
def dealt(slug: str, seed: int) -> tuple[list[str], Json]:
    """A random record and its independent result."""
    dealing, reckoning = owned(slug, "dealing"), owned(slug, "reckoning")
    assert dealing
    assert reckoning
    lines = dealing.a_record(Random(seed))
    return lines, reckoning.reckon(lines)


def read(lines: list[str]) -> Record:
    return record.read(line.encode() for line in lines)


def scored(lines: list[str]) -> Json:
    result: Json = json.loads(json.dumps(scoring.build_result(read(lines))))
    return result


@every_game
def test_score_matches_an_independent_reckoning(slug: str) -> None:
    for seed in range(RECORDS):
        lines, reckoned = dealt(slug, seed)
        assert scored(lines) == reckoned, f"seed {seed}"


@every_game
def test_random_records_are_of_all_kinds(slug: str) -> None:
    dealing = owned(slug, "dealing")
    assert dealing
    found: Counter[str] = Counter()
    for seed in range(RECORDS):
        lines, reckoned = dealt(slug, seed)
        found.update({word for word in dealing.WORDS if word in "".join(lines)} | set(dealing.kinds(reckoned)))
    assert {kind: found[kind] for kind in (*dealing.WORDS, *dealing.KINDS) if found[kind] < RECORDS / 20} == {}


@every_game
def test_record_cut_off_anywhere_is_scored(slug: str) -> None:
    reckoning = owned(slug, "reckoning")
    assert reckoning
    for seed in range(0, RECORDS, 25):
        lines, _ = dealt(slug, seed)
        for end in range(1, len(lines), 13):
            assert scored(lines[:end]) == reckoning.reckon(lines[:end])


@every_game
def test_printed_result_names_every_player_and_sum(slug: str) -> None:
    for seed in range(20):
        lines, reckoned = dealt(slug, seed)
        printed = format_table(read(lines))
        assert "hidden" not in printed
        for place in reckoned["standings"]:
            assert f" {PLACES[place['place']]}  {place['player']}" in printed
            assert f"{place['money']:,}" in printed
        for told in reckoned["rounds"]:
            for amount in (
                *told.get("paid", {}).values(),
                *told.get("gifts", {}).values(),
                *told.get("cash", {}).values(),
            ):
                assert not amount or f"{amount:,}" in printed
