"""Whether the asking device runs the house: it came by the link in the terminal."""

from flask import current_app

from companion.table.desk import Desk
from companion.web.devices import device


def is_house() -> bool:
    """As the disk has it; not while the device is in somebody else's hands, or on its way there."""
    desk: Desk = current_app.config["DESK"]
    known = device()
    return known in desk.store.operators() and not desk.store.is_lent(known)
