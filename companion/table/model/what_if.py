"""The answer to *What if*: change one public move of a finished game, and compare the result.

It uses the public view and stores nothing. Later moves are replayed as long as the rules allow them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Literal

from companion.games.types import HIDDEN, IllegalMove, Unseen, check_choice
from companion.records.record import Act
from companion.table.model.log import Played
from companion.table.model.player_view import PlayerView

Why = Literal["refused", "unseen", "choice", "over", "on"]


def public_random(word: str) -> Random:
    """A random generator without the table's secret."""
    return Random(word)


@dataclass(frozen=True, slots=True)
class Divergence:
    """The entry at which the changed game diverges from the real one, and why.

    `refused`: the rules reject it, see `trouble`. `unseen`: it needs a card that was never revealed. `choice`: a forced
    move would be somebody's choice. `over`: the game would have ended before. `on`: the game would go on after the last
    entry.
    """

    why: Why
    played: Played
    trouble: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class Payout:
    """A payout with another result: gains of each seat since the payout before, in the real and the changed game."""

    number: int
    round: int
    was: tuple[int, ...]
    then: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The effect of another move: scores in the real game (`was`) and in the changed one (`then`).

    Both are taken at the end, or just before the entry of `divergence`.
    """

    played: Played
    line: Mapping[str, object]
    was: tuple[int, ...]
    then: tuple[int, ...]
    payouts: tuple[Payout, ...]
    divergence: Divergence | None


def is_known_choice(view: PlayerView, played: Played) -> bool:
    """Whether somebody decided an entry and everyone knows it."""
    return not played.forced and HIDDEN not in view.game.write(played.act.move).values()


def other_move(view: PlayerView, played: Played, fields: Mapping[str, str]) -> Any:
    """Read another move for an entry from a form. Raises InvalidMove or IllegalMove."""
    before, seat = view.before(played.number), played.act.seat
    check_choice(fields.get("do"), "do", [ask.do for ask in view.game.asks(before) if ask.seat == seat])
    move = view.game.parse_form_move(before, seat, fields, public_random)
    if move == played.act.move:
        raise IllegalMove("nothing-corrected")
    return move


def what_if(view: PlayerView, played: Played, move: Any) -> WhatIf:
    """Replay the game with another move for one entry. Raises IllegalMove."""
    return _Comparison(view, played, move).run()


class _Comparison:
    """Plays both games entry by entry; `paid` holds the scores of both after each payout."""

    def __init__(self, view: PlayerView, changed: Played, move: Any) -> None:
        self.player_view, self.game, self.changed, self.move = view, view.game, changed, move
        self.was = self.then = view.game.start(len(view.people), view.options)
        self.divergence: Divergence | None = None
        self.paid = [(0, 0, self._scores())]

    def run(self) -> WhatIf:
        for played in self.player_view.played:
            if not self._play_both(played):
                break
        if self.divergence is None and self.game.asks(self.then) and not self.game.asks(self.was):
            self.divergence = Divergence("on", self.player_view.played[-1])
        if self.divergence is not None and self.divergence.why == "over":
            self.was = self.player_view.state
        was, then = self._scores()
        return WhatIf(self.changed, self.game.write(self.move), was, then, tuple(self._payouts()), self.divergence)

    def _scores(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.game.scores(self.was), self.game.scores(self.then)

    def _play_both(self, played: Played) -> bool:
        """Play one entry in both games. Return False at the divergence."""
        after, facts = self.game.play(self.was, played.act.seat, played.act.move)
        if played.number <= self.changed.number:
            move = self.move if played is self.changed else played.act.move
            try:
                self.then, other = self.game.play(self.then, played.act.seat, move)
            except Unseen as trouble:  # the changed move itself would reveal something
                self.divergence = Divergence("unseen", played, trouble)
                return False
        elif not self._play_other(played):
            return False
        else:
            other = ()
        self.was = after
        if any(fact.paged for fact in (*facts, *other)):
            self.paid.append((played.number, played.round, self._scores()))
        return True

    def _play_other(self, played: Played) -> bool:
        """Play a later entry in the changed game."""
        try:
            act = self._other_act(played)
            if act is not None:
                self.then, _ = self.game.play(self.then, act.seat, act.move)
        except Unseen as trouble:
            self.divergence = Divergence("unseen", played, trouble)
        except IllegalMove as trouble:
            self.divergence = self.divergence or Divergence("refused", played, trouble)
        return self.divergence is None

    def _other_act(self, played: Played) -> Act | None:
        """Play forced moves first, and return the move for an entry, or None if there is none."""
        forced = self.game.forced(self.then)
        if played.forced:
            forced = self.game.next_automatic_move(self.then)
            if forced is None and self._is_asked(played):
                self.divergence = Divergence("choice", played)
            return None if forced is None else Act(*forced)
        while forced is not None and forced != (played.act.seat, played.act.move):
            self.then, _ = self.game.play(self.then, *forced)
            forced = self.game.forced(self.then)
        if not self.game.asks(self.then):
            self.divergence = Divergence("over", played)
            return None
        return played.act

    def _is_asked(self, played: Played) -> bool:
        do = self.game.write(played.act.move)["do"]
        return any((ask.seat, ask.do) == (played.act.seat, do) for ask in self.game.asks(self.then))

    def _payouts(self) -> list[Payout]:
        """The payouts with another result."""
        won = (
            Payout(number, round_, _gains(earlier[0], later[0]), _gains(earlier[1], later[1]))
            for (_, _, earlier), (number, round_, later) in pairwise(self.paid)
        )
        return [payout for payout in won if payout.was != payout.then]


def _gains(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(now - had for had, now in zip(before, after, strict=True))
