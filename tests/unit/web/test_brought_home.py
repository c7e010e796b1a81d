"""When every place of a race is certain, one tap of anybody's brings it home; the record has every turn."""

import json
from pathlib import Path

import pytest

from companion.games.types import HIDDEN
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, Single, slip
from companion.games.wetten.state import Phase
from companion.records import record, scoring
from companion.table.model.player_view import player_view
from tests.unit.web.corrections import answered, proposed
from tests.unit.web.devices import Evening, an_evening, done

OFFER = "Bring Joker home"


def all_do(evening: Evening, do: str, *moves: object) -> None:
    """Everybody's slip or race card, by seat; who has none of their own has the last."""
    while asks := [ask for ask in evening.table.asks if ask.do == do]:
        done(evening.act(asks[0], moves[min(asks[0].seat or 0, len(moves) - 1)]))


def runs(evening: Evening) -> None:
    """Nobody has an action card, and the table looks at the pages."""
    done(evening.act(next(ask for ask in evening.table.asks if ask.do == "run"), Run()))
    evening.paged()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three horses are in, and Joker is nine fields from the line; Anna has bet that it comes in last."""
    evening = an_evening(tmp_path, game="wetten", track="10")
    all_do(evening, "bet", Bet(slip([Single(4, 4, 2000)])), Bet(slip([])))
    all_do(evening, "race-card", RaceCard((9, 8, 7, 1)), RaceCard((3, 3, 3, 0)))
    runs(evening)
    all_do(evening, "second-bet", SecondBet(slip([])))
    return evening


def corrected(evening: Evening, act: int, numbers: tuple[int, ...]) -> None:
    """The host and one player agree that a race card was another one."""
    fields = {f"move-{horse}": number for horse, number in enumerate(numbers, 1)}
    assert proposed(evening, act, "race-card", **fields) == 200
    assert answered(evening, "approve", evening.players[1]) == 200


def home(evening: Evening, player: int = 0, **fields: object) -> int:
    """The status of one player's tap."""
    sent = {"over": 0, "sure": "yes", **fields}
    return evening.players[player].tap(evening.key, "foregone", **sent).status_code


def test_it_is_offered_to_all_who_play_and_to_nobody_else(evening: Evening) -> None:
    for device in (*evening.players, evening.host):
        assert OFFER in device.sees(f"/t/{evening.key}")
    assert OFFER not in evening.device("stranger").sees(f"/t/{evening.key}/screen")
    assert evening.device("stranger").tap(evening.key, "foregone", over=0, sure="yes").status_code == 403


def test_one_tap_pays_the_race_out_and_says_so(evening: Evening) -> None:
    assert home(evening, 1) == 200
    assert evening.table.state.race == 2
    page = evening.players[0].sees(f"/t/{evening.key}")
    assert "Joker is in" in page
    assert "brought home" in page
    evening.paged()
    assert evening.table.state.money[0] == 10_000 - 2000 + 8000
    assert OFFER not in evening.players[0].sees(f"/t/{evening.key}")


def test_a_second_tap_and_a_copy_bring_nothing_more_home(evening: Evening) -> None:
    assert home(evening) == 200
    number = evening.table.number
    assert [home(evening, player) for player in (0, 1, 2)] == [200, 200, 200]
    evening.paged()
    assert [home(evening, player, over=over) for player, over in ((0, 0), (1, 1))] == [200, 200]
    assert [entry for entry in evening.table.played if entry.number > number] == []


def test_a_card_that_lies_face_down_is_turned_up_with_it(evening: Evening) -> None:
    card = next(ask for ask in evening.table.asks if ask.do == "race-card" and ask.seat == 1)
    done(evening.act(card, RaceCard((1, 2, 3, 4))))
    assert player_view(evening.table).played[-1].act.move == RaceCard(HIDDEN)
    assert home(evening, 2) == 200
    cards = [
        played.act.move.numbers for played in player_view(evening.table).played if isinstance(played.act.move, RaceCard)
    ]
    assert (1, 2, 3, 4) in cards
    evening.paged()
    assert evening.table.state.race == 2


def test_nothing_of_it_can_be_taken_back_or_put_right_as_somebodys_own(evening: Evening) -> None:
    assert home(evening) == 200
    seen = player_view(evening.table, 0, host=True)
    assert seen.undo is None
    assert not set(seen.correctable) & {played.number for played in evening.table.played if played.forced}


def test_the_record_spells_every_turn_and_scores_as_the_table_does(evening: Evening) -> None:
    assert home(evening) == 200
    evening.paged()
    lines = evening.host.get(f"/t/{evening.key}/record.jsonl").data.splitlines(keepends=True)
    last = [json.loads(line) for line in lines][-4:]
    assert [line["do"] for line in last] == ["race-card"] * 3 + ["run"]
    assert [line.get("moves") for line in last] == [[0, 0, 0, 9], [0, 0, 0, 1], [0, 0, 0, 0], None]
    scored = scoring.result(record.read(lines))
    assert scored["money"] == dict(zip(("Anna", "Ben", "Carla"), evening.table.state.money, strict=True))
    assert scored["rounds"][0]["turns"] == 2  # type: ignore[index]


def test_a_correction_of_an_earlier_turn_brings_it_home_anew(evening: Evening) -> None:
    assert home(evening) == 200
    first = next(one for one in evening.table.played if isinstance(one.act.move, RaceCard))
    corrected(evening, first.number, (9, 8, 7, 6))
    evening.paged()
    assert evening.table.state.race == 2
    assert evening.table.state.races[0].places[3] == 4


def test_after_a_correction_that_leaves_two_out_people_play_on(evening: Evening) -> None:
    assert home(evening) == 200
    first = next(one for one in evening.table.played if isinstance(one.act.move, RaceCard))
    corrected(evening, first.number, (9, 8, 0, 1))
    evening.paged()
    assert (evening.table.state.race, evening.table.state.phase) == (1, Phase.CARDS)
    assert OFFER not in evening.players[0].sees(f"/t/{evening.key}")


def test_after_it_a_card_lies_face_down_where_one_that_made_itself_lay_open(evening: Evening) -> None:
    assert home(evening) == 200
    first = next(one for one in evening.table.played if isinstance(one.act.move, RaceCard))
    corrected(evening, first.number, (9, 8, 0, 1))
    evening.paged()
    for seat in (0, 1, 2):
        card = next(ask for ask in evening.table.asks if ask.do == "race-card" and ask.seat == seat)
        done(evening.act(card, RaceCard((3, 1, 4, 1))))
        if seat < 2:
            assert player_view(evening.table).played[-1].act.move == RaceCard(HIDDEN)
            assert b"[3, 1, 4, 1]" not in evening.host.get(f"/t/{evening.key}/record.jsonl").data.splitlines()[-1]
