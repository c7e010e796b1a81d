"""`PlayerView(table, viewer)`: the one way to read a table.

Pages, streams, prints and exports are made from a chair and from nothing else. It holds the game that the rules
made of the viewer's covered log, so what was never put in cannot come out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import dropwhile, takewhile
from operator import attrgetter
from typing import Any

from companion.games import GAMES
from companion.games.choices import resolve_options
from companion.games.game import Game
from companion.games.types import HIDDEN, Chance, GameEvent, PendingDecision, Seat, find_skip_target
from companion.records import record, scoring
from companion.table.model.log import Played, RedactedGame, Table, Undone
from companion.table.model.roster import Person, Roster, paging
from companion.table.model.tokens import draw


@dataclass(frozen=True, slots=True)
class Past:
    """A page that somebody looks back at: (entry, step) of the pages round it, and whether it was reckoned `anew`.

    `replayed`: it is a step of a finished game, which has its own way to the others.
    """

    before: tuple[int, int] | None
    after: tuple[int, int] | None
    anew: bool
    replayed: bool = False


@dataclass(frozen=True)
class PlayerView:
    """What one viewer may know. `seat` is None for the table screen, the export and the history.

    `can_correct`: something of this round can be corrected; `correctable` are the numbers of those entries, in the
    host's chair alone. `earlier` are the states before the latest acts. `past` is there where it is a chair of earlier,
    to be looked back at.
    """

    key: str
    code: str
    slug: str
    options: Mapping[str, object]
    preferences: Mapping[str, object]
    began: float
    number: int
    roster: Roster
    seat: Seat | None
    host: bool
    state: Any
    played: tuple[Played, ...]
    undone: tuple[Undone, ...]
    can_correct: bool
    correctable: tuple[int, ...]
    chance: Chance = field(repr=False)
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    past: Past | None = None

    @property
    def game(self) -> Game[Any, Any]:
        """The rules module."""
        return GAMES[self.slug]

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody, clockwise."""
        return self.roster.people

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names in clockwise order."""
        return tuple(person.name for person in self.people)

    @cached_property
    def house_rules(self) -> dict[str, object]:
        """What the table plays by: also what was left as it usually is, which `options` need not name."""
        return resolve_options(self.options, self.game.choices)

    @property
    def me(self) -> Person | None:
        """Who sits in this chair, once the game has begun."""
        return None if self.seat is None else self.people[self.seat]

    @cached_property
    def asks(self) -> tuple[PendingDecision, ...]:
        """Whom the table waits for; nobody while it looks at a payout."""
        idle = self.state is None or self.roster.ended is not None or self.paging
        return () if idle else self.game.asks(self.state)

    @cached_property
    def own_asks(self) -> tuple[PendingDecision, ...]:
        """What the viewer may do now. The keeper's part is open to everybody with a seat and to the host."""
        keeper = self.host or self.seat is not None
        mine = (ask for ask in self.asks if (keeper if ask.seat is None else ask.seat == self.seat))
        return tuple(ask for ask in mine if self.host or not (ask.consent and self.seat in self.agreed))

    @cached_property
    def agreed(self) -> tuple[Seat, ...]:
        """The seats that have said so, where several must."""
        slots = {ask.slot for ask in self.asks if ask.consent}
        people = self.roster.agreed.people if self.roster.agreed.slot in slots else ()
        if self.roster.standing.slot in {ask.standing for ask in self.asks if ask.consent}:
            people += self.roster.standing.people
        return tuple(seat for seat, person in enumerate(self.people) if person.id in people)

    @cached_property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        asks = [ask for ask in self.asks if ask.waits]
        return tuple(seat for ask in asks for seat in self.missing(ask) or (ask.seat,) if seat is not None)

    @cached_property
    def holding(self) -> tuple[Seat, ...]:
        """The seats of which something lies face down, as nobody's chair knows it: nothing older than `earlier`."""
        latest = tuple(enumerate(self.played))[len(self.played) - len(self.earlier) :]
        closed = {ply for _, played in latest for fact in played.facts for ply in fact.discards}
        acts = [played.act for ply, played in latest if ply not in closed]
        lying = {act.seat for act in acts if HIDDEN in self.game.write(act.move).values()}
        return tuple(seat for seat in range(len(self.people)) if seat in lying)

    @property
    def phoneless(self) -> tuple[tuple[Person, bool, bool], ...]:
        """Those without a phone: whether the table waits for them, and whether what they may do lies open for all."""
        awaited = {ask.seat for ask in self.asks if ask.waits and ask.hidden}
        open_ = {ask.seat for ask in self.asks if not ask.hidden and ask.do != "start"} - awaited
        guests = ((seat, who) for seat, who in enumerate(self.people) if not who.phone)
        return tuple((who, seat in self.waiting, seat in open_) for seat, who in guests)

    def missing(self, ask: PendingDecision) -> tuple[Seat, ...]:
        """Whose word is still missing for what several do together. Nobody waits for people without a phone."""
        return tuple(seat for seat in ask.consent if self.people[seat].phone and seat not in self.agreed)

    @cached_property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.state is not None and not self.game.asks(self.state)

    @property
    def closed(self) -> bool:
        """Whether nothing more is played here: the game is over, or was ended early."""
        return self.over or self.roster.ended is not None

    @property
    def last_rights_change(self) -> int:
        """The entry with which what somebody may do at the table has changed last: so it does when the game is over."""
        return max(self.roster.last_rights_change, self.played[-1].number if self.over and self.played else 0)

    @cached_property
    def paging(self) -> bool:
        """Whether the table still looks at a payout together."""
        return paging(self.roster)

    @cached_property
    def pages(self) -> tuple[GameEvent, ...]:
        """The facts of the last payout, a page each."""
        return tuple(fact for fact in self.payout_events if fact.paged)

    @cached_property
    def payout_events(self) -> tuple[GameEvent, ...]:
        """All facts of the act whose pages the table looks at, or looked at last."""
        if (page := self.roster.page) is None:
            return ()
        return next((played.facts for played in reversed(self.played) if played.number == page.act), ())

    @property
    def skips_to(self) -> int:
        """The page of the last payout to which Skip leads; from there on there is nothing to skip."""
        return find_skip_target(self.pages)

    @cached_property
    def scene(self) -> str:
        """What the table is at: lobby, start, play, payout or over."""
        if self.state is None:
            return "lobby"
        if self.paging:
            return "payout"
        if self.closed:
            return "over"
        return "start" if any(ask.do == "start" for ask in self.asks) else "play"

    def colours(self, seats: Iterable[Seat]) -> str:
        """The colours of some seats, by which the page of each knows what is meant for it."""
        return " ".join(dict.fromkeys(self.people[seat].colour for seat in seats))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """What each seat has, in the record's units."""
        return self.game.scores(self.state)

    @cached_property
    def standings(self) -> tuple[tuple[int, Seat], ...]:
        """(place, seat), richest first."""
        return scoring.standings(self.scores)

    @property
    def undo(self) -> Played | None:
        """The viewer's own latest act, where it may be taken back."""
        me = self.me
        if me is None and not self.host:
            return None
        return self.undos.get(None if me is None else me.id)

    @cached_property
    def undos(self) -> dict[int | None, Played]:
        """What each person may take back, and the host who has no seat (None): the own latest act.

        Not when anybody has acted after it, nor once something was turned up. Where all choose at once, what others
        have sealed meanwhile is no act after it, as long as it was asked for before it.
        """
        found: dict[int | None, Played] = {}
        if self.roster.ended is not None:
            return found
        acted: set[int | None] = set()
        places = reversed(tuple(enumerate(self.played)))
        # what an act forced goes back with it
        decided = dropwhile(lambda one: one[1].forced and not one[1].final, places)
        for nth, (ply, played) in enumerate(decided):
            sealed = self.game.sealed(played.act.move)
            if played.final or not (sealed or nth == 0):
                break
            if played.by not in acted and self._can_undo(ply):
                found[played.by] = played
            acted.add(played.by)
            if not sealed:
                break
        return found

    def _can_undo(self, ply: int) -> bool:
        """Whether all that came after an act was asked for before it: what the act itself led to was not."""
        later = [played.act for played in self.played[ply + 1 :] if not played.forced]
        kept = ply - (len(self.played) - len(self.earlier))
        if not later or kept < 0:
            return not later
        asked = {(ask.seat, ask.do) for ask in self.game.asks(self.earlier[kept])}
        return all((act.seat, self.game.write(act.move)["do"]) in asked for act in later)

    @property
    def forced(self) -> tuple[Played, ...]:
        """What made itself since somebody last did something in the game, in its order."""
        return tuple(takewhile(attrgetter("forced"), reversed(self.played)))[::-1]

    @cached_property
    def fixable(self) -> tuple[Played, ...]:
        """What was copied from real cards and turned up last, with no page since: its owners may put it right."""
        last = next((played for played in reversed(self.played) if played.final), None)
        if last is None or last.pages or self.state is None or self.paging:
            return ()
        plies = {ply for fact in last.facts for ply in fact.reveals}
        return tuple(self.played[ply] for ply in sorted(plies) if self.game.copied_from_card(self.played[ply].act.move))

    @property
    def undoable(self) -> tuple[tuple[str | None, int], ...]:
        """(colour, entry) of what can be taken back; no colour for the host who has no seat."""
        colours = {person.id: person.colour for person in self.people}
        return tuple((None if by is None else colours[by], played.number) for by, played in self.undos.items())

    @property
    def reveals_by_seat(self) -> tuple[tuple[Seat, int], ...]:
        """Whose acts the proposed correction would turn up, and how many of each."""
        reveals = () if self.roster.proposal is None else self.roster.proposal.reveals
        owners = (self.played[ply].act.seat for ply in reveals)
        return tuple(sorted(Counter(seat for seat in owners if seat is not None).items()))

    def before(self, number: int) -> Any:
        """The game as the viewer may see it, just before one of its entries."""
        states, replay = self._replayed
        while number not in states:
            states.update([next(replay)])
        return states[number]

    @cached_property
    def _replayed(self) -> tuple[dict[int, Any], Iterator[tuple[int, Any]]]:
        """The states just before entries that were played again so far, and those that follow: a page asks for many."""
        return {}, self._replay()

    def _replay(self) -> Iterator[tuple[int, Any]]:
        state = self.game.start(len(self.people), self.options)
        for played in self.played:
            yield played.number, state
            state, _ = self.game.play(state, played.act.seat, played.act.move)

    def hand(self) -> object:
        """What only this seat may look at. For the look request alone, never for a page or a stream."""
        return None if self.seat is None or self.state is None else self.game.hand(self.state, self.seat, self.chance)

    def export(self) -> str:
        """The game actions in force as a record, covered as this viewer's log is."""
        header = record.Header(self.slug, self.names, self.options)
        return record.write(header, (played.act for played in self.played))


def player_view(table: Table, seat: Seat | None = None, *, host: bool = False) -> PlayerView:
    """The chair of a viewer: a seat, or nobody."""
    begun = table.state is not None
    redacted = table.redacted_for(seat) if begun else None
    if redacted and table.roster.ended is not None:
        redacted = replace(redacted, state=_state_after_last_round(table, redacted), earlier=())
    return PlayerView(
        key=table.key,
        code=table.code if table.code_works else "",
        slug=table.slug,
        options=table.options,
        preferences=table.preferences,
        began=table.began or table.created,
        number=table.number,
        roster=table.roster,
        seat=seat if begun else None,
        host=host,
        state=redacted.state if redacted else None,
        played=redacted.played if redacted else (),
        earlier=redacted.earlier if redacted else (),
        undone=table.undone,
        can_correct=table.can_correct,
        correctable=tuple(played.number for played in table.correctable) if host else (),
        chance=lambda word: draw(table.secret, word),
    )


def _state_after_last_round(table: Table, redacted: RedactedGame) -> Any:
    """The game as it stood after the last finished round: an early end leaves the round after it undecided.

    In the first round, which has none before it, the game as it stands.
    """
    game = table.game
    rounds = game.count_rounds(redacted.state, table.names)
    if not rounds:
        return redacted.state
    state = game.start(len(table.roster.people), table.options)
    for played in redacted.played:
        if played.round == rounds:
            break
        state, _ = game.play(state, played.act.seat, played.act.move)
    return state
