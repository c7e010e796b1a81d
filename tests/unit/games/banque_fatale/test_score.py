"""Records of Banque Fatale: against a second reckoning, bad ones refused at their line, and told to a person."""

import json
import re
from functools import cache
from random import Random

import pytest

from companion.cli import table
from companion.games import banque_fatale
from companion.records import record, scoring
from companion.records.record import Record
from companion.rendering import templating
from tests.unit.games.banque_fatale.bad_records import BIDS, DEALT, bid
from tests.unit.games.banque_fatale.dealing import a_record
from tests.unit.games.banque_fatale.reckoning import Json, reckon

RECORDS = 100
SHARE = RECORDS / 300


@cache
def dealt(seed: int) -> tuple[list[str], Json]:
    """A random record, and what the second reckoning makes of it."""
    lines = a_record(Random(seed))
    return lines, reckon(lines)


def read(lines: list[str]) -> Record:
    return record.read(line.encode() for line in lines)


@pytest.mark.parametrize("seed", range(RECORDS))
def test_two_reckonings_of_a_record_agree(seed: int) -> None:
    lines, reckoned = dealt(seed)
    assert json.loads(json.dumps(scoring.result(read(lines)))) == reckoned


def test_the_random_records_are_of_all_kinds() -> None:
    texts = ["".join(dealt(seed)[0]) for seed in range(RECORDS)]
    assert sum('"hidden"' in text for text in texts) > 40 * SHARE
    assert sum('"sell"' in text for text in texts) > 200 * SHARE
    assert sum('"tokens_count": false' in text for text in texts) > 40 * SHARE
    results = [dealt(seed)[1] for seed in range(RECORDS)]
    assert 100 * SHARE < sum(result["finished"] for result in results) < 250 * SHARE
    assert sum(len(result["winners"]) > 1 for result in results) > 1
    rounds = [told for result in results for told in result["rounds"]]
    assert sum(bool(told["extra"]) for told in rounds) > 100 * SHARE
    assert sum(not any(told["bids"].values()) for told in rounds) > 10 * SHARE
    sizes = [sorted(sum(heap.values()) for heap in told["bids"].values()) for told in rounds]
    assert sum(size[-1] == size[-2] for size in sizes) > 200 * SHARE


@pytest.mark.parametrize("seed", range(0, RECORDS, RECORDS // 10))
def test_a_record_cut_off_anywhere_is_scored_as_far_as_it_goes(seed: int) -> None:
    lines, _ = dealt(seed)
    for end in range(1, len(lines), 7):
        assert json.loads(json.dumps(scoring.result(read(lines[:end])))) == reckon(lines[:end])


def test_the_table_for_a_person_names_every_player_and_every_sum() -> None:
    for seed in range(60):
        lines, reckoned = dealt(seed)
        told = table(read(lines))
        assert "hidden" not in told
        for place in reckoned["standings"]:
            assert f"{place['place']}. {place['player']}" in told
        for round_ in reckoned["rounds"]:
            assert (
                "Cash (millions of francs): " + ", ".join(f"{name} {sum_}" for name, sum_ in round_["cash"].items())
                in told
            )
            if round_["sold"]:
                assert f"{round_['sold']['player']} sells" in told
        if reckoned["finished"]:
            assert told.count("    Wealth") == len(reckoned["players"])
            accounts = told.partition("Final account")[2].partition("Standings")[0]
            wealth = re.findall(r"^  (\w+)$.*?^    Wealth +(\d+)$", accounts, re.DOTALL | re.MULTILINE)
            scores = {place["player"]: place["money"] for place in reckoned["standings"]}
            assert {name: int(sum_) for name, sum_ in wealth} == scores


def test_a_round_that_is_not_over_is_told_as_far_as_it_goes() -> None:
    told = table(read([*BIDS, bid("Anna", '{"red": 2}'), bid("Ben"), bid("Carla")]))
    assert "Anna wins the card with the most tokens, 2" in told
    assert "sells" not in told
    assert "Round 1" not in table(read(DEALT))


def test_every_fact_and_every_tale_has_a_sentence() -> None:
    said = templating.text("en").get_template("banque_fatale/_words.html").module
    kinds, tales = set(), set()
    for seed in range(40):
        game = read(dealt(seed)[0])
        for fact in (fact for facts in game.told for fact in facts):
            kinds.add(fact.word)
            assert said.told(fact, game.header.players).strip()  # type: ignore[attr-defined]  # a macro
        for tale in banque_fatale.highlights(game.state):
            tales.add(tale.word)
            assert said.tale(tale, game.header.players).strip()  # type: ignore[attr-defined]
    assert len(kinds) == 13
    assert tales == {"sale", "extra", "fall", "vain", "bargain"}
