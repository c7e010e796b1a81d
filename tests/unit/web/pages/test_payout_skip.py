"""Skip leads to the page that sums a payout up, and never past it."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.games.vabanque import events as vabanque
from companion.table.model.player_view import player_view
from companion.table.model.roster import PayoutPage, paging
from tests.unit.web.support.devices import Session, new_session, saved

every_game = pytest.mark.parametrize("slug", GAMES)
SKIP = 'value="sum"'


def to_a_payout(session: Session, luck: Random) -> bool:
    """Plays on to the next payout; whether there is one."""
    while not paging(session.table.party) and session.table.asks:
        saved(session.by_chance(luck))
    return paging(session.table.party)


def shown(session: Session) -> PayoutPage:
    page = session.table.party.page
    assert page is not None
    return page


def fact(session: Session) -> GameEvent:
    """What the page that all look at tells."""
    return player_view(session.table).pages[shown(session).step - 1]


@every_game
def test_it_leads_to_the_sum_or_to_the_last_page_and_from_there_one_turns_page_by_page(
    slug: str, tmp_path: Path
) -> None:
    session, luck = new_session(tmp_path, game=slug), Random(3)
    anna = session.players[0]
    payouts = 0
    while to_a_payout(session, luck):
        payouts += 1
        first, pages = shown(session), player_view(session.table).pages
        if SKIP in anna.sees(f"/t/{session.key}"):
            saved(anna.tap(session.key, "page", act=first.act, step=first.step, to="sum"))
            assert fact(session).totals or shown(session).step == first.steps
            assert not any(one.totals for one in pages[first.step : shown(session).step - 1])
        while paging(session.table.party) and (page := shown(session)).act == first.act:
            assert SKIP not in anna.sees(f"/t/{session.key}")
            saved(anna.tap(session.key, "page", act=page.act, step=page.step, to="sum"))
            assert shown(session) == page
            saved(session.page())
            after = shown(session)
            if page.step == page.steps and after.act != page.act:  # what made itself right behind it has pages too
                assert (after.act > page.act, after.step) == (True, 1)
            else:
                assert after == PayoutPage(page.act, page.step + 1, page.steps)
    assert payouts


def test_a_skip_that_comes_twice_turns_nothing_more(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    assert to_a_payout(session, Random(1))
    page = shown(session)
    for player in session.players[:2]:
        saved(player.tap(session.key, "page", act=page.act, step=page.step, to="sum"))
    assert isinstance(fact(session), vabanque.RoundPaid)
