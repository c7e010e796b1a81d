"""Whether the asking device is the operator's, who runs the house: it came by the link in the terminal."""

from companion.web import equipment
from companion.web.devices import device


def is_operator() -> bool:
    """Whether the asking device has the operator's rights now."""
    known = device()
    return known is not None and equipment.desk().is_operator(known)
