"""What if: one choice of a finished game that everybody knows, changed, and what the rest would then have brought.

Reckoned from nobody's chair, in memory: nothing of it is kept. All later entries are played as they were, as far as the
rules take them. Where they do not, the two games part, and of what comes after that nothing can be told.
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


def openly(word: str) -> Random:
    """Draws that everybody could draw: nothing of a table's own secret."""
    return Random(word)


@dataclass(frozen=True, slots=True)
class Parted:
    """The entry at which the other game would have parted from the real one, and why.

    `refused`: the rules would not have taken it, as `trouble` says. `unseen`: they would have needed what was never
    turned up. `choice`: it made itself, and would then have been somebody's choice. `over`: the game would have ended
    before it. `on`: the game would have gone on after the last entry.
    """

    why: Why
    played: Played
    trouble: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class Payout:
    """A payout that comes out differently: what each seat won since the one before it, really and in the other game."""

    number: int
    round: int
    was: tuple[int, ...]
    then: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What another choice would have brought: the scores as they really `was` and `then` would be, at the same moment.

    That is the end of the game, or just before the entry at which both `parted`.
    """

    played: Played
    line: Mapping[str, object]
    was: tuple[int, ...]
    then: tuple[int, ...]
    payouts: tuple[Payout, ...]
    parted: Parted | None


def known(player_view: PlayerView, played: Played) -> bool:
    """Whether an entry was somebody's choice and everybody knows it."""
    return not played.forced and HIDDEN not in player_view.game.write(played.act.move).values()


def otherwise(player_view: PlayerView, played: Played, fields: Mapping[str, str]) -> Any:
    """Another move of that moment, from a form. Raises InvalidMove or IllegalMove."""
    before, seat = player_view.before(played.number), played.act.seat
    check_choice(fields.get("do"), "do", [ask.do for ask in player_view.game.asks(before) if ask.seat == seat])
    move = player_view.game.parse_form_move(before, seat, fields, openly)
    if move == played.act.move:
        raise IllegalMove("nothing-corrected")
    return move


def what_if(player_view: PlayerView, played: Played, move: Any) -> WhatIf:
    """The whole game with that move in place of what an entry was. Raises IllegalMove where it was not possible."""
    return _Reckoned(player_view, played, move).told()


class _Reckoned:
    """Both games, entry by entry; `paid` are the scores of both after each payout so far."""

    def __init__(self, player_view: PlayerView, changed: Played, move: Any) -> None:
        self.player_view, self.game, self.changed, self.move = player_view, player_view.game, changed, move
        self.was = self.then = player_view.game.start(len(player_view.people), player_view.options)
        self.parted: Parted | None = None
        self.paid = [(0, 0, self._scores())]

    def told(self) -> WhatIf:
        for played in self.player_view.played:
            if not self._both(played):
                break
        if self.parted is None and self.game.asks(self.then) and not self.game.asks(self.was):
            self.parted = Parted("on", self.player_view.played[-1])
        if self.parted is not None and self.parted.why == "over":
            self.was = self.player_view.state
        was, then = self._scores()
        return WhatIf(self.changed, self.game.write(self.move), was, then, tuple(self._payouts()), self.parted)

    def _scores(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.game.scores(self.was), self.game.scores(self.then)

    def _both(self, played: Played) -> bool:
        """One entry more in both games; False where it does not fit the other one."""
        after, facts = self.game.play(self.was, played.act.seat, played.act.move)
        if played.number <= self.changed.number:
            move = self.move if played is self.changed else played.act.move
            try:
                self.then, other = self.game.play(self.then, played.act.seat, move)
            except Unseen as trouble:  # the choice itself would have turned something up
                self.parted = Parted("unseen", played, trouble)
                return False
        elif not self._fits(played):
            return False
        else:
            other = ()
        self.was = after
        if any(fact.paged for fact in (*facts, *other)):
            self.paid.append((played.number, played.round, self._scores()))
        return True

    def _fits(self, played: Played) -> bool:
        """A later entry in the other game, as it was."""
        try:
            act = self._as_it_was(played)
            if act is not None:
                self.then, _ = self.game.play(self.then, act.seat, act.move)
        except Unseen as trouble:
            self.parted = Parted("unseen", played, trouble)
        except IllegalMove as trouble:
            self.parted = self.parted or Parted("refused", played, trouble)
        return self.parted is None

    def _as_it_was(self, played: Played) -> Act | None:
        """The act that stands for an entry, once all that makes itself before it is done. None: there is none."""
        forced = self.game.forced(self.then)
        if played.forced:
            forced = self.game.next_automatic_move(self.then)
            if forced is None and self._asked(played):
                self.parted = Parted("choice", played)
            return None if forced is None else Act(*forced)
        while forced is not None and forced != (played.act.seat, played.act.move):
            self.then, _ = self.game.play(self.then, *forced)
            forced = self.game.forced(self.then)
        if not self.game.asks(self.then):
            self.parted = Parted("over", played)
            return None
        return played.act

    def _asked(self, played: Played) -> bool:
        do = self.game.write(played.act.move)["do"]
        return any((ask.seat, ask.do) == (played.act.seat, do) for ask in self.game.asks(self.then))

    def _payouts(self) -> list[Payout]:
        """Those in which somebody won something else than in the real game."""
        won = (
            Payout(number, round_, _won(earlier[0], later[0]), _won(earlier[1], later[1]))
            for (_, _, earlier), (number, round_, later) in pairwise(self.paid)
        )
        return [payout for payout in won if payout.was != payout.then]


def _won(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(now - had for had, now in zip(before, after, strict=True))
