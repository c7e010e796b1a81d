"""What a device is at a table: a few words that stand on its page, by which the style sheet picks what it is shown."""

from dataclasses import dataclass

from companion.table.model.log import Table
from companion.table.model.permissions import Permissions
from companion.table.model.player_view import PlayerView, player_view
from companion.table.service.table_service import TableService


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device at a table: in whose chair it is, as a phone or as the screen in the middle."""

    player_view: PlayerView
    rights: Permissions
    screen: bool
    learning: bool = False

    @property
    def words(self) -> str:
        """What the device is, in the words of `data-for` and `data-not`: see `static/whose.css`."""
        rights = self.rights
        said = {
            "player": self.player_view.seat is not None,
            "seated": rights.person is not None,
            "host": rights.host,
            "hosting": rights.hosting,
            "lent": rights.lent is not None,
            "operator": rights.operator,
            "learning": self.learning,
            "watch": rights.watch and self.player_view.closed,
        }
        return " ".join([*self._colour(), *(word for word, true in said.items() if true)])

    def _colour(self) -> list[str]:
        """The colour of whoever the device belongs to, or is in the hands of. The screen is nobody's."""
        people = () if self.screen else self.player_view.people
        return [person.colour for person in people if person.id == self.rights.acting]

    @property
    def may_learn(self) -> bool:
        """Whether it is a player's own phone, in nobody else's hands."""
        return self.rights.person is not None and self.rights.lent is None and not self.screen

    @property
    def away(self) -> bool:
        """Whether a player's page must go to the door: its seat is on another device now."""
        rights = self.rights
        return not (self.screen or rights.host or rights.watch) and rights.person is None

    @property
    def covered(self) -> bool:
        """Whether the device shows whom it is to be given to, and nothing else."""
        return not self.screen and self.rights.covered

    @property
    def may_take_over(self) -> bool:
        """Whether the device may make itself the host."""
        return self.rights.operator and not self.rights.host


def viewer(service: TableService, key: str, device: str | None, *, screen: bool, phone: bool = False) -> Viewer:
    """What a device is at a table. The screen is nobody's chair, whoever looks at it."""
    table = service.table(key)
    rights = service.rights(key, device)
    shows = screen or (_shows(rights) and not phone)
    return Viewer(player_view(table, _seat(table, rights, screen), host=rights.hosting), rights, shows)


def own_view(service: TableService, key: str, device: str | None) -> PlayerView | None:
    """The chair of a device that would look at its hand, by what is on disk: another process may have given it away.

    None where somebody else holds the device for another table.
    """
    rights = service.known_by_disk(key, device)
    table = service.table(key)
    if device is not None and service.store.is_lent(device, beside=table.id):
        return None
    return player_view(table, table.party.seat(rights.acting), host=rights.hosting)


def _seat(table: Table, rights: Permissions, screen: bool) -> int | None:
    return None if screen else table.party.seat(rights.acting)


def _shows(rights: Permissions) -> bool:
    """A host without a seat holds the laptop in the middle, and who was that still does: unless it is a phone."""
    return (rights.host or rights.watch) and rights.acting is None and not rights.covered
