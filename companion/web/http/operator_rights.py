"""Whether the asking device is the operator's."""

from contextlib import suppress

from companion.table.storage import operator_rights
from companion.table.storage.store import NotSaved
from companion.web import context
from companion.web.http.device_cookie import device


def is_operator() -> bool:
    """Whether the asking device has the operator's rights now. To ask that is to use them."""
    known, desk = device(), context.desk()
    if known is None or not desk.is_operator(known):
        return False
    with suppress(NotSaved):
        operator_rights.note_use(desk.store, known)
    return True
