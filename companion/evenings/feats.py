"""Feats of many evenings, counted, summed up and compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.evenings.digest import Sum, better, digest
from companion.evenings.people import Sat
from companion.games import GAMES
from companion.games.lore import Best, Feat
from companion.table.evening import Evening


class Deed(NamedTuple):
    """A feat and the evening at which it came about."""

    evening: Evening
    feat: Feat


@dataclass(frozen=True)
class Deeds:
    """All feats of one kind: how often, the sums of their amounts and numbers, and the best of them."""

    word: str
    times: int
    amount: int
    many: int
    best: Deed


def records(slug: str, evenings: Sequence[Evening]) -> tuple[Deed, ...]:
    """The house's record of each kind that the game has one of, in its order of telling. The earliest stands first."""
    digests = [(one, digest(one).best) for one in evenings]
    found = (
        _best([Deed(one, bests[word]) for one, bests in digests if word in bests], best)
        for word, best in GAMES[slug].lore.best.items()
    )
    return tuple(one for one in found if one is not None)


def _best(deeds: Iterable[Deed], best: Best) -> Deed | None:
    """The most or the least, of equals the first."""
    held: Deed | None = None
    for one in deeds:
        if held is None or better(best, one.feat, held.feat):
            held = one
    return held


def deeds(slug: str, sat: Sequence[Sat]) -> tuple[Deeds, ...]:
    """What came about at somebody's seat, of each kind of which the game has a record."""
    kinds = GAMES[slug].lore.best
    found: dict[str, list[tuple[Evening, Sum]]] = {word: [] for word in kinds}
    for evening, seat in sat:
        for word, sum_ in digest(evening).seats[seat].items():
            found[word].append((evening, sum_))
    return tuple(_summed(word, found[word], best) for word, best in kinds.items() if found[word])


def _summed(word: str, found: Sequence[tuple[Evening, Sum]], best: Best) -> Deeds:
    times = amount = many = 0
    evening, held = found[0][0], found[0][1].best
    for one, (often, much, number, feat) in found:
        times, amount, many = times + often, amount + much, many + number
        if better(best, feat, held):
            evening, held = one, feat
    return Deeds(word, times, amount, many, Deed(evening, held))


def favourites(sat: Sequence[Sat]) -> tuple[tuple[str, int], ...]:
    """What somebody likes, and how often they did it, most often first; of equals what comes first in its alphabet."""
    often: dict[str, int] = {}
    for evening, seat in sat:
        for what, times in digest(evening).likes[seat].items():
            often[what] = often.get(what, 0) + times
    return tuple(sorted(often.items(), key=lambda one: (-one[1], one[0])))
