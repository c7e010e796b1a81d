"""Whole games of any rules module, played by its own suggestions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, PendingDecision
from companion.records import record
from companion.records.record import Act, Header, Record
from tests.support.cast import CAST

LONGEST = 5_000


@dataclass(frozen=True)
class Played:
    """A whole game: `states` is one longer than the moves."""

    header: Header
    seed: int
    game: Game[Any, Any] = field(repr=False)
    answered: tuple[PendingDecision, ...] = field(repr=False)
    acts: tuple[Act, ...] = field(repr=False)
    states: tuple[Any, ...] = field(repr=False)
    told: tuple[tuple[GameEvent, ...], ...] = field(repr=False)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """The short form for Hypothesis; the full one would print every state."""
        printer.text(repr(self))

    def luck(self, ply: int) -> Random:
        """Random numbers that are the same for the same move of the same game."""
        return Random(f"{self.seed} {ply}")

    @property
    def facts(self) -> list[GameEvent]:
        return [fact for facts in self.told for fact in facts]


def random_preferences(game: Game[Any, Any], luck: Random) -> dict[str, object]:
    """Choose preferences. The server does not deal: it would refuse the suggested cards."""
    return {key: luck.choice(values) if key != "cards" else values[0] for key, values in game.preferences.items()}


def whole_game(slug: str, players: int, options: Mapping[str, object], seed: int) -> Played:
    """Play a game in which chance picks the next decision and its move."""
    game, luck = GAMES[slug], Random(seed)
    state = game.start(players, options)
    answered, acts, states, told = [], [], [state], []
    while asks := game.asks(state):
        must = [ask for ask in asks if ask.waits]
        ask = luck.choice(must if luck.random() < 0.9 else asks)
        act = Act(ask.seat, game.suggest(state, ask, luck))
        state, facts = game.play(state, act.seat, act.move)
        answered.append(ask)
        acts.append(act)
        states.append(state)
        told.append(facts)
        assert len(acts) < LONGEST, "the game does not end"
    header = Header(slug, CAST[:players], options)
    return Played(header, seed, game, tuple(answered), tuple(acts), tuple(states), tuple(told))


def replayed(game: Played, acts: Sequence[Act]) -> tuple[Any, tuple[tuple[GameEvent, ...], ...]]:
    """The last state and all events after these moves."""
    state, told = game.states[0], []
    for act in acts:
        state, facts = game.game.play(state, act.seat, act.move)
        told.append(facts)
    return state, tuple(told)


@st.composite
def games(draw: st.DrawFn, slug: str) -> Played:
    """Whole games of one rules module, with any number of players and any options."""
    game = GAMES[slug]
    players = draw(st.sampled_from(game.players))
    options = {key: draw(st.sampled_from(values)) for key, values in game.choices.items()}
    return whole_game(slug, players, options, draw(st.integers(0, 2**32)))


@lru_cache(256)
def a_record(slug: str, names: tuple[str, ...], seed: int = 0) -> Record:
    """A finished game of these people."""
    played = whole_game(slug, len(names), {}, seed)
    text = record.write(Header(slug, names, {}), played.acts)
    return record.read(text.encode().splitlines(keepends=True))
