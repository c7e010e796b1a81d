"""Whether the asking device is the operator's."""

from contextlib import suppress

from companion.table import operating
from companion.table.store import NotSaved
from companion.web import equipment
from companion.web.devices import device


def is_operator() -> bool:
    """Whether the asking device has the operator's rights now. To ask that is to use them."""
    known, desk = device(), equipment.desk()
    if known is None or not desk.is_operator(known):
        return False
    with suppress(NotSaved):
        operating.note_use(desk.store, known)
    return True
