"""A race card of a deck that the table knows is typed by its own number; what is sent are its four numbers."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.wetten.deck import race_cards
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, slip
from companion.printing import material
from companion.table.model.player_view import player_view
from companion.web.live.public_page import hand as drawn
from tests.integration.printing.sheets import plain
from tests.unit.web.devices import Evening, an_evening, done

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
    assert "You have only €1,000; the minimum bet in this race is €2,000, so you can't bet now." in page
    assert "stake-1-1" not in page
    assert "Lay it without a bet" in page


def poor(path: Path) -> str:
    """Anna has 1,000 left before race 3."""
    evening = an_evening(path, game="wetten")
    state = evening.table.state
    seen = player_view(evening.table, 0)
    players = tuple(replace(player, money=1_000) for player in state.players)
    return drawn("en", replace(seen, state=replace(state, race=3, players=players)), looks_only=False)


TWICE = "Anna and Ben entered card 24. It exists only once."


def lay(evening: Evening, *cards: int) -> None:
    """The next players lay these cards of the deck."""
    for card in cards:
        done(evening.act(evening.ask, RaceCard(race_cards(1)[card - 1])))


def pages(evening: Evening) -> list[str]:
    """The table's page of everybody, as each device shows it."""
    return [device.sees(f"/t/{evening.key}") for device in (*evening.players, evening.host)]


def test_a_card_from_two_players_is_told_once_all_cards_are_open(tmp_path: Path) -> None:
    evening = at_the_cards(tmp_path)
    lay(evening, 24, 24)
    assert not any("exists only once" in page for page in pages(evening)), "both still lie face down"
    lay(evening, 7)
    anna, ben, carla, host = pages(evening)
    assert all(TWICE in page for page in (anna, ben, carla, host))
    notice = [page.partition(TWICE)[2].partition('id="played"')[0] for page in (anna, ben, carla, host)]
    assert ["Card typed wrongly" in page for page in notice] == [True, True, False, False]
    assert [">Correct<" in page for page in notice] == [False, False, False, True]
    number = next(one.number for one in player_view(evening.table).mistyped if one.act.seat == 1)
    right = {f"move-{horse}": by for horse, by in enumerate(race_cards(1)[24], start=1)}
    done(evening.players[1].tap(evening.key, "put-right", act=number, do="race-card", **right))
    assert not any("exists only once" in page for page in pages(evening))


def test_a_card_of_an_earlier_turn_is_told_with_the_turns_and_the_host_can_correct_it(tmp_path: Path) -> None:
    evening = at_the_cards(tmp_path)
    lay(evening, 24, 2, 7)
    done(evening.act(evening.ask, Run()))
    evening.paged()
    while evening.ask.do == "second-bet":
        done(evening.act(evening.ask, SecondBet(slip([]))))
    lay(evening, 1, 24, 3)
    told = "Anna in turn 1 and Ben in turn 2 entered card 24. It exists only once."
    assert all(told in page for page in pages(evening))
    earlier = next(played.number for played in evening.table.played if played.act.move == RaceCard(race_cards(1)[23]))
    assert f'value="{earlier}"' in evening.host.sees(f"/t/{evening.key}/correct")


def test_cards_of_an_unknown_deck_are_not_compared(tmp_path: Path) -> None:
    evening = at_the_cards(tmp_path, seed="0")
    lay(evening, 24, 24, 7)
    assert not any("exists only once" in page for page in pages(evening))
