"""A companion that knows other games than there are."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from companion.games import GAMES


@contextmanager
def listed(slugs: Collection[str]) -> Iterator[None]:
    """One that knows these alone. The games keep their order, in which everybody reads them afterwards."""
    known = dict(GAMES)
    GAMES.clear()
    GAMES.update((slug, game) for slug, game in known.items() if slug in slugs)
    try:
        yield
    finally:
        GAMES.clear()
        GAMES.update(known)
