"""Sums of an evening's feats, computed once for each evening in memory (`GameResult.digest`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.games import GAMES
from companion.games.achievements import Achievement, Best
from companion.games.types import Seat

if TYPE_CHECKING:
    from companion.table.model.game_result import GameResult


class Sum(NamedTuple):
    """Feats of one kind: how often, the sums of their amounts and numbers, the best of them, and how good that is."""

    times: int
    amount: int
    many: int
    best: Achievement
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Of each kind of which the game has a record the best feat; the same summed up by seat; what each seat likes.

    `apart` is how far the first was ahead of the second, `round` what the best single round brought, whose it was and
    which, where the game tells that.
    """

    best: Mapping[str, Achievement]
    seats: tuple[Mapping[str, Sum], ...]
    favourites: tuple[Mapping[str, int], ...]
    margin: int
    round: tuple[int, Seat, int] | None


def rank(best: Best, feat: Achievement) -> tuple[int, int]:
    """The better the more, whether more of it is better or less."""
    sign = 1 if best == "most" else -1
    return sign * feat.amount, sign * feat.many


def summarize(result: "GameResult") -> GameSummary:
    """Go through the feats once; callers take `GameResult.digest`."""
    lore = GAMES[result.slug].achievements
    bests: dict[str, Achievement] = {}
    seats: tuple[dict[str, Sum], ...] = tuple({} for _ in result.names)
    likes: tuple[dict[str, int], ...] = tuple({} for _ in result.names)
    for feat in result.feats:
        if (best := lore.best.get(feat.word)) is not None:
            if feat.word not in bests or rank(best, feat) > rank(best, bests[feat.word]):
                bests[feat.word] = feat
            if feat.seat is not None:
                seats[feat.seat][feat.word] = _add(seats[feat.seat].get(feat.word), feat, best)
        if feat.word == lore.favourite and feat.seat is not None:
            likes[feat.seat][feat.what] = likes[feat.seat].get(feat.what, 0) + 1
    first, second, *_ = sorted(result.scores, reverse=True)
    return GameSummary(
        bests, seats, likes, first - second, max(_rounds(result), key=lambda found: found[0], default=None)
    )


def _add(had: Sum | None, feat: Achievement, best: Best) -> Sum:
    good = rank(best, feat)
    if had is None:
        return Sum(1, feat.amount, feat.many, feat, good)
    held, most = (feat, good) if good > had.rank else (had.best, had.rank)
    return Sum(had.times + 1, had.amount + feat.amount, had.many + feat.many, held, most)


def _rounds(result: "GameResult") -> Iterator[tuple[int, Seat, int]]:
    """What each round brought each seat; a last account after the rounds is none."""
    for seat, story in enumerate(result.story):
        for number in range(1, min(result.rounds, len(story) - 1) + 1):
            yield story[number] - story[number - 1], seat, number
