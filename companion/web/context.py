"""What the application was made with, by its type."""

from flask import current_app

from companion.games.types import IllegalMove
from companion.table.service.table_service import TableService
from companion.web.settings import Settings


def service() -> TableService:
    """The desk of this house."""
    found: TableService = current_app.config["DESK"]
    return found


def settings() -> Settings:
    """How it is served."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def way_in() -> str:
    """The origin for QR codes. Raises IllegalMove while this machine is in no network."""
    if not (origin := settings().way_in):
        raise IllegalMove("no-network")
    return origin
