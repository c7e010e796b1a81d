"""Forms of Wetten! and the hand."""

from random import Random

import pytest

from companion.games import wetten
from companion.games.types import InvalidMove
from companion.games.wetten.moves import ActionCard, Bet, BuyCard, Move, RaceCard, Run, SecondBet, Stop
from companion.games.wetten.presentation import Hand
from tests.support.cast import ANNA, BEN
from tests.unit.games.wetten.table import bets_down, cards_up, opened, run, second_bets_down, written


def luck(word: str) -> Random:
    return Random(word)


FORMS: list[tuple[dict[str, str], Move]] = [
    ({"do": "bet"}, Bet(written())),
    ({"do": "bet", "stake-1-3": "1", "stake-2-1": "20", "stake-4-4": "0"}, Bet(written((1, 3, 1_000), (2, 1, 20_000)))),
    ({"do": "bet", "stake-1-1": ""}, Bet(written())),
    ({"do": "second-bet", "stake-4-4": "3", "open": ""}, SecondBet(written((4, 4, 3_000)))),
    ({"do": "second-bet", "open": "2-1"}, SecondBet(written(), (2, 1))),
    ({"do": "race-card", "move-1": "3", "move-2": "0", "move-3": "9", "move-4": "1"}, RaceCard((3, 0, 9, 1))),
    ({"do": "race-card", "card": "3091"}, RaceCard((3, 0, 9, 1))),
    ({"do": "action-card", "adjust-2": "2", "adjust-3": "-2"}, ActionCard(((2, 2), (3, -2)))),
    ({"do": "action-card", "adjust-2": "+2", "adjust-4": "−12", "adjust-1": "0"}, ActionCard(((2, 2), (4, -12)))),
    ({"do": "buy-card"}, BuyCard()),
    ({"do": "run"}, Run()),
    ({"do": "stop"}, Stop()),
]


@pytest.mark.parametrize(("form", "move"), FORMS, ids=str)
def test_form_becomes_a_move(form: dict[str, str], move: Move) -> None:
    assert wetten.from_form(opened(), ANNA, form, luck) == move


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "chip"},
        {"do": "bet", "stake-1-1": "-1"},
        {"do": "bet", "stake-1-1": "825"},
        {"do": "bet", "stake-1-1": "\u0661"},
        {"do": "second-bet", "open": "2"},
        {"do": "race-card", "move-1": "1", "move-2": "1", "move-3": "1"},
        {"do": "race-card", "card": "309"},
        {"do": "action-card", "adjust-1": "0"},
        {"do": "action-card", "adjust-1": "--2"},
        {"do": "action-card", "adjust-1": "100"},
    ],
    ids=str,
)
def test_bad_form_is_invalid(form: dict[str, str]) -> None:
    with pytest.raises(InvalidMove):
        wetten.from_form(opened(), ANNA, form, luck)


def test_hand_shows_own_slips() -> None:
    first, second = [(1, 1, 2_000), (2, 3, 1_000)], [(4, 4, 1_000)]
    state = bets_down(opened(), {ANNA: first})
    assert wetten.hand(state, ANNA, luck) == Hand(written(*first), None, None)
    assert wetten.hand(state, BEN, luck) == Hand(written(), None, None)
    state = second_bets_down(run(cards_up(state))[0], {ANNA: second})
    assert wetten.hand(state, ANNA, luck) == Hand(written(*first), written(*second), None)


def test_hand_shows_own_face_down_race_card() -> None:
    state, _ = wetten.play(bets_down(opened()), ANNA, RaceCard((1, 2, 3, 4)))
    assert wetten.hand(state, ANNA, luck) == Hand(written(), None, (1, 2, 3, 4))
    assert wetten.hand(state, BEN, luck) == Hand(written(), None, None)
    assert wetten.hand(opened(), ANNA, luck) == Hand(None, None, None)
