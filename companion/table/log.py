"""A table as its log makes it: the true game, and the covered game that a viewer may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import GAMES
from companion.games.kit import Ask, Fact, Game, Refused, Seat
from companion.record import Act
from companion.table.entry import Entry
from companion.table.house import House, Page, after, paging


@dataclass(frozen=True, slots=True)
class Play:
    """An act in force: the entry that holds it, who entered it, and what everybody knew after it."""

    number: int
    by: int | None
    act: Act
    facts: tuple[Fact, ...]

    @property
    def settled(self) -> bool:
        """Whether it turned something up: then it cannot be taken back."""
        return any(fact.paced or fact.opens or fact.closes for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Seen:
    """The covered game, played: what one viewer's log makes of it."""

    state: Any
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two entries. `secret` draws hands and marks taps; it never leaves this folder.

    `looks` are choices of how a table shows things, which the record does not hold. `opened` and `closed` are
    the acts, counted from 0, whose secrets are turned up, and those that are now nobody's.
    """

    id: int
    key: str
    code: str
    slug: str
    options: Mapping[str, object]
    looks: Mapping[str, object]
    secret: bytes = field(repr=False)
    created: float
    number: int = 0
    house: House = field(default_factory=House)
    state: Any = None
    plays: tuple[Play, ...] = ()
    opened: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()
    seen: dict[Seat | None, Seen] = field(default_factory=dict, repr=False, compare=False)

    @property
    def game(self) -> Game[Any, Any]:
        """The rules module."""
        return GAMES[self.slug]

    @property
    def names(self) -> tuple[str, ...]:
        """Names in clockwise order."""
        return tuple(person.name for person in self.house.people)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Whom the game waits for; nobody before it begins and while a payout is shown."""
        return () if self.state is None or paging(self.house) else self.game.asks(self.state)

    def after(self, entry: Entry) -> "Table":
        """The table after one more entry. Raises Refused where the rules do not take it; then nothing changed."""
        if entry.number != self.number + 1:
            raise Refused("gap")
        table = replace(self, number=entry.number, house=after(self.house, entry), seen=dict(self.seen))
        match entry.kind:
            case "begin":
                return replace(table, state=self.game.start(len(table.house.people), self.options), seen={})
            case "act":
                return _played(table, entry)
            case "back":
                return _taken_back(table, entry.body["entry"])
        return table

    def see(self, viewer: Seat | None) -> Seen:
        """The game as a viewer may see it: their log, played by the same rules."""
        if viewer not in self.seen:
            self.seen[viewer] = _replayed(self, viewer)
        return self.seen[viewer]


def _played(table: Table, entry: Entry) -> Table:
    act = Act(entry.body["seat"], table.game.read(entry.body["line"]))
    state, facts = table.game.play(table.state, act.seat, act.move)
    play = Play(entry.number, entry.by, act, facts)
    opened = table.opened.union(*(fact.opens for fact in facts))
    closed = table.closed.union(*(fact.closes for fact in facts))
    pages = sum(fact.paced for fact in facts)
    house = replace(table.house, page=Page(entry.number, 1, pages)) if pages else table.house
    # Where something was turned up, every viewer's log has changed in the past: chairs are played anew.
    seen = {} if play.settled else {viewer: _stepped(table, viewer, seen, play) for viewer, seen in table.seen.items()}
    return replace(table, state=state, plays=(*table.plays, play), opened=opened, closed=closed, house=house, seen=seen)


def _taken_back(table: Table, number: int) -> Table:
    kept = tuple(play for play in table.plays if play.number != number)
    state = _start(table)
    for play in kept:
        state, _ = table.game.play(state, play.act.seat, play.act.move)
    return replace(table, plays=kept, state=state, seen={})


def _start(table: Table) -> Any:
    return table.game.start(len(table.house.people), table.options)


def _replayed(table: Table, viewer: Seat | None) -> Seen:
    seen = Seen(_start(table), ())
    for play in table.plays:
        seen = _stepped(table, viewer, seen, play)
    return seen


def _stepped(table: Table, viewer: Seat | None, seen: Seen, play: Play) -> Seen:
    """One act more, covered where this viewer may not know it."""
    ply, act = len(seen.plays), play.act
    known = ply in table.opened or (act.seat == viewer and act.seat is not None and ply not in table.closed)
    move = act.move if known else table.game.cover(act.move)
    state, facts = table.game.play(seen.state, act.seat, move)
    return Seen(state, (*seen.plays, replace(play, act=Act(act.seat, move), facts=facts)))
