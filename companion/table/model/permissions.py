"""What a device may do at a table: rows beside its hash: host, a person's seat, a claim, lent, cover, watch."""

from collections.abc import Mapping
from dataclasses import dataclass

VIEWING_ROLES = ("host", "seat", "watch")
"""Roles with which a table is in a device's lists, and its evening in the device's statistics. Whoever only asks for a
seat, or holds a device that was handed to them, has none of these by that."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What a device may do at one table: as host, for the person it belongs to, or lent to one without a phone.

    `operator`: it came by the terminal's link, is lent nowhere, and runs the house with all its tables. `cover`: it
    was handed over, or back, and nobody has yet said that they hold it. `watch`: it was the host's screen in the
    middle, and still is the screen.
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
        """The person in whose hands the device is now: nobody on the way to them, or where its seat is lost."""
        if self.in_transit:
            return None
        return self.lent if self.handed_over else self.person

    @property
    def handed_over(self) -> bool:
        """Whether the device is in the hands of somebody without a phone."""
        return self.lent is not None and (self.host or self.person is not None)

    @property
    def in_transit(self) -> bool:
        """Whether the device is on its way: from its owner, or back."""
        return self.cover and (self.host or self.person is not None)

    @property
    def hosting(self) -> bool:
        """Whether the device is in the host's own hands."""
        return self.host and self.lent is None and not self.cover

    @property
    def stranger(self) -> bool:
        """Whether the device has no business at the table: no seat, not the host, not the operator."""
        return self.person is None and not self.host and not self.operator


NO_PERMISSIONS = Permissions()


def permissions_of(held: Mapping[str, int | None]) -> Permissions:
    """What a device may do that holds these roles."""
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
    """A right that comes with an entry.

    `exclusive` takes it away from every other device of this table, `revoked` from this device.
    """

    device: str
    role: str
    number: int | None = None
    exclusive: bool = False
    revoked: bool = False
