"""The page on stored data about people, and the deletion of a table for good."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.types import IllegalMove
from companion.table.model.names import name_id
from companion.table.service.deletion import delete_table, preview_deletion
from companion.web.context import service, settings
from companion.web.http.device_cookie import ensure_device
from companion.web.pages.start_page import render_card

pages = Blueprint("privacy", __name__)


@pages.get("/kept")
def notice() -> str:
    """Show what is stored about whom, who can see it and how it is deleted."""
    return render_template("lobby/privacy.html", secure=settings().origin.startswith("https:"))


@pages.get("/t/<key>/delete")
def confirm_deletion(key: str) -> str:
    """Show what would be deleted with a table. Raises NoSuchTable, Forbidden, or IllegalMove while it is open."""
    return render_template("lobby/delete.html", key=key, going=preview_deletion(service(), key, ensure_device()))


@pages.post("/t/<key>/delete")
def delete(key: str) -> ResponseReturnValue:
    if request.form.get("sure") != "yes":
        raise IllegalMove("not-sure")
    delete_table(service(), key, ensure_device())
    clear_caches()
    return redirect(url_for("lobby.start"), code=303)


def clear_caches() -> None:
    """Drop everything rendered or printed, since it may contain the name or table that was deleted."""
    config = current_app.config
    config["PRINTER"].clear_cache()
    config["BROADCASTS"].clear()
    config["RENDERED_HISTORIES"].clear()
    render_card.cache_clear()
    name_id.cache_clear()
