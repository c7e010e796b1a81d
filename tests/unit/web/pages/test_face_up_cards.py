"""Banque Fatale: any player says once which real cards lie face up; no record holds it."""

from pathlib import Path
from random import Random

import pytest

from companion.games.banque_fatale.moves import Auction
from companion.table.model.player_view import player_view
from tests.unit.web.support.devices import Session, new_session, saved


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """The first card is to be put up."""
    session, luck = new_session(tmp_path, game="banque_fatale"), Random(1)
    while session.ask.do != "auction":
        saved(session.by_chance(luck))
    return session


def test_start_player_is_offered_the_face_up_cards(session: Session) -> None:
    starter, *others = (session.players[(session.table.state.start + seat) % 3] for seat in range(3))
    one, two, three, four, *_ = session.table.state.left
    for player, card in zip((starter, others[0], others[1], starter), (one, two, three, three), strict=True):
        saved(player.tap(session.key, "faceup", up=card))
    page = starter.sees(f"/t/{session.key}")
    assert [f'name="card" value="{card}"' in page for card in (one, two, three, four)] == [True] * 3 + [False]
    before = player_view(session.table).export()
    saved(others[0].tap(session.key, "faceup", down=one))
    saved(others[0].tap(session.key, "faceup", up=one))
    assert player_view(session.table).export() == before
    saved(session.act(session.ask, Auction(two)))
    faceup = session.table.roster.faceup
    assert set(faceup) == {one, two, three}
    shown, _ = session.table.game.template_api.open_cards(session.table.state, faceup)  # type: ignore[attr-defined]
    assert set(shown) == {one, three}


def test_only_players_name_cards_that_are_left(session: Session) -> None:
    gone, there = session.table.state.seen[0], session.table.state.left[0]
    for fields in ({"up": gone}, {"up": "purple"}, {}):
        assert session.players[0].tap(session.key, "faceup", **fields).status_code == 400
    assert session.device("stranger").tap(session.key, "faceup", up=there).status_code == 403
    assert not session.table.roster.faceup
