"""Whole games of any rules module as logs, with undone moves, corrections and turned pages."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.types import IllegalMove, PendingDecision
from companion.table.commands.correcting import proposal_body
from companion.table.model.entry import Entry
from companion.table.model.log import Played, Table
from companion.table.model.names import COLOURS
from companion.table.model.roster import paging
from tests.support.cast import CAST
from tests.unit.games.playing import random_preferences

FICKLE = 0.06
SHARED, PROVING = 5, 100
KEY = "k" * 13

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)  # a game is one number, so no example is simpler
few = settings(max_examples=max(3, settings().max_examples // 8), phases=WITHOUT_SHRINKING)
"""Whole games are long, so they get an eighth of the usual number of examples."""


@dataclass(frozen=True, repr=False)
class Moment:
    """The table before an entry, the entry, and the table after it; `ask` is the decision that a move answered."""

    before: Table
    entry: Entry
    after: Table
    ask: PendingDecision | None = None

    def __repr__(self) -> str:  # a whole table is too long to read
        return f"<entry {self.entry.number}: {self.entry.kind} {self.entry.body}>"


class Evening(list[Moment]):
    """A whole game."""

    def __init__(self, slug: str, seed: int) -> None:
        self.told = f"<evening of {slug} from seed {seed}>"
        luck = Random(seed)
        super().__init__(moments(an_empty_table(slug, luck), luck))

    def __repr__(self) -> str:
        return self.told


def an_empty_table(slug: str, luck: Random) -> Table:
    """A lobby without people, with random options."""
    game = GAMES[slug]
    options = {key: luck.choice(values) for key, values in game.choices.items()}
    return Table(1, KEY, "CODES", slug, options, random_preferences(game, luck), luck.randbytes(32), 0.0)


def moments(table: Table, luck: Random) -> Iterator[Moment]:
    """The moments from the first seating to the end of the game."""
    game = table.game
    players = luck.choice(game.players)
    for seat, (name, colour) in enumerate(zip(CAST[:players], COLOURS, strict=False)):
        yield (moment := _next(table, "sit", seat, {"name": name, "colour": colour}))
        table = moment.after
    order = luck.sample(range(players), players)
    yield (moment := _next(table, "begin", None, {"order": order}))
    table = moment.after
    steady = True  # until the first undo, so that even a short game has one
    while asks := game.asks(table.state):
        yield (moment := _turned(table) if paging(table.roster) else _acted(table, asks, luck))
        table = moment.after
        lasting = not table.played or table.played[-1].final or moment.entry.kind != "act"
        if not lasting and (steady or luck.random() < FICKLE):
            steady = False
            yield (moment := _next(table, "back", moment.entry.by, {"entry": table.played[-1].number}))
            table = moment.after
        for moment in _corrected(table, luck) if luck.random() < FICKLE else ():
            yield moment
            table = moment.after


def _corrected(table: Table, luck: Random) -> Iterator[Moment]:
    """The host proposes a correction in this round, and somebody answers."""
    people = [person.id for person in table.roster.people]
    for played in luck.sample(table.correctable, min(2, len(table.correctable))):
        try:
            body = proposal_body(table, played, table.game.write(_otherwise(table, played, luck)))
        except IllegalMove:
            continue
        yield (moment := _next(table, "propose", None, body))
        yield _next(moment.after, luck.choice(["approve", "approve", "decline"]), luck.choice(people), {"proposal": 0})
        return


def _otherwise(table: Table, played: Played, luck: Random) -> Any:
    state = table.game.start(len(table.names), table.options)
    for earlier in table.played[: table.played.index(played)]:
        state, _ = table.game.play(state, earlier.act.seat, earlier.act.move)
    do = table.game.write(played.act.move)["do"]
    ask = next(ask for ask in table.game.asks(state) if (ask.seat, ask.do) == (played.act.seat, do))
    return table.game.suggest(state, ask, luck)


def _next(table: Table, kind: str, by: int | None, body: dict[str, Any], ask: PendingDecision | None = None) -> Moment:
    number = table.number + 1
    entry = Entry(number, kind, by, body, f"tap-{number:08d}", "", float(number))
    return Moment(table, entry, table.after(entry), ask)


def _turned(table: Table) -> Moment:
    page = table.roster.page
    assert page is not None
    return _next(table, "page", table.roster.people[0].id, {"step": page.step + 1})


def _acted(table: Table, asks: tuple[PendingDecision, ...], luck: Random) -> Moment:
    waiting = [ask for ask in asks if ask.waits]
    ask = luck.choice(waiting if luck.random() < 0.7 else asks)
    return acted(table, ask, table.game.suggest(table.state, ask, luck))


def acted(table: Table, ask: PendingDecision, move: Any) -> Moment:
    """The moment in which the owner of a decision makes a move."""
    by = None if ask.seat is None else table.roster.people[ask.seat].id
    return _next(table, "act", by, {"seat": ask.seat, "line": table.game.write(move)}, ask)


def same(one: object, other: object) -> bool:
    """Whether two are equal, without pytest's explanation, which takes minutes for whole tables."""
    return one == other


def anew(table: Table) -> Table:
    """The same table without cached views."""
    return replace(table, redacted={})


@st.composite
def evenings(draw: st.DrawFn, slug: str) -> Evening:
    """Whole games of one rules module. Quick laws share them, so that each is played once."""
    return _evening(slug, draw(st.integers(0, SHARED if settings().max_examples < PROVING else 2**32)))


@lru_cache(maxsize=(SHARED + 1) * len(GAMES))
def _evening(slug: str, seed: int) -> Evening:
    return Evening(slug, seed)
