"""Whether the asking device is the operator's, who runs the house: it came by the link in the terminal."""

from companion.web import equipment
from companion.web.devices import device


def is_operator() -> bool:
    """As the disk has it; not while the device is in somebody else's hands, or on its way there."""
    desk = equipment.desk()
    known = device()
    return known in desk.store.operators() and not desk.store.is_lent(known)
