"""Vabanque: a payout reveals exactly the visited cards, by an independent reckoning, and the rest is gone."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.vabanque.presentation import Hand
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.support.cases import slow
from tests.unit.table.random_logs import an_empty_table, moments

TABLES = {3: 7, 4: 9, 5: 10, 6: 12}

Line = Mapping[str, Any]


def opened(lines: list[tuple[int | None, Line]], players: int) -> set[int]:
    """The moves, from 0, whose cards are revealed: at each payout those at tables with a pawn.

    Written from the rules alone; it shares no code with Companion.
    """
    pawns: dict[int, int] = {}
    cards: list[tuple[int, int]] = []
    moved, found = 0, set()
    for number, (seat, line) in enumerate(lines):
        if line["do"] == "start":
            for place in range(players):
                pawns[(seat + place) % players] = (line["table"] + 2 * place - 1) % TABLES[players] + 1  # type: ignore[operator]
        elif line["do"] == "card":
            cards.append((number, line["table"]))
        elif line["do"] == "move":
            pawns[seat] = (pawns[seat] + line["steps"] - 1) % TABLES[players] + 1  # type: ignore[index]
            moved += 1
            if moved % players == 0:
                found |= {card for card, table in cards if table in pawns.values()}
                cards = []
    return found


def lines(table: Table) -> list[tuple[int | None, Line]]:
    """The moves in force as record lines."""
    return [(played.act.seat, table.game.write(played.act.move)) for played in table.played]


@pytest.mark.parametrize("games", [40, pytest.param(10_000, marks=slow)])
def test_payout_reveals_exactly_visited_cards(games: int) -> None:
    for seed in range(games):
        opens_what_the_rules_open(seed)


def opens_what_the_rules_open(seed: int) -> None:
    luck = Random(seed)
    reveals = 0
    for moment in moments(an_empty_table("vabanque", luck), luck):
        table = moment.after
        if moment.entry.kind != "act":
            continue
        if table.revealed == moment.before.revealed and table.discarded == moment.before.discarded:
            assert moment.ask is None or not moment.ask.final
        else:
            reveals += 1
            now = opened(lines(table), len(table.names))
            assert table.revealed >= now  # a correction hides nothing again
            assert table.revealed == now or table.roster.corrections
            cards = {number for number, (_, line) in enumerate(lines(table)) if line["do"] == "card"}
            assert table.discarded == cards - table.revealed
    assert reveals == 4


def hands(seed: int) -> dict[tuple[int, int], tuple[str, ...]]:
    """The order of each seat's hand in rounds 1 and 2, before it lays a card."""
    luck = Random(seed)
    found = {}
    for moment in moments(an_empty_table("vabanque", luck), luck):
        table = moment.after
        if table.roster.begun and table.state.round > 2:
            break
        if table.roster.begun and table.state.phase == "chips":
            for seat in range(len(table.names)):
                hand = player_view(table, seat).hand()
                assert isinstance(hand, Hand)
                found[table.state.round, seat] = tuple(str(card) for card in hand.cards)
    return found


def test_order_of_a_hand_is_unpredictable() -> None:
    drawn = [hands(seed) for seed in range(30)]
    assert len({order for found in drawn for order in found.values()}) == 6
    for key in ((1, 0), (1, 1), (2, 0)):
        assert len({found[key] for found in drawn}) == 6
    assert any(found[1, 0] != found[1, 1] for found in drawn)
    assert any(found[1, 0] != found[2, 0] for found in drawn)
