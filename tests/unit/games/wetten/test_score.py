"""The result of a record of Wetten!, against a second reckoning, and as a table for a person."""

import json
from functools import cache
from random import Random

import pytest

from companion import cli
from companion.records import record, scoring
from companion.records.record import Record
from tests.unit.games.wetten.dealing import a_record
from tests.unit.games.wetten.reckoning import Json, reckon

RECORDS = 100
SHARE = RECORDS / 300


@cache
def dealt(seed: int) -> tuple[list[str], Json]:
    """A random record, and what the second reckoning makes of it."""
    lines = a_record(Random(seed))
    return lines, reckon(lines)


def read(lines: list[str]) -> Record:
    return record.read([line.encode() for line in lines])


@pytest.mark.parametrize("seed", range(RECORDS))
def test_two_reckonings_of_a_record_agree(seed: int) -> None:
    lines, reckoned = dealt(seed)
    assert json.loads(json.dumps(scoring.result(read(lines)))) == reckoned


def test_the_random_records_are_of_all_kinds() -> None:
    texts = ["".join(dealt(seed)[0]) for seed in range(RECORDS)]
    for word in ('"bets": "hidden"', '"moves": "hidden"', '"open"', '"buy-card"', '"action-card"', '"never"', '"Emil"'):
        assert sum(word in text for text in texts) > 25 * SHARE, word
    results = [dealt(seed)[1] for seed in range(RECORDS)]
    for ending in ("races", "bank", "stop", None):
        assert sum(result["ended_by"] == ending for result in results) > 25 * SHARE, ending
    races = [race for result in results for race in result["rounds"]]
    assert sum(bool(race["gifts"]) for race in races) > 50 * SHARE
    assert sum(len(set(race["places"].values())) < 4 for race in races) > 25 * SHARE
    assert sum(race["turns"] == 1 for race in races) > 25 * SHARE
    broken = [result["rounds"][-1] for result in results if result["ended_by"] == "bank"]
    assert {race["race"] for race in broken} >= {3, 4, 5}
    assert all(race["bank"] == 0 and not race["gifts"] for race in broken)


def test_the_table_for_a_person_names_every_player_and_every_sum() -> None:
    for ending in ("races", "bank", "stop", None):
        found = (dealt(seed) for seed in range(RECORDS))
        lines, reckoned = next((lines, told) for lines, told in found if told["ended_by"] == ending and told["rounds"])
        told = cli.table(read(lines))
        assert f"\n{read(lines).state.track} fields\n" in told
        for place in reckoned["standings"]:
            assert f"{place['place']}. {place['player']}" in told
            assert f"€{place['money']:,}" in told
        for race in reckoned["rounds"]:
            assert f"Race {race['race']} · minimum stake €{race['min_stake']:,}" in told
            for amount in (*race["gifts"].values(), *filter(None, race["paid"].values()), race["bank"]):
                assert f"€{amount:,}" in told
        assert "hidden" not in told
