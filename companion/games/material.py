"""What a game's own material is printed from, where its sheets need more than words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.games.types import Choices


@dataclass(frozen=True, slots=True)
class Box:
    """What may be chosen for the material, the default first, and what is then in the box.

    A choice named `players` is preset with how many sit at the table, others by the table's choices of the same name.
    """

    choices: Choices = field(default_factory=dict)
    fill: Callable[[Mapping[str, object]], object] = dict
