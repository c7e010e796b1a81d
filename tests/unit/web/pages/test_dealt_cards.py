"""Race cards that the server deals: each hand is sent to its owner only."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.wetten.dealing import dealt_cards
from companion.games.wetten.moves import Bet, BuyCard, RaceCard, slip
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from companion.web.live.public_page import PublicPage
from tests.unit.games.playing import whole_game
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.moments import PLACE, tables, usual

DEALT = re.compile(r'<button class="tile" name="card" value="(\d+)"')
SHOWN = re.compile(r'<small aria-hidden="true">(\d+)</small>')


def at_the_cards(path: Path) -> Session:
    """Everybody has laid a slip without a bet."""
    session = new_session(path, game="wetten", cards="phones")
    while session.ask.do == "bet":
        saved(session.act(session.ask, Bet(slip([]))))
    return session


def numbers(table: Table, seat: int) -> list[int]:
    view = player_view(table, seat)
    return [card.number for card in dealt_cards(view.state, seat, view.preferences, view.chance)]


def looked_at(session: Session, seat: int) -> list[int]:
    looked = session.players[seat].get(f"/t/{session.key}/hand", Companion_Look="1").text
    return [int(number) for number in SHOWN.findall(looked)]


def chosen(session: Session, seat: int, card: str) -> Any:
    """A player chooses a tile."""
    slot = next(ask.slot for ask in session.table.asks if (ask.seat, ask.do) == (seat, "race-card"))
    return session.players[seat].tap(session.key, "act", slot=slot, do="race-card", sure="yes", card=card)


def test_each_phone_gets_its_own_hand_from_the_first_bet_on(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="wetten", cards="phones")
    hands = [looked_at(session, seat) for seat in range(3)]
    assert hands == [numbers(session.table, seat) for seat in range(3)]
    assert len({number for hand in hands for number in hand}) == 18
    assert [looked_at(session, seat) for seat in range(3)] == hands, "the same after a reload"
    assert not SHOWN.findall(session.host.get(f"/t/{session.key}/hand").text)
    slip = session.players[0].get(f"/t/{session.key}/hand").text
    assert [int(number) for number in SHOWN.findall(slip)] == hands[0], "bets are made with the cards in view"


def test_bought_card_has_been_seen_and_is_not_given_back(tmp_path: Path) -> None:
    """Else a look at it would cost nothing. The card played after it can be taken back."""
    session = at_the_cards(tmp_path)
    hand = looked_at(session, 0)
    buy = next(ask for ask in session.table.asks if (ask.seat, ask.do) == (0, "buy-card"))
    saved(session.act(buy, BuyCard()))
    assert looked_at(session, 0)[:-1] == hand, "the new card is the last"
    refused = session.players[0].tap(session.key, "back", entry=session.table.played[-1].number)
    assert (refused.status_code, "can no longer be undone" in refused.text) == (409, True)
    ours = DEALT.findall(session.players[0].get(f"/t/{session.key}/hand").text)
    saved(chosen(session, 0, ours[0]))
    saved(session.players[0].tap(session.key, "back", entry=session.table.played[-1].number))
    assert len(looked_at(session, 0)) == 7


def test_tile_plays_its_card_and_nobody_plays_another(tmp_path: Path) -> None:
    session = at_the_cards(tmp_path)
    ours, theirs = (DEALT.findall(session.players[seat].get(f"/t/{session.key}/hand").text) for seat in (0, 1))
    assert len(ours) == len(theirs) == 6
    refused = chosen(session, 0, theirs[0])
    assert "That card isn't in your hand. Choose another one." in refused.text
    assert "are not a list of numbers" in chosen(session, 0, "12").text
    saved(chosen(session, 0, ours[0]))
    assert session.table.played[-1].act.move == RaceCard(tuple(map(int, ours[0])))
    assert len(looked_at(session, 0)) == 5
    saved(session.players[0].tap(session.key, "back", entry=session.table.number))
    assert len(looked_at(session, 0)) == 6


def test_dealt_cards_are_neither_typed_nor_corrected(tmp_path: Path) -> None:
    session = at_the_cards(tmp_path)
    for seat in range(3):
        (card, *_) = DEALT.findall(session.players[seat].get(f"/t/{session.key}/hand").text)
        saved(chosen(session, seat, card))
    table = session.table
    assert not player_view(table).fixable
    assert not any(isinstance(one.act.move, RaceCard) for one in table.correctable)
    assert all("Correct the card" not in one.sees(f"/t/{session.key}") for one in session.players)


@pytest.mark.parametrize("screen", [False, True], ids=["phone", "screen"])
def test_no_page_depends_on_the_deal(screen: bool) -> None:
    """Two tables that differ only in the secret of their draws have the same pages."""
    game = whole_game("wetten", 3, {}, 1)
    ours, theirs = PublicPage("en", screen=screen), PublicPage("en", screen=screen)
    for nth, table in enumerate(tables(game, {**usual(game), "cards": "phones"})):
        other = replace(table, secret=b"another", redacted={})
        if nth == 0:
            assert numbers(table, 0) != numbers(other, 0)
        assert ours.render(player_view(table), PLACE) == theirs.render(player_view(other), PLACE)
