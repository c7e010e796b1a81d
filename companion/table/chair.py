"""`Chair(table, viewer)`: the one way to read a table.

Pages, streams, prints and exports are made from a chair and from nothing else. It holds the game that the rules
made of the viewer's covered log, so what was never put in cannot come out.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import record
from companion.games import GAMES
from companion.games.kit import Ask, Fact, Game, Luck, Seat
from companion.table.house import House, Person, paging
from companion.table.log import Play, Table
from companion.table.seats import draw


@dataclass(frozen=True, slots=True)
class Chair:
    """What one viewer may know. `seat` is None for the table screen, the export and the history.

    `correctable` are the numbers of the entries that the host may correct now, in the host's chair alone.
    """

    key: str
    code: str
    slug: str
    options: Mapping[str, object]
    looks: Mapping[str, object]
    created: float
    number: int
    house: House
    seat: Seat | None
    host: bool
    state: Any
    plays: tuple[Play, ...]
    correctable: tuple[int, ...]
    luck: Luck = field(repr=False)

    @property
    def game(self) -> Game[Any, Any]:
        """The rules module."""
        return GAMES[self.slug]

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody, clockwise."""
        return self.house.people

    @property
    def names(self) -> tuple[str, ...]:
        """Names in clockwise order."""
        return tuple(person.name for person in self.people)

    @property
    def me(self) -> Person | None:
        """Who sits in this chair, once the game has begun."""
        return None if self.seat is None else self.people[self.seat]

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Whom the table waits for; nobody while it looks at a payout."""
        return () if self.state is None or self.paging else self.game.asks(self.state)

    @property
    def mine(self) -> tuple[Ask, ...]:
        """What the viewer may do now. The keeper's part is open to everybody with a seat and to the host."""
        keeper = self.host or self.seat is not None
        mine = (ask for ask in self.asks if (keeper if ask.seat is None else ask.seat == self.seat))
        return tuple(ask for ask in mine if self.host or not (ask.together and self.seat in self.agreed))

    @property
    def agreed(self) -> tuple[Seat, ...]:
        """The seats that have said so, where several must."""
        slots = {ask.slot for ask in self.asks if ask.together}
        people = self.house.agreed.people if self.house.agreed.slot in slots else ()
        return tuple(seat for seat, person in enumerate(self.people) if person.id in people)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        asks = [ask for ask in self.asks if ask.waits]
        return tuple(seat for ask in asks for seat in self.missing(ask) or (ask.seat,) if seat is not None)

    def missing(self, ask: Ask) -> tuple[Seat, ...]:
        """Whose word is still missing for what several do together. Nobody waits for people without a phone."""
        return tuple(seat for seat in ask.together if self.people[seat].phone and seat not in self.agreed)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and not self.game.asks(self.state)

    @property
    def paging(self) -> bool:
        """Whether the table still looks at a payout together."""
        return paging(self.house)

    @property
    def pages(self) -> tuple[Fact, ...]:
        """The facts of the last payout, a page each."""
        page = self.house.page
        facts = next((play.facts for play in self.plays if page is not None and play.number == page.act), ())
        return tuple(fact for fact in facts if fact.paced)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has, in the record's units."""
        return self.game.scores(self.state)

    @property
    def standings(self) -> tuple[tuple[int, Seat], ...]:
        """(place, seat), richest first."""
        return record.standings(self.scores)

    @property
    def undo(self) -> Play | None:
        """The viewer's own latest act, while nobody has acted after it and nothing was turned up.

        Where all choose at once, what others have sealed meanwhile is no act after it.
        """
        for play in reversed(self.plays):
            if play.settled:
                return None
            if self._entered(play):
                return play if play is self.plays[-1] or self.game.sealed(play.act.move) else None
            if not self.game.sealed(play.act.move):
                return None
        return None

    def _entered(self, play: Play) -> bool:
        """Whether the viewer's device entered it."""
        me = self.me
        return self.host and me is None if play.by is None else me is not None and play.by == me.id

    @property
    def turning(self) -> tuple[tuple[Seat, int], ...]:
        """Whose acts the proposed correction would turn up, and how many of each."""
        opens = () if self.house.proposal is None else self.house.proposal.opens
        owners = (self.plays[ply].act.seat for ply in opens)
        return tuple(sorted(Counter(seat for seat in owners if seat is not None).items()))

    def before(self, number: int) -> Any:
        """The game as the viewer may see it, just before an entry."""
        state = self.game.start(len(self.people), self.options)
        for play in self.plays:
            if play.number == number:
                break
            state, _ = self.game.play(state, play.act.seat, play.act.move)
        return state

    def hand(self) -> object:
        """What only this seat may look at. For the look request alone, never for a page or a stream."""
        return None if self.seat is None or self.state is None else self.game.hand(self.state, self.seat, self.luck)

    def export(self) -> str:
        """The game actions in force as a record, covered as this viewer's log is."""
        header = record.Header(self.slug, self.names, self.options)
        return record.write(header, (play.act for play in self.plays))


def chair(table: Table, seat: Seat | None = None, *, host: bool = False) -> Chair:
    """The chair of a viewer: a seat, or nobody."""
    begun = table.state is not None
    seen = table.see(seat) if begun else None
    return Chair(
        key=table.key,
        code=table.code,
        slug=table.slug,
        options=table.options,
        looks=table.looks,
        created=table.created,
        number=table.number,
        house=table.house,
        seat=seat if begun else None,
        host=host,
        state=seen.state if seen else None,
        plays=seen.plays if seen else (),
        correctable=tuple(play.number for play in table.correctable) if host else (),
        luck=lambda word: draw(table.secret, word),
    )
