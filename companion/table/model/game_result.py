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
from companion.table.model.aliases import ERASED_NAME, is_erased
from companion.table.model.game_summary import GameSummary, summarize
from companion.table.model.log import Table
from companion.table.model.player_view import PlayerView, player_view

A_MINUTE = 60
RESULT_VERSION = 4
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
    def summary(self) -> GameSummary:
        """Sums of the feats."""
        return summarize(self)

    @property
    def minutes(self) -> int | None:
        """How long the game took, where that is known: a minute at least."""
        return None if self.seconds is None else max(1, (2 * self.seconds + A_MINUTE) // (2 * A_MINUTE))

    def turn(self, seat: Seat) -> int | None:
        """When a seat's turn came in the first round, counted from 1, clockwise."""
        return None if self.starter is None else (seat - self.starter) % len(self.names) + 1


def hash_moves(view: PlayerView) -> str:
    """The same for the same game, wherever its record comes from, however it was spelled and whoever played it."""
    acts = [(played.act.seat, view.game.write(played.act.move)) for played in view.played]
    told = (view.slug, view.house_rules, acts)
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def hash_record(acts: str, names: Sequence[str]) -> str:
    """The same for the same record. Nothing of it comes from the name of somebody who was forgotten."""
    told = (acts, ["" if is_erased(name) else name for name in names])
    return sha256(json.dumps(told).encode()).hexdigest()


def possible_hashes(result: GameResult) -> set[str]:
    """What the mark of the same record may be in a house that has forgotten any of those who sat there."""
    some = product(*((name, ERASED_NAME) for name in result.names))
    return {hash_record(result.acts, names) for names in some}


def compute_result(table: Table) -> GameResult | None:
    """What is remembered of a table, from nobody's chair; None as long as its game goes on."""
    view = player_view(table)
    if not view.closed:
        return None
    game, state, acts, ended = view.game, view.state, hash_moves(view), view.roster.ended
    return GameResult(
        table=table.id,
        key=table.key,
        slug=table.slug,
        mark=hash_record(acts, view.names),
        began=table.began,
        ended=table.last_move_at,
        seconds=_seconds(table),
        names=view.names,
        colours=tuple(person.colour for person in view.people),
        scores=view.scores,
        rounds=game.count_rounds(state, view.names),
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
    lasted = round(table.last_move_at - table.began - table.away_seconds)
    return lasted if lasted > 0 else None


def dump_result(result: GameResult) -> str:
    """As a row holds it, beside its table, mark and end."""
    kept = {
        "began": result.began,
        "seconds": result.seconds,
        "people": list(zip(result.names, result.colours, strict=True)),
        "scores": result.scores,
        "rounds": result.rounds,
        "starter": result.starter,
        "story": result.story,
        "feats": result.feats,
        "acts": result.acts,
        **({"early": True, "counts": result.counts} if result.early else {}),
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def load_result(table: int, key: str, slug: str, mark: str, ended: float, text: str) -> GameResult:
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


def known_games(results: Sequence[GameResult]) -> list[GameResult]:
    """Those of games that this version knows."""
    return [result for result in results if result.slug in GAMES]


def counted_results(results: Sequence[GameResult]) -> list[GameResult]:
    """Those that statistics take in: all but games that were ended early and do not count."""
    return [result for result in known_games(results) if result.counts]
