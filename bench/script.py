"""Moves of a table's phones, computed before the clock runs by the same rules."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bench.forms import Form, form_of
from companion.games import GAMES
from companion.games.types import Chance, GameEvent, PendingDecision, find_skip_target


@dataclass(frozen=True, slots=True)
class Step:
    """A tap and the phone that makes it, by seat."""

    phone: int
    fields: Form


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that has just begun: what its taps depend on. `number` is that of the table's latest entry."""

    slug: str
    players: int
    options: dict[str, str]
    number: int
    draws: Chance
    luck: Random


def whole_game(begun: Begun) -> Iterator[Step]:
    """Everybody does what the table waits for, in an order of chance where several may, and pages are skipped."""
    game, number = GAMES[begun.slug], begun.number
    state = game.start(begun.players, begun.options)
    while asks := [ask for ask in game.asks(state) if ask.waits]:
        ask = begun.luck.choice(asks)
        move = game.suggest(state, ask, begun.luck)
        for phone in tapping(ask, begun):
            number += 1
            yield Step(phone, acted(begun, state, ask, move))
        state, facts = game.play(state, ask.seat, move)
        number = yield from _turned(begun, number, facts)
        while (forced := game.forced(state)) is not None:
            state, facts = game.play(state, *forced)
            number = yield from _turned(begun, number + 1, facts)


def _turned(begun: Begun, act: int, facts: Sequence[GameEvent]) -> Generator[Step, None, int]:
    """Somebody turns the pages that an act brought, also one that made itself; the number of the latest entry."""
    turned = list(_pages(act, [fact for fact in facts if fact.paged]))
    for fields in turned:
        yield Step(begun.luck.randrange(begun.players), fields)
    return act + len(turned)


def _pages(act: int, pages: Sequence[GameEvent]) -> Iterator[Form]:
    """To the sum of a payout, and past what comes after it."""
    sum_ = find_skip_target(pages)
    if sum_ > 1:
        yield {"kind": "page", "act": act, "step": 1, "to": "sum"}
    for step in range(sum_, len(pages) + 1) if pages else ():
        yield {"kind": "page", "act": act, "step": step}


def tapping(ask: PendingDecision, begun: Begun) -> list[int]:
    """The phones that tap for an ask: its owner's, all of them where all must, and the host's for the start."""
    if ask.consent:
        return begun.luck.sample(ask.consent, len(ask.consent))
    return [0] if ask.seat is None or ask.do == "start" else [ask.seat]


def acted(begun: Begun, state: Any, ask: PendingDecision, move: Any) -> Form:
    """The fields of an act as a phone sends them."""
    sure = {"sure": "yes"} if ask.final else {}
    fields = form_of(begun.slug, state, ask.seat, move, begun.draws)
    return {"kind": "act", "slot": ask.slot, **fields, **sure}
