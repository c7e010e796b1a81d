"""Which real cards lie face up is told once, by anybody with a seat, and no record holds it."""

from pathlib import Path
from random import Random

from companion.games.banque_fatale.moves import Auction
from companion.games.banque_fatale.presentation import open_cards
from companion.table.model.player_view import player_view
from tests.unit.web.support.devices import Session, new_session, saved


def at_an_auction(data: Path) -> Session:
    """Banque Fatale, when the first card is to be put up."""
    session, luck = new_session(data, game="banque_fatale"), Random(1)
    while session.ask.do != "auction":
        saved(session.by_chance(luck))
    return session


def test_who_is_to_choose_is_offered_the_cards_that_somebody_told(tmp_path: Path) -> None:
    session = at_an_auction(tmp_path)
    starter, *others = (session.players[(session.table.state.start + seat) % 3] for seat in range(3))
    one, two, three, four, *_ = session.table.state.left
    for player, card in zip((starter, others[0], others[1]), (one, two, three), strict=True):
        saved(player.tap(session.key, "faceup", up=card))
    page = starter.sees(f"/t/{session.key}")
    assert all(f'name="card" value="{card}"' in page for card in (one, two, three))
    assert f'name="card" value="{four}"' not in page
    saved(session.act(session.ask, Auction(two)))
    assert session.table.party.faceup == (one, two, three)
    assert open_cards(session.table.state, session.table.party.faceup) == (
        (one, three),
        1,
    )


def test_told_twice_is_told_once_and_can_be_put_right(tmp_path: Path) -> None:
    session = at_an_auction(tmp_path)
    card = session.table.state.left[0]
    for player in session.players[:2]:
        saved(player.tap(session.key, "faceup", up=card))
    assert session.table.party.faceup == (card,)
    saved(session.players[2].tap(session.key, "faceup", down=card))
    assert not session.table.party.faceup


def test_no_record_tells_it(tmp_path: Path) -> None:
    session = at_an_auction(tmp_path)
    before = player_view(session.table).export()
    saved(session.players[0].tap(session.key, "faceup", up=session.table.state.left[0]))
    assert player_view(session.table).export() == before


def test_what_is_gone_or_no_card_is_refused_and_so_is_who_has_no_seat(tmp_path: Path) -> None:
    session = at_an_auction(tmp_path)
    gone, there = session.table.state.seen[0], session.table.state.left[0]
    for fields in ({"up": gone}, {"up": "purple"}, {}):
        assert session.players[0].tap(session.key, "faceup", **fields).status_code == 400
    assert session.device("stranger").tap(session.key, "faceup", up=there).status_code == 403
    assert not session.table.party.faceup
