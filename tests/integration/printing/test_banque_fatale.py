"""The summary of Banque Fatale on paper."""

import re
from dataclasses import replace
from functools import cache
from xml.etree.ElementTree import Element, fromstring

import pytest

from companion.games.banque_fatale.moves import Bid
from companion.printing.client import Sheet
from companion.records.record import Act
from tests.integration.printing.sheets import EDGE, at_table, named, nearest, plain, printed, summary
from tests.support.cast import CAST
from tests.unit.games.playing import Played, whole_game

WIDE = tuple("W" * 19 + letter for letter in "ABCD")


@cache
def a_game(players: int, seed: int = 1, *, tokens_count: bool = True) -> Played:
    return whole_game("banque_fatale", players, {"tokens_count": tokens_count}, seed)


def sheet_of(game: Played, acts: int | None = None, paper: str = "a4") -> Sheet:
    return summary(at_table(game.header, game.acts[:acts]), paper)


@pytest.mark.parametrize("seed", range(6))
def test_a_closed_hand_of_an_unfinished_auction_changes_no_letter(seed: int) -> None:
    game = a_game(3 + seed % 2, seed)
    bids = [ply for ply, act in enumerate(game.acts) if isinstance(act.move, Bid)]
    opening = {ply for ply in bids if any(fact.reveals for fact in game.told[ply])}
    stop = sorted(set(bids) - opening)[seed * 2] + 1
    opened = {ply for told in game.told[:stop] for fact in told for ply in fact.reveals}
    cover = game.game.redact
    acts = [act if ply in opened else Act(act.seat, cover(act.move)) for ply, act in enumerate(game.acts[:stop])]
    assert acts != list(game.acts[:stop])
    for paper in ("a4", "letter"):
        covered = summary(at_table(game.header, acts), paper)
        assert sheet_of(game, stop, paper).html == covered.html
        assert "hidden" not in plain(covered)
        assert f"{CAST[acts[-1].seat or 0]} has a closed hand" in plain(covered)


def test_each_part_of_everybodys_wealth_stands_in_the_standings_with_its_unit() -> None:
    game = a_game(3)
    told = plain(sheet_of(game)).replace("\xa0", " ")
    for account in game.states[-1].accounts:
        parts = (account.cash, account.tokens * account.each, sum(price.total for price in account.cards))
        assert " ".join(f"{part} million" for part in (*parts, account.wealth)) in told


def written(chart: Element, x: float, y: float) -> str:
    """What stands about a point of the chart: digits that have a place each, or a text about its middle."""
    digits = list[tuple[float, str]]()
    for text in chart.iter("text"):
        said, middle = text.text or "", text.get("text-anchor") == "middle"
        across, down = (list(map(float, text.get(side, "").split())) for side in "xy")
        for letter, left, base in zip([said] if middle else said, across, down, strict=False):
            if abs(left - x) < 8 and base == pytest.approx(y, abs=0.06):
                digits.append((left, letter))
    return "".join(letter for _, letter in sorted(digits))


def test_the_values_of_all_rounds_are_in_the_chart() -> None:
    game = a_game(4)
    chart = fromstring(re.findall(r'<svg class="chart".*?</svg>', sheet_of(game).html, re.DOTALL)[0])
    courses = game.game.template_api.value_history(game.states[-1])  # type: ignore[attr-defined]  # this game's own
    for lane, course in zip(chart.iter("polyline"), courses.values(), strict=True):
        points = [tuple(map(float, point.split(","))) for point in lane.get("points", "").split()]
        numbers = [written(chart, x, y - 4) for x, y in points]
        assert [number.rpartition("→")[2] for number in numbers] == list(map(str, course))
        below = [written(chart, x, 198) for x, _ in points[1:]]
        assert below == [str(round_.number) for round_ in game.states[-1].rounds]


def test_shared_victories_and_wide_names_fit() -> None:
    game = a_game(4)
    player_view = at_table(named(game, WIDE), game.acts)
    same = tuple(replace(account, wealth=40 - account.seat // 2) for account in player_view.state.accounts)
    pdf = printed(summary(replace(player_view, state=replace(player_view.state, accounts=same)), "letter"))
    text = "".join(pdf.pages)
    assert f"{WIDE[0]}and{WIDE[1]}sharethevictory" in text
    assert all(text.count(name) > 12 for name in WIDE)
    assert nearest(pdf.pdf) >= EDGE
