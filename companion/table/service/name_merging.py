"""The operator says who is who: two names are one person, one is another's, somebody is known as something else."""

from collections.abc import Mapping

from sqlalchemy import bindparam, delete, insert

from companion.games.types import IllegalMove, InvalidMove
from companion.table.model import names
from companion.table.model.aliases import is_mark, shown, typed_by
from companion.table.model.game_result import GameResult
from companion.table.service.table_service import TableService
from companion.table.storage.schema import Prepared, Statement, people

_KNOW = Prepared(insert(people))
_UNKNOW = Prepared(delete(people).where(people.c.name == bindparam("name_")))


def joined(service: TableService, name: str, into: str) -> None:
    """Whoever is known under the first name is the one who is known under the second. Raises IllegalMove, NotSaved.

    Nobody sat at one table twice: results of two would be one person's.
    """
    known_as = service.evenings.names()
    _there(service, known_as, name)
    _there(service, known_as, into)
    if name.casefold() == into.casefold():
        raise IllegalMove("same-person", name=into)
    theirs, others = typed_by(name, known_as), typed_by(into, known_as)
    if any(_sit(one, theirs) and _sit(one, others) for one in service.evenings.all()):
        raise IllegalMove("same-table", name=name, other=into)
    _know(service, theirs, into)


def renamed(service: TableService, name: str, typed: str) -> str:
    """Somebody is known under another name, which is given back. Raises InvalidMove, IllegalMove, NotSaved."""
    known_as, new = service.evenings.names(), names.seated(typed)
    _there(service, known_as, name)
    if is_mark(new):
        raise InvalidMove("name-unseen")
    folded, theirs, sat = new.casefold(), typed_by(name, known_as), _sat(service)
    same = folded == name.casefold()
    if not same and (folded in _known(service, known_as) or folded in sat - theirs):
        raise IllegalMove("known-already", name=new)
    given = {folded} & known_as.keys() - sat  # to somebody else before, and nobody ever sat down under it
    _know(service, theirs | given, new)
    return new


def parted(service: TableService, typed: str) -> None:
    """Whoever sat down under a name is known under that name again, and under no other's. Raises IllegalMove, NotSaved.

    Somebody else may be known under it by now, and have sat at one table with them.
    """
    folded, known_as = typed.casefold(), service.evenings.names()
    others = typed_by(typed, known_as) - {folded}
    there = [name for one in service.evenings.all() if _sit(one, frozenset({folded})) for name in one.names]
    for name in there:
        if name.casefold() in others:
            raise IllegalMove("same-table", name=typed, other=name)
    service.store.write(_UNKNOW(name_=folded))


def _know(service: TableService, typed: frozenset[str], as_: str) -> None:
    made: list[Statement] = []
    for name in sorted(typed):
        made.append(_UNKNOW(name_=name))
        made.append(_KNOW(name=name, shown=as_))
    service.store.write(*made)


def _sit(one: GameResult, typed: frozenset[str]) -> bool:
    return any(name.casefold() in typed for name in one.names)


def _sat(service: TableService) -> set[str]:
    """All under whose names somebody sat down, without regard to case."""
    return {name.casefold() for one in service.evenings.all() for name in one.names if not is_mark(name)}


def _known(service: TableService, known_as: Mapping[str, str]) -> set[str]:
    """All under whose names somebody is known, without regard to case."""
    return {shown(name, known_as).casefold() for name in _sat(service)}


def _there(service: TableService, known_as: Mapping[str, str], name: str) -> None:
    if name.casefold() not in _known(service, known_as):
        raise IllegalMove("nobody-known", name=name)
