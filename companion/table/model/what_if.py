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


def public_random(word: str) -> Random:
    """Draws that everybody could draw: nothing of a table's own secret."""
    return Random(word)


@dataclass(frozen=True, slots=True)
class Divergence:
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
    divergence: Divergence | None


def is_known_choice(view: PlayerView, played: Played) -> bool:
    """Whether an entry was somebody's choice and everybody knows it."""
    return not played.forced and HIDDEN not in view.game.write(played.act.move).values()


def other_move(view: PlayerView, played: Played, fields: Mapping[str, str]) -> Any:
    """Another move of that moment, from a form. Raises InvalidMove or IllegalMove."""
    before, seat = view.before(played.number), played.act.seat
    check_choice(fields.get("do"), "do", [ask.do for ask in view.game.asks(before) if ask.seat == seat])
    move = view.game.parse_form_move(before, seat, fields, public_random)
    if move == played.act.move:
        raise IllegalMove("nothing-corrected")
    return move


def what_if(view: PlayerView, played: Played, move: Any) -> WhatIf:
    """The whole game with that move in place of what an entry was. Raises IllegalMove where it was not possible."""
    return _Comparison(view, played, move).run()


class _Comparison:
    """Both games, entry by entry; `paid` are the scores of both after each payout so far."""

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
        """One entry more in both games; False where it does not fit the other one."""
        after, facts = self.game.play(self.was, played.act.seat, played.act.move)
        if played.number <= self.changed.number:
            move = self.move if played is self.changed else played.act.move
            try:
                self.then, other = self.game.play(self.then, played.act.seat, move)
            except Unseen as trouble:  # the choice itself would have turned something up
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
        """A later entry in the other game, as it was."""
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
        """The act that stands for an entry, once all that makes itself before it is done. None: there is none."""
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
        """Those in which somebody won something else than in the real game."""
        won = (
            Payout(number, round_, _gains(earlier[0], later[0]), _gains(earlier[1], later[1]))
            for (_, _, earlier), (number, round_, later) in pairwise(self.paid)
        )
        return [payout for payout in won if payout.was != payout.then]


def _gains(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(now - had for had, now in zip(before, after, strict=True))
