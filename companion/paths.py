"""Where the files that are not code lie: in a checkout beside the package, in an installed wheel within it."""

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def data_dir(name: str) -> Path:
    """The folder `templates`, `static` or `printables`."""
    inside = HERE / name
    return inside if inside.is_dir() else HERE.parent / name
