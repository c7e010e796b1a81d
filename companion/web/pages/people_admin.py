"""Who is who: for the operator alone, who joins names, parts them, gives another one, and forgets somebody."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from companion.games.types import IllegalMove
from companion.stats.people import Player
from companion.stats.people import people as people_of
from companion.table.commands.types import Forbidden
from companion.table.model.aliases import NameAliases, by_alphabet, mark_of
from companion.table.model.game_result import readable
from companion.table.service import erasure, name_merging
from companion.table.service.table_service import TableService
from companion.web import context
from companion.web.http.operator_rights import is_operator
from companion.web.pages.privacy import nothing_drawn

pages = Blueprint("naming", __name__)


def _people() -> tuple[TableService, dict[str, Player]]:
    """Everybody of the house, by their mark. Raises Forbidden."""
    if not is_operator():
        raise Forbidden("not-operator")
    service = context.service()
    known: NameAliases = service.evenings.names()
    return service, dict(people_of(readable(service.evenings.all()), known))


def _player(mark: str) -> tuple[TableService, Player, dict[str, Player]]:
    service, people = _people()
    if mark not in people:
        abort(404)
    return service, people[mark], people


@pages.get("/people/<mark>/name")
def named(mark: str) -> str:
    """What the operator may say of somebody."""
    _desk, player, people = _player(mark)
    others = sorted((one for one in people.values() if one is not player), key=lambda one: by_alphabet(one.name))
    joined = [typed for typed in player.typed if typed.casefold() != player.name.casefold()]
    return render_template("evenings/named.html", player=player, others=others, joined=joined)


@pages.post("/people/<mark>/rename")
def rename(mark: str) -> Any:
    """Another name for all evenings, also those to come."""
    service, player, _ = _player(mark)
    new = name_merging.renamed(service, player.name, request.form.get("name", ""))
    return redirect(url_for("people.person", mark=mark_of(new)), code=303)


@pages.post("/people/<mark>/join")
def join(mark: str) -> Any:
    """Somebody else is the same person."""
    service, player, people = _player(mark)
    other = people.get(request.form.get("other", ""))
    if other is None:
        raise IllegalMove("nobody-known", name="–")
    name_merging.joined(service, other.name, player.name)
    return redirect(url_for("people.person", mark=mark), code=303)


@pages.post("/people/<mark>/part")
def part(mark: str) -> Any:
    """One of the names is somebody else's after all."""
    service, player, _ = _player(mark)
    typed = request.form.get("typed", "")
    if typed not in player.typed:
        raise IllegalMove("nobody-known", name=typed)
    name_merging.parted(service, typed)
    return redirect(url_for("people.person", mark=mark_of(typed)), code=303)


@pages.post("/people/<mark>/forget")
def forget(mark: str) -> Any:
    """The name goes from every table, for good."""
    service, player, _ = _player(mark)
    if request.form.get("sure") != "yes":
        raise IllegalMove("not-sure")
    erasure.forgotten(service, player.name)
    nothing_drawn()
    return redirect(url_for("people.everybody"), code=303)
