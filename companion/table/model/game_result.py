"""What is remembered of a finished game: what lay open when it was over, reckoned once, and nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import product

from companion.games import GAMES
from companion.games.achievements import Achievement
from companion.games.types import Seat
from companion.records.scoring import standings
from companion.table.model.aliases import NOBODY_KNOWN, is_mark
from companion.table.model.game_summary import GameSummary, digested
from companion.table.model.log import Table
from companion.table.model.player_view import PlayerView, player_view

A_MINUTE = 60
RECKONED = 4
"""Of what is reckoned here: where it changes, what was reckoned before is reckoned anew."""


@dataclass(frozen=True)
class GameResult:
    """A finished game. Tuples are by seat, money and points in the units of the record.

    `table` is the row's number in this database, `mark` the same for the same record, `acts` for the same game whoever
    played it. `began` and `ended` count seconds since 1970; the evening has the date of `began`. `seconds` is how long
    the game took, None where nobody knows; `starter` acted first, where somebody does. `early`: it was ended after
    `rounds` rounds; then statistics take it in only where the players said that it `counts`.
    """

    table: int
    key: str
    slug: str
    mark: str
    began: float
    ended: float
    seconds: int | None
    names: tuple[str, ...]
    colours: tuple[str, ...]
    scores: tuple[int, ...]
    rounds: int
    starter: Seat | None = None
    story: tuple[tuple[int, ...], ...] = ()
    feats: tuple[Achievement, ...] = field(default=(), repr=False)
    acts: str = field(default="", repr=False)
    early: bool = False
    counts: bool = True

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each seat; equals share one."""
        by_seat = {seat: place for place, seat in standings(self.scores)}
        return tuple(by_seat[seat] for seat in range(len(self.scores)))

    @cached_property
    def winners(self) -> tuple[Seat, ...]:
        """Whoever won."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @cached_property
    def digest(self) -> GameSummary:
        """Sums of the feats."""
        return digested(self)

    @property
    def minutes(self) -> int | None:
        """How long the game took, where that is known: a minute at least."""
        return None if self.seconds is None else max(1, (2 * self.seconds + A_MINUTE) // (2 * A_MINUTE))

    def turn(self, seat: Seat) -> int | None:
        """When a seat's turn came in the first round, counted from 1, clockwise."""
        return None if self.starter is None else (seat - self.starter) % len(self.names) + 1


def acted(seen: PlayerView) -> str:
    """The same for the same game, wherever its record comes from, however it was spelled and whoever played it."""
    acts = [(played.act.seat, seen.game.write(played.act.move)) for played in seen.played]
    told = (seen.slug, seen.house_rules, acts)
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def marked(acts: str, names: Sequence[str]) -> str:
    """The same for the same record. Nothing of it comes from the name of somebody who was forgotten."""
    told = (acts, ["" if is_mark(name) else name for name in names])
    return sha256(json.dumps(told).encode()).hexdigest()


def marks_of(one: GameResult) -> set[str]:
    """What the mark of the same record may be in a house that has forgotten any of those who sat there."""
    some = product(*((name, NOBODY_KNOWN) for name in one.names))
    return {marked(one.acts, names) for names in some}


def evening(table: Table) -> GameResult | None:
    """What is remembered of a table, from nobody's chair; None as long as its game goes on."""
    seen = player_view(table)
    if not seen.closed:
        return None
    game, state, acts, ended = seen.game, seen.state, acted(seen), seen.party.ended
    return GameResult(
        table=table.id,
        key=table.key,
        slug=table.slug,
        mark=marked(acts, seen.names),
        began=table.began,
        ended=table.acted,
        seconds=_seconds(table),
        names=seen.names,
        colours=tuple(person.colour for person in seen.people),
        scores=seen.scores,
        rounds=game.count_rounds(state, seen.names),
        starter=game.achievements.starter(state),
        story=tuple(map(tuple, game.score_history(state))),
        feats=tuple(game.achievements.collect(state)),
        acts=acts,
        early=ended is not None,
        counts=ended is None or ended.counts,
    )


def _seconds(table: Table) -> int | None:
    """How long a game took, without the time for which the table was put away.

    None where the log does not tell: the clock was set back, or a record came in whole.
    """
    lasted = round(table.acted - table.began - table.away)
    return lasted if lasted > 0 else None


def told(one: GameResult) -> str:
    """As a row holds it, beside its table, mark and end."""
    kept = {
        "began": one.began,
        "seconds": one.seconds,
        "people": list(zip(one.names, one.colours, strict=True)),
        "scores": one.scores,
        "rounds": one.rounds,
        "starter": one.starter,
        "story": one.story,
        "feats": one.feats,
        "acts": one.acts,
        **({"early": True, "counts": one.counts} if one.early else {}),
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def remembered(table: int, key: str, slug: str, mark: str, ended: float, text: str) -> GameResult:
    """From a row."""
    kept = json.loads(text)
    names, colours = zip(*kept["people"], strict=True)
    return GameResult(
        table=table,
        key=key,
        slug=slug,
        mark=mark,
        began=kept["began"],
        ended=ended,
        seconds=kept["seconds"],
        names=names,
        colours=colours,
        scores=tuple(kept["scores"]),
        rounds=kept["rounds"],
        starter=kept["starter"],
        story=tuple(map(tuple, kept["story"])),
        feats=tuple(Achievement(*one) for one in kept["feats"]),
        acts=kept["acts"],
        early=kept.get("early", False),
        counts=kept.get("counts", True),
    )


def readable(evenings: Sequence[GameResult]) -> list[GameResult]:
    """Those of games that this version knows."""
    return [one for one in evenings if one.slug in GAMES]


def counted(evenings: Sequence[GameResult]) -> list[GameResult]:
    """Those that statistics take in: all but games that were ended early and do not count."""
    return [one for one in readable(evenings) if one.counts]
