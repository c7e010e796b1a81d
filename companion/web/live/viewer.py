"""A device as viewer of a table. Style sheets show or hide blocks by the viewer's words on the page."""

from dataclasses import dataclass

from companion.table.model.permissions import Permissions
from companion.table.model.player_view import PlayerView, player_view
from companion.table.service.table_service import TableService


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device at a table: its view of the game, its rights, and whether it is the table screen or a phone."""

    player_view: PlayerView
    rights: Permissions
    screen: bool
    learning: bool = False

    @property
    def words(self) -> str:
        """The words for `data-for` and `data-not`; see `static/whose.css`."""
        rights = self.rights
        flags = {
            "player": self.player_view.seat is not None,
            "seated": rights.person is not None,
            "host": rights.host,
            "hosting": rights.hosting,
            "lent": rights.lent is not None,
            "operator": rights.operator,
            "learning": self.learning,
            "watch": rights.watch and self.player_view.closed,
        }
        people = () if self.screen else self.player_view.people
        colours = [person.colour for person in people if person.id == rights.acting]
        return " ".join([*colours, *(word for word, flag in flags.items() if flag)])

    @property
    def may_learn(self) -> bool:
        """Whether guided mode is possible: a player's own phone that is not lent."""
        return self.rights.person is not None and self.rights.lent is None and not self.screen

    @property
    def away(self) -> bool:
        """Whether a player's page must show the door, since the seat is on another device now."""
        rights = self.rights
        return not (self.screen or rights.host or rights.watch) and rights.person is None

    @property
    def covered(self) -> bool:
        """Whether the device shows only the name of the person it must be handed to."""
        return not self.screen and self.rights.in_transit

    @property
    def may_take_over(self) -> bool:
        """Whether the device may make itself the host."""
        return self.rights.operator and not self.rights.host


def viewer(service: TableService, key: str, device: str | None, *, screen: bool, phone: bool = False) -> Viewer:
    """Return the viewer for a device. A screen has nobody's view, whichever device it is.

    A device without a seat that is or was the host's is a screen too, unless it is a `phone`.
    """
    table = service.table(key)
    rights = service.rights(key, device)
    is_screen = (rights.host or rights.watch) and rights.acting is None and not rights.in_transit
    seat = None if screen else table.roster.seat(rights.acting)
    return Viewer(player_view(table, seat, host=rights.hosting), rights, screen or (is_screen and not phone))


def hand_view(service: TableService, key: str, device: str | None) -> PlayerView | None:
    """Return the view of a device that asks for its hand, after reading what other processes wrote.

    None if the device is lent to someone at another table.
    """
    rights = service.stored_rights(key, device)
    table = service.table(key)
    if device is not None and service.store.is_lent(device, beside=table.id):
        return None
    return player_view(table, table.roster.seat(rights.acting), host=rights.hosting)
