"""What the application was made with, by its type."""

from flask import current_app

from companion.games.types import Refused
from companion.table.service.table_service import Desk
from companion.web.settings import Settings


def desk() -> Desk:
    """The desk of this house."""
    found: Desk = current_app.config["DESK"]
    return found


def settings() -> Settings:
    """How it is served."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def way_in() -> str:
    """The origin for QR codes. Raises Refused while this machine is in no network."""
    if not (origin := settings().way_in):
        raise Refused("no-network")
    return origin
