"""A table as its log makes it: the true game, and the covered game that a viewer may see."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import GAMES
from companion.games.kit import Ask, Fact, Game, Refused, Seat, copied
from companion.record import Act
from companion.table.entry import Entry
from companion.table.house import House, Page, after, paging


@dataclass(frozen=True, slots=True)
class Play:
    """An act in force: the entry that holds it, who entered it, and what everybody knew after it.

    `round` counts the rounds that were finished before it.
    """

    number: int
    by: int | None
    act: Act
    facts: tuple[Fact, ...]
    round: int = 0

    @property
    def settled(self) -> bool:
        """Whether it turned something up: then it cannot be taken back."""
        return any(fact.paced or fact.opens or fact.closes for fact in self.facts)

    @property
    def pages(self) -> int:
        """How many pages of what it brought out the table looks at together."""
        return sum(fact.paced for fact in self.facts)


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
                return _anew(table, tuple(play for play in table.plays if play.number != entry.body["entry"]))
            case "approve" if self.house.proposal is not None:
                return table.corrected(self.house.proposal.act, self.house.proposal.line)
        return table

    @property
    def correctable(self) -> tuple[Play, ...]:
        """What was entered for all to see in this round, once something of it was turned up, until the next begins."""
        last = self.plays[-1].round if self.plays and self.house.again is None else None
        plays = [play for play in self.plays if play.round == last]
        turned_up = any(play.settled for play in plays)
        return tuple(play for play in plays if turned_up and self._open(play))

    def _open(self, play: Play) -> bool:
        if public(self.game, play.act.move):
            return True
        return copied(self.game, play.act.move) and self.plays.index(play) in self.opened

    def corrected(self, number: int, line: Mapping[str, object]) -> "Table":
        """The table if entry `number` had been this. What was opened stays known; all look at the payout anew.

        Raises Refused where what came after it would not have been possible.
        """
        move = self.game.read(line)
        acts = (replace(p, act=Act(p.act.seat, move)) if p.number == number else p for p in self.plays)
        table = _anew(self, tuple(acts))
        shown = [play for play in table.plays if play.pages and play.round == table.plays[-1].round]
        page = Page(shown[-1].number, 1, shown[-1].pages) if shown else None
        return replace(table, house=replace(table.house, page=page))

    def see(self, viewer: Seat | None) -> Seen:
        """The game as a viewer may see it: their log, played by the same rules."""
        if viewer not in self.seen:
            self.seen[viewer] = _replayed(self, viewer)
        return self.seen[viewer]


def public(game: Game[Any, Any], move: Any) -> bool:
    """Whether everybody saw what was entered."""
    return bool(game.cover(move) == move)


def _played(table: Table, entry: Entry) -> Table:
    act = Act(entry.body["seat"], table.game.read(entry.body["line"]))
    finished = len(table.game.rounds(table.state, table.names))
    state, facts = table.game.play(table.state, act.seat, act.move)
    play = Play(entry.number, entry.by, act, facts, finished)
    house = replace(table.house, page=Page(entry.number, 1, play.pages)) if play.pages else table.house
    # Where something was turned up, every viewer's log has changed in the past: chairs are played anew.
    seen = {} if play.settled else {viewer: _stepped(table, viewer, seen, play) for viewer, seen in table.seen.items()}
    return _turned_up(replace(table, state=state, plays=(*table.plays, play), house=house, seen=seen), facts)


def _turned_up(table: Table, facts: Iterable[Fact]) -> Table:
    facts = tuple(facts)
    opened = table.opened.union(*(fact.opens for fact in facts))
    closed = table.closed.union(*(fact.closes for fact in facts)) - opened  # a correction can open what was closed
    return replace(table, opened=opened, closed=closed)


def _anew(table: Table, plays: tuple[Play, ...]) -> Table:
    state, again = _start(table), []
    for play in plays:
        state, facts = table.game.play(state, play.act.seat, play.act.move)
        again.append(replace(play, facts=facts))
    table = replace(table, plays=tuple(again), state=state, seen={})
    return _turned_up(table, (fact for play in again for fact in play.facts))


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
