"""Skip leads to the page that sums a payout up, and never past it."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.model.player_view import player_view
from companion.table.model.roster import PayoutPage, paging
from tests.unit.web.support.devices import Session, new_session, saved

SKIP = 'value="sum"'


def shown(session: Session) -> PayoutPage:
    page = session.table.roster.page
    assert page is not None
    return page


@pytest.mark.parametrize("slug", GAMES)
def test_skip_leads_to_the_sum_and_never_past_it(slug: str, tmp_path: Path) -> None:
    session, luck, payouts = new_session(tmp_path, game=slug), Random(3), 0
    anna = session.players[0]
    while session.table.asks or paging(session.table.roster):
        if not paging(session.table.roster):
            saved(session.by_chance(luck))
            continue
        payouts += 1
        first, pages = shown(session), player_view(session.table).pages
        if SKIP in anna.sees(f"/t/{session.key}"):
            for player in session.players[:2]:  # the second tap turns nothing more
                saved(player.tap(session.key, "page", act=first.act, step=first.step, to="sum"))
            at = shown(session).step
            assert pages[at - 1].totals or at == first.steps
            assert not any(one.totals for one in pages[first.step : at - 1])
        while paging(session.table.roster) and (page := shown(session)).act == first.act:
            assert SKIP not in anna.sees(f"/t/{session.key}")
            saved(anna.tap(session.key, "page", act=page.act, step=page.step, to="sum"))
            assert shown(session) == page
            saved(session.page())
            after = shown(session)
            if page.step == page.steps and after.act != page.act:  # a forced move right after it has pages too
                assert (after.act > page.act, after.step) == (True, 1)
            else:
                assert after == PayoutPage(page.act, page.step + 1, page.steps)
    assert payouts
