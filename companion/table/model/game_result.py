"""The result of a finished game: public facts only, computed once when the game ends."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import product
from typing import NamedTuple

from companion.games import GAMES
from companion.games.achievements import Achievement, Best, rank
from companion.games.types import Seat
from companion.records.scoring import standings
from companion.table.model.log import Table
from companion.table.model.names import ERASED_NAME, is_erased
from companion.table.model.player_view import PlayerView, player_view


class Sum(NamedTuple):
    """All achievements of one kind: how many, the sums of their amounts and numbers, the best one and its rank."""

    times: int
    amount: int
    many: int
    best: Achievement
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The best achievement of each kind, the sums for each seat, and the favourite of each seat.

    `margin` is the first player's lead over the second. `round` is the best single round: (amount, seat, number).
    """

    best: Mapping[str, Achievement]
    seats: tuple[Mapping[str, Sum], ...]
    favourites: tuple[Mapping[str, int], ...]
    margin: int
    round: tuple[int, Seat, int] | None


def summarize(result: "GameResult") -> GameSummary:
    """Sum up the achievements of a result; callers use `GameResult.summary`."""
    achievements = GAMES[result.slug].achievements
    bests: dict[str, Achievement] = {}
    seats: tuple[dict[str, Sum], ...] = tuple({} for _ in result.names)
    likes: tuple[dict[str, int], ...] = tuple({} for _ in result.names)
    for feat in result.feats:
        if (best := achievements.best.get(feat.word)) is not None:
            if feat.word not in bests or rank(best, feat) > rank(best, bests[feat.word]):
                bests[feat.word] = feat
            if feat.seat is not None:
                seats[feat.seat][feat.word] = _add(seats[feat.seat].get(feat.word), feat, best)
        if feat.word == achievements.favourite and feat.seat is not None:
            likes[feat.seat][feat.what] = likes[feat.seat].get(feat.what, 0) + 1
    first, second, *_ = sorted(result.scores, reverse=True)
    round_ = max(_rounds(result), key=lambda found: found[0], default=None)
    return GameSummary(bests, seats, likes, first - second, round_)


def _add(had: Sum | None, feat: Achievement, best: Best) -> Sum:
    good = rank(best, feat)
    if had is None:
        return Sum(1, feat.amount, feat.many, feat, good)
    held, most = (feat, good) if good > had.rank else (had.best, had.rank)
    return Sum(had.times + 1, had.amount + feat.amount, had.many + feat.many, held, most)


def _rounds(result: "GameResult") -> Iterator[tuple[int, Seat, int]]:
    """Yield the gain of each seat in each round. A final count after the last round is no round."""
    for seat, story in enumerate(result.story):
        for number in range(1, min(result.rounds, len(story) - 1) + 1):
            yield story[number] - story[number - 1], seat, number


A_MINUTE = 60
RESULT_VERSION = 5
"""Increase it when the computation changes: stored results of an earlier version are computed again."""


@dataclass(frozen=True)
class GameResult:
    """A finished game. Tuples are by seat, money and points in the units of the record.

    `table` is the row number in this database. `mark` is the hash of the record, `acts` the hash of its moves without
    names. `began` and `ended` are seconds since 1970. `seconds` is the playing time and `starter` the first seat to
    move, if known. `early`: the game was ended after `rounds` rounds, and statistics include it only if the players
    agreed that it `counts`. `own_title`: the name of what was played, if it is not the title of the game.
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
    own_title: str = ""

    @property
    def title(self) -> str:
        """The name of what was played."""
        return self.own_title or GAMES[self.slug].title

    @property
    def kind(self) -> tuple[str, str]:
        """Key of the results that statistics count together."""
        return self.slug, self.own_title

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each seat; ties share one."""
        by_seat = {seat: place for place, seat in standings(self.scores)}
        return tuple(by_seat[seat] for seat in range(len(self.scores)))

    @cached_property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @cached_property
    def summary(self) -> GameSummary:
        return summarize(self)

    @property
    def minutes(self) -> int | None:
        """The playing time in minutes, at least 1, if known."""
        return None if self.seconds is None else max(1, (2 * self.seconds + A_MINUTE) // (2 * A_MINUTE))

    def turn(self, seat: Seat) -> int | None:
        """The position of a seat in the first round, from 1, clockwise."""
        return None if self.starter is None else (seat - self.starter) % len(self.names) + 1


def hash_moves(view: PlayerView) -> str:
    """The hash of the house rules and moves, independent of spelling and players."""
    acts = [(played.act.seat, view.game.write(played.act.move)) for played in view.played]
    content = (view.slug, view.house_rules, acts)
    return sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def hash_record(acts: str, names: Sequence[str]) -> str:
    """The hash of a record. Names of erased people do not count."""
    content = (acts, ["" if is_erased(name) else name for name in names])
    return sha256(json.dumps(content).encode()).hexdigest()


def possible_hashes(result: GameResult) -> set[str]:
    """The hashes that the same record may have after any of its players were erased."""
    some = product(*((name, ERASED_NAME) for name in result.names))
    return {hash_record(result.acts, names) for names in some}


def compute_result(table: Table) -> GameResult | None:
    """Compute the result of a table from its public view. None while the game goes on."""
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
        own_title="" if view.title == game.title else view.title,
    )


def _seconds(table: Table) -> int | None:
    """The playing time without the time in which the table was archived.

    None if the log does not tell: the clock was set back, or the record was imported.
    """
    lasted = round(table.last_move_at - table.began - table.away_seconds)
    return lasted if lasted > 0 else None


_STORED = ("began", "seconds", "scores", "rounds", "starter", "story", "feats", "acts")


def dump_result(result: GameResult) -> str:
    """The result as JSON, without the columns of its row."""
    stored = {name: getattr(result, name) for name in _STORED}
    stored["people"] = list(zip(result.names, result.colours, strict=True))
    if result.early:
        stored |= {"early": True, "counts": result.counts}
    if result.own_title:
        stored["own_title"] = result.own_title
    return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))


def load_result(table: int, key: str, slug: str, mark: str, ended: float, text: str) -> GameResult:
    stored = json.loads(text)
    names, colours = zip(*stored.pop("people"), strict=True)
    stored["scores"] = tuple(stored["scores"])
    stored["story"] = tuple(map(tuple, stored["story"]))
    stored["feats"] = tuple(Achievement(*one) for one in stored["feats"])
    return GameResult(table, key, slug, mark, ended=ended, names=names, colours=colours, **stored)


def known_games(results: Sequence[GameResult]) -> list[GameResult]:
    """Results of games that this version knows."""
    return [result for result in results if result.slug in GAMES]


def counted_results(results: Sequence[GameResult]) -> list[GameResult]:
    """Results that statistics include: all but games that ended early and do not count."""
    return [result for result in known_games(results) if result.counts]
