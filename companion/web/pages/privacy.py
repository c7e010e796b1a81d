"""What is kept, told in plain words; and what is deleted for good, which is asked twice."""

from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, url_for

from companion.games import GAMES
from companion.games.types import IllegalMove
from companion.table.model.aliases import mark_of
from companion.table.service.deletion import going, removed
from companion.web import context
from companion.web.context import service
from companion.web.http.device_cookie import known_device

pages = Blueprint("keeping", __name__)


@pages.get("/kept")
def kept() -> str:
    """What this house keeps of whom, who sees it, for how long, and how it goes."""
    settings = context.settings()
    return render_template("lobby/kept.html", secure=settings.origin.startswith("https:"))


@pages.get("/t/<key>/delete")
def delete(key: str) -> str:
    """What would go with a table. Raises NoSuchTable, Forbidden, or IllegalMove where it is still open."""
    return render_template("lobby/delete.html", key=key, going=going(service(), key, known_device()), games=GAMES)


@pages.post("/t/<key>/delete")
def deleted(key: str) -> Any:
    """Deletes it, where that was said twice."""
    if request.form.get("sure") != "yes":
        raise IllegalMove("not-sure")
    removed(service(), key, known_device())
    nothing_drawn()
    return redirect(url_for("lobby.start"), code=303)


def nothing_drawn() -> None:
    """Keeps nothing of what was drawn or printed lately: a name, or a table, may be in it that is gone for good."""
    config = current_app.config
    config["PRINTER"].empty()
    config["CARDS"].empty()
    config["BROADCASTS"].empty()
    config["TOLD_LATELY"].clear()
    mark_of.cache_clear()
