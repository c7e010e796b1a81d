"""What the application was made with, by its type."""

from flask import current_app

from companion.table.desk import Desk
from companion.web.settings import Settings


def desk() -> Desk:
    """The desk of this house."""
    found: Desk = current_app.config["DESK"]
    return found


def settings() -> Settings:
    """How it is served."""
    found: Settings = current_app.config["SETTINGS"]
    return found
