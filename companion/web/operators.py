"""Whether the asking device runs the house: it came by the link in the terminal."""

from flask import current_app

from companion.table.desk import Desk
from companion.web.devices import device


def is_house() -> bool:
    """As the disk has it."""
    desk: Desk = current_app.config["DESK"]
    return device() in desk.store.operators()
