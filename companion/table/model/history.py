"""The history of a game as everyone saw it: every entry and every page of a payout.

It is made from the public view. Of a payout that the table still looks at, it includes only pages already shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.games.types import GameEvent, Seat
from companion.records.record import Act
from companion.table.model.log import Played, Undone
from companion.table.model.player_view import Past, PlayerView
from companion.table.model.roster import Correction, PayoutPage

PageRef = tuple[int, int]
"""A page of a payout: the number of the entry that caused it, and the number of the page."""


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An entry of the game. `line` is the record's line, if it tells more than the public `facts`.

    `pages` are the pages of its payout that were shown: (number, page, events after it without a page). `undone`: who
    undid it and when. `anew`: a later correction changed its pages. `forced`: nobody decided it.
    """

    number: int
    seat: Seat | None
    line: Mapping[str, object] | None
    facts: tuple[GameEvent, ...] = ()
    pages: tuple[tuple[int, GameEvent, tuple[GameEvent, ...]], ...] = ()
    corrections: tuple[Correction, ...] = ()
    anew: bool = False
    forced: bool = False
    undone: Undone | None = None


def history_by_round(view: PlayerView) -> list[tuple[int, list[HistoryItem]]]:
    """The entries of each round, counted from 1, with undone moves at their place."""
    down = _unshown_plies(view)
    items = [
        (played.round, _history_item(view, played, face_down=ply in down)) for ply, played in enumerate(view.played)
    ]
    items += [
        (undone.round, HistoryItem(undone.entry, undone.act.seat, _line(view, undone.act), undone=undone))
        for undone in view.undone
    ]
    items.sort(key=lambda one: (one[0], one[1].number))
    return [(round_ + 1, [one for _, one in entries]) for round_, entries in groupby(items, key=lambda one: one[0])]


def latest_items(view: PlayerView, after: int) -> list[HistoryItem]:
    """The items of the moves in force after an entry, oldest first; of the last move if there are none."""
    down, latest = _unshown_plies(view), len(view.played) - 1
    first = next((ply for ply, played in enumerate(view.played) if played.number > after), max(0, latest))
    return [_history_item(view, played, face_down=ply in down) for ply, played in enumerate(view.played[first:], first)]


def shown_pages(view: PlayerView) -> list[PageRef]:
    """All pages that were shown, in order."""
    return [(played.number, step) for played in view.played for step in range(1, _count_shown(view, played) + 1)]


def history_item(view: PlayerView, number: int) -> HistoryItem | None:
    """The item of an entry. None before the first one."""
    found = (_history_item(view, played, face_down=False) for played in view.played if played.number == number)
    return next(found, None)


def view_at_page(view: PlayerView, leaf: PageRef) -> PlayerView | None:
    """The public view while the table looked at a page. None if it never did."""
    all_ = shown_pages(view)
    if leaf not in all_:
        return None
    at, (number, step) = all_.index(leaf), leaf
    played = tuple(played for played in view.played if played.number <= number)
    before, after = all_[at - 1] if at else None, all_[at + 1] if leaf != all_[-1] else None
    return replace(
        view,
        state=_state_after(view, played[-1]),
        played=played,
        earlier=(),
        roster=replace(view.roster, page=PayoutPage(number, step, played[-1].pages)),
        past=Past(before, after, _was_corrected(view, number)),
    )


def _state_after(view: PlayerView, played: Played) -> Any:
    """The public state just after an entry."""
    if played is view.played[-1]:
        return view.state
    return view.game.play(view.before(played.number), played.act.seat, played.act.move)[0]


def _count_shown(view: PlayerView, played: Played) -> int:
    """How many pages of its payout were shown."""
    page = view.roster.page
    return min(page.step, played.pages) if page is not None and page.act == played.number else played.pages


def _unshown_plies(view: PlayerView) -> set[int]:
    """The plies that are revealed on pages not shown yet."""
    page = view.roster.page
    if page is None:
        return set()
    shown = len(_shown_events(view.payout_events, page.step))
    return {ply for fact in view.payout_events[shown:] for ply in fact.reveals}


def _shown_events(facts: tuple[GameEvent, ...], shown: int) -> tuple[GameEvent, ...]:
    """The events on the first pages. An event without a page belongs to the page before it."""
    starts = [at for at, fact in enumerate(facts) if fact.paged]
    return facts[: starts[shown]] if shown < len(starts) else facts


def _history_item(view: PlayerView, played: Played, *, face_down: bool) -> HistoryItem:
    facts, *paged = _by_page(_shown_events(played.facts, _count_shown(view, played)))
    plain = [*facts, *(fact for _, *after in paged for fact in after)]
    lies = face_down or (view.game.is_public(played.act.move) and not any(fact.reveals for fact in plain))
    line = None if plain and lies else _line(view, played.act, cover=face_down)
    return HistoryItem(
        played.number,
        played.act.seat,
        line,
        tuple(fact for fact in facts if line is None or not fact.conceals),
        tuple((step, page, tuple(after)) for step, (page, *after) in enumerate(paged, 1)),
        tuple(one for one in view.roster.corrections if one.proposal.act == played.number),
        bool(played.pages) and _was_corrected(view, played.number),
        played.forced,
    )


def _by_page(facts: tuple[GameEvent, ...]) -> list[list[GameEvent]]:
    """The events before the first page, then each page with the events after it."""
    parts: list[list[GameEvent]] = [[]]
    for fact in facts:
        parts.append([fact]) if fact.paged else parts[-1].append(fact)
    return parts


def _line(view: PlayerView, act: Act, *, cover: bool = False) -> Mapping[str, object]:
    return view.game.write(view.game.redact(act.move) if cover else act.move)


def _was_corrected(view: PlayerView, number: int) -> bool:
    """Whether a correction after an entry changed it or something before it."""
    corrections = (one.proposal for one in view.roster.corrections)
    return any(proposal.act <= number < proposal.number for proposal in corrections)
