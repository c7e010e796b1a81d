"""What was shown at a table, to be looked back at: every entry, and each page of a payout as it was.

All of it is made from nobody's chair, so what that would not show is not here. Of a payout that the table is still
looking at, only what its pages have come to is told.
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
"""A page of a payout: the entry that brought it, and which of its pages."""


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An entry of the game. `line` is the record's where it tells more than `facts`, what everybody knew at once.

    `pages` are those of its payout that were shown, by their number, each with the facts that came after it and have no
    page. `undone`: who took it back, and when. `anew`: a correction of an earlier entry made its pages other ones than
    were shown first. `forced`: nobody decided it.
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


def rounds(player_view: PlayerView) -> list[tuple[int, list[HistoryItem]]]:
    """The entries of each round, counted from 1, in their order; what was taken back stands where it was."""
    down = _unshown(player_view)
    told = [
        (played.round, _told(player_view, played, face_down=ply in down))
        for ply, played in enumerate(player_view.played)
    ]
    told += [(undone.round, _taken_back(player_view, undone)) for undone in player_view.undone]
    told.sort(key=lambda one: (one[0], one[1].number))
    return [(round_ + 1, [one for _, one in entries]) for round_, entries in groupby(told, key=lambda one: one[0])]


def leaves(player_view: PlayerView) -> list[PageRef]:
    """All pages that were shown, in their order."""
    return [
        (played.number, step) for played in player_view.played for step in range(1, _shown(player_view, played) + 1)
    ]


def told(player_view: PlayerView, number: int) -> HistoryItem | None:
    """An entry of a chair of earlier; None before the first one."""
    found = (_told(player_view, played, face_down=False) for played in player_view.played if played.number == number)
    return next(found, None)


def past(player_view: PlayerView, leaf: PageRef) -> PlayerView | None:
    """Nobody's chair as it was while the table looked at a page; None where it never did."""
    all_ = leaves(player_view)
    if leaf not in all_:
        return None
    at, (number, step) = all_.index(leaf), leaf
    played = tuple(played for played in player_view.played if played.number <= number)
    before, after = all_[at - 1] if at else None, all_[at + 1] if leaf != all_[-1] else None
    return replace(
        player_view,
        state=_after(player_view, played[-1]),
        played=played,
        earlier=(),
        party=replace(player_view.party, page=PayoutPage(number, step, played[-1].pages)),
        past=Past(before, after, _anew(player_view, number)),
    )


def _after(player_view: PlayerView, played: Played) -> Any:
    """The game just after an entry, as everybody may know it: played from the start by the rules."""
    if played is player_view.played[-1]:
        return player_view.state
    return player_view.game.play(player_view.before(played.number), played.act.seat, played.act.move)[0]


def _shown(player_view: PlayerView, played: Played) -> int:
    """How many pages of its payout the table has come to."""
    page = player_view.party.page
    return min(page.step, played.pages) if page is not None and page.act == played.number else played.pages


def _unshown(player_view: PlayerView) -> set[int]:
    """The plies that a page will turn up which the table has not come to."""
    page = player_view.party.page
    if page is None:
        return set()
    shown = len(_come_to(player_view.brought, page.step))
    return {ply for fact in player_view.brought[shown:] for ply in fact.reveals}


def _come_to(facts: tuple[GameEvent, ...], shown: int) -> tuple[GameEvent, ...]:
    """Those of an act of which so many pages were shown: what has no page belongs to the page before it."""
    starts = [at for at, fact in enumerate(facts) if fact.paged]
    return facts[: starts[shown]] if shown < len(starts) else facts


def _told(player_view: PlayerView, played: Played, *, face_down: bool) -> HistoryItem:
    facts, *paged = _by_page(_come_to(played.facts, _shown(player_view, played)))
    plain = [*facts, *(fact for _, *after in paged for fact in after)]
    lies = face_down or (player_view.game.is_public(played.act.move) and not any(fact.reveals for fact in plain))
    line = None if plain and lies else _line(player_view, played.act, cover=face_down)
    return HistoryItem(
        played.number,
        played.act.seat,
        line,
        tuple(fact for fact in facts if line is None or not fact.conceals),
        tuple((step, page, tuple(after)) for step, (page, *after) in enumerate(paged, 1)),
        tuple(one for one in player_view.party.corrections if one.proposal.act == played.number),
        bool(played.pages) and _anew(player_view, played.number),
        played.forced,
    )


def _by_page(facts: tuple[GameEvent, ...]) -> list[list[GameEvent]]:
    """What comes before the first page, then each page with what comes after it."""
    parts: list[list[GameEvent]] = [[]]
    for fact in facts:
        parts.append([fact]) if fact.paged else parts[-1].append(fact)
    return parts


def _taken_back(player_view: PlayerView, undone: Undone) -> HistoryItem:
    return HistoryItem(undone.entry, undone.act.seat, _line(player_view, undone.act), undone=undone)


def _line(player_view: PlayerView, act: Act, *, cover: bool = False) -> Mapping[str, object]:
    return player_view.game.write(player_view.game.redact(act.move) if cover else act.move)


def _anew(player_view: PlayerView, number: int) -> bool:
    """Whether a correction came after an entry that changed something before it, or the entry itself."""
    corrections = (one.proposal for one in player_view.party.corrections)
    return any(proposal.act <= number < proposal.number for proposal in corrections)
