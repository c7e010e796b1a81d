"""One line of a table's log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """What was accepted as number `number` (1, 2, … without gaps) of a table.

    `kind` names what happened, `by` the person whose device sent it (None: the host's screen), `body` the rest.
    `op` is the name that the device gave to the tap; `sent` is a keyed fingerprint of what it sent, so that a
    repeated name with other content is noticed.
    """

    number: int
    kind: str
    by: int | None
    body: Mapping[str, Any]
    op: str = field(repr=False)
    sent: str = field(repr=False)
    at: float = 0.0
