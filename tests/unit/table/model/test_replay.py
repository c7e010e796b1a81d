"""Each replay step of a finished game shows the table as everybody saw it then."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.table.model import replay
from companion.table.model.history import PageRef, shown_pages
from companion.table.model.log import Table
from companion.table.model.player_view import PlayerView, player_view
from tests.support.cases import usually
from tests.unit.games.playing import games
from tests.unit.table.random_logs import few, same
from tests.unit.web.support.moments import tables

every_game = pytest.mark.parametrize("slug", GAMES)
LOOKED_AT = 60
"""Entries of a game, beside all payouts; each is replayed from the start."""


def now(table: Table) -> PageRef:
    """The step that everybody looks at."""
    page, last = table.roster.page, table.played[-1] if table.played else None
    if last is None:
        return replay.BEGUN
    if page is not None and page.act == last.number:
        return last.number, page.step
    together = [*table.played]
    while len(together) > 1 and together[-1].forced and not together[-2].pages:
        together.pop()
    return together[-1].number, 0


@pytest.mark.parametrize("slug", usually("vabanque", of=GAMES))
@few
@given(data=st.data())
def test_step_shows_the_table_as_it_was(slug: str, data: st.DataObject) -> None:
    every = list(tables(data.draw(games(slug))))
    end = player_view(every[-1])
    shown = {now(table): table for table in every}
    steps = replay.replay_steps(end)
    assert set(steps) <= set(shown)
    assert [step for step in shown if step not in steps] == after_payouts(end)
    for step in {*steps[:: max(1, len(steps) // LOOKED_AT)], *replay.payout_steps(end)}:
        then = replay.view_at_step(end, step)
        assert then is not None
        seen = shown[step].redacted_for(None)
        assert same((then.state, then.played), (seen.state, seen.played))
        assert then.scene == player_view(shown[step]).scene


@every_game
@few
@given(data=st.data())
def test_every_decision_has_its_step(slug: str, data: st.DataObject) -> None:
    end = player_view(list(tables(data.draw(games(slug))))[-1])
    told = {replay.decided_move(end, step) for step in replay.replay_steps(end)} - {None}
    assert told >= {played for played in end.played if not played.forced}
    for played in end.played:
        step = replay.step_of(end, played)
        assert step in replay.replay_steps(end)
        if not played.forced:
            assert replay.decided_move(end, step) is played


def after_payouts(end: PlayerView) -> list[PageRef]:
    """The steps between the last page of a payout and the next entry, which show nothing of their own."""
    return [
        (played.number, played.pages + 1)
        for played, later in pairwise(end.played)
        if played.pages and not later.forced  # a forced move is shown at once
    ]


@every_game
@few
@given(data=st.data())
def test_last_step_is_the_end(slug: str, data: st.DataObject) -> None:
    end = player_view(list(tables(data.draw(games(slug))))[-1])
    for every in (replay.replay_steps(end), replay.payout_steps(end)):
        last = replay.view_at_step(end, every[-1])
        assert last is not None
        assert (last.scene, last.scores) == ("over", end.scores)
        assert same((last.state, last.played), (end.state, end.played))


@every_game
@few
@given(data=st.data())
def test_payout_steps_are_all_pages(slug: str, data: st.DataObject) -> None:
    end = player_view(list(tables(data.draw(games(slug))))[-1])
    every = replay.replay_steps(end)
    between = [step for step in replay.payout_steps(end) if step not in (every[0], every[-1])]
    assert between == [leaf for leaf in shown_pages(end) if leaf != every[-1]]
    assert every == sorted(every)


@every_game
@few
@given(data=st.data())
def test_unknown_step_shows_nothing(slug: str, data: st.DataObject) -> None:
    end = player_view(list(tables(data.draw(games(slug))))[-1])
    last = end.played[-1]
    for step in ((0, 1), (1, 0), (last.number, last.pages + 2), (last.number + 1, 0)):
        assert replay.view_at_step(end, step) is None
