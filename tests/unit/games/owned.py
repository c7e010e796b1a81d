"""Modules of a game's own test folder `tests/unit/games/<slug>/`, which a game need not have."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def owned(slug: str, name: str) -> ModuleType | None:
    folder = f"tests.unit.games.{slug}"
    return import_module(f"{folder}.{name}") if find_spec(folder) and find_spec(f"{folder}.{name}") else None
