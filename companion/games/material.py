"""Data for a game's printed material."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.games.types import Choices


@dataclass(frozen=True, slots=True)
class Box:
    """The choices for printed material, the default first, and the function that fills the sheets.

    A choice named `players` is preset with the number at the table, others with the table's choices of the same name.
    """

    choices: Choices = field(default_factory=dict)
    fill: Callable[[Mapping[str, object]], object] = dict
