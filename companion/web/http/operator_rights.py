"""Whether the asking device is the operator's."""

from contextlib import suppress

from companion.table.storage import operator_rights
from companion.table.storage.store import NotSaved
from companion.web import context
from companion.web.http.device_cookie import device


def is_operator() -> bool:
    """Whether the asking device has the operator's rights now. To ask that is to use them."""
    known, service = device(), context.service()
    if known is None or not service.is_operator(known):
        return False
    with suppress(NotSaved):
        operator_rights.note_use(service.store, known)
    return True
