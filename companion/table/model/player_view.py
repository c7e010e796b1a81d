"""`PlayerView(table, viewer)`: the only way to read a table for output.

Pages, streams, prints and exports use only this. It holds the game as played from the viewer's redacted log, so it
cannot show what was never put in.
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
from companion.table.model.names import colour_choices
from companion.table.model.roster import Person, Roster, paging
from companion.table.model.tokens import draw


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier page: (entry, step) of its neighbours, and whether a correction changed it (`anew`).

    `replayed`: it is a step of a finished game, which has its own links.
    """

    before: tuple[int, int] | None
    after: tuple[int, int] | None
    anew: bool
    replayed: bool = False


@dataclass(frozen=True)
class PlayerView:
    """Everything that one viewer may know. `seat` is None for the table screen, the export and the history.

    `correctable` are the entries that the host may correct, for the host only. `earlier` are the states before the
    latest moves. `past` is set if the view shows an earlier moment.
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
    asked_at: float = 0.0
    earlier: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    past: Past | None = None

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.slug]

    @cached_property
    def people(self) -> tuple[Person, ...]:
        return self.roster.people

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    @cached_property
    def house_rules(self) -> dict[str, object]:
        """All choices, also those left at their default."""
        return resolve_options(self.options, self.game.choices)

    @cached_property
    def title(self) -> str:
        """The name of what is played."""
        return self.game.title_of(self.options)

    @cached_property
    def player_range(self) -> range:
        """The possible numbers of players."""
        return self.game.player_range(self.options)

    @property
    def colour_choices(self) -> tuple[str, ...]:
        return colour_choices(self.player_range[-1])

    @property
    def me(self) -> Person | None:
        return None if self.seat is None else self.people[self.seat]

    @cached_property
    def asks(self) -> tuple[PendingDecision, ...]:
        """The pending decisions; none during a payout."""
        idle = self.state is None or self.roster.ended is not None or self.paging
        return () if idle else self.game.asks(self.state)

    @cached_property
    def own_asks(self) -> tuple[PendingDecision, ...]:
        """The decisions of this viewer. Those without a seat belong to everyone with a seat and to the host."""
        keeper = self.host or self.seat is not None
        mine = (ask for ask in self.asks if (keeper if ask.seat is None else ask.seat == self.seat))
        return tuple(ask for ask in mine if self.host or not (ask.consent and self.seat in self.agreed))

    @cached_property
    def agreed(self) -> tuple[Seat, ...]:
        """The seats that have agreed to a joint decision."""
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
        """The seats with a face-down move among the latest ones."""
        latest = tuple(enumerate(self.played))[len(self.played) - len(self.earlier) :]
        closed = {ply for _, played in latest for fact in played.facts for ply in fact.discards}
        acts = [played.act for ply, played in latest if ply not in closed]
        lying = {act.seat for act in acts if HIDDEN in self.game.write(act.move).values()}
        return tuple(seat for seat in range(len(self.people)) if seat in lying)

    @property
    def phoneless(self) -> tuple[tuple[Person, bool, bool], ...]:
        """People without a phone: whether the table waits for them, and whether their decision is public."""
        awaited = {ask.seat for ask in self.asks if ask.waits and ask.hidden}
        open_ = {ask.seat for ask in self.asks if not ask.hidden and ask.do != "start"} - awaited
        guests = ((seat, who) for seat, who in enumerate(self.people) if not who.phone)
        return tuple((who, seat in self.waiting, seat in open_) for seat, who in guests)

    def missing(self, ask: PendingDecision) -> tuple[Seat, ...]:
        """The seats whose agreement is missing. Nobody waits for people without a phone."""
        return tuple(seat for seat in ask.consent if self.people[seat].phone and seat not in self.agreed)

    @cached_property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.state is not None and not self.game.asks(self.state)

    @property
    def closed(self) -> bool:
        """Whether the game is over or was ended early."""
        return self.over or self.roster.ended is not None

    @property
    def last_rights_change(self) -> int:
        """The latest entry that changed what somebody may do at the table."""
        return max(self.roster.last_rights_change, self.played[-1].number if self.over and self.played else 0)

    @cached_property
    def paging(self) -> bool:
        """Whether the table looks at a payout."""
        return paging(self.roster)

    @cached_property
    def pages(self) -> tuple[GameEvent, ...]:
        """The events of the last payout that have a page."""
        return tuple(fact for fact in self.payout_events if fact.paged)

    @cached_property
    def payout_events(self) -> tuple[GameEvent, ...]:
        """All events of the move that caused the last payout."""
        if (page := self.roster.page) is None:
            return ()
        return next((played.facts for played in reversed(self.played) if played.number == page.act), ())

    @property
    def skips_to(self) -> int:
        """The page of the last payout to which *Skip* leads."""
        return find_skip_target(self.pages)

    @cached_property
    def scene(self) -> str:
        """lobby, start, play, payout or over."""
        if self.state is None:
            return "lobby"
        if self.paging:
            return "payout"
        if self.closed:
            return "over"
        return "start" if any(ask.do == "start" for ask in self.asks) else "play"

    def colours(self, seats: Iterable[Seat]) -> str:
        """The colours of some seats, space-separated, for `data-for`."""
        return " ".join(dict.fromkeys(self.people[seat].colour for seat in seats))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, in the record's units."""
        return self.game.scores(self.state)

    @cached_property
    def standings(self) -> tuple[tuple[int, Seat], ...]:
        """(place, seat), best first."""
        return scoring.standings(self.scores)

    def scores_at(self, step: int) -> tuple[int, ...]:
        """Each seat's score after the first `step` pages of the current payout; without a payout, the score now."""
        if not self.paging or self.roster.page is None:
            return self.scores
        if self.game.shown_scores is not None:
            return tuple(self.game.shown_scores(self.state, self.pages[:step]))
        return self.scores if step >= self.skips_to else self.game.scores(self.before(self.roster.page.act))

    @cached_property
    def shown_scores(self) -> tuple[int, ...]:
        """Each seat's score after the pages that the table has turned; those of the last payout wait for the podium."""
        return self.scores_at(self.roster.page.step if self.roster.page and not self.over else 0)

    @cached_property
    def shown_standings(self) -> tuple[tuple[int, Seat], ...]:
        """(place, seat), richest first, by `shown_scores`."""
        return scoring.standings(self.shown_scores)

    @cached_property
    def shown_ranks(self) -> tuple[int, ...]:
        """Each seat's place by `shown_scores`."""
        return tuple(place for place, _ in sorted(self.shown_standings, key=lambda one: one[1]))

    @property
    def undo(self) -> Played | None:
        """The viewer's latest move, if it can be undone."""
        me = self.me
        if me is None and not self.host:
            return None
        return self.undos.get(None if me is None else me.id)

    @cached_property
    def undos(self) -> dict[int | None, Played]:
        """The move that each person may undo; key None is a host without a seat.

        A move can be undone until somebody moves after it or something is revealed, also if to its player alone. Sealed
        moves that were pending before it do not count as later moves.
        """
        found: dict[int | None, Played] = {}
        if self.roster.ended is not None:
            return found
        acted: set[int | None] = set()
        places = reversed(tuple(enumerate(self.played)))
        # a move's forced moves are undone with it
        decided = dropwhile(lambda one: one[1].forced and not one[1].final, places)
        for nth, (ply, played) in enumerate(decided):
            sealed = self.game.sealed(played.act.move)
            shown = played.final or self.game.draws(played.act.move, self.preferences)
            if shown or not (sealed or nth == 0):
                break
            if played.by not in acted and self._can_undo(ply):
                found[played.by] = played
            acted.add(played.by)
            if not sealed:
                break
        return found

    def _can_undo(self, ply: int) -> bool:
        """Whether all later moves were already pending before this one."""
        later = [played.act for played in self.played[ply + 1 :] if not played.forced]
        index = ply - (len(self.played) - len(self.earlier))
        if not later or index < 0:
            return not later
        asked = {(ask.seat, ask.do) for ask in self.game.asks(self.earlier[index])}
        return all((act.seat, self.game.write(act.move)["do"]) in asked for act in later)

    @property
    def forced(self) -> tuple[Played, ...]:
        """The forced moves since the last decision."""
        return tuple(takewhile(attrgetter("forced"), reversed(self.played)))[::-1]

    @cached_property
    def fixable(self) -> tuple[Played, ...]:
        """Moves copied from real cards that were revealed last; their owners may fix them."""
        last = next((played for played in reversed(self.played) if played.final), None)
        if last is None or last.pages or self.state is None or self.paging:
            return ()
        plies = {ply for fact in last.facts for ply in fact.reveals}
        revealed = (self.played[ply] for ply in sorted(plies))
        return tuple(one for one in revealed if self.game.copied_from_card(one.act.move, self.preferences))

    @property
    def undoable(self) -> tuple[tuple[str | None, int], ...]:
        """(colour, entry) of moves that can be undone; colour None is a host without a seat."""
        colours = {person.id: person.colour for person in self.people}
        return tuple((None if by is None else colours[by], played.number) for by, played in self.undos.items())

    @property
    def reveals_by_seat(self) -> tuple[tuple[Seat, int], ...]:
        """(seat, number of moves) that the proposed correction would reveal."""
        reveals = () if self.roster.proposal is None else self.roster.proposal.reveals
        owners = (self.played[ply].act.seat for ply in reveals)
        return tuple(sorted(Counter(seat for seat in owners if seat is not None).items()))

    def before(self, number: int) -> Any:
        """The state just before an entry, as the viewer may see it."""
        states, replay = self._replayed
        while number not in states:
            states.update([next(replay)])
        return states[number]

    @cached_property
    def _replayed(self) -> tuple[dict[int, Any], Iterator[tuple[int, Any]]]:
        """The states replayed so far, and the iterator that continues."""
        return {}, self._replay()

    def _replay(self) -> Iterator[tuple[int, Any]]:
        state = self.game.start(len(self.people), self.options)
        for played in self.played:
            yield played.number, state
            state, _ = self.game.play(state, played.act.seat, played.act.move)

    def hand(self) -> object:
        """The secrets of this seat, for the hand request only."""
        return None if self.seat is None or self.state is None else self.game.hand(self.state, self.seat, self.chance)

    def export(self) -> str:
        """The moves in force as a record, redacted for this viewer."""
        header = record.Header(self.slug, self.names, self.options)
        return record.write(header, (played.act for played in self.played))


def player_view(table: Table, seat: Seat | None = None, *, host: bool = False) -> PlayerView:
    """The view of a seat, or the public view."""
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
        asked_at=table.asked_at,
    )


def _state_after_last_round(table: Table, redacted: RedactedGame) -> Any:
    """The state after the last finished round, if an early end left a round unfinished.

    In the first round it is the state as it stands.
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
