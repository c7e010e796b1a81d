"""A finished game step by step: the table after each move and on each page of a payout, as everyone saw it.

It is made from the public view of the end, with everything hidden that was revealed later.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from companion.records.record import Act
from companion.table.model.history import PageRef
from companion.table.model.log import Played
from companion.table.model.player_view import Past, PlayerView
from companion.table.model.roster import Agreement, PayoutPage, Roster

BEGUN: PageRef = (0, 0)  # before the first entry


def replay_steps(view: PlayerView) -> list[PageRef]:
    """All steps in order: (entry, page). Forced moves belong to the step of the move before them.

    Page 0 is the table after an entry without payout. One page after the last payout's pages is the end.
    """
    return [BEGUN, *(step for step, _, _ in _steps(view))]


def payout_steps(view: PlayerView) -> list[PageRef]:
    """The beginning, the pages of payouts and the end."""
    every = replay_steps(view)
    return [step for step in every if step[1] or step in (BEGUN, every[-1])]


def decided_move(view: PlayerView, step: PageRef) -> Played | None:
    """The move that leads to a step. None at the beginning."""
    return next((first for shown, first, _ in _steps(view) if shown == step), None)


def step_of(view: PlayerView, played: Played) -> PageRef:
    """The first step that shows an entry."""
    return next(step for step in replay_steps(view) if step >= (played.number, min(played.pages, 1)))


def _steps(view: PlayerView) -> Iterator[tuple[PageRef, Played, Played]]:
    """Each step after the beginning, with its first and last entry."""
    first = None
    for played, later in zip_longest(view.played, view.played[1:]):
        first = first or played
        if played.pages:
            pages = played.pages if later is not None else played.pages + 1
            yield from (((played.number, page), first, played) for page in range(1, pages + 1))
        elif later is None or not later.forced:
            yield (first.number, 0), first, played
        else:
            continue
        first = None


def view_at_step(view: PlayerView, step: PageRef) -> PlayerView | None:
    """The public view at a step, or None. The last step is the given view."""
    until = {BEGUN: 0} | {shown: last.number for shown, _, last in _steps(view)}
    if step not in until:
        return None
    number, page = step
    roster = view.roster
    if step == [*until][-1]:
        state, played = view.state, view.played
    else:
        state, played = _play_until(view, until[step])
        roster = replace(roster, ended=None)
    pages = PayoutPage(number, page, played[-1].pages) if page else None
    past = Past(None, None, anew=False, replayed=True)
    return replace(
        view, state=state, played=played, earlier=(), undone=(), roster=_roster_for_replay(roster, pages), past=past
    )


def _play_until(view: PlayerView, number: int) -> tuple[Any, tuple[Played, ...]]:
    """Play the game up to an entry, with what was revealed by then."""
    acts = [played for played in view.played if played.number <= number]
    up = {ply for played in acts for fact in played.facts for ply in fact.reveals}
    state, again = view.game.start(len(view.people), view.options), []
    for ply, played in enumerate(acts):
        move = played.act.move if ply in up else view.game.redact(played.act.move)
        state, facts = view.game.play(state, played.act.seat, move)
        again.append(replace(played, act=Act(played.act.seat, move), facts=facts))
    return state, tuple(again)


def _roster_for_replay(roster: Roster, page: PayoutPage | None) -> Roster:
    """The people without requests, notices and proposals."""
    nobody = Agreement("", ())
    return replace(
        roster, page=page, again=None, claims=(), notices=(), proposal=None, agreed=nobody, standing=nobody, faceup=()
    )
