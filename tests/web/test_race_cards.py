"""A race card of a deck that the table knows is typed by its own number; what is sent are its four numbers."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion import material
from companion.games.wetten.deck import race_cards
from companion.games.wetten.moves import Bet, slip
from companion.table.chair import chair
from companion.web.stage import hand as drawn
from tests.printables.sheets import plain
from tests.web.devices import Evening, an_evening, done

DECK = re.compile(r'data-deck="([^"]*)"')


def at_the_cards(path: Path, seed: str = "1") -> Evening:
    evening = an_evening(path, game="wetten", seed=seed)
    while evening.ask.do == "bet":
        done(evening.act(evening.ask, Bet(slip([]))))
    return evening


def hand(evening: Evening) -> str:
    return evening.players[0].get(f"/t/{evening.key}/hand").text


@pytest.mark.parametrize("seed", ["1", "7"])
def test_the_hand_knows_the_cards_of_the_tables_deck_by_their_printed_numbers(tmp_path: Path, seed: str) -> None:
    (deck,) = DECK.findall(hand(at_the_cards(tmp_path, seed=seed)))
    assert deck.split() == ["".join(map(str, card)) for card in race_cards(int(seed))]
    printed = plain(material.sheet("wetten", ["race_cards"], {"seed": seed}, lang="en", paper="a4"))
    for number, (one, two, three, four) in enumerate(race_cards(int(seed)), start=1):
        told = f"{number} deck {seed} 1Queen+{one} 2Raider+{two} 3Lucky Slevin+{three} 4Joker+{four}"
        assert told in " ".join(printed.split())


def test_the_standard_deck_lies_on_the_table_where_nothing_else_is_said(tmp_path: Path) -> None:
    assert DECK.findall(hand(at_the_cards(tmp_path)))[0].split()[0] == "".join(map(str, race_cards(1)[0]))


def test_cards_of_another_make_are_typed_number_by_number(tmp_path: Path) -> None:
    page = hand(at_the_cards(tmp_path, seed="0"))
    assert not DECK.findall(page)
    assert 'name="card"' not in page
    assert "readonly" not in page


def test_who_cannot_reach_the_least_stake_is_told_what_that_means(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="wetten")
    assert "stake-1-1" in hand(evening)
    done(evening.act(evening.ask, Bet(slip([]))))
    page = poor(tmp_path / "poor")
    assert "Your purse of €1,000 does not reach the least stake of this race, €2,000: you cannot bet now." in page
    assert "stake-1-1" not in page
    assert "Lay it without a bet" in page


def poor(path: Path) -> str:
    """Anna has 1,000 left before race 3."""
    evening = an_evening(path, game="wetten")
    state = evening.table.state
    seen = chair(evening.table, 0)
    players = tuple(replace(player, money=1_000) for player in state.players)
    return drawn("en", replace(seen, state=replace(state, race=3, players=players)), looks_only=False)
