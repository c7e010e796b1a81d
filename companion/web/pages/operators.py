"""The operator's rights, which a device gets by the terminal's link: who has them, and how they are revoked."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.table.commands.types import Forbidden
from companion.table.model.tokens import hashed
from companion.table.storage import operator_rights
from companion.web import context
from companion.web.http.device_cookie import device
from companion.web.http.operator_rights import is_operator

pages = Blueprint("operators", __name__)

LETTERS = 16
"""Of the hash of a device's hash, which stands for it in a form."""


@pages.get("/operators")
def devices() -> str:
    """The devices with the operator's rights."""
    return render_template("lobby/operators.html", operators=_marked(), own=_mark(device() or ""))


@pages.post("/operators")
def revoke() -> Any:
    """Revoke the rights of one of them."""
    found = _marked().get(request.form.get("device", ""))
    if found is not None:
        operator_rights.revoke(context.service().store, found.device)
    return redirect(url_for(".devices" if is_operator() else "lobby.start"), code=303)


def _marked() -> dict[str, operator_rights.Operator]:
    """Each of them by its mark. Raises Forbidden."""
    if not is_operator():
        raise Forbidden("not-operator")
    return {_mark(one.device): one for one in operator_rights.all_of(context.service().store)}


def _mark(known: str) -> str:
    return hashed(known)[:LETTERS]
