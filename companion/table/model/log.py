"""A table as its log makes it: the true game, and the covered game that a viewer may see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, IllegalMove, PendingDecision, Seat
from companion.records.record import Act
from companion.table.model.entry import Entry
from companion.table.model.roster import PayoutPage, Roster, after, paging


@dataclass(frozen=True, slots=True)
class Played:
    """An act in force: the entry that holds it, who entered it, and what everybody knew after it.

    `round` counts the rounds that were finished before it. `forced`: nobody decided it, it made itself or was
    foregone.
    """

    number: int
    by: int | None
    act: Act
    facts: tuple[GameEvent, ...]
    round: int = 0
    forced: bool = False

    @property
    def final(self) -> bool:
        """Whether it turned something up: then it cannot be taken back."""
        return any(fact.paged or fact.reveals or fact.discards for fact in self.facts)

    @property
    def pages(self) -> int:
        """How many pages of what it brought out the table looks at together."""
        return sum(fact.paged for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Undone:
    """An act that was taken back, as everybody saw it: `entry` held it, `number` took it back, `by` somebody."""

    number: int
    by: int | None
    entry: int
    act: Act
    round: int


@dataclass(frozen=True, slots=True)
class RedactedGame:
    """The covered game, played: what one viewer's log makes of it.

    `earlier` are the states before the latest acts, back to the first that can still change.
    """

    state: Any
    played: tuple[Played, ...]
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two entries. `secret` draws hands and marks taps; it never leaves this folder.

    `preferences` are choices of how a table shows things, which the record does not hold. `revealed` and `discarded`
    are the plies (acts, counted from 0) whose secrets are turned up, and those whose secrets are now nobody's.
    `resting` is the first act that still lies face down: what was before it is the same in every chair, for good.
    `earlier` are the true states before each act since something was turned up. `began` is when the game did, `acted`
    when somebody acted last, `left` when it was put away last, all in seconds since 1970; `away` counts the seconds for
    which it was, since the game began.
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
    party: Roster = field(default_factory=Roster)
    state: Any = None
    played: tuple[Played, ...] = ()
    undone: tuple[Undone, ...] = ()
    revealed: frozenset[int] = frozenset()
    discarded: frozenset[int] = frozenset()
    resting: int = 0
    began: float = 0.0
    acted: float = 0.0
    left: float = 0.0
    away: float = 0.0
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    seen: dict[Seat | None, RedactedGame] = field(default_factory=dict, repr=False, compare=False)

    @property
    def game(self) -> Game[Any, Any]:
        """The rules module."""
        return GAMES[self.slug]

    @property
    def code_works(self) -> bool:
        """Whether the short code leads here: while a seat is free, and later where the host has turned it on."""
        if self.party.begun:
            return self.party.code_on or any(person.gone for person in self.party.people)
        return self.party.code_on or len(self.party.people) < self.game.players[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """Names in clockwise order."""
        return tuple(person.name for person in self.party.people)

    @property
    def asks(self) -> tuple[PendingDecision, ...]:
        """Whom the game waits for; nobody before it begins, while a payout is shown, and once it was ended early."""
        idle = self.state is None or self.party.ended is not None or paging(self.party)
        return () if idle else self.game.asks(self.state)

    @property
    def over(self) -> bool:
        """Whether the game was played to its end, or ended early."""
        return self.state is not None and (self.party.ended is not None or not self.game.asks(self.state))

    @property
    def forced(self) -> Act | None:
        """What makes itself now: the one move that is possible. Nothing does while a payout is shown."""
        idle = self.state is None or self.party.ended is not None or paging(self.party)
        forced = None if idle else self.game.forced(self.state)
        return None if forced is None else Act(*forced)

    @property
    def undecided(self) -> Act | None:
        """What is next of a round that nobody can change any more, or makes itself, whatever is shown."""
        act = None if self.state is None else self.game.next_automatic_move(self.state)
        return None if act is None else Act(*act)

    def after(self, entry: Entry) -> "Table":
        """The table after one more entry. Raises IllegalMove where the rules do not take it; then nothing changed."""
        if entry.number != self.number + 1:
            raise IllegalMove("gap")
        table = replace(self, number=entry.number, party=after(self.party, entry), seen=dict(self.seen))
        match entry.kind:
            case "begin":
                return replace(table, state=_start(table), seen={}, began=entry.at, away=0.0)
            case "act":
                return _played(table, entry)
            case "away" if not self.party.away:
                return replace(table, left=entry.at)
            case "open" if self.party.away:
                return replace(table, away=self.away + entry.at - self.left)
            case "back":
                undone = _undone(table, entry)
                return replace(_taken_back(table, undone.entry), undone=(*table.undone, undone))
            case "approve" if self.party.proposal is not None:
                return table.corrected(self.party.proposal.act, self.party.proposal.line)
            case "put-right":  # what was shown before it stays as it was
                return replace(table.corrected(entry.body["act"], entry.body["line"]), party=table.party)
        return table

    @property
    def turned_up(self) -> frozenset[int]:
        """The numbers of the entries whose secrets are."""
        return frozenset(self.played[ply].number for ply in self.revealed)

    @property
    def correctable(self) -> tuple[Played, ...]:
        """What was entered for all to see in this round, once something of it was turned up, until the next begins."""
        plies = (ply for ply in self._this_round() if self._open(ply)) if self.can_correct else ()
        return tuple(self.played[ply] for ply in reversed(list(plies)))

    @property
    def can_correct(self) -> bool:
        """Whether there is any such thing."""
        return any(self.played[ply].final for ply in self._this_round()) and any(map(self._open, self._this_round()))

    def _this_round(self) -> Iterator[int]:
        """The acts of this round, the latest first; none once people play on elsewhere, or have ended it."""
        stands = self.party.again is not None or self.party.ended is not None
        last = self.played[-1].round if self.played and not stands else None
        return takewhile(lambda ply: self.played[ply].round == last, reversed(range(len(self.played))))

    def _open(self, ply: int) -> bool:
        played = self.played[ply]
        open_ = self.game.is_public(played.act.move) or (
            self.game.copied_from_card(played.act.move) and ply in self.revealed
        )
        return open_ and not played.forced

    def corrected(self, number: int, line: Mapping[str, object]) -> "Table":
        """The table if entry `number` had been this. What was opened stays known; all look at the payout anew.

        Raises IllegalMove where what came after it would not have been possible.
        """
        move = self.game.read(line)
        acts = (replace(p, act=Act(p.act.seat, move)) if p.number == number else p for p in self.played)
        table = _anew(self, tuple(acts))
        shown = [played for played in table.played if played.pages and played.round == table.played[-1].round]
        page = PayoutPage(shown[-1].number, 1, shown[-1].pages) if shown else None
        return replace(table, party=replace(table.party, page=page))

    def see(self, viewer: Seat | None) -> RedactedGame:
        """The game as a viewer may see it: their log, played by the same rules, on from where it was last looked at."""
        seen = self.seen.get(viewer)
        if seen is None or len(seen.played) < self.resting:
            seen = _shared(self)
        self.seen[viewer] = _caught_up(self, viewer, seen)
        return self.seen[viewer]


def _played(table: Table, entry: Entry) -> Table:
    act = Act(entry.body["seat"], table.game.read(entry.body["line"]))
    state, facts = table.game.play(table.state, act.seat, act.move)
    over = table.game.count_rounds(table.state, table.names)
    played = Played(entry.number, entry.by, act, facts, over, "forced" in entry.body)
    earlier = (*table.earlier, table.state)
    after = replace(table, state=state, played=(*table.played, played), earlier=earlier, acted=entry.at)
    return _revealed(after, played) if played.final else _rested(after)


def _revealed(table: Table, played: Played) -> Table:
    """Something was turned up, so viewers' logs have changed in the past: they are played on from before that."""
    after = _turned_up(replace(table, earlier=()), played.facts)
    if played.pages:
        after = replace(after, party=replace(after.party, page=PayoutPage(played.number, 1, played.pages)))
    changed = (after.revealed - table.revealed) | (after.discarded - table.discarded)
    first = min((ply for ply in changed if not table.game.is_public(table.played[ply].act.move)), default=None)
    return _rested(after if first is None else replace(after, seen=_rewound(after.seen, first)))


def _turned_up(table: Table, facts: Iterable[GameEvent]) -> Table:
    facts = tuple(facts)
    revealed = table.revealed.union(*(fact.reveals for fact in facts))
    discarded = table.discarded.union(*(fact.discards for fact in facts))
    # a correction can reveal what was discarded
    return replace(table, revealed=revealed, discarded=discarded - revealed)


def _rested(table: Table) -> Table:
    """What lay face down and lies there no more is final, and the states before it need not be kept."""
    resting = table.resting
    while resting < len(table.played) and _final(table, resting):
        resting += 1
    first = min(resting, len(table.played) - len(table.earlier))
    return replace(table, resting=resting, seen={viewer: _trimmed(seen, first) for viewer, seen in table.seen.items()})


def _final(table: Table, ply: int) -> bool:
    return ply in table.revealed or ply in table.discarded or table.game.is_public(table.played[ply].act.move)


def _trimmed(seen: RedactedGame, first: int) -> RedactedGame:
    """Without the states before an act that can change no more."""
    past = first - (len(seen.played) - len(seen.earlier))
    return replace(seen, earlier=seen.earlier[past:]) if past > 0 else seen


def _rewound(seen: Mapping[Seat | None, RedactedGame], ply: int) -> dict[Seat | None, RedactedGame]:
    """What viewers saw before an act; who would have to go back further is played from the start."""
    back = {viewer: _before(one, ply) for viewer, one in seen.items()}
    return {viewer: one for viewer, one in back.items() if one is not None}


def _before(seen: RedactedGame, ply: int) -> RedactedGame | None:
    if ply >= len(seen.played):
        return seen
    kept = ply - (len(seen.played) - len(seen.earlier))
    return RedactedGame(seen.earlier[kept], seen.played[:ply], seen.earlier[:kept]) if kept >= 0 else None


def _ply(table: Table, number: int) -> int:
    """Which act, counted from 0, the entry of that number holds: one of the latest."""
    return next(ply for ply in reversed(range(len(table.played))) if table.played[ply].number == number)


def _undone(table: Table, entry: Entry) -> Undone:
    """What everybody saw of the act that an entry takes back."""
    played = table.played[_ply(table, entry.body["entry"])]
    act = Act(played.act.seat, table.game.redact(played.act.move))
    return Undone(entry.number, entry.by, played.number, act, played.round)


def _taken_back(table: Table, number: int) -> Table:
    """The table without an act that turned nothing up, and nothing was turned up after it; what it forced goes too."""
    ply = _ply(table, number)
    kept = ply - (len(table.played) - len(table.earlier))
    later = tuple(played for played in table.played[ply + 1 :] if not played.forced)
    if kept < 0:
        return _anew(table, (*table.played[:ply], *later))
    back = replace(
        table,
        played=table.played[:ply],
        state=table.earlier[kept],
        earlier=table.earlier[:kept],
        resting=min(table.resting, ply),
        seen=_rewound(table.seen, ply),
    )
    for played in later:
        state, facts = table.game.play(back.state, played.act.seat, played.act.move)
        acts = (*back.played, replace(played, facts=facts))
        back = replace(back, played=acts, state=state, earlier=(*back.earlier, back.state))
    return _rested(back)


def _anew(table: Table, acts: tuple[Played, ...]) -> Table:
    """The table with other acts. What was turned up is so where its entry is still there, in whatever place."""
    state, again = _start(table), []
    for played in acts:
        if played.forced:
            forced = table.game.next_automatic_move(state)
            if forced is None:  # it would be somebody's choice now
                continue
            played = replace(played, act=Act(*forced))
        state, facts = table.game.play(state, played.act.seat, played.act.move)
        again.append(replace(played, facts=facts))
    up, away = (_moved(table, again, plies) for plies in (table.revealed, table.discarded))
    acts = tuple(again)
    table = replace(table, played=acts, revealed=up, discarded=away, state=state, earlier=(), resting=0, seen={})
    table = _turned_up(table, (fact for played in again for fact in played.facts))
    return _rested(table)


def _moved(table: Table, again: Iterable[Played], plies: Iterable[int]) -> frozenset[int]:
    """Where the same entries stand among other acts, those that are left."""
    there = {played.number: ply for ply, played in enumerate(again)}
    numbers = (table.played[ply].number for ply in plies if ply < len(table.played))
    return frozenset(there[number] for number in numbers if number in there)


def _start(table: Table) -> Any:
    return table.game.start(len(table.party.people), table.options)


def _shared(table: Table) -> RedactedGame:
    """Where a viewer begins who has not looked for long: what any has seen of what is the same in every chair."""
    seen = (_before(one, table.resting) for one in table.seen.values())
    return max((one for one in seen if one), key=lambda one: len(one.played), default=RedactedGame(_start(table), ()))


def _caught_up(table: Table, viewer: Seat | None, seen: RedactedGame) -> RedactedGame:
    first = min(table.resting, len(table.played) - len(table.earlier))
    for played in table.played[len(seen.played) :]:
        after = _stepped(table, viewer, seen, played)
        seen = replace(after, earlier=(*seen.earlier, seen.state))
        seen = _trimmed(seen, first)
    return seen


def _stepped(table: Table, viewer: Seat | None, seen: RedactedGame, played: Played) -> RedactedGame:
    """One act more, covered where this viewer may not know it."""
    ply, act = len(seen.played), played.act
    known = ply in table.revealed or (act.seat == viewer and act.seat is not None and ply not in table.discarded)
    move = act.move if known else table.game.redact(act.move)
    state, facts = table.game.play(seen.state, act.seat, move)
    return RedactedGame(state, (*seen.played, replace(played, act=Act(act.seat, move), facts=facts)))
