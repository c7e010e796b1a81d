"""Pages for the operator: devices with operator rights; renaming, merging, separating and forgetting people."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.types import IllegalMove
from companion.stats.people import Player
from companion.stats.people import collect_players as people_of
from companion.table.commands.types import Forbidden
from companion.table.model.game_result import known_games
from companion.table.model.names import name_id, sort_key
from companion.table.model.tokens import hash_token
from companion.table.service import erasure, name_merging
from companion.table.storage import operator_rights
from companion.web.context import service
from companion.web.http.device_cookie import device, is_operator
from companion.web.pages.privacy import clear_caches

pages = Blueprint("administration", __name__)

MARK_LENGTH = 16
"""Characters of the hash of a device's hash, which identifies it in a form."""


def _require_operator() -> None:
    if not is_operator():
        raise Forbidden("not-operator")


@pages.get("/operators")
def operators() -> str:
    return render_template("lobby/operators.html", operators=_operators(), own=_device_mark(device() or ""))


@pages.post("/operators")
def revoke() -> ResponseReturnValue:
    found = _operators().get(request.form.get("device", ""))
    if found is not None:
        operator_rights.revoke(service().store, found.device)
    return redirect(url_for(".operators" if is_operator() else "lobby.start"), code=303)


def _operators() -> dict[str, operator_rights.Operator]:
    """Return the devices with operator rights by mark. Raises Forbidden."""
    _require_operator()
    return {_device_mark(operator.device): operator for operator in operator_rights.list_operators(service().store)}


def _device_mark(known: str) -> str:
    return hash_token(known)[:MARK_LENGTH]


def _player(mark: str) -> tuple[Player, dict[str, Player]]:
    """Return a person, and all people by mark. Raises Forbidden."""
    _require_operator()
    results = service().results
    people = dict(people_of(known_games(results.all()), results.aliases()))
    return people.get(mark) or abort(404), people


@pages.get("/people/<mark>/name")
def edit_person(mark: str) -> str:
    player, people = _player(mark)
    others = sorted((other for other in people.values() if other is not player), key=lambda other: sort_key(other.name))
    merged = [name for name in player.typed if name.casefold() != player.name.casefold()]
    return render_template("statistics/edit_person.html", player=player, others=others, merged=merged)


@pages.post("/people/<mark>/rename")
def rename(mark: str) -> ResponseReturnValue:
    """Give a person another name in all games, also in future ones."""
    player, _people = _player(mark)
    name = name_merging.rename_person(service(), player.name, request.form.get("name", ""))
    return redirect(url_for("people.person", mark=name_id(name)), code=303)


@pages.post("/people/<mark>/join")
def merge(mark: str) -> ResponseReturnValue:
    """Merge another person into this one."""
    player, people = _player(mark)
    other = people.get(request.form.get("other", ""))
    if other is None:
        raise IllegalMove("nobody-known", name="–")
    name_merging.merge_names(service(), other.name, player.name)
    return redirect(url_for("people.person", mark=mark), code=303)


@pages.post("/people/<mark>/part")
def separate(mark: str) -> ResponseReturnValue:
    """Separate one of a person's names again."""
    player, _people = _player(mark)
    typed = request.form.get("typed", "")
    if typed not in player.typed:
        raise IllegalMove("nobody-known", name=typed)
    name_merging.split_name(service(), typed)
    return redirect(url_for("people.person", mark=name_id(typed)), code=303)


@pages.post("/people/<mark>/forget")
def forget(mark: str) -> ResponseReturnValue:
    """Remove a person's name from every table for good."""
    player, _people = _player(mark)
    if request.form.get("sure") != "yes":
        raise IllegalMove("not-sure")
    erasure.erase_person(service(), player.name)
    clear_caches()
    return redirect(url_for("people.everybody"), code=303)
