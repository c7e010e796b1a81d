"""What a game's own folder of tests has: `tests/unit/games/<slug>/`, which a game of rules alone need not have at
all.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def owned(slug: str, name: str) -> ModuleType | None:
    """A module of that folder, or none."""
    folder = f"tests.unit.games.{slug}"
    return import_module(f"{folder}.{name}") if find_spec(folder) and find_spec(f"{folder}.{name}") else None
