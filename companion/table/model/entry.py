"""One line of a table's log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry number `number` (1, 2, … without gaps) of a table's log.

    `kind` names the event, `by` the person whose device sent it (None: the host's screen), `body` holds the rest. `op`
    is the idempotency key, `sent` a keyed fingerprint of the request, so that a key that returns with other content is
    noticed.
    """

    number: int
    kind: str
    by: int | None
    body: Mapping[str, Any]
    op: str = field(repr=False)
    sent: str = field(repr=False)
    at: float = 0.0
