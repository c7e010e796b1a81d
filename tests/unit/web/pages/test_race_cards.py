"""A race card of a known deck is chosen by its own number; what is sent are its four numbers."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.wetten.deck import race_cards
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, slip
from companion.printing import material
from companion.table.model.player_view import player_view
from companion.web.live.public_page import render_hand
from tests.integration.printing.sheets import plain
from tests.unit.web.support.devices import Session, new_session, saved

DECK = re.compile(r'data-deck="([^"]*)"')
TWICE = "is here twice"


def at_the_cards(path: Path, **options: Any) -> Session:
    """Everybody has laid a slip without a bet."""
    session = new_session(path, game="wetten", **options)
    while session.ask.do == "bet":
        saved(session.act(session.ask, Bet(slip([]))))
    return session


def hand(session: Session) -> str:
    return session.players[0].get(f"/t/{session.key}/hand").text


def lay(session: Session, *cards: int) -> None:
    """The next players lay these cards of the deck."""
    for card in cards:
        saved(session.act(session.ask, RaceCard(race_cards(1)[card - 1])))


def pages(session: Session) -> list[str]:
    return [device.sees(f"/t/{session.key}") for device in (*session.players, session.host)]


@pytest.mark.parametrize("options", [{}, {"seed": "7"}], ids=["standard", "seed 7"])
def test_hand_knows_the_deck_by_its_printed_numbers(tmp_path: Path, options: dict[str, str]) -> None:
    (deck,) = DECK.findall(hand(at_the_cards(tmp_path, **options)))
    seed = options.get("seed", "1")
    assert deck.split() == ["".join(map(str, card)) for card in race_cards(int(seed))]
    printed = plain(material.material_sheet("wetten", ["race_cards"], {"seed": seed}, lang="en", paper="a4"))
    for number, (one, two, three, four) in enumerate(race_cards(int(seed)), start=1):
        told = f"{number} deck {seed} 1Queen+{one} 2Raider+{two} 3Lucky Slevin+{three} 4Joker+{four}"
        assert told in " ".join(printed.split())


def test_cards_of_an_unknown_deck_are_typed_and_not_compared(tmp_path: Path) -> None:
    session = at_the_cards(tmp_path, seed="0")
    page = hand(session)
    assert not DECK.findall(page)
    lay(session, 24, 24, 7)
    assert not any(TWICE in page for page in pages(session))


def test_player_below_the_minimum_bet_is_told(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="wetten")
    assert "stake-1-1" in hand(session)
    state = session.table.state
    players = tuple(replace(player, money=1_000) for player in state.players)
    seen = replace(player_view(session.table, 0), state=replace(state, race=3, players=players))
    page = render_hand("en", seen, looks_only=False)
    assert "You have only €1,000; the minimum stake in this race is €2,000, so you can't bet now." in page
    assert "stake-1-1" not in page
    assert "Bet nothing" in page


def test_card_of_two_players_is_told_once_all_are_open(tmp_path: Path) -> None:
    session = at_the_cards(tmp_path)
    lay(session, 24, 24)
    assert not any(TWICE in page for page in pages(session)), "both still lie face down"
    lay(session, 7)
    twice = "Card 24 is here twice, from Anna and Ben: who mistyped?"
    notice = [page.partition(twice)[2].partition('id="run"')[0] for page in pages(session)]
    assert ["Correct the card" in page for page in notice] == [True, True, False, False]
    assert [">Correct a move<" in page for page in notice] == [False, False, False, True]
    number = next(one.number for one in player_view(session.table).fixable if one.act.seat == 1)
    right = {f"move-{horse}": by for horse, by in enumerate(race_cards(1)[24], start=1)}
    saved(session.players[1].tap(session.key, "put-right", act=number, do="race-card", **right))
    assert not any(TWICE in page for page in pages(session))


def test_card_of_an_earlier_turn_is_told_with_the_turns(tmp_path: Path) -> None:
    session = at_the_cards(tmp_path)
    lay(session, 24, 2, 7)
    saved(session.act(session.ask, Run()))
    session.paged()
    while session.ask.do == "second-bet":
        saved(session.act(session.ask, SecondBet(slip([]))))
    lay(session, 1, 24, 3)
    told = "Card 24 is here twice, from Anna in turn 1 and Ben in turn 2: who mistyped?"
    assert all(told in page for page in pages(session))
    earlier = next(played.number for played in session.table.played if played.act.move == RaceCard(race_cards(1)[23]))
    assert f'value="{earlier}"' in session.host.sees(f"/t/{session.key}/correct")
