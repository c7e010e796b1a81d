"""Typed access to what the application was made with."""

from flask import current_app

from companion.games.types import IllegalMove
from companion.table.service.table_service import TableService
from companion.web.settings import Settings


def service() -> TableService:
    found: TableService = current_app.config["SERVICE"]
    return found


def settings() -> Settings:
    found: Settings = current_app.config["SETTINGS"]
    return found


def join_origin() -> str:
    """Return the origin for QR codes. Raises IllegalMove while this machine is in no network."""
    if not (origin := settings().join_origin):
        raise IllegalMove("no-network")
    return origin
