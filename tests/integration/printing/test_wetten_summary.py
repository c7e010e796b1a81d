"""The summary of Wetten! on paper: every turn, place, slip and purse stands in it, and nothing that is still hidden."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.games.types import GameEvent
from companion.games.wetten.events import Arrival, PlayerPaid
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, Slip
from companion.games.wetten.state import Race, State
from companion.printing.client import Sheet
from companion.records import record
from companion.records.record import Act, Record
from companion.rendering import templating
from tests.integration.printing.sheets import (
    EDGE,
    at_table,
    fonts_without_file,
    named,
    nearest,
    plain,
    printed,
    summary,
)
from tests.support.cast import CAST
from tests.unit.games.playing import Played, whole_game
from tests.unit.games.wetten.dealing import a_record
from tests.unit.web.support.markup import squeezed

WIDE = tuple("W" * 19 + letter for letter in "ABCDE")
HORSES = ("1 Queen", "2 Raider", "3 Lucky Slevin", "4 Joker")


@cache
def a_game(players: int, seed: int = 1, pro: str = "from-race-4") -> Played:
    return whole_game("wetten", players, {"pro": pro}, seed)


def sheet_of(game: Played, acts: int | None = None, paper: str = "a4", lang: str = "en") -> Sheet:
    return summary(at_table(game.header, game.acts[:acts]), paper, lang)


def signed(by: int) -> str:
    return templating.text_environment("en").from_string("{{ by|signed }}").render(by=by)


def said() -> Any:
    return templating.text_environment("en").get_template("wetten/_words.html").module


def turn_told(race: Race, turn: int, facts: list[GameEvent], names: tuple[str, ...]) -> str:
    """A turn: of each horse the numbers, the move and where it stands; then the action cards."""
    cards = next(fact.cards for fact in facts if fact.word == "CardsTurned" and fact.turn == turn)  # type: ignore[attr-defined]
    strides = {stride.horse: stride for stride in race.runs[turn - 1].strides}
    told = [str(turn)]
    for horse in range(1, 5):
        told.append("+".join(str(card[horse - 1]) for card in cards))
        if stride := strides.get(horse):
            told.append(f"{stride.moved} → {stride.field}{' in' if stride.arrived else ''}")
        else:
            told.append("–")
    actions = [
        f"{HORSES[stride.horse - 1][2:]} {signed(by)} ({names[seat]})"
        for stride in strides.values()
        for seat, by in stride.adjusts
    ]
    return " ".join([*told, *(["Action cards:", *actions] if actions else [])])


def place_told(arrival: Arrival, turn: int) -> str:
    """A horse's place and why."""
    return f"{arrival.place} {HORSES[arrival.horse - 1]} {turn} {said().arrival(arrival)}"


def player_told(told: PlayerPaid, race: Race, names: tuple[str, ...]) -> str:
    """A player's slips, bet by bet, and the purse."""
    lines = [
        f"{said().slip(line.slip)}: {said().single(line.bet)} {said().reason(line)} €{line.amount:,}"
        for line in told.lines
    ]
    gift = race.gifts[told.seat]
    given = f"; the bank gives €{gift:,}, since nothing was left" if gift else ""
    purse = f"{said().purse(told, gift)}{given} €{race.money[told.seat]:,}"
    return " ".join([names[told.seat], *(lines or ["no bet"]), purse])


def race_told(race: Race, facts: list[GameEvent], names: tuple[str, ...]) -> list[str]:
    """All of a race, piece by piece, each of which stays on one page."""
    turns = [turn_told(race, turn, facts, names) for turn in range(1, len(race.runs) + 1)]
    places = [place_told(one, turn) for turn, came in enumerate(race.arrivals, start=1) for one in came]
    players = [player_told(told, race, names) for told in race.players]
    return [*turns, " ".join(places), *players, f"In the bank: €{race.bank:,}"]


def facts_of(game: Played, number: int) -> list[GameEvent]:
    """What was told in a race."""
    before = [len(state.races) for state in game.states]
    return [fact for ply, told in enumerate(game.told) if before[ply] == number - 1 for fact in told]


@pytest.mark.parametrize(("players", "paper"), [(3, "letter"), (5, "a4")])
def test_everything_that_came_about_is_printed_whole_on_one_page_and_in_order(players: int, paper: str) -> None:
    game, names = a_game(players), CAST[:players]
    pdf, state = printed(sheet_of(game, paper=paper)), game.states[-1]
    assert len(state.races) == 5
    at, text = 0, "\f".join(pdf.pages)
    for race in state.races:
        for told in map(squeezed, race_told(race, facts_of(game, race.number), names)):
            found = text.find(told, at)
            assert found >= 0, f"not in its place, or parted: {told}"
            at = found
    assert nearest(pdf.pdf) >= EDGE
    assert fonts_without_file(pdf.reader) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_race_longer_than_a_page_is_parted_between_its_turns_only(paper: str) -> None:
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_five_people_with_names_as_wide_as_can_be_keep_to_the_paper(paper: str) -> None:
    game = a_game(5, 2, "always")
    pdf = printed(summary(at_table(named(game, WIDE), game.acts), paper, "de"))
    assert nearest(pdf.pdf) >= EDGE
    assert len(pdf.pages) < 10
    assert all("".join(pdf.pages).count(name) > 12 for name in WIDE)


def test_what_was_bought_played_and_laid_open_is_told() -> None:
    game = a_game(4, 3, "always")
    told = plain(sheet_of(game))
    acted = [fact for fact in game.facts if fact.word in ("CardBought", "ActionPlayed", "SlipOpened")]
    assert {fact.word for fact in acted} == {"CardBought", "ActionPlayed", "SlipOpened"}
    for fact in acted:
        assert " ".join(said().told(fact, CAST).split()) in told


@pytest.mark.parametrize("seed", range(6))
def test_slips_and_cards_that_are_still_face_down_change_no_letter(seed: int) -> None:
    game = a_game(3 + seed % 3, seed, "always")
    cover, laid = game.game.redact, [ply for ply, act in enumerate(game.acts) if game.game.redact(act.move) != act.move]
    stop = laid[len(laid) * (seed + 1) // 8] + 1
    opened = {ply for told in game.told[:stop] for fact in told for ply in fact.reveals}
    acts = [act if ply in opened else Act(act.seat, cover(act.move)) for ply, act in enumerate(game.acts[:stop])]
    assert acts != list(game.acts[:stop])
    covered = summary(at_table(game.header, acts))
    assert sheet_of(game, stop).html == covered.html
    assert "hidden" not in plain(covered)
    assert "Not paid out yet." in plain(covered)


def test_a_game_so_far_can_be_printed_after_every_act() -> None:
    game = a_game(3, 4)
    for stop in range(0, len(game.acts) + 1, 5):
        told = plain(sheet_of(game, stop))
        assert ("The game so far" in told) == (stop < len(game.acts) or bool(game.game.asks(game.states[stop])))
        assert told.count("In the bank: ") == len(game.states[stop].races)


def test_house_rules_and_the_end_are_told() -> None:
    for pro, words_of in (("never", "of one bet: never"), ("always", ": always"), ("from-race-4", ": from race 4 on")):
        assert words_of in plain(sheet_of(a_game(3, 1, pro)))
    told = plain(sheet_of(a_game(3)))
    assert "Standings Below each race: the money after it. Place" in told
    assert "30 fields from the start to the line" in told
    assert "The last race is over." in told


def test_a_bank_that_breaks_is_told_on_the_paper_with_what_it_had_and_owed() -> None:
    games = (record.read(map(str.encode, a_record(Random(seed)))) for seed in range(300))
    broken = next(filter(breaks, games))
    told = squeezed(plain(summary(at_table(broken.header, broken.acts), "a4", "en")))
    assert squeezed(said().told(breaks(broken)[0], broken.header.players)) in told


def breaks(game: Record) -> list[GameEvent]:
    """When the bank is empty."""
    return [fact for facts in game.events for fact in facts if fact.word == "BankBroke"]


def test_the_purses_after_every_race_stand_in_the_standings_and_the_chart() -> None:
    game = a_game(4)
    state, html = game.states[-1], sheet_of(game).html
    assert isinstance(state, State)
    told = plain(sheet_of(game)).partition("House rules")[0]
    assert "Race 1 (€) Race 2 (€)" in told
    for seat, name in enumerate(CAST[:4]):
        purses = " ".join(f"{race.money[seat]:,}" for race in state.races)
        assert f"{name} {purses} €{state.money[seat]:,}" in told
    chart = html.partition('class="chart"')[2].partition("</svg>")[0]
    assert chart.count("<polyline") == 4
    assert chart.count('<g transform="translate(') == 4 * len(state.races)  # a symbol after each race
