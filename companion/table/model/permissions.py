"""Permissions of a device at a table. Stored roles: host, seat, claim, lent, cover, watch."""

from collections.abc import Mapping
from dataclasses import dataclass

VIEWING_ROLES = ("host", "seat", "watch")
"""Roles whose tables and results a device lists. A claim or a lent device does not count."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of a device at one table: as host, for its owner, or for the person it is lent to.

    `operator`: it opened the terminal's link and is not lent anywhere. `cover`: it was handed over or back, and the new
    holder has not confirmed yet. `watch`: it is the table screen, formerly the host's.
    """

    host: bool = False
    person: int | None = None
    claim: int | None = None
    lent: int | None = None
    operator: bool = False
    cover: bool = False
    watch: bool = False

    @property
    def acting(self) -> int | None:
        """The person who holds the device now. None in transit, or after the device lost its seat."""
        if self.in_transit:
            return None
        return self.lent if self.handed_over else self.person

    @property
    def handed_over(self) -> bool:
        return self.lent is not None and (self.host or self.person is not None)

    @property
    def in_transit(self) -> bool:
        """Whether a device was handed over or back and the new holder has not confirmed yet."""
        return self.cover and (self.host or self.person is not None)

    @property
    def hosting(self) -> bool:
        """Whether the host holds the host's device."""
        return self.host and self.lent is None and not self.cover

    @property
    def stranger(self) -> bool:
        return self.person is None and not self.host and not self.operator


NO_PERMISSIONS = Permissions()


def permissions_of(held: Mapping[str, int | None]) -> Permissions:
    return Permissions(
        "host" in held,
        held.get("seat"),
        held.get("claim"),
        held.get("lent"),
        "operator" in held,
        "cover" in held,
        "watch" in held,
    )


@dataclass(frozen=True, slots=True)
class Grant:
    """A right that is stored with an entry.

    `exclusive` removes it from every other device of this table, `revoked` from this device.
    """

    device: str
    role: str
    number: int | None = None
    exclusive: bool = False
    revoked: bool = False
