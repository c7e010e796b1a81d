"""The address that stands in QR codes: chosen by the operator, and the same at all processes of this machine."""

from socket import gethostname

from companion import addresses
from companion.table.desk import Desk
from companion.table.tokens import hashed
from companion.web.settings import Settings

NAME = f"host-{hashed(gethostname())[:16]}"
"""What processes of this machine hold it under; each machine has its own."""


def choose(desk: Desk, settings: Settings, host: str) -> None:
    """From now on it is this one."""
    if desk.store.shared:
        desk.store.say(NAME, host)
    settings.host = host
    desk.bus.wake_all()


def follow(desk: Desk, settings: Settings) -> None:
    """Does as other processes of this machine do, from the start on. A name that was given by hand stays."""

    def look() -> None:
        there = addresses.candidates()
        host = desk.store.said(NAME) if settings.host in there else None
        if host and host != settings.host and host in there:
            settings.host = host
            desk.bus.wake_all()

    if desk.store.shared:
        look()
        desk.follow(look)
