"""The printed summary of Wetten!: long races, and events."""

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.games.types import GameEvent
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, Slip
from companion.printing.client import Sheet
from companion.records import record
from companion.records.record import Act, Record
from companion.rendering import templating
from tests.integration.printing.sheets import (
    at_table,
    plain,
    printed,
    summary,
)
from tests.support.cast import CAST
from tests.unit.games.playing import Played, whole_game
from tests.unit.games.wetten.dealing import a_record
from tests.unit.web.support.markup import squeezed


@cache
def a_game(players: int, seed: int = 1, pro: str = "from-race-4") -> Played:
    return whole_game("wetten", players, {"pro": pro}, seed)


def sheet_of(game: Played, acts: int | None = None, paper: str = "a4", lang: str = "en") -> Sheet:
    return summary(at_table(game.header, game.acts[:acts]), paper, lang)


def said() -> Any:
    return templating.text_environment("en").get_template("wetten/_words.html").module


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_race_is_parted_between_its_turns_only(paper: str) -> None:
    slip, step, still = Slip((), 0), RaceCard((0, 0, 1, 0)), RaceCard((0, 0, 0, 0))
    acts, turns = [Act(seat, Bet(slip)) for seat in range(5)], 100
    for turn in range(turns):
        acts += [*(Act(seat, still if seat else step) for seat in range(5)), Act(None, Run())]
        acts += [Act(seat, SecondBet(slip)) for seat in range(5) if turn == 0]
    header = replace(a_game(5).header, options={"track": 200, "pro": "never"})
    pdf = printed(summary(at_table(header, acts), paper))
    at, pages = 0, "\f".join(pdf.pages)
    for turn in range(1, turns + 1):
        told = f"{turn}0+0+0+0+00→00+0+0+0+00→01+0+0+0+01→{turn}0+0+0+0+00→0"
        at = pages.find(told, at)
        assert at >= 0, f"parted: turn {turn}"
    assert all("3LuckySlevin" in page for page in pdf.pages if "1+0+0+0+0" in page), "columns are named on every page"


def test_race_in_which_nobody_has_bet_is_left_out() -> None:
    game = a_game(3)
    paid = next(acts for acts, state in enumerate(game.states) if len(state.races) == 1)
    assert "Race 2" not in plain(sheet_of(game, paid))
    assert "Race 2" in plain(sheet_of(game, paid + 1))


def test_summary_tells_cards_bought_played_and_opened() -> None:
    game = a_game(4, 3, "always")
    told = plain(sheet_of(game))
    acted = [fact for fact in game.facts if fact.word in ("CardBought", "ActionPlayed", "SlipOpened")]
    assert {fact.word for fact in acted} == {"CardBought", "ActionPlayed", "SlipOpened"}
    for fact in acted:
        assert " ".join(said().told(fact, CAST).split()) in told


def test_summary_tells_how_the_bank_broke() -> None:
    games = (record.read(map(str.encode, a_record(Random(seed)))) for seed in range(300))
    broken = next(filter(breaks, games))
    told = squeezed(plain(summary(at_table(broken.header, broken.acts), "a4", "en")))
    assert squeezed(said().told(breaks(broken)[0], broken.header.players)) in told


def breaks(game: Record) -> list[GameEvent]:
    """When the bank is empty."""
    return [fact for facts in game.events for fact in facts if fact.word == "BankBroke"]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 3), (5, 2)])
def test_players_of_a_race_stay_with_it(players: int, seed: int) -> None:
    """A race keeps to one page; where it is too long for one, each player's table names it."""
    for page in printed(sheet_of(a_game(players, seed))).pages[1:]:
        assert len(set(re.findall(r"Race(\d)", page))) == 1
