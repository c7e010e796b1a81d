"""Skip leads to the page that sums a payout up, and never past it."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.games.vabanque import events as vabanque
from companion.table.model.player_view import player_view
from companion.table.model.roster import PayoutPage, paging
from tests.unit.web.devices import Evening, an_evening, done

every_game = pytest.mark.parametrize("slug", GAMES)
SKIP = 'value="sum"'


def to_a_payout(evening: Evening, luck: Random) -> bool:
    """Plays on to the next payout; whether there is one."""
    while not paging(evening.table.party) and evening.table.asks:
        done(evening.by_chance(luck))
    return paging(evening.table.party)


def shown(evening: Evening) -> PayoutPage:
    page = evening.table.party.page
    assert page is not None
    return page


def fact(evening: Evening) -> GameEvent:
    """What the page that all look at tells."""
    return player_view(evening.table).pages[shown(evening).step - 1]


@every_game
def test_it_leads_to_the_sum_or_to_the_last_page_and_from_there_one_turns_page_by_page(
    slug: str, tmp_path: Path
) -> None:
    evening, luck = an_evening(tmp_path, game=slug), Random(3)
    anna = evening.players[0]
    payouts = 0
    while to_a_payout(evening, luck):
        payouts += 1
        first, pages = shown(evening), player_view(evening.table).pages
        if SKIP in anna.sees(f"/t/{evening.key}"):
            done(anna.tap(evening.key, "page", act=first.act, step=first.step, to="sum"))
            assert fact(evening).totals or shown(evening).step == first.steps
            assert not any(one.totals for one in pages[first.step : shown(evening).step - 1])
        while paging(evening.table.party) and (page := shown(evening)).act == first.act:
            assert SKIP not in anna.sees(f"/t/{evening.key}")
            done(anna.tap(evening.key, "page", act=page.act, step=page.step, to="sum"))
            assert shown(evening) == page
            done(evening.page())
            after = shown(evening)
            if page.step == page.steps and after.act != page.act:  # what made itself right behind it has pages too
                assert (after.act > page.act, after.step) == (True, 1)
            else:
                assert after == PayoutPage(page.act, page.step + 1, page.steps)
    assert payouts


def test_a_skip_that_comes_twice_turns_nothing_more(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    assert to_a_payout(evening, Random(1))
    page = shown(evening)
    for player in evening.players[:2]:
        done(player.tap(evening.key, "page", act=page.act, step=page.step, to="sum"))
    assert isinstance(fact(evening), vabanque.RoundPaid)
