"""A table as its log makes it: the true game, and the redacted game of each viewer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, IllegalMove, PendingDecision, Seat
from companion.records.record import Act
from companion.table.model.entry import Entry
from companion.table.model.roster import PayoutPage, Roster, apply_entry, paging


@dataclass(frozen=True, slots=True)
class Played:
    """A move in force: its entry, who entered it, and the public events after it.

    `round` counts the finished rounds before it. `forced`: nobody decided it.
    """

    number: int
    by: int | None
    act: Act
    facts: tuple[GameEvent, ...]
    round: int = 0
    forced: bool = False

    @property
    def final(self) -> bool:
        """Whether it revealed something: then it cannot be undone."""
        return any(fact.paged or fact.reveals or fact.discards for fact in self.facts)

    @property
    def pages(self) -> int:
        """The number of pages of its payout."""
        return sum(fact.paged for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Undone:
    """An undone move as everyone saw it: entered by `entry`, undone by entry `number` and person `by`."""

    number: int
    by: int | None
    entry: int
    act: Act
    round: int


@dataclass(frozen=True, slots=True)
class RedactedGame:
    """The game as played from one viewer's redacted log.

    `earlier` are the states before the latest moves, back to the first that can still change.
    """

    state: Any
    played: tuple[Played, ...]
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two entries. `secret` is the key of its draws and fingerprints; it never leaves this folder.

    `preferences` are display choices, which the record does not hold. `revealed` and `discarded` are plies (moves,
    counted from 0) whose secrets are public, or of no use to anyone now. `settled` is the number of moves at the start
    that are the same for every viewer for good. `earlier` are the true states before each move since the last reveal.
    `began` is the start of the game, `last_move_at` the latest move, `away_since` the last archiving, all in seconds
    since 1970; `away_seconds` sums up the archived time since the start. `asked_at` is when the newest pending decision
    came up, kept only while the table timer is on. `redacted` caches the games of viewers.
    """

    id: int
    key: str
    code: str
    slug: str
    options: Mapping[str, object]
    preferences: Mapping[str, object]
    secret: bytes = field(repr=False)
    created: float
    number: int = 0
    roster: Roster = field(default_factory=Roster)
    state: Any = None
    played: tuple[Played, ...] = ()
    undone: tuple[Undone, ...] = ()
    revealed: frozenset[int] = frozenset()
    discarded: frozenset[int] = frozenset()
    settled: int = 0
    began: float = 0.0
    last_move_at: float = 0.0
    away_since: float = 0.0
    away_seconds: float = 0.0
    asked_at: float = 0.0
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    redacted: dict[Seat | None, RedactedGame] = field(default_factory=dict, repr=False, compare=False)

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.slug]

    @property
    def code_works(self) -> bool:
        """Whether the short code leads here: a seat is free, or the host has turned the code on."""
        if self.roster.begun:
            return self.roster.code_on or any(person.gone for person in self.roster.people)
        return self.roster.code_on or len(self.roster.people) < self.game.player_range(self.options)[-1]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.roster.people)

    @property
    def asks(self) -> tuple[PendingDecision, ...]:
        """The pending decisions; none before the start, during a payout, and after an early end."""
        idle = self.state is None or self.roster.ended is not None or paging(self.roster)
        return () if idle else self.game.asks(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is finished or was ended early."""
        return self.state is not None and (self.roster.ended is not None or not self.game.asks(self.state))

    @property
    def forced(self) -> Act | None:
        """The only possible move, if there is just one. None during a payout."""
        idle = self.state is None or self.roster.ended is not None or paging(self.roster)
        forced = None if idle else self.game.forced(self.state)
        return None if forced is None else Act(*forced)

    @property
    def undecided(self) -> Act | None:
        """The next move of a round that nobody can change any more, also during a payout."""
        act = None if self.state is None else self.game.next_automatic_move(self.state)
        return None if act is None else Act(*act)

    def after(self, entry: Entry) -> "Table":
        """Apply one more entry. Raises IllegalMove if the rules reject it."""
        if entry.number != self.number + 1:
            raise IllegalMove("gap")
        table = self._apply(entry)
        return replace(table, asked_at=entry.at) if table.roster.timer and self._differs_in_asks(table) else table

    def _differs_in_asks(self, table: "Table") -> bool:
        """Whether another table has a timer or decisions that this one lacks."""
        new = {ask.slot for ask in table.asks} - {ask.slot for ask in self.asks}
        return bool(new) or table.roster.timer != self.roster.timer

    def _apply(self, entry: Entry) -> "Table":
        table = replace(self, number=entry.number, roster=apply_entry(self.roster, entry), redacted=dict(self.redacted))
        match entry.kind:
            case "begin":
                return replace(table, state=_start(table), redacted={}, began=entry.at, away_seconds=0.0)
            case "act":
                return _play(table, entry)
            case "away" if not self.roster.away:
                return replace(table, away_since=entry.at)
            case "open" if self.roster.away:
                return replace(table, away_seconds=self.away_seconds + entry.at - self.away_since)
            case "back":
                undone = _undone_move(table, entry)
                return replace(_take_back(table, undone.entry), undone=(*table.undone, undone))
            case "approve" if self.roster.proposal is not None:
                return table.with_correction(self.roster.proposal.act, self.roster.proposal.line)
            case "put-right":  # pages shown before stay as they are
                return replace(table.with_correction(entry.body["act"], entry.body["line"]), roster=table.roster)
        return table

    @property
    def revealed_entries(self) -> frozenset[int]:
        """The numbers of the entries with revealed moves."""
        return frozenset(self.played[ply].number for ply in self.revealed)

    @property
    def correctable(self) -> tuple[Played, ...]:
        """The public moves of this round, latest first, from its first reveal until the next round begins."""
        plies = (ply for ply in self._this_round() if self._is_public(ply)) if self.can_correct else ()
        return tuple(self.played[ply] for ply in reversed(list(plies)))

    @property
    def can_correct(self) -> bool:
        return any(self.played[ply].final for ply in self._this_round()) and any(
            map(self._is_public, self._this_round())
        )

    def _this_round(self) -> Iterator[int]:
        """The plies of this round, latest first; none after an early end or a rematch."""
        stands = self.roster.again is not None or self.roster.ended is not None
        last = self.played[-1].round if self.played and not stands else None
        return takewhile(lambda ply: self.played[ply].round == last, reversed(range(len(self.played))))

    def _is_public(self, ply: int) -> bool:
        played = self.played[ply]
        open_ = self.game.is_public(played.act.move) or (
            self.game.copied_from_card(played.act.move, self.preferences) and ply in self.revealed
        )
        return open_ and not played.forced

    def with_correction(self, number: int, line: Mapping[str, object]) -> "Table":
        """Replace the move of entry `number` and replay. Revealed moves stay revealed; the payout is shown again.

        Raises IllegalMove if a later move is then impossible.
        """
        move = self.game.read(line)
        acts = (replace(p, act=Act(p.act.seat, move)) if p.number == number else p for p in self.played)
        table = _replay(self, tuple(acts))
        shown = [played for played in table.played if played.pages and played.round == table.played[-1].round]
        page = PayoutPage(shown[-1].number, 1, shown[-1].pages) if shown else None
        return replace(table, roster=replace(table.roster, page=page))

    def redacted_for(self, viewer: Seat | None) -> RedactedGame:
        """The game as a viewer may see it, continued from the cached one."""
        redacted = self.redacted.get(viewer)
        if redacted is None or len(redacted.played) < self.settled:
            redacted = _common_start(self)
        self.redacted[viewer] = _catch_up(self, viewer, redacted)
        return self.redacted[viewer]


def _play(table: Table, entry: Entry) -> Table:
    act = Act(entry.body["seat"], table.game.read(entry.body["line"]))
    state, facts = table.game.play(table.state, act.seat, act.move)
    over = table.game.count_rounds(table.state, table.names)
    played = Played(entry.number, entry.by, act, facts, over, "forced" in entry.body)
    earlier = (*table.earlier, table.state)
    after = replace(table, state=state, played=(*table.played, played), earlier=earlier, last_move_at=entry.at)
    return _reveal(after, played) if played.final else _settle(after)


def _reveal(table: Table, played: Played) -> Table:
    """Handle a reveal: redacted games change in the past, so they are replayed from there."""
    after = _add_revealed(replace(table, earlier=()), played.facts)
    if played.pages:
        after = replace(after, roster=replace(after.roster, page=PayoutPage(played.number, 1, played.pages)))
    changed = (after.revealed - table.revealed) | (after.discarded - table.discarded)
    first = min((ply for ply in changed if not table.game.is_public(table.played[ply].act.move)), default=None)
    return _settle(after if first is None else replace(after, redacted=_rewind(after.redacted, first)))


def _add_revealed(table: Table, facts: Iterable[GameEvent]) -> Table:
    facts = tuple(facts)
    revealed = table.revealed.union(*(fact.reveals for fact in facts))
    discarded = table.discarded.union(*(fact.discards for fact in facts))
    # a correction can reveal discarded moves
    return replace(table, revealed=revealed, discarded=discarded - revealed)


def _settle(table: Table) -> Table:
    """Move `settled` forward, and drop states that are needed no more."""
    settled = table.settled
    while settled < len(table.played) and _is_final(table, settled):
        settled += 1
    first = min(settled, len(table.played) - len(table.earlier))
    redacted = {viewer: _trim(game, first) for viewer, game in table.redacted.items()}
    return replace(table, settled=settled, redacted=redacted)


def _is_final(table: Table, ply: int) -> bool:
    return ply in table.revealed or ply in table.discarded or table.game.is_public(table.played[ply].act.move)


def _trim(redacted: RedactedGame, first: int) -> RedactedGame:
    """Drop the states before a settled move."""
    past = first - (len(redacted.played) - len(redacted.earlier))
    return replace(redacted, earlier=redacted.earlier[past:]) if past > 0 else redacted


def _rewind(redacted: Mapping[Seat | None, RedactedGame], ply: int) -> dict[Seat | None, RedactedGame]:
    """Cut the redacted games back to the state before a move. Those that cannot go back so far are dropped."""
    back = {viewer: _cut_back(one, ply) for viewer, one in redacted.items()}
    return {viewer: one for viewer, one in back.items() if one is not None}


def _cut_back(redacted: RedactedGame, ply: int) -> RedactedGame | None:
    if ply >= len(redacted.played):
        return redacted
    index = ply - (len(redacted.played) - len(redacted.earlier))
    return (
        RedactedGame(redacted.earlier[index], redacted.played[:ply], redacted.earlier[:index]) if index >= 0 else None
    )


def _ply(table: Table, number: int) -> int:
    """The ply of an entry, searched from the end."""
    return next(ply for ply in reversed(range(len(table.played))) if table.played[ply].number == number)


def _undone_move(table: Table, entry: Entry) -> Undone:
    played = table.played[_ply(table, entry.body["entry"])]
    act = Act(played.act.seat, table.game.redact(played.act.move))
    return Undone(entry.number, entry.by, played.number, act, played.round)


def _take_back(table: Table, number: int) -> Table:
    """Undo a move that revealed nothing, with the moves that it forced."""
    ply = _ply(table, number)
    index = ply - (len(table.played) - len(table.earlier))
    later = tuple(played for played in table.played[ply + 1 :] if not played.forced)
    if index < 0:
        return _replay(table, (*table.played[:ply], *later))
    back = replace(
        table,
        played=table.played[:ply],
        state=table.earlier[index],
        earlier=table.earlier[:index],
        settled=min(table.settled, ply),
        redacted=_rewind(table.redacted, ply),
    )
    for played in later:
        state, facts = table.game.play(back.state, played.act.seat, played.act.move)
        acts = (*back.played, replace(played, facts=facts))
        back = replace(back, played=acts, state=state, earlier=(*back.earlier, back.state))
    return _settle(back)


def _replay(table: Table, acts: tuple[Played, ...]) -> Table:
    """Replay other moves. What was revealed stays so, if its entry is still there."""
    state, again = _start(table), []
    for played in acts:
        if played.forced:
            forced = table.game.next_automatic_move(state)
            if forced is None:  # now somebody must decide it
                continue
            played = replace(played, act=Act(*forced))
        state, facts = table.game.play(state, played.act.seat, played.act.move)
        again.append(replace(played, facts=facts))
    up, away = (_move_plies(table, again, plies) for plies in (table.revealed, table.discarded))
    acts = tuple(again)
    table = replace(table, played=acts, revealed=up, discarded=away, state=state, earlier=(), settled=0, redacted={})
    table = _add_revealed(table, (fact for played in again for fact in played.facts))
    return _settle(table)


def _move_plies(table: Table, again: Iterable[Played], plies: Iterable[int]) -> frozenset[int]:
    """The plies of the same entries among other moves."""
    new_plies = {played.number: ply for ply, played in enumerate(again)}
    numbers = (table.played[ply].number for ply in plies if ply < len(table.played))
    return frozenset(new_plies[number] for number in numbers if number in new_plies)


def _start(table: Table) -> Any:
    return table.game.start(len(table.roster.people), table.options)


def _common_start(table: Table) -> RedactedGame:
    """The longest cached game that is the same for every viewer."""
    redacted = (_cut_back(one, table.settled) for one in table.redacted.values())
    return max(
        (one for one in redacted if one), key=lambda one: len(one.played), default=RedactedGame(_start(table), ())
    )


def _catch_up(table: Table, viewer: Seat | None, redacted: RedactedGame) -> RedactedGame:
    first = min(table.settled, len(table.played) - len(table.earlier))
    for played in table.played[len(redacted.played) :]:
        after = _play_redacted(table, viewer, redacted, played)
        redacted = replace(after, earlier=(*redacted.earlier, redacted.state))
        redacted = _trim(redacted, first)
    return redacted


def _play_redacted(table: Table, viewer: Seat | None, redacted: RedactedGame, played: Played) -> RedactedGame:
    """Play one more move, redacted unless the viewer may know it."""
    ply, act = len(redacted.played), played.act
    known = ply in table.revealed or (act.seat == viewer and act.seat is not None and ply not in table.discarded)
    move = act.move if known else table.game.redact(act.move)
    state, facts = table.game.play(redacted.state, act.seat, move)
    return RedactedGame(state, (*redacted.played, replace(played, act=Act(act.seat, move), facts=facts)))
