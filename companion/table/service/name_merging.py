"""Names of people, changed by the operator: merge two, rename one, split one."""

from collections.abc import Mapping

from sqlalchemy import bindparam, delete, insert

from companion.games.types import IllegalMove, InvalidMove
from companion.table.model import names
from companion.table.model.game_result import GameResult
from companion.table.model.names import is_erased, names_of, resolve_alias
from companion.table.service.table_service import TableService
from companion.table.storage.schema import Prepared, Statement, people

_INSERT_ALIAS = Prepared(insert(people))
_DELETE_ALIAS = Prepared(delete(people).where(people.c.name == bindparam("name_")))


def merge_names(service: TableService, name: str, into: str) -> None:
    """Show one person under another one's name. Raises IllegalMove and NotSaved.

    People who sat at one table are different people.
    """
    known_as = service.results.aliases()
    _require_known(service, known_as, name)
    _require_known(service, known_as, into)
    if name.casefold() == into.casefold():
        raise IllegalMove("same-person", name=into)
    first, second = names_of(name, known_as), names_of(into, known_as)
    if any(_took_part(result, first) and _took_part(result, second) for result in service.results.all()):
        raise IllegalMove("same-table", name=name, other=into)
    _save_aliases(service, first, into)


def rename_person(service: TableService, name: str, typed: str) -> str:
    """Show a person under another name and return it. Raises InvalidMove, IllegalMove and NotSaved."""
    known_as, new = service.results.aliases(), names.clean_name(typed)
    _require_known(service, known_as, name)
    if is_erased(new):
        raise InvalidMove("name-unseen")
    folded, own, typed_names = new.casefold(), names_of(name, known_as), _typed_names(service)
    same = folded == name.casefold()
    if not same and (folded in _shown_names(service, known_as) or folded in typed_names - own):
        raise IllegalMove("known-already", name=new)
    given = {folded} & known_as.keys() - typed_names  # an unused alias of somebody else
    _save_aliases(service, own | given, new)
    return new


def split_name(service: TableService, typed: str) -> None:
    """Show the person who typed a name under that name again. Raises IllegalMove and NotSaved.

    Illegal if somebody else who is shown under it sat at the same table.
    """
    folded, known_as = typed.casefold(), service.results.aliases()
    others = names_of(typed, known_as) - {folded}
    seated = [
        name for result in service.results.all() if _took_part(result, frozenset({folded})) for name in result.names
    ]
    for name in seated:
        if name.casefold() in others:
            raise IllegalMove("same-table", name=typed, other=name)
    service.store.write(_DELETE_ALIAS(name_=folded))


def _save_aliases(service: TableService, typed: frozenset[str], as_: str) -> None:
    statements: list[Statement] = []
    for name in sorted(typed):
        statements.append(_DELETE_ALIAS(name_=name))
        statements.append(_INSERT_ALIAS(name=name, shown=as_))
    service.store.write(*statements)


def _took_part(result: GameResult, typed: frozenset[str]) -> bool:
    return any(name.casefold() in typed for name in result.names)


def _typed_names(service: TableService) -> set[str]:
    """All typed names, casefolded."""
    return {name.casefold() for result in service.results.all() for name in result.names if not is_erased(name)}


def _shown_names(service: TableService, known_as: Mapping[str, str]) -> set[str]:
    """All shown names, casefolded."""
    return {resolve_alias(name, known_as).casefold() for name in _typed_names(service)}


def _require_known(service: TableService, known_as: Mapping[str, str], name: str) -> None:
    if name.casefold() not in _shown_names(service, known_as):
        raise IllegalMove("nobody-known", name=name)
