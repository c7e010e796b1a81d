"""Laws of what one seat alone is shown, and of entries in words: what the rules know, and nothing of anybody else."""

import re
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from companion import templating
from companion.games import GAMES
from companion.games.kit import HIDDEN
from companion.table.chair import Chair, chair
from companion.web.stage import hand
from tests.games.saying import sentences
from tests.games.wetten.saying import KNOWN
from tests.web.payouts.vabanque import CARDS, DOES
from tests.web.pieces import plain, squeezed
from tests.web.showing import evening, in_play

every_game = pytest.mark.parametrize("slug", GAMES)
NOTHING = "There is nothing hidden to look at now."


def of_vabanque(held: Any, _mine: Chair) -> Iterable[str]:
    """The cards in the order of the backs, each with what it does, and where the others lie."""
    yield from (f"{CARDS[card]} {DOES[card]}" for card in held.cards)
    yield from (f"Table {laid.casino}: {CARDS[laid.card]}" for laid in held.laid)


def of_banque_fatale(held: Any, _mine: Chair) -> Iterable[str]:
    """The closed hand, and the tokens that are left."""
    if held.bid:
        yield "In your closed hand"
        yield from (f"{count} {colour}" for colour, count in held.bid)
    yield "Your tokens"
    yield from (f"{count} {colour}" for colour, count in held.tokens)


def of_wetten(held: Any, mine: Chair) -> Iterable[str]:
    """The race card, and the slips, the later one first."""
    if held.card:
        yield "Your race card"
        yield from (f"{number} {KNOWN[number - 1]} {fields}" for number, fields in enumerate(held.card, start=1))
    double = mine.state.players[mine.seat].double
    for title, slip, crossed in (("Second slip", held.second, None), ("First slip", held.first, double)):
        if slip:
            yield title
            marks = {bet: " ✕ odds 4 × 2" if bet.pair == crossed else "" for bet in slip.bets}
            yield from [f"{bet.horse} {sentences('wetten').single(bet)}{mark}" for bet, mark in marks.items()] or [
                "no bet"
            ]


HANDS = {"vabanque": of_vabanque, "banque_fatale": of_banque_fatale, "wetten": of_wetten}


@pytest.mark.parametrize("slug", HANDS)
def test_who_looks_at_a_hand_sees_all_of_it_in_its_order(slug: str) -> None:
    full = 0
    for one in in_play(slug)[::3]:
        for seat in range(len(one.chair.people)):
            mine = chair(one.table, seat)
            held = mine.hand()
            expected = " ".join(HANDS[slug](held, mine)) if held else ""
            assert squeezed(plain(hand("en", mine, looks_only=True))) == squeezed(expected or NOTHING), (seat, held)
            full += bool(expected)
    assert full > 20


@every_game
def test_an_open_entry_in_words_names_who_made_it_and_all_its_figures(slug: str) -> None:
    """As the host's page for corrections and the summary tell it."""
    template = templating.text("en").select_template([f"{slug}/_told.html", "table/_told.html"])
    last = evening(slug)[-1]
    game, names = last.chair.game, last.chair.names
    for play in last.chair.played:
        move, line = play.act.move, game.write(play.act.move)
        secret = game.cover(move) != move or HIDDEN in line.values()
        if secret and not game.copied(move):
            continue  # never corrected, and so never told
        told = template.render(line=line, seat=play.act.seat, chair=SimpleNamespace(names=names))
        named = [seat for seat, name in enumerate(names) if re.search(rf"\b{name}\b", told)]
        seats = {seat for seat in (play.act.seat, line.pop("whom", None)) if isinstance(seat, int)}
        assert named == sorted(seats), told
        figures = [int(figure) for figure in re.findall(r"\d+", told)]
        assert sorted(figures) == sorted(abs(number) for number in _numbers(slug, line)), (told, line)


def _numbers(slug: str, line: dict[str, object]) -> Iterable[int]:
    """All numbers of a line, and those keys that are tables; horses have names."""
    for value in line.values():
        if isinstance(value, dict):
            yield from value.values()
            yield from map(int, value if slug == "vabanque" else ())
        elif isinstance(value, list | tuple):
            yield from value
        elif isinstance(value, int):
            yield value
