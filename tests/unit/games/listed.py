"""Other sets of games than those that exist."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from companion.games import GAMES


@contextmanager
def listed(slugs: Collection[str]) -> Iterator[None]:
    """Meanwhile only these games exist, in their usual order."""
    known = dict(GAMES)
    GAMES.clear()
    GAMES.update((slug, game) for slug, game in known.items() if slug in slugs)
    try:
        yield
    finally:
        GAMES.clear()
        GAMES.update(known)
