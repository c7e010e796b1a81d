"""Folders of files that are not code: beside the package in a checkout, within it in an installed wheel."""

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def data_dir(name: str) -> Path:
    """The folder `templates`, `static` or `printables`."""
    inside = HERE / name
    return inside if inside.is_dir() else HERE.parent / name
